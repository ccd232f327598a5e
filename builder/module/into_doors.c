/* The doors of an edited module: those of Warren's are known by the name of their blueprint and
 * matched by where they stand. */
#include "builder/module/into_steps.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* A door as its row says. */
struct door {
    const wr_gff_struct *row;
    const char *blueprint, *tag;
    wr_vec3 at;
    bool own;   /* Warren's */
    bool taken; /* it has a match on the other side */
};

struct side {
    struct wr_gff *git;
    wr_gff_list *list;
    struct door *doors;
    uint32_t count;
};

static enum wr_result read_side(struct wr_putting *putting,
                                const struct wr_resources *resources, struct side *out)
{
    uint32_t number;
    enum wr_result result =
        wr_putting_read(putting, resources, putting->id, WR_RES_GIT, &out->git);
    if (result == WR_NOT_FOUND)
        return wr_fail(putting->context, WR_NOT_FOUND, wr_at(&resources->source, WR_WHOLE_FILE),
                       "module-area-missing", NULL, "the module has no '%s.git'", putting->id);
    if (result != WR_OK)
        return result;
    out->list = wr_gff_set_list(out->git, out->git->root, "Door List");
    out->count = out->list ? out->list->count : 0;
    out->doors = WR_ZERO(putting->arena, struct door, out->count);
    if (!out->list || !out->doors)
        return wr_no_memory(putting->context);
    for (uint32_t i = 0; i < out->count; i++) {
        struct door *door = &out->doors[i];
        door->row = out->list->items[i];
        door->blueprint = wr_gff_text_of(door->row, "TemplateResRef", putting->arena);
        door->tag = wr_gff_text_of(door->row, "Tag", putting->arena);
        if (!door->blueprint || !door->tag)
            return wr_no_memory(putting->context);
        door->at = (wr_vec3){wr_gff_float(door->row, "X", 0), wr_gff_float(door->row, "Y", 0),
                             wr_gff_float(door->row, "Z", 0)};
        door->own = wr_putting_numbered(door->blueprint, putting->id, "_dor", &number);
    }
    return WR_OK;
}

static struct door *match(struct side *side, const struct door *of)
{
    for (uint32_t i = 0; i < side->count; i++)
        if (side->doors[i].own && !side->doors[i].taken &&
            wr_distance(side->doors[i].at, of->at) < WR_DOORS_APART)
            return &side->doors[i];
    return NULL;
}

/* ---- Blueprints -------------------------------------------------------------------------- */

static bool has_doorway(const struct wr_walkmesh *mesh, wr_vec3 at)
{
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        wr_dvec3 a = wr_widen(mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)]);
        wr_dvec3 b = wr_widen(mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)]);
        wr_dvec3 off = wr_sub(wr_scale(wr_add(a, b), 0.5), wr_widen(at));
        if (mesh->edges[i].transition >= 0 && wr_length(off) < WR_DOOR_REACH)
            return true;
    }
    return false;
}

/* Whether the edited module, whose walkmeshes are still its own, leads on where a door stands.
 */
static enum wr_result led_on(struct wr_putting *putting, wr_vec3 at, bool *out)
{
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = arena ? WR_OK : wr_no_memory(putting->context);
    *out = false;
    for (size_t i = 0; result == WR_OK && !*out && i < putting->old->count; i++) {
        const wr_entry *entry = &putting->old->entries[i];
        struct wr_walkmesh *mesh;
        struct wr_source source;
        if (entry->type != WR_RES_WOK)
            continue;
        wr_arena_reset(arena);
        result = wr_entry_read(putting->context, arena, entry, &source);
        if (result == WR_OK)
            result =
                wr_bwm_read_room(putting->context, arena, &source, putting->surfaces, &mesh);
        if (result == WR_OK)
            *out = has_doorway(mesh, at);
    }
    wr_arena_destroy(arena);
    return result;
}

/* A doorway that opens now, or closed, does so whatever its door was; one that is as it was
 * keeps a door that somebody fixed or freed. */
static enum wr_result open_or_close(struct wr_putting *putting, struct wr_gff *kept,
                                    const struct wr_gff *made, const struct door *old)
{
    bool fixed = wr_gff_whole(kept->root, "Static", 0) != 0;
    bool closed = wr_gff_whole(made->root, "Static", 0) != 0, open = false;
    if (fixed == closed)
        return WR_OK;
    enum wr_result result = led_on(putting, old->at, &open);
    if (result == WR_OK && open == closed)
        wr_gff_set_whole(kept, kept->root, "Static", WR_GFF_BYTE, closed);
    return result;
}

/* A blueprint that was edited goes on under its door's new name; a door the map locks is locked
 * as the map says. */
static enum wr_result carry_over(struct wr_putting *putting, struct wr_gff *kept,
                                 const struct wr_gff *made, const char *name, bool renamed)
{
    static const char *const locks[] = {"Lockable", "Locked", "KeyRequired"};
    const char *tag = wr_gff_text_of(kept->root, "Tag", putting->arena);
    const char *key = wr_gff_text_of(made->root, "KeyName", putting->arena);
    uint32_t number;
    if (!tag || !key)
        return wr_no_memory(putting->context);
    if (renamed)
        wr_gff_set_resref(kept, kept->root, "TemplateResRef", name);
    if (renamed && wr_putting_numbered(tag, putting->id, "_dor", &number))
        wr_gff_set_string(kept, kept->root, "Tag", name);
    if (*key) {
        wr_gff_set_string(kept, kept->root, "KeyName", key);
        for (int i = 0; i < 3; i++)
            wr_gff_set_whole(kept, kept->root, locks[i], WR_GFF_BYTE,
                             wr_gff_whole(made->root, locks[i], 0));
    }
    return WR_OK;
}

/* All blueprints of the edited module are read before one is written: numbers may be swapped.
 */
struct blueprint {
    const char *name;
    struct wr_gff *gff;
};

static enum wr_result keep_blueprint(struct wr_putting *putting, const struct door *old,
                                     const struct door *made, struct blueprint *out)
{
    struct wr_gff *kept, *fresh;
    enum wr_result result =
        wr_putting_read(putting, putting->fresh, made->blueprint, WR_RES_UTD, &fresh);
    if (result != WR_OK)
        return result == WR_NOT_FOUND ? WR_OK : result; /* the game has it */
    *out = (struct blueprint){made->blueprint, fresh};
    if (!old)
        return WR_OK;
    result = wr_putting_read(putting, putting->old, old->blueprint, WR_RES_UTD, &kept);
    if (result != WR_OK)
        return result == WR_NOT_FOUND ? WR_OK : result;
    out->gff = kept;
    result = open_or_close(putting, kept, fresh, old);
    return result == WR_OK ? carry_over(putting, kept, fresh, made->blueprint,
                                        !wr_text_same(old->blueprint, made->blueprint))
                           : result;
}

static enum wr_result put_blueprints(struct wr_putting *putting, const struct blueprint *items,
                                     uint32_t count)
{
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < count; i++)
        if (items[i].gff)
            result = wr_putting_put_gff(putting, items[i].name, WR_RES_UTD, items[i].gff);
    return result;
}

/* ---- Rows -------------------------------------------------------------------------------- */

/* A row that stays gets its door's name and place; all else in it is its editor's. */
static void move_row(struct wr_putting *putting, struct side *side, const struct door *old,
                     const struct door *made)
{
    static const char *const places[] = {"X", "Y", "Z", "Bearing"};
    wr_gff_struct *row = (wr_gff_struct *)(uintptr_t)old->row;
    uint32_t number;
    wr_gff_set_resref(side->git, row, "TemplateResRef", made->blueprint);
    if (wr_putting_numbered(old->tag, putting->id, "_dor", &number))
        wr_gff_set_string(side->git, row, "Tag", made->tag);
    for (int i = 0; i < 4; i++)
        wr_gff_set_float(side->git, row, places[i], wr_gff_float(made->row, places[i], 0));
}

static void remove_rows(struct side *old)
{
    for (uint32_t i = old->count; i-- > 0;)
        if (old->doors[i].own && !old->doors[i].taken)
            wr_gff_remove(old->list, i);
}

static enum wr_result merge(struct wr_putting *putting, struct side *old, struct side *made)
{
    struct blueprint *blueprints = WR_ZERO(putting->arena, struct blueprint, made->count);
    struct door **partners = WR_ZERO(putting->arena, struct door *, made->count);
    if (!blueprints || !partners)
        return wr_no_memory(putting->context);
    enum wr_result result = wr_into_keys(putting, old->git, made->git);
    for (uint32_t i = 0; result == WR_OK && i < made->count; i++) {
        partners[i] = match(old, &made->doors[i]);
        if (partners[i])
            partners[i]->taken = true;
        result = keep_blueprint(putting, partners[i], &made->doors[i], &blueprints[i]);
    }
    if (result == WR_OK)
        result = put_blueprints(putting, blueprints, made->count);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < made->count; i++)
        if (partners[i])
            move_row(putting, old, partners[i], &made->doors[i]);
    remove_rows(old);
    for (uint32_t i = 0; i < made->count; i++)
        if (!partners[i])
            wr_putting_copy(old->git, old->list, made->doors[i].row);
    return wr_putting_put_gff(putting, putting->id, WR_RES_GIT, old->git);
}

enum wr_result wr_into_doors(struct wr_putting *putting)
{
    struct side old, made;
    enum wr_result result = read_side(putting, putting->old, &old);
    if (result == WR_OK)
        result = read_side(putting, putting->fresh, &made);
    return result == WR_OK ? merge(putting, &old, &made) : result;
}
