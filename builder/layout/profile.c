/* Profiles of kit rooms: which vertices lie on one spot, which faces border a threshold. */
#include "builder/layout/profile.h"

#include "core/walkmesh/adjacency.h"

#include <stdlib.h>
#include <string.h>

/* ---- Mates ---- */

static int order_mates(const void *a, const void *b)
{
    const wr_mate *p = a, *q = b;
    if (p->own != q->own)
        return p->own < q->own ? -1 : 1;
    return p->other < q->other ? -1 : p->other > q->other;
}

wr_mates wr_mates_of(wr_mates mates, uint32_t own)
{
    uint32_t low = 0, high = mates.count, count = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (mates.items[middle].own < own)
            low = middle + 1;
        else
            high = middle;
    }
    while (low + count < mates.count && mates.items[low + count].own == own)
        count++;
    return (wr_mates){mates.items + low, count};
}

/* ---- Twins ---- */

/* A threshold's vertex with its position, so that sorting needs no context. */
struct spot {
    wr_vec3 at;
    uint32_t vertex;
};

static int order_spots(const void *a, const void *b)
{
    const struct spot *p = a, *q = b;
    int order = wr_vec3_order(p->at, q->at);
    if (order)
        return order;
    return p->vertex < q->vertex ? -1 : p->vertex > q->vertex;
}

/* The first spot at a position, or `count`. */
static uint32_t first_spot(const struct spot *spots, uint32_t count, wr_vec3 at)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (wr_vec3_order(spots[middle].at, at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && wr_vec3_order(spots[low].at, at) == 0 ? low : count;
}

/* Pairs each threshold vertex with every other vertex on its spot; counts only where `out` is
 * NULL. */
static size_t pair_twins(const struct wr_walkmesh *mesh, const struct spot *spots,
                         uint32_t spot_count, wr_mate *out)
{
    size_t count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_vec3 at = mesh->vertices[v];
        for (uint32_t s = first_spot(spots, spot_count, at);
             s < spot_count && wr_vec3_order(spots[s].at, at) == 0; s++) {
            if (spots[s].vertex == v)
                continue;
            if (out)
                out[count] = (wr_mate){spots[s].vertex, v};
            count++;
        }
    }
    return count;
}

static bool find_twins(struct wr_arena *arena, struct wr_profile *profile)
{
    const struct wr_walkmesh *mesh = profile->room->mesh;
    uint32_t count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        count += profile->threshold_vertex[v];
    struct spot *spots = WR_TAKE(arena, struct spot, count);
    if (!spots)
        return false;
    count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (profile->threshold_vertex[v])
            spots[count++] = (struct spot){mesh->vertices[v], v};
    qsort(spots, count, sizeof *spots, order_spots);
    size_t pairs = pair_twins(mesh, spots, count, NULL);
    wr_mate *twins = WR_TAKE(arena, wr_mate, pairs);
    if (!twins)
        return false;
    pair_twins(mesh, spots, count, twins);
    qsort(twins, pairs, sizeof *twins, order_mates);
    profile->twins = (wr_mates){twins, (uint32_t)pairs};
    return true;
}

/* ---- Borders ---- */

static wr_edge_ends ends_of(const struct wr_walkmesh *mesh, uint32_t edge)
{
    return wr_edge_ends_of(wr_edge_start(mesh, edge), wr_edge_end(mesh, edge), edge);
}

static const wr_edge_ends *find_side(const wr_edge_ends *sides, uint32_t count,
                                     wr_edge_ends key)
{
    uint32_t low = 0, high = count;
    key.edge = 0;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (wr_edge_ends_order(&sides[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < count && sides[low].low == key.low && sides[low].high == key.high;
    return found ? &sides[low] : NULL;
}

static uint32_t pair_borders(const struct wr_walkmesh *mesh, const wr_edge_ends *sides,
                             uint32_t side_count, wr_mate *out)
{
    uint32_t count = 0;
    for (uint32_t edge = 3 * mesh->walkable_count; edge < 3 * mesh->face_count; edge++) {
        const wr_edge_ends *side = find_side(sides, side_count, ends_of(mesh, edge));
        if (!side)
            continue;
        if (out)
            out[count] = (wr_mate){side->edge, edge};
        count++;
    }
    return count;
}

static bool find_borders(struct wr_arena *arena, struct wr_profile *profile)
{
    const wr_room *room = profile->room;
    uint32_t count = 0;
    for (uint32_t h = 0; h < room->hook_count; h++)
        count += room->hooks[h].threshold_count;
    wr_edge_ends *sides = WR_TAKE(arena, wr_edge_ends, count);
    if (!sides)
        return false;
    count = 0;
    for (uint32_t h = 0; h < room->hook_count; h++)
        for (uint32_t i = 0; i < room->hooks[h].threshold_count; i++)
            sides[count++] = ends_of(room->mesh, room->hooks[h].threshold[i]);
    qsort(sides, count, sizeof *sides, wr_edge_ends_order);
    uint32_t pairs = pair_borders(room->mesh, sides, count, NULL);
    wr_mate *borders = WR_TAKE(arena, wr_mate, pairs);
    if (!borders)
        return false;
    pair_borders(room->mesh, sides, count, borders);
    qsort(borders, pairs, sizeof *borders, order_mates);
    profile->borders = (wr_mates){borders, pairs};
    return true;
}

/* ---- Profiles ---- */

static bool mark_thresholds(struct wr_arena *arena, struct wr_profile *profile)
{
    const wr_room *room = profile->room;
    profile->threshold_vertex = WR_ZERO(arena, bool, room->mesh->vertex_count);
    if (!profile->threshold_vertex)
        return false;
    for (uint32_t h = 0; h < room->hook_count; h++) {
        const wr_hook *hook = &room->hooks[h];
        profile->stray_count += hook->stray_count;
        for (uint32_t i = 0; i < hook->threshold_count; i++) {
            profile->threshold_vertex[wr_edge_start(room->mesh, hook->threshold[i])] = true;
            profile->threshold_vertex[wr_edge_end(room->mesh, hook->threshold[i])] = true;
        }
    }
    return true;
}

static struct wr_profile *make_profile(struct wr_arena *arena, const wr_room *room)
{
    struct wr_profile *profile = WR_ZERO(arena, struct wr_profile, 1);
    if (!profile)
        return NULL;
    profile->room = room;
    if (!mark_thresholds(arena, profile) || !find_twins(arena, profile) ||
        !find_borders(arena, profile))
        return NULL;
    return profile;
}

/* Profiles by the address of their room, in an open hash table. Only looked up, never walked.
 */
static struct wr_profile **find_slot(struct wr_profile **table, size_t mask,
                                     const wr_room *room)
{
    size_t slot = ((uintptr_t)room / sizeof *room) & mask;
    while (table[slot] && table[slot]->room != room)
        slot = (slot + 1) & mask;
    return &table[slot];
}

enum wr_result wr_profiles_make(struct wr_context *context, struct wr_layout *layout)
{
    size_t size = 64;
    while (size < 2 * (size_t)layout->room_count)
        size *= 2;
    struct wr_profile **table = wr_alloc(size * sizeof *table);
    if (!table)
        return wr_no_memory(context);
    memset(table, 0, size * sizeof *table);
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < layout->room_count; i++) {
        struct wr_profile **slot = find_slot(table, size - 1, layout->rooms[i].room);
        if (!*slot)
            *slot = make_profile(layout->arena, layout->rooms[i].room);
        layout->rooms[i].profile = *slot;
        if (!*slot)
            result = wr_no_memory(context);
    }
    wr_free(table);
    return result;
}
