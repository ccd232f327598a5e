/* Places by name. */
#include "builder/extract/hooks.h"
#include "builder/extract/level/hooks.h"
#include "builder/extract/level/parts.h"
#include "builder/extract/named.h"

#include <inttypes.h>

static wr_vec3 place_of(const struct wr_level *level, uint32_t entity)
{
    const wr_wmp_entity *e = &level->wmp->entities[entity];
    wr_dvec3 at = level->places.entities[entity].move;
    if (e->kind == WR_WMP_REGION)
        at = wr_wmp_place_point(&level->places.frames[entity],
                                wr_scale(wr_add(e->as.box[0], e->as.box[1]), 0.5));
    return wr_narrow(wr_scale(at, level->metres));
}

/* ---- Doorways ---------------------------------------------------------------------------- */

static wr_named_extent extent_of(const struct wr_level *level, uint32_t entity)
{
    wr_dvec3 corners[8];
    if (!wr_level_box(level, entity, corners))
        return (wr_named_extent){.kind = WR_EXTENT_ALL};
    return (wr_named_extent){
        .kind = WR_EXTENT_BOX,
        .origin = wr_scale(corners[0], level->metres),
        .along = wr_scale(wr_sub(corners[1], corners[0]), level->metres),
        .across = wr_scale(wr_sub(corners[2], corners[0]), level->metres),
    };
}

static enum wr_result take_doorway(struct wr_taking *taking, const struct wr_level *level,
                                   uint32_t entity)
{
    const wr_wmp_entity *e = &level->wmp->entities[entity];
    const wr_named_doorway doorway = {.name = e->name,
                                      .at = place_of(level, entity),
                                      .extent = extent_of(level, entity),
                                      .room = WR_NONE};
    wr_named_row row = wr_named_find(taking, &doorway);
    return wr_named_hook(taking, e->name, &row, e->where);
}

enum wr_result wr_level_hooks(struct wr_taking *taking, struct wr_level *level)
{
    enum wr_result result = WR_OK;
    for (uint32_t e = 0; result == WR_OK && e < level->wmp->entity_count; e++)
        if (wr_level_is_hook(&level->wmp->entities[e]))
            result = take_doorway(taking, level, e);
    return result == WR_OK ? wr_taken_hooks_order(taking) : result;
}

/* ---- Waypoints --------------------------------------------------------------------------- */

struct waypoints {
    struct wr_taking *taking;
    const struct wr_level *level;
    uint32_t left_out;
    bool failed;
};

/* `number` is the first that is tried behind the name: 1 is none. */
static void take_place(struct waypoints *w, const char *name, unsigned number, wr_dvec3 at,
                       double facing)
{
    wr_vec3 floor;
    uint32_t room =
        wr_named_floor(w->taking, wr_narrow(wr_scale(at, w->level->metres)), &floor);
    if (room == WR_NONE) {
        w->left_out++;
        return;
    }
    wr_taken_marker *marker = wr_named_marker(w->taking, room, name, number, floor);
    w->failed |= !marker;
    if (marker)
        marker->as.facing = (float)facing;
}

static void take_start(struct waypoints *w, uint32_t entity)
{
    const wr_wmp_place *place = &w->level->places.entities[entity];
    double facing = wr_wmp_place_angles(place, NULL).pan;
    const char *name = w->level->wmp->entities[entity].name;
    uint32_t before = w->taking->marker_count;
    take_place(w, name ? name : "position", 1, place->move, facing);
    struct wr_taken_design *area = w->taking->design;
    if (area->has_entry || w->taking->marker_count == before)
        return;
    area->has_entry = true;
    area->entry_room = w->taking->markers[before].room;
    area->entry = w->taking->markers[before].as.position;
    area->facing = (float)facing;
}

static void take_path(struct waypoints *w, uint32_t entity)
{
    const wr_wmp_entity *e = &w->level->wmp->entities[entity];
    const wr_wmp_path *path = &e->as.path;
    for (uint32_t n = 0; n < path->node_count && !w->failed; n++) {
        wr_dvec3 at = wr_wmp_place_point(&w->level->places.entities[entity], path->nodes[n]);
        take_place(w, e->name ? e->name : "path", n + 1, at, 0);
    }
}

enum wr_result wr_level_waypoints(struct wr_taking *taking, struct wr_level *level)
{
    struct waypoints w = {taking, level, 0, false};
    for (uint32_t e = 0; e < level->wmp->entity_count && !w.failed; e++) {
        const wr_wmp_entity *entity = &level->wmp->entities[e];
        if (wr_level_is_hook(entity))
            continue;
        if (entity->kind == WR_WMP_START)
            take_start(&w, e);
        else if (entity->kind == WR_WMP_PATH)
            take_path(&w, e);
    }
    if (w.failed)
        return wr_no_memory(taking->context);
    if (w.left_out > 0)
        wr_note(taking->context, wr_at(level->source, WR_WHOLE_FILE), "extract-things", NULL,
                "%" PRIu32 " positions and nodes of paths hang over no floor and are left out",
                w.left_out);
    return WR_OK;
}
