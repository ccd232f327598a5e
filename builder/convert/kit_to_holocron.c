/* A kit of Warren's becomes one of HolocronToolset, as that loads it: every room has a WOK in
 * its own coordinates, on which each doorway bears an id, and a model; every door has two
 * blueprints. Source: formats/holocron-pykotor, sections 1.1 and 2.1. */
#include "builder/convert/kit_making.h"
#include "builder/layout/layout.h"
#include "builder/module/plain_door.h"

#include "core/base/bytes.h"
#include "core/base/math.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/gff.h"
#include "core/model/greybox.h"
#include "core/text/dump.h"
#include "kits/kit.h"
#include "kits/kit_assets.h"
#include "templates/map.h"

#include <stdio.h>
#include <string.h>

/* Above the number of any room, with which HolocronToolset replaces ids one after another. */
enum { FIRST_ID = 20000 };

/* ---- Ids of doorways -----------------------------------------------------------------------
 */

static bool is_used(const int32_t *ids, uint32_t count, int32_t id)
{
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

/* The ids of a room's hooks: their own where the doorway bears it and no other hook has it.
 * NULL when memory is out. */
static int32_t *choose_ids(struct wr_arena *arena, const wr_room *room)
{
    int32_t *ids = WR_TAKE(arena, int32_t, room->hook_count), next = FIRST_ID;
    for (uint32_t h = 0; ids && h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        bool own = hook->id >= 0 && wr_room_transition(room, hook->foot) == hook->id &&
                   !is_used(ids, h, hook->id);
        ids[h] = own ? hook->id : -1;
    }
    for (uint32_t h = 0; ids && h < room->hook_count; h++) {
        while (ids[h] < 0 && is_used(ids, room->hook_count, next))
            next++;
        ids[h] = ids[h] < 0 ? next++ : ids[h];
    }
    return ids;
}

/* A copy of the walkmesh on which doorways bear ids, and nothing else anything. */
static const struct wr_walkmesh *paint(struct wr_arena *arena, const wr_room *room,
                                       const int32_t *ids)
{
    struct wr_walkmesh *mesh = wr_arena_copy(arena, room->mesh, 1, sizeof *mesh);
    int32_t *marks = WR_TAKE(arena, int32_t, 3 * ((size_t)room->mesh->walkable_count + 1));
    wr_edge *edges =
        wr_arena_copy(arena, room->mesh->edges, room->mesh->edge_count, sizeof *edges);
    if (!mesh || !marks || !edges)
        return NULL;
    for (uint32_t i = 0; i < 3 * room->mesh->walkable_count; i++)
        marks[i] = -1;
    for (uint32_t h = 0; h < room->hook_count; h++)
        for (uint32_t i = 0; i < room->hooks[h].threshold_count; i++)
            marks[room->hooks[h].threshold[i]] = ids[h];
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        edges[i].transition = marks[edges[i].edge];
    mesh->edges = edges;
    return mesh;
}

/* ---- Files of rooms ------------------------------------------------------------------------
 */

static enum wr_result write_mesh(struct wr_kit_making *making, const char *id,
                                 const struct wr_walkmesh *mesh)
{
    struct wr_bytes bytes = {0};
    enum wr_result result =
        wr_bwm_append(making->conversion->context, mesh, making->conversion->where, &bytes);
    if (result == WR_OK)
        result = wr_kit_make_file(making, "", wr_kit_name(making, "%s.wok", id), bytes.data,
                                  bytes.size);
    wr_bytes_finish(&bytes);
    return result;
}

/* Walls stand open at all doorways, which have doors. */
static const float *open_walls(struct wr_arena *arena, const wr_room *room,
                               const struct wr_walkmesh *mesh, const int32_t *ids,
                               float *height)
{
    float *openings = WR_ZERO(arena, float, mesh->edge_count);
    for (uint32_t i = 0; openings && i < mesh->edge_count; i++)
        for (uint32_t h = 0; h < room->hook_count; h++)
            if (mesh->edges[i].transition == ids[h])
                openings[i] = room->kit->doors[room->hooks[h].door].height;
    *height = room->height > 0 ? room->height : WR_GREYBOX_HEIGHT;
    for (uint32_t i = 0; openings && i < mesh->edge_count; i++)
        if (openings[i] > 0 && openings[i] + WR_GREYBOX_LINTEL > *height)
            *height = openings[i] + WR_GREYBOX_LINTEL;
    return openings;
}

static enum wr_result make_model(struct wr_kit_making *making, struct wr_arena *scratch,
                                 const wr_room *room, const struct wr_walkmesh *mesh,
                                 const int32_t *ids)
{
    struct wr_context *context = making->conversion->context;
    struct wr_bytes mdl = {0}, mdx = {0};
    char name[32];
    snprintf(name, sizeof name, "%.31s", room->id);
    struct wr_greybox look = {.name = name, .game = WR_K1, .low = room->low, .ceiling = true};
    look.openings = open_walls(scratch, room, mesh, ids, &look.height);
    enum wr_result result = look.openings
                                ? wr_greybox_make(context, scratch, mesh, &look, &mdl, &mdx)
                                : wr_no_memory(context);
    if (result == WR_OK)
        result = wr_kit_make_file(making, "", wr_kit_name(making, "%s.mdl", room->id), mdl.data,
                                  mdl.size);
    if (result == WR_OK)
        result = wr_kit_make_file(making, "", wr_kit_name(making, "%s.mdx", room->id), mdx.data,
                                  mdx.size);
    wr_bytes_finish(&mdl);
    wr_bytes_finish(&mdx);
    return result;
}

/* ---- Components ----------------------------------------------------------------------------
 */

/* 0 looks along +Y there; a hook that does not say looks out of its room. */
static float rotation_of(const wr_hook *hook)
{
    double facing =
        isnan(hook->facing) ? wr_bearing_of(hook->out_x, hook->out_y) : (double)hook->facing;
    double rotation = facing - 90;
    return (float)(rotation - 360 * floor(rotation / 360));
}

static void dump_hook(struct wr_dump *dump, const wr_hook *hook, int32_t id)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_number(dump, "x", hook->position.x);
    wr_dump_number(dump, "y", hook->position.y);
    wr_dump_number(dump, "z", hook->position.z);
    wr_dump_number(dump, "rotation", rotation_of(hook));
    wr_dump_count(dump, "door", hook->door);
    wr_dump_integer(dump, "edge", id);
    wr_dump_object_end(dump);
}

static void dump_room(struct wr_dump *dump, const wr_room *room, const int32_t *ids)
{
    wr_dump_object(dump, NULL);
    wr_dump_text(dump, "name", room->name);
    wr_dump_text(dump, "id", room->id);
    wr_dump_count(dump, "native", 1);
    wr_dump_list(dump, "doorhooks");
    for (uint32_t h = 0; h < room->hook_count; h++)
        dump_hook(dump, &room->hooks[h], ids[h]);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

static enum wr_result make_room(struct wr_kit_making *making, struct wr_arena *scratch,
                                const wr_room *room, struct wr_dump *dump)
{
    int32_t *ids = choose_ids(scratch, room);
    const struct wr_walkmesh *mesh = ids ? paint(scratch, room, ids) : NULL;
    if (!mesh)
        return wr_no_memory(making->conversion->context);
    enum wr_result result = write_mesh(making, room->id, mesh);
    if (result == WR_OK)
        result = room->model ? wr_kit_copy_model(making, "", room->id, room->model)
                             : make_model(making, scratch, room, mesh, ids);
    if (result == WR_OK)
        dump_room(dump, room, ids);
    return result;
}

static enum wr_result make_rooms(struct wr_kit_making *making, struct wr_dump *dump)
{
    const struct wr_kit *kit = making->kit;
    struct wr_context *context = making->conversion->context;
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result = scratch ? WR_OK : wr_no_memory(context);
    wr_dump_list(dump, "components");
    for (uint32_t i = 0; result == WR_OK && i < kit->room_count; i++) {
        wr_context_progress(context, "rooms written", i, kit->room_count);
        wr_arena_reset(scratch);
        result = make_room(making, scratch, &kit->rooms[i], dump);
    }
    wr_dump_list_end(dump);
    wr_arena_destroy(scratch);
    return result;
}

/* ---- Doors ---------------------------------------------------------------------------------
 */

/* What became of the doors' blueprints. */
struct doors {
    const char *(*names)[2]; /* one a door and game */
    uint32_t made, arches;
};

static bool is_name(const struct wr_kit *kit, const char *name)
{
    for (uint32_t d = 0; d < kit->door_count; d++)
        for (int game = 0; game < 2; game++)
            if (kit->doors[d].blueprints[game] &&
                wr_text_same(kit->doors[d].blueprints[game], name))
                return true;
    return false;
}

/* A name for a blueprint that the kit does not have: "door0_k1", as HolocronToolset's own kits
 * call them. */
static const char *new_name(const struct wr_kit_making *making, uint32_t door, int game)
{
    const char *name = wr_kit_name(making, "door%u_k%d", (unsigned)door, game + 1);
    for (unsigned n = 2; name && is_name(making->kit, name); n++)
        name = wr_kit_name(making, "door%u_k%d_%u", (unsigned)door, game + 1, n);
    return name;
}

static bool is_made(const struct doors *doors, uint32_t door, int game, const char *name)
{
    for (uint32_t d = 0; d <= door; d++)
        for (int g = 0; g < (d < door ? 2 : game); g++)
            if (wr_text_same(doors->names[d][g], name))
                return true;
    return false;
}

static enum wr_result make_plain(struct wr_kit_making *making, const char *name, unsigned row,
                                 int game)
{
    struct wr_conversion *conversion = making->conversion;
    struct wr_gff *gff = wr_plain_door(conversion->arena, row, game ? WR_K2 : WR_K1);
    struct wr_bytes bytes = {0};
    if (!gff)
        return wr_no_memory(conversion->context);
    wr_gff_set_resref(gff, gff->root, "TemplateResRef", name);
    enum wr_result result = wr_gff_write(conversion->context, gff, &bytes);
    if (result == WR_OK)
        result = wr_kit_make_file(making, "", wr_kit_name(making, "%s.utd", name), bytes.data,
                                  bytes.size);
    wr_bytes_finish(&bytes);
    return result;
}

/* HolocronToolset takes no door without both of its blueprints. */
static enum wr_result make_blueprint(struct wr_kit_making *making, struct doors *doors,
                                     uint32_t index, int game)
{
    static const unsigned usual[] = {WR_EMBEDDED_ROW_K1, WR_EMBEDDED_ROW_K2};
    struct wr_conversion *conversion = making->conversion;
    const wr_door *door = &making->kit->doors[index];
    const char *name = door->blueprints[game], *path;
    enum wr_result result =
        wr_kit_blueprint_find(conversion->context, conversion->arena, making->kit, index,
                              game ? WR_K2 : WR_K1, &path);
    name = name ? name : new_name(making, index, game);
    if (result == WR_OK && !name)
        result = wr_no_memory(conversion->context);
    doors->names[index][game] = name;
    if (result != WR_OK || is_made(doors, index, game, name))
        return result;
    doors->made += !path && wr_door_hangs(door);
    return path ? wr_kit_copy_file(making, "", wr_kit_name(making, "%s.utd", name), path)
                : make_plain(making, name, door->rows[game] ? door->rows[game] : usual[game],
                             game);
}

static enum wr_result make_doors(struct wr_kit_making *making, struct doors *doors,
                                 struct wr_dump *dump)
{
    const struct wr_kit *kit = making->kit;
    enum wr_result result = WR_OK;
    doors->names = wr_arena_zero(making->conversion->arena, kit->door_count + (size_t)1,
                                 sizeof *doors->names);
    if (!doors->names)
        return wr_no_memory(making->conversion->context);
    wr_dump_list(dump, "doors");
    for (uint32_t d = 0; result == WR_OK && d < kit->door_count; d++) {
        for (int game = 0; result == WR_OK && game < 2; game++)
            result = make_blueprint(making, doors, d, game);
        doors->arches += !wr_door_hangs(&kit->doors[d]);
        if (result != WR_OK)
            break;
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "utd_k1", doors->names[d][0]);
        wr_dump_text(dump, "utd_k2", doors->names[d][1]);
        wr_dump_number(dump, "width", kit->doors[d].width);
        wr_dump_number(dump, "height", kit->doors[d].height);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    return result;
}

/* ---- What is lost --------------------------------------------------------------------------
 */

static bool is_numbered(const char *prefix, const char *name, uint32_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%s%u", prefix, (unsigned)number);
    return strcmp(text, name) == 0;
}

static bool has_names(const struct wr_kit *kit)
{
    for (uint32_t d = 0; d < kit->door_count; d++)
        if (!is_numbered("door", kit->doors[d].name, d))
            return true;
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t h = 0; h < kit->rooms[r].hook_count; h++)
            if (!is_numbered("", kit->rooms[r].hooks[h].name, h))
                return true;
    return false;
}

static bool has_closed(const struct wr_kit *kit)
{
    for (uint32_t d = 0; d < kit->door_count; d++)
        if (!kit->doors[d].meets_any && kit->door_count > 1)
            return true;
    return false;
}

/* How low a railing is looked over is in the model that was made. */
static void tell_rooms(const struct wr_kit_making *making)
{
    const struct wr_kit *kit = making->kit;
    uint32_t markers = 0, tags = 0, counts = 0, stretches = 0;
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        markers += room->marker_count;
        tags += room->tag_count;
        stretches += room->stretch_count;
        counts += room->weight != 1 || room->least > 0 || room->most != WR_NONE;
    }
    if (markers)
        wr_kit_lose(making, "markers", "nothing stands in its rooms");
    if (tags)
        wr_kit_lose(making, "tags of rooms", "templates ask for them in vain");
    if (stretches)
        wr_kit_lose(making, "stretches of rooms", "these are as long as they are drawn");
    if (counts)
        wr_kit_lose(making, "weights and numbers of rooms", "each may be there, once or often");
}

static void tell(const struct wr_kit_making *making, const struct doors *doors)
{
    struct wr_conversion *conversion = making->conversion;
    tell_rooms(making);
    if (has_names(making->kit))
        wr_kit_lose(making, "names of doors and hooks", "they are numbered");
    if (has_closed(making->kit))
        wr_kit_lose(making, "which doors meet", "any two do");
    if (doors->arches)
        wr_kit_lose(making, "open arches", "a plain door hangs in each");
    if (doors->made)
        wr_note(conversion->context, conversion->where, "kit-door-made", NULL,
                "%u blueprint%s that the kit does not bring %s made: plain doors",
                (unsigned)doors->made, doors->made == 1 ? "" : "s",
                doors->made == 1 ? "is" : "are");
}

/* ---- The kit -------------------------------------------------------------------------------
 */

static enum wr_result make_all(struct wr_kit_making *making, struct doors *doors,
                               struct wr_bytes *text)
{
    const struct wr_kit *kit = making->kit;
    struct wr_dump dump;
    enum wr_result result = wr_kit_copy_assets(making, true);
    if (result != WR_OK)
        return result;
    wr_dump_start(&dump, text, true);
    wr_dump_text(&dump, "name", kit->name);
    wr_dump_text(&dump, "id", kit->id);
    wr_dump_text(&dump, "ht", "3.0.0");
    wr_dump_count(&dump, "version", 1);
    result = make_rooms(making, &dump);
    if (result == WR_OK)
        result = make_doors(making, doors, &dump);
    wr_dump_end(&dump);
    return result == WR_OK && text->failed ? wr_no_memory(making->conversion->context) : result;
}

enum wr_result wr_kit_to_holocron(struct wr_kit_making *making)
{
    struct wr_conversion *conversion = making->conversion;
    struct doors doors = {0};
    struct wr_bytes text = {0};
    const char *folder = wr_path_folder(conversion->arena, conversion->to);
    enum wr_result result =
        folder ? make_all(making, &doors, &text) : wr_no_memory(conversion->context);
    if (result == WR_OK)
        result =
            wr_kit_make_at(making, folder, wr_path_name(conversion->to), text.data, text.size);
    if (result == WR_OK)
        tell(making, &doors);
    wr_bytes_finish(&text);
    return result;
}
