/* <id>_dor<n>.utd: a kit's door blueprint under a name of its own, or a plain door of a row of
 * genericdoors.2da. Source: formats/module, 2.5. */
#include "builder/layout/exits.h"
#include "builder/module/assembly.h"
#include "builder/module/plain_door.h"

#include "core/files/file.h"
#include "kits/kit_assets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A type of door as the module needs it. */
struct kind {
    const struct wr_kit *kit;
    const wr_door *type;
    struct wr_gff *open, *locked; /* trees to write with a name of their own each time */
    enum wr_result result;        /* what became of looking for them */
};

struct kinds {
    struct wr_context *context;
    struct wr_assembly *assembly;
    struct kind *items;
    uint32_t count;
};

bool wr_module_door_hangs(const struct wr_assembly *assembly, uint32_t door)
{
    const struct wr_layout *layout = assembly->layout;
    const wr_module_door *at = &assembly->doors.items[door];
    bool inner = at->link != WR_NONE && wr_link_is_inner(layout, &layout->links[at->link]);
    return wr_door_hangs(at->type) && !(inner && !at->lock) &&
           (at->exit == WR_NONE || wr_exit_has_door(layout, &layout->exits[at->exit]));
}

void wr_module_door_name(const struct wr_assembly *assembly, uint32_t door, char out[32])
{
    const wr_way_out *way = wr_module_door_way(assembly, door);
    snprintf(out, 32, "%.16s_%s%u", assembly->layout->id, way && !way->by_door ? "ext" : "dor",
             (unsigned)assembly->doors.items[door].number);
}

const wr_way_out *wr_module_door_way(const struct wr_assembly *assembly, uint32_t door)
{
    uint32_t exit = assembly->doors.items[door].exit;
    return exit == WR_NONE ? NULL : &assembly->ways_out.items[exit];
}

const char *wr_module_door_tag(const struct wr_assembly *assembly, uint32_t door,
                               const char *name)
{
    uint32_t record = assembly->doors.items[door].record;
    return record == WR_NONE ? name : assembly->layout->map->replaces.doors[record].tag;
}

/* ---- Rows of the GIT --------------------------------------------------------------------- */

struct row {
    uint32_t record_row, door;
};

static int order_rows(const void *a, const void *b)
{
    const struct row *p = a, *q = b;
    if (p->record_row != q->record_row)
        return p->record_row < q->record_row ? -1 : 1;
    return p->door < q->door ? -1 : p->door > q->door;
}

bool wr_module_hang_doors(struct wr_assembly *assembly)
{
    const wr_map_door *known = assembly->layout->map->replaces.doors;
    struct row *rows = WR_TAKE(assembly->arena, struct row, assembly->doors.count);
    assembly->rows = WR_TAKE(assembly->arena, uint32_t, assembly->doors.count);
    if (!rows || !assembly->rows)
        return false;
    for (uint32_t i = 0; i < assembly->doors.count; i++) {
        uint32_t record = assembly->doors.items[i].record;
        if (wr_module_door_hangs(assembly, i))
            rows[assembly->hung++] =
                (struct row){record == WR_NONE ? WR_NONE : known[record].row, i};
    }
    if (assembly->hung)
        qsort(rows, assembly->hung, sizeof *rows, order_rows);
    for (uint32_t i = 0; i < assembly->hung; i++)
        assembly->rows[i] = rows[i].door;
    return true;
}

/* ---- Making ------------------------------------------------------------------------------ */

static void lock_with(struct wr_gff *gff, const char *key)
{
    wr_gff_set_whole(gff, gff->root, "Lockable", WR_GFF_BYTE, 1);
    wr_gff_set_whole(gff, gff->root, "Locked", WR_GFF_BYTE, 1);
    wr_gff_set_whole(gff, gff->root, "KeyRequired", WR_GFF_BYTE, 1);
    wr_gff_set_string(gff, gff->root, "KeyName", key);
}

/* ---- Finding ----------------------------------------------------------------------------- */

static enum wr_result refuse(const struct kinds *kinds, const struct kind *kind, wr_where where)
{
    enum wr_game game = kinds->assembly->layout->game;
    const char *name = kind->type->blueprints[game - 1];
    struct wr_source source = {.name = kind->kit->path};
    if (kind->kit->path)
        where = wr_at(&source, WR_WHOLE_FILE);
    if (name)
        return wr_fail(kinds->context, WR_NOT_FOUND, where, "door-without-blueprint",
                       "put the UTD into the kit's folder, or let the kit name a row of "
                       "genericdoors.2da",
                       "door '%s' of kit '%s' has no blueprint for K%d: there is no %s.utd",
                       kind->type->name, kind->kit->name, (int)game, name);
    return wr_fail(kinds->context, WR_NOT_FOUND, where, "door-without-blueprint",
                   "name one, or a row of genericdoors.2da, for this game too; or build for "
                   "the other with --game",
                   "door '%s' of kit '%s' has no blueprint for K%d", kind->type->name,
                   kind->kit->name, (int)game);
}

static enum wr_result read_kind(const struct kinds *kinds, struct kind *kind, const char *path)
{
    struct wr_arena *arena = kinds->assembly->arena;
    struct wr_source *source = WR_ZERO(arena, struct wr_source, 1);
    if (!source)
        return wr_no_memory(kinds->context);
    enum wr_result result = wr_file_read(kinds->context, arena, path, source);
    source->binary = true;
    if (result == WR_OK)
        result = wr_gff_read(kinds->context, arena, source, &kind->open);
    if (result == WR_OK && strcmp(kind->open->type, "UTD ") != 0)
        result = wr_fail(kinds->context, WR_INVALID, wr_at(source, 0), "blueprint-kind",
                         "put the door's own UTD there",
                         "this is to be the blueprint of door '%s', but its type is '%s'",
                         kind->type->name, kind->open->type);
    if (result == WR_OK)
        result = wr_gff_read(kinds->context, arena, source, &kind->locked);
    return result;
}

static enum wr_result make_kind(const struct kinds *kinds, struct kind *kind, unsigned row)
{
    const struct wr_assembly *assembly = kinds->assembly;
    kind->open = wr_plain_door(assembly->arena, row, assembly->layout->game);
    kind->locked = wr_plain_door(assembly->arena, row, assembly->layout->game);
    return kind->open && kind->locked ? WR_OK : wr_no_memory(kinds->context);
}

static enum wr_result look_for(const struct kinds *kinds, struct kind *kind, wr_where where)
{
    const struct wr_assembly *assembly = kinds->assembly;
    enum wr_game game = assembly->layout->game;
    unsigned row = kind->type->rows[game - 1];
    const char *path = NULL;
    enum wr_result result =
        wr_kit_blueprint_find(kinds->context, assembly->arena, kind->kit,
                              (uint32_t)(kind->type - kind->kit->doors), game, &path);
    if (result != WR_OK)
        return result;
    if (path)
        return read_kind(kinds, kind, path);
    return row ? make_kind(kinds, kind, row) : refuse(kinds, kind, where);
}

static struct kind *kind_of(struct kinds *kinds, const wr_module_door *door)
{
    const struct wr_layout *layout = kinds->assembly->layout;
    const wr_placed_room *room = &layout->rooms[layout->hooks[door->hook].room];
    for (uint32_t i = 0; i < kinds->count; i++)
        if (kinds->items[i].type == door->type)
            return &kinds->items[i];
    struct kind *items =
        wr_arena_more(kinds->assembly->arena, kinds->items, kinds->count, sizeof *kinds->items);
    if (!items)
        return NULL;
    kinds->items = items;
    struct kind *kind = &items[kinds->count++];
    *kind = (struct kind){.kit = room->room->kit, .type = door->type};
    kind->result = look_for(kinds, kind, room->where);
    return kind;
}

/* ---- Adding ------------------------------------------------------------------------------ */

static enum wr_result write_blueprint(const struct kinds *kinds, const struct kind *kind,
                                      uint32_t index, struct wr_bytes *out)
{
    const wr_module_door *door = &kinds->assembly->doors.items[index];
    struct wr_gff *gff = door->lock ? kind->locked : kind->open;
    char name[32];
    wr_module_door_name(kinds->assembly, index, name);
    wr_gff_set_resref(gff, gff->root, "TemplateResRef", name);
    wr_gff_set_string(gff, gff->root, "Tag", wr_module_door_tag(kinds->assembly, index, name));
    wr_gff_set_whole(gff, gff->root, "Static", WR_GFF_BYTE,
                     door->link == WR_NONE && door->exit == WR_NONE);
    if (door->lock)
        lock_with(gff, door->lock);
    return wr_gff_write(kinds->context, gff, out);
}

/* Keeps what was written, unless that failed, and adds it under the name of a doorway. */
static enum wr_result keep(struct kinds *kinds, enum wr_result result, uint32_t index,
                           uint16_t type, const char *meaning, struct wr_bytes *bytes)
{
    struct wr_assembly *assembly = kinds->assembly;
    char name[32];
    uint8_t *data = NULL;
    wr_module_door_name(assembly, index, name);
    if (result == WR_OK && !bytes->failed)
        data = wr_arena_copy(assembly->arena, bytes->data, bytes->size, 1);
    if (result == WR_OK && !data)
        result = wr_no_memory(kinds->context);
    if (result == WR_OK)
        wr_parts_add(&assembly->parts, name, type, data, bytes->size, meaning);
    wr_bytes_finish(bytes);
    return result;
}

static enum wr_result add_blueprint(struct kinds *kinds, const struct kind *kind,
                                    uint32_t index)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = write_blueprint(kinds, kind, index, &bytes);
    return keep(kinds, result, index, WR_RES_UTD, "a door", &bytes);
}

static enum wr_result add_trigger(struct kinds *kinds, uint32_t index)
{
    const struct wr_assembly *assembly = kinds->assembly;
    const wr_way_out *way = wr_module_door_way(assembly, index);
    struct wr_bytes bytes = {0};
    char name[32];
    if (!way || way->by_door)
        return WR_OK;
    wr_module_door_name(assembly, index, name);
    enum wr_result result =
        wr_way_out_blueprint(kinds->context, assembly->arena, name, way, &bytes);
    return keep(kinds, result, index, WR_RES_UTT, "a trigger", &bytes);
}

enum wr_result wr_module_add_blueprints(struct wr_context *context,
                                        struct wr_assembly *assembly)
{
    struct kinds kinds = {.context = context, .assembly = assembly};
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result != WR_NO_MEMORY && i < assembly->doors.count; i++) {
        const wr_module_door *door = &assembly->doors.items[i];
        if (!wr_module_door_hangs(assembly, i)) {
            enum wr_result added = add_trigger(&kinds, i);
            result = result == WR_OK ? added : result;
            continue;
        }
        const struct kind *kind = kind_of(&kinds, door);
        enum wr_result one = kind ? kind->result : wr_no_memory(context);
        if (one == WR_OK)
            one = add_blueprint(&kinds, kind, i);
        result = result == WR_OK ? one : result;
    }
    return result;
}
