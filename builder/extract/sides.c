/* Finding the two sides of each line between rooms. */
#include "builder/extract/sides.h"

#include "core/base/tolerance.h"

#include <stdlib.h>

/* ---- Listing ----------------------------------------------------------------------------- */

static uint32_t list_room(const struct wr_taking *taking, uint32_t room, wr_taken_side *out)
{
    const struct wr_walkmesh *mesh = taking->rooms[room].mesh;
    uint32_t count = 0;
    for (uint32_t i = 0; i < mesh->edge_count; i++) {
        int32_t slot = mesh->edges[i].transition;
        if (slot < 0)
            continue;
        bool known = (uint32_t)slot < taking->lyt.room_count;
        out[count++] = (wr_taken_side){
            .room = room,
            .other = known ? taking->taken_of[slot] : WR_NONE,
            .place = i,
            .twin = WR_NONE,
            .from = mesh->vertices[wr_edge_start(mesh, mesh->edges[i].edge)],
            .to = mesh->vertices[wr_edge_end(mesh, mesh->edges[i].edge)],
        };
    }
    return count;
}

static bool list_all(const struct wr_taking *taking, struct wr_arena *arena,
                     struct wr_taken_sides *out)
{
    size_t most = 0;
    for (uint32_t r = 0; r < taking->room_count; r++)
        most += taking->rooms[r].mesh->edge_count;
    out->items = WR_TAKE(arena, wr_taken_side, most);
    out->count = 0;
    for (uint32_t r = 0; out->items && r < taking->room_count; r++)
        out->count += list_room(taking, r, out->items + out->count);
    return out->items != NULL;
}

/* ---- Twins ------------------------------------------------------------------------------- */

/* A side by where its middle lies, so that twins are near each other. */
struct spot {
    uint32_t room, other, side;
    double x;
};

static int order_spots(const void *a, const void *b)
{
    const struct spot *p = a, *q = b;
    if (p->room != q->room)
        return p->room < q->room ? -1 : 1;
    if (p->other != q->other)
        return p->other < q->other ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->side < q->side ? -1 : p->side > q->side;
}

static uint32_t first_spot(const struct spot *spots, uint32_t count, struct spot key)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_spots(&spots[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static double apart(const wr_taken_side *a, const wr_taken_side *b)
{
    double start = wr_distance(a->from, b->to), end = wr_distance(a->to, b->from);
    return start > end ? start : end;
}

static double middle_of(const wr_taken_side *side)
{
    return ((double)side->from.x + side->to.x) / 2;
}

/* The nearest side of the room behind that runs the other way; of equally near ones the first.
 */
static uint32_t find_twin(const struct wr_taken_sides *sides, const struct spot *spots,
                          const wr_taken_side *side)
{
    double x = middle_of(side), least = WR_HOOK_REACH;
    uint32_t best = WR_NONE;
    struct spot key = {side->other, side->room, 0, x - WR_HOOK_REACH};
    for (uint32_t i = first_spot(spots, sides->count, key);
         i < sides->count && spots[i].room == key.room && spots[i].other == key.other &&
         spots[i].x <= x + WR_HOOK_REACH;
         i++) {
        double distance = apart(side, &sides->items[spots[i].side]);
        bool lower = best != WR_NONE && distance == least && spots[i].side < best;
        if (distance < least || lower) {
            least = distance;
            best = spots[i].side;
        }
    }
    return best;
}

static bool find_twins(struct wr_taken_sides *sides, struct wr_arena *arena)
{
    struct spot *spots = WR_TAKE(arena, struct spot, sides->count);
    if (!spots)
        return false;
    for (uint32_t i = 0; i < sides->count; i++) {
        const wr_taken_side *side = &sides->items[i];
        spots[i] = (struct spot){side->room, side->other, i, middle_of(side)};
    }
    if (sides->count)
        qsort(spots, sides->count, sizeof *spots, order_spots);
    for (uint32_t i = 0; i < sides->count; i++)
        if (sides->items[i].other != WR_NONE && sides->items[i].other != sides->items[i].room)
            sides->items[i].twin = find_twin(sides, spots, &sides->items[i]);
    /* Each other's, or none's. */
    for (uint32_t i = 0; i < sides->count; i++) {
        uint32_t twin = sides->items[i].twin;
        if (twin != WR_NONE && sides->items[twin].twin != i)
            sides->items[i].twin = WR_NONE;
    }
    return true;
}

bool wr_taken_sides_find(const struct wr_taking *taking, struct wr_arena *arena,
                         struct wr_taken_sides *out)
{
    return list_all(taking, arena, out) && find_twins(out, arena);
}

const wr_taken_side *wr_taken_side_at(const struct wr_taken_sides *sides, uint32_t room,
                                      uint32_t place)
{
    uint32_t low = 0, high = sides->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const wr_taken_side *side = &sides->items[middle];
        if (side->room < room || (side->room == room && side->place < place))
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < sides->count && sides->items[low].room == room &&
                 sides->items[low].place == place;
    return found ? &sides->items[low] : NULL;
}
