/* Sketches: the rooms that stand, and beside them what was tried last. */
#include "builder/sketch/own.h"

#include "core/base/arena.h"

/* ---- Beginning and end ---- */

static enum wr_result start(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_sketch *sketch)
{
    sketch->quiet = wr_context_create(NULL, NULL);
    sketch->lasting = wr_arena_create();
    sketch->arenas[0] = wr_arena_create();
    sketch->arenas[1] = wr_arena_create();
    if (!sketch->quiet || !sketch->lasting || !sketch->arenas[0] || !sketch->arenas[1])
        return wr_no_memory(context);
    wr_facets_start(&sketch->facets, sketch->lasting);
    wr_longer_rooms_start(&sketch->longer, sketch->lasting);
    wr_context_set_jobs(sketch->quiet, wr_context_jobs(context));
    enum wr_result result = wr_layout_look(context, map, kits);
    if (result == WR_OK)
        result = wr_layout_place(context, map, kits, options, &sketch->placed);
    if (result == WR_OK)
        result = wr_sketch_state_start(context, sketch->quiet, sketch->placed,
                                       sketch->arenas[0], &sketch->states[0]);
    return result;
}

static enum wr_result create(struct wr_context *context, const struct wr_map *map,
                             struct wr_kits *kits, const struct wr_build_options *options,
                             struct wr_sketch **out)
{
    struct wr_sketch *sketch = wr_alloc(sizeof *sketch);
    if (!sketch)
        return wr_no_memory(context);
    *sketch = (struct wr_sketch){0};
    enum wr_result result = start(context, map, kits, options, sketch);
    if (result == WR_OK)
        *out = sketch;
    else
        wr_sketch_free(sketch);
    return result;
}

enum wr_result wr_sketch_create(struct wr_context *context, const struct wr_map *map,
                                struct wr_kits *kits, const struct wr_build_options *options,
                                struct wr_sketch **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, create(context, map, kits, options, out));
}

void wr_sketch_free(struct wr_sketch *sketch)
{
    if (!sketch)
        return;
    wr_layout_free(sketch->placed);
    wr_context_destroy(sketch->quiet);
    wr_arena_destroy(sketch->lasting);
    wr_arena_destroy(sketch->arenas[0]);
    wr_arena_destroy(sketch->arenas[1]);
    wr_free(sketch);
}

const wr_sketched *wr_sketch_now(const struct wr_sketch *sketch)
{
    return &sketch->states[sketch->now].seen;
}

/* ---- Changing ---- */

/* Makes the other state of this one. */
static enum wr_result change(struct wr_context *context, struct wr_sketch *sketch,
                             const wr_change *change)
{
    int next = 1 - sketch->now;
    wr_arena_reset(sketch->arenas[next]);
    return wr_sketch_state_change(sketch->quiet, &sketch->facets, &sketch->states[sketch->now],
                                  change, sketch->arenas[next], &sketch->states[next])
               ? WR_OK
               : wr_no_memory(context);
}

static enum wr_result place(struct wr_context *context, struct wr_sketch *sketch,
                            const wr_room *room, wr_placement placement, wr_change *out)
{
    enum wr_result result =
        wr_place_room(context, room, room->name, placement, WR_NOWHERE, &out->placed);
    return result == WR_OK ? change(context, sketch, out) : result;
}

static enum wr_result keep(struct wr_sketch *sketch, enum wr_result result)
{
    if (result == WR_OK)
        sketch->now = 1 - sketch->now;
    return result;
}

static const struct wr_layout *layout_of(const struct wr_sketch *sketch)
{
    return &sketch->states[sketch->now].layout;
}

enum wr_result wr_sketch_room(struct wr_context *context, struct wr_sketch *sketch,
                              const wr_room *room, const float *lengths, uint32_t count,
                              const wr_room **out)
{
    return wr_longer_room(context, &sketch->longer, room->drawn ? room->drawn : room, lengths,
                          count, WR_NOWHERE, out);
}

enum wr_result wr_sketch_add(struct wr_context *context, struct wr_sketch *sketch,
                             uint32_t before, const wr_room *room, wr_placement placement)
{
    uint32_t count = layout_of(sketch)->room_count;
    wr_change change = {WR_CHANGE_ADD, before < count ? before : count, {0}};
    return keep(sketch, place(context, sketch, room, placement, &change));
}

enum wr_result wr_sketch_move(struct wr_context *context, struct wr_sketch *sketch,
                              uint32_t room, wr_placement placement)
{
    wr_change change = {WR_CHANGE_MOVE, room, {0}};
    return keep(sketch, place(context, sketch, layout_of(sketch)->rooms[room].room, placement,
                              &change));
}

enum wr_result wr_sketch_remove(struct wr_context *context, struct wr_sketch *sketch,
                                uint32_t room)
{
    return keep(sketch, change(context, sketch, &(wr_change){WR_CHANGE_REMOVE, room, {0}}));
}

enum wr_result wr_sketch_try(struct wr_context *context, struct wr_sketch *sketch,
                             uint32_t instead, const wr_room *room, wr_placement placement,
                             const wr_sketched **out)
{
    const struct wr_layout *layout = layout_of(sketch);
    bool added = instead == WR_NONE;
    wr_change change = {
        added ? WR_CHANGE_ADD : WR_CHANGE_MOVE, added ? layout->room_count : instead, {0}};
    enum wr_result result =
        place(context, sketch, room ? room : layout->rooms[instead].room, placement, &change);
    if (result == WR_OK)
        *out = &sketch->states[1 - sketch->now].seen;
    return result;
}
