/* Do the floors of two rooms lie in each other? Rooms whose boxes meet are compared, runs of
 * rooms in parallel. */
#include "builder/layout/overlap.h"
#include "builder/layout/boxes.h"
#include "builder/layout/tiling.h"

#include "core/base/parallel.h"
#include "core/base/text.h"
#include "core/base/tolerance.h"

#include <stdatomic.h>
#include <string.h>

/* Rooms heaped on one spot overlap pair by pair: a run of rooms ends with its MOST_DEEP-th
 * fault, and the runs after it are left out. No room lies in MOST_OVERLAPS others. */
enum { CHUNK = 64, MOST_DEEP = 64, MOST_OVERLAPS = 4096 };

/* ---- All pairs ---- */

/* The overlaps a run of floors has with later ones. */
struct found {
    wr_overlap *items;
    size_t count, capacity;
    size_t deep;      /* how many are faults */
    uint32_t crowded; /* the room too many others lie in, or WR_NONE */
};

struct search {
    const wr_floor *floors;
    const struct wr_facets **facets; /* one a floor */
    const wr_box *items;
    uint32_t count;
    double allowed;
    const struct wr_boxes *boxes;
    struct found *found; /* one a chunk */
    atomic_size_t last;  /* the chunk the search ends with */
};

static bool tile(const struct search *search, struct wr_tiling *tiling,
                 struct wr_arena *scratch, uint32_t index)
{
    return wr_tiling_make(tiling, scratch, search->facets[index], search->floors[index].motion);
}

static bool search_pair(const struct search *search, struct wr_arena *scratch,
                        struct wr_tiling *own, uint32_t index, uint32_t other,
                        struct found *found)
{
    struct wr_tiling tiling;
    wr_overlap overlap = {.rooms = {index, other}};
    if (!tile(search, &tiling, scratch, other))
        return false;
    if (!wr_tilings_meet(own, &tiling, &overlap))
        return true;
    if (!wr_grow(&found->items, &found->capacity, found->count + 1, sizeof overlap))
        return false;
    found->items[found->count++] = overlap;
    found->deep += wr_overlap_breaks(&overlap, search->allowed);
    return true;
}

static bool search_floor(const struct search *search, struct wr_arena *scratch, uint32_t index,
                         struct found *found)
{
    struct wr_tiling own;
    uint32_t *others;
    uint32_t count;
    size_t before = found->count;
    if (!wr_boxes_after(search->boxes, scratch, index, &others, &count))
        return false;
    if (count == 0)
        return true;
    if (!tile(search, &own, scratch, index))
        return false;
    for (uint32_t i = 0; i < count && found->deep < MOST_DEEP; i++) {
        wr_arena_mark here = wr_arena_here(scratch);
        if (!search_pair(search, scratch, &own, index, others[i], found))
            return false;
        wr_arena_rewind(scratch, here);
        if (found->count - before > MOST_OVERLAPS) {
            found->crowded = index;
            break;
        }
    }
    return true;
}

/* Chunks after this one need not be searched. */
static void end_with(struct search *search, size_t index)
{
    size_t last = atomic_load(&search->last);
    while (index < last && !atomic_compare_exchange_weak(&search->last, &last, index))
        continue;
}

static enum wr_result search_chunk(void *user, struct wr_context *context, unsigned worker,
                                   size_t index)
{
    (void)worker;
    struct search *search = user;
    struct found *found = &search->found[index];
    if (index > atomic_load(&search->last))
        return WR_OK;
    struct wr_arena *scratch = wr_arena_create();
    bool fine = scratch != NULL;
    size_t end = (index + 1) * CHUNK;
    if (end > search->count)
        end = search->count;
    found->crowded = WR_NONE;
    for (size_t i = index * CHUNK; fine && found->crowded == WR_NONE && i < end; i++) {
        fine = search_floor(search, scratch, (uint32_t)i, found);
        wr_arena_reset(scratch);
    }
    if (found->deep >= MOST_DEEP || found->crowded != WR_NONE)
        end_with(search, index);
    wr_arena_destroy(scratch);
    return fine ? WR_OK : wr_no_memory(context);
}

/* What was found up to the last chunk: what is after it depends on chance. */
static enum wr_result gather(struct wr_context *context, struct wr_arena *arena,
                             const struct search *search, size_t chunks, wr_overlap **out,
                             uint32_t *count)
{
    size_t total = 0, last = atomic_load(&search->last);
    chunks = last < chunks ? last + 1 : chunks;
    for (size_t i = 0; i < chunks; i++)
        total += search->found[i].count;
    *out = WR_TAKE(arena, wr_overlap, total);
    if (!*out)
        return wr_no_memory(context);
    for (size_t i = 0; i < chunks; i++)
        for (size_t k = 0; k < search->found[i].count; k++)
            (*out)[(*count)++] = search->found[i].items[k];
    if (chunks == 0 || search->found[chunks - 1].crowded == WR_NONE)
        return WR_OK;
    return wr_fail(context, WR_LIMIT, WR_NOWHERE, "rooms-crowded",
                   "many rooms stand on one spot: give them places of their own",
                   "more than %d rooms lie in room %u", MOST_OVERLAPS,
                   (unsigned)search->found[chunks - 1].crowded);
}

/* Each mesh is looked at once, however often it is placed, and not at all where it is known;
 * one floor has none to lie in. */
static const struct wr_facets **list_facets(struct wr_arena *scratch,
                                            const struct wr_facets_table *known,
                                            const wr_floor *floors, uint32_t count)
{
    struct wr_facets_table table;
    const struct wr_facets **facets = WR_TAKE(scratch, const struct wr_facets *, count);
    wr_facets_start(&table, scratch);
    for (uint32_t i = 0; facets && count > 1 && i < count; i++) {
        facets[i] = known ? wr_facets_find(known, floors[i].mesh) : NULL;
        if (!facets[i])
            facets[i] = wr_facets_of(&table, floors[i].mesh);
        if (!facets[i])
            return NULL;
    }
    return facets;
}

enum wr_result wr_overlaps_find(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_facets_table *known, const wr_floor *floors,
                                const wr_box *boxes, uint32_t count, double allowed,
                                wr_overlap **out, uint32_t *out_count)
{
    size_t chunks = ((size_t)count + CHUNK - 1) / CHUNK;
    struct wr_arena *scratch = wr_arena_create();
    struct search search = {
        .floors = floors,
        .facets = scratch ? list_facets(scratch, known, floors, count) : NULL,
        .items = boxes,
        .count = count,
        .allowed = allowed,
        .boxes = scratch ? wr_boxes_make(scratch, boxes, count) : NULL,
        .found = scratch ? WR_ZERO(scratch, struct found, chunks) : NULL,
    };
    enum wr_result result = WR_OK;
    atomic_init(&search.last, SIZE_MAX);
    *out_count = 0;
    if (!search.facets || !search.boxes || !search.found) {
        result = wr_no_memory(context);
        chunks = 0;
    }
    if (result == WR_OK)
        result = wr_parallel(context, "rooms compared", chunks, search_chunk, &search);
    if (result == WR_OK)
        result = gather(context, arena, &search, chunks, out, out_count);
    for (size_t i = 0; i < chunks; i++)
        wr_free(search.found[i].items);
    wr_arena_destroy(scratch);
    return result;
}

/* ---- Judging ---- */

bool wr_overlap_breaks(const wr_overlap *overlap, double allowed)
{
    return overlap->depth > allowed;
}

enum wr_result wr_overlap_judge(struct wr_context *context, const wr_overlap *overlap,
                                double allowed, const char *a, const char *b, wr_where where)
{
    wr_fixed_text depth = wr_fixed(overlap->depth, 3);
    if (wr_overlap_breaks(overlap, allowed))
        return wr_fail(
            context, WR_INVALID, where, "rooms-overlap",
            "move one of them, give them different heights, or allow it with --overlap METRES "
            "(in the map: \"overlap\")",
            "the floors of rooms '%s' and '%s' lie %s m in each other at (%s, %s, %s)", a, b,
            depth.text, wr_fixed(overlap->point.x, 2).text, wr_fixed(overlap->point.y, 2).text,
            wr_fixed(overlap->point.z, 2).text);
    if (overlap->depth > WR_OVERLAP_DEPTH)
        wr_warn(context, where, "rooms-deep", NULL,
                "the floors of rooms '%s' and '%s' lie %s m in each other, more than %s m, and "
                "that was allowed",
                a, b, depth.text, wr_fixed(WR_OVERLAP_DEPTH, 2).text);
    else if (overlap->depth > WR_HOOK_REACH)
        wr_note(context, where, "rooms-touch", NULL,
                "the floors of rooms '%s' and '%s' lie %s m in each other, which is allowed", a,
                b, depth.text);
    else if (overlap->depth == 0)
        wr_note(context, where, "rooms-touch", NULL,
                "faces nobody walks on of rooms '%s' and '%s' overlap, which is allowed", a, b);
    return WR_OK;
}

static enum wr_result judge_all(struct wr_context *context, const struct wr_layout *layout)
{
    enum wr_result first = WR_OK;
    for (uint32_t i = 0; i < layout->overlap_count; i++) {
        const wr_placed_room *a = &layout->rooms[layout->overlaps[i].rooms[0]];
        const wr_placed_room *b = &layout->rooms[layout->overlaps[i].rooms[1]];
        enum wr_result result = wr_overlap_judge(context, &layout->overlaps[i], layout->overlap,
                                                 a->name, b->name, b->where);
        if (first == WR_OK)
            first = result;
    }
    return first;
}

enum wr_result wr_layout_overlap(struct wr_context *context, struct wr_layout *layout)
{
    struct wr_arena *arena = wr_arena_create();
    wr_floor *floors = arena ? WR_TAKE(arena, wr_floor, layout->room_count) : NULL;
    wr_box *boxes = arena ? WR_TAKE(arena, wr_box, layout->room_count) : NULL;
    enum wr_result result = WR_OK;
    if (floors && boxes) {
        for (uint32_t r = 0; r < layout->room_count; r++) {
            floors[r] = (wr_floor){layout->rooms[r].room->mesh, &layout->rooms[r].motion};
            boxes[r] = layout->rooms[r].box;
        }
        result = wr_overlaps_find(context, layout->arena, layout->facets, floors, boxes,
                                  layout->room_count, layout->overlap, &layout->overlaps,
                                  &layout->overlap_count);
    } else {
        result = wr_no_memory(context);
    }
    wr_arena_destroy(arena);
    return result == WR_OK ? judge_all(context, layout) : result;
}
