/* The doors of an edited module: those that the map replaces keep their rows, others of
 * Warren's are known by the name of their blueprint and matched by where they stand. */
#include "builder/module/into_rows.h"
#include "builder/module/into_steps.h"

#include "core/base/math.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"
#include "core/format/bwm.h"
#include "core/walkmesh/walkmesh.h"

#include <string.h>

/* ---- Which is which ---------------------------------------------------------------------- */

static const wr_into_door *fate_of(const struct wr_putting *putting, const wr_into_row *row)
{
    return row->record == WR_NONE ? NULL : &putting->level->doors[row->record];
}

/* Whether a row goes where nothing of the level takes it up. */
static bool is_ours(const struct wr_putting *putting, const wr_into_row *row)
{
    const wr_into_door *fate = fate_of(putting, row);
    return fate ? !fate->stays : row->own;
}

static wr_into_row *match_place(const struct wr_putting *putting, struct wr_into_rows *old,
                                const wr_into_row *made)
{
    for (uint32_t i = 0; i < old->count; i++)
        if (is_ours(putting, &old->items[i]) && !old->items[i].taken &&
            wr_distance(old->items[i].at, made->at) < WR_DOORS_APART)
            return &old->items[i];
    return NULL;
}

/* The row that each door of the level keeps; those the map knows before those that only stand
 * where one stood. */
static void match(const struct wr_putting *putting, struct wr_into_rows *old,
                  struct wr_into_rows *made, wr_into_row **partners)
{
    for (uint32_t i = 0; i < old->count; i++) {
        const wr_into_door *fate = fate_of(putting, &old->items[i]);
        if (!fate || !fate->stays)
            continue;
        old->items[i].taken = true;
        if (fate->row < made->count) {
            made->items[fate->row].record = old->items[i].record;
            partners[fate->row] = &old->items[i];
        }
    }
    for (uint32_t i = 0; i < made->count; i++) {
        if (!partners[i])
            partners[i] = match_place(putting, old, &made->items[i]);
        if (partners[i])
            partners[i]->taken = true;
    }
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
                                    const struct wr_gff *made, const wr_into_row *old)
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
    if (renamed && wr_name_numbered(tag, putting->id, "_dor", &number))
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
 * One that is not Warren's may be other doors' too: it stays as it is, and a door that is to
 * differ gets a copy under its own name. */
struct blueprint {
    const char *name;
    struct wr_gff *gff; /* NULL: nothing is put */
    bool shared;        /* the row goes on with the blueprint it names */
};

/* Whether the map locks a door with another key than that it has; `kept` is NULL where nobody
 * knows. */
static bool asks_for(const struct wr_putting *putting, const struct wr_gff *kept,
                     const struct wr_gff *made)
{
    const char *key = wr_gff_text_of(made->root, "KeyName", putting->arena);
    const char *old = kept ? wr_gff_text_of(kept->root, "KeyName", putting->arena) : NULL;
    return key && *key && !(old && wr_text_same(key, old));
}

static enum wr_result change_blueprint(struct wr_putting *putting, const wr_into_row *old,
                                       const struct wr_gff *fresh, struct wr_gff *kept,
                                       struct blueprint *out)
{
    int64_t fixed = wr_gff_whole(kept->root, "Static", 0);
    bool locked = asks_for(putting, kept, fresh);
    enum wr_result result = open_or_close(putting, kept, fresh, old);
    out->shared = !old->own && !locked && wr_gff_whole(kept->root, "Static", 0) == fixed;
    out->gff = out->shared ? NULL : kept;
    if (result != WR_OK || out->shared)
        return result;
    return carry_over(putting, kept, fresh, out->name,
                      !wr_text_same(old->blueprint, out->name));
}

static enum wr_result keep_blueprint(struct wr_putting *putting, const wr_into_row *old,
                                     const wr_into_row *made, struct blueprint *out)
{
    struct wr_gff *kept, *fresh;
    enum wr_result result =
        wr_putting_read(putting, putting->fresh, made->blueprint, WR_RES_UTD, &fresh);
    if (result != WR_OK)
        return result == WR_NOT_FOUND ? WR_OK : result; /* the game has it */
    *out = (struct blueprint){.name = made->blueprint, .gff = fresh};
    if (!old)
        return WR_OK;
    result = wr_putting_read(putting, putting->old, old->blueprint, WR_RES_UTD, &kept);
    if (result == WR_NOT_FOUND) { /* the game has it: only a lock asks for more */
        out->shared = !old->own && !asks_for(putting, NULL, fresh);
        out->gff = out->shared ? NULL : fresh;
    }
    if (result != WR_OK)
        return result == WR_NOT_FOUND ? WR_OK : result;
    return change_blueprint(putting, old, fresh, kept, out);
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

/* Whether a door looks along a line, whichever way: as it did. */
static bool looks_along(const wr_gff_struct *row, float bearing)
{
    double x, y, p, q;
    const double degrees = 180 / 3.14159265358979323846;
    float old = wr_gff_float(row, "Bearing", 0);
    if (!(old > -1e6f && old < 1e6f))
        return false;
    wr_turn_of(old * degrees, &x, &y);
    wr_turn_of(bearing * degrees, &p, &q);
    double along = x * p + y * q;
    return (along < 0 ? -along : along) >= WR_FACING_COSINE;
}

/* A door whose room has not moved stays where its editor put it. */
static void move_known(struct wr_into_rows *side, const wr_into_row *old,
                       const wr_into_door *fate)
{
    if (fate->in_place && wr_distance(old->at, fate->at) < WR_DOORS_APART &&
        looks_along(old->row, fate->bearing))
        return;
    wr_gff_set_float(side->git, old->row, "X", fate->at.x);
    wr_gff_set_float(side->git, old->row, "Y", fate->at.y);
    wr_gff_set_float(side->git, old->row, "Z", fate->at.z);
    wr_gff_set_float(side->git, old->row, "Bearing", fate->bearing);
}

/* Another of Warren's that stays gets its door's name and place. */
static void move_row(struct wr_putting *putting, struct wr_into_rows *side,
                     const wr_into_row *old, const wr_into_row *made)
{
    static const char *const places[] = {"X", "Y", "Z", "Bearing"};
    uint32_t number;
    if (wr_name_numbered(old->tag, putting->id, "_dor", &number))
        wr_gff_set_string(side->git, old->row, "Tag", made->tag);
    for (int i = 0; i < 4; i++)
        wr_gff_set_float(side->git, old->row, places[i], wr_gff_float(made->row, places[i], 0));
}

static void keep_rows(struct wr_putting *putting, struct wr_into_rows *old,
                      const struct wr_into_rows *made, wr_into_row *const *partners,
                      const struct blueprint *blueprints)
{
    for (uint32_t i = 0; i < old->count; i++) {
        const wr_into_door *fate = fate_of(putting, &old->items[i]);
        if (fate && fate->stays)
            move_known(old, &old->items[i], fate);
    }
    for (uint32_t i = 0; i < made->count; i++) {
        if (!partners[i])
            continue;
        if (!blueprints[i].shared)
            wr_gff_set_resref(old->git, partners[i]->row, "TemplateResRef",
                              made->items[i].blueprint);
        if (made->items[i].record == WR_NONE)
            move_row(putting, old, partners[i], &made->items[i]);
        wr_into_lead(old->git, partners[i]->row, made->items[i].row);
    }
}

static void tell_removed(struct wr_putting *putting, const wr_into_row *row, uint32_t index)
{
    putting->count->removed++;
    if (!putting->count->names)
        return;
    wr_bytes_print(putting->count->names, "door %s of row %u", row->tag, (unsigned)index);
    wr_bytes_char(putting->count->names, '\0');
}

/* Doors whose blueprint is Warren's go with that, which is named. */
static void remove_rows(struct wr_putting *putting, struct wr_into_rows *old)
{
    for (uint32_t i = 0; i < old->count; i++)
        if (!old->items[i].own && !old->items[i].taken && is_ours(putting, &old->items[i]))
            tell_removed(putting, &old->items[i], i);
    for (uint32_t i = old->count; i-- > 0;)
        if (!old->items[i].taken && is_ours(putting, &old->items[i]))
            wr_gff_remove(old->list, i);
}

static enum wr_result merge(struct wr_putting *putting, struct wr_into_rows *old,
                            struct wr_into_rows *made)
{
    struct blueprint *blueprints = WR_ZERO(putting->arena, struct blueprint, made->count);
    wr_into_row **partners = WR_ZERO(putting->arena, wr_into_row *, made->count);
    if (!blueprints || !partners)
        return wr_no_memory(putting->context);
    enum wr_result result = wr_into_keys(putting, old->git, made->git);
    if (result == WR_OK)
        result = wr_into_exits(putting, old->git, made->git);
    match(putting, old, made, partners);
    for (uint32_t i = 0; result == WR_OK && i < made->count; i++)
        result = keep_blueprint(putting, partners[i], &made->items[i], &blueprints[i]);
    if (result == WR_OK)
        result = put_blueprints(putting, blueprints, made->count);
    if (result != WR_OK)
        return result;
    keep_rows(putting, old, made, partners, blueprints);
    remove_rows(putting, old);
    for (uint32_t i = 0; i < made->count; i++)
        if (!partners[i])
            wr_putting_copy(old->git, old->list, made->items[i].row);
    return wr_putting_put_gff(putting, putting->id, WR_RES_GIT, old->git);
}

enum wr_result wr_into_doors(struct wr_putting *putting)
{
    struct wr_into_rows old, made;
    enum wr_result result = wr_into_rows_read(putting, putting->old, &old);
    if (result == WR_OK)
        result = wr_into_rows_read(putting, putting->fresh, &made);
    if (result == WR_OK)
        result = wr_into_rows_recognise(putting, &old);
    return result == WR_OK ? merge(putting, &old, &made) : result;
}
