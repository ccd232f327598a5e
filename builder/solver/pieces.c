/* Spots in units, turned exactly where that can be, and whether what stands there overlaps. */
#include "builder/solver/pieces.h"

#include "core/base/math.h"

/* ---- Numbers ---- */

int64_t wr_greatest_divisor(int64_t a, int64_t b)
{
    a = a < 0 ? -a : a;
    b = b < 0 ? -b : b;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* ---- Turning ---- */

wr_spot wr_spot_of(wr_vec3 point)
{
    return (wr_spot){wr_units_of(point.x), wr_units_of(point.y), wr_units_of(point.z)};
}

wr_spot wr_spot_turn(wr_spot spot, uint32_t turn, uint32_t turn_count)
{
    uint32_t quarter = turn * 4 / turn_count;
    if (turn * 4 == quarter * turn_count) {
        wr_spot turned[4] = {
            spot,
            {-spot.y, spot.x, spot.z},
            {-spot.x, -spot.y, spot.z},
            {spot.y, -spot.x, spot.z},
        };
        return turned[quarter % 4];
    }
    double cosine, sine;
    wr_turn_of(360.0 * turn / turn_count, &cosine, &sine);
    double x = (double)spot.x, y = (double)spot.y;
    return (wr_spot){wr_units_whole(x * cosine - y * sine),
                     wr_units_whole(x * sine + y * cosine), spot.z};
}

/* ---- Heights ---- */

bool wr_piece_is_level(const wr_piece *piece, int64_t *low, int64_t *high)
{
    int64_t floor = piece->hook_count ? piece->hooks[0].at.z : 0;
    for (uint32_t h = 1; h < piece->hook_count; h++)
        if (piece->hooks[h].at.z != floor)
            return false;
    for (uint32_t i = 0; i < piece->stretch_count; i++)
        if (piece->stretches[i].z != 0)
            return false;
    for (uint32_t i = 0; i < piece->slab_count; i++) {
        const wr_slab *slab = &piece->slabs[i];
        *low = slab->low - floor > *low ? slab->low - floor : *low;
        *high = slab->high - floor < *high ? slab->high - floor : *high;
    }
    return piece->slab_count > 0;
}

/* ---- Overlap ---- */

/* Whether a line along an edge of `a` keeps the slabs apart (or closer than the skin; with a
 * negative one, so far apart). `offset` is b's from a. */
static bool edge_separates(const wr_slab *a, const wr_slab *b, wr_spot offset, int64_t skin)
{
    for (uint32_t i = 0; i < a->count; i++) {
        wr_spot p = a->points[i], q = a->points[i + 1 == a->count ? 0 : i + 1];
        int64_t dx = q.x - p.x, dy = q.y - p.y, deepest = INT64_MIN;
        for (uint32_t k = 0; k < b->count; k++) {
            int64_t x = b->points[k].x + offset.x - p.x, y = b->points[k].y + offset.y - p.y;
            int64_t inside = dx * y - dy * x; /* positive on the left, where a lies */
            deepest = inside > deepest ? inside : deepest;
        }
        if (deepest <= 0 && skin >= 0)
            return true;
        if (skin) {
            double length = sqrt((double)(dx * dx + dy * dy));
            if ((double)deepest <= (double)skin * length)
                return true;
        }
    }
    return false;
}

static bool boxes_meet(const wr_slab_box *a, const wr_slab_box *b, wr_spot offset)
{
    return a->east > b->west + offset.x && b->east + offset.x > a->west &&
           a->north > b->south + offset.y && b->north + offset.y > a->south;
}

bool wr_slabs_overlap(const wr_slab *a, const wr_slab *b, wr_spot offset, int64_t skin)
{
    if (a->high <= b->low + offset.z || b->high + offset.z <= a->low)
        return false;
    wr_spot back = {-offset.x, -offset.y, -offset.z};
    return !edge_separates(a, b, offset, skin) && !edge_separates(b, a, back, skin);
}

bool wr_stances_overlap(const struct wr_pieces *pieces, uint32_t a, uint32_t b, wr_spot offset)
{
    const wr_stance *p = &pieces->stances[a], *q = &pieces->stances[b];
    int64_t skin = pieces->skin;
    if (q->low.x + offset.x >= p->high.x - skin || p->low.x >= q->high.x + offset.x - skin ||
        q->low.y + offset.y >= p->high.y - skin || p->low.y >= q->high.y + offset.y - skin ||
        q->low.z + offset.z >= p->high.z || p->low.z >= q->high.z + offset.z)
        return false;
    uint32_t a_count = pieces->pieces[p->piece].slab_count;
    uint32_t b_count = pieces->pieces[q->piece].slab_count;
    for (uint32_t i = 0; i < a_count; i++)
        for (uint32_t k = 0; k < b_count; k++)
            if ((skin < 0 || boxes_meet(&p->boxes[i], &q->boxes[k], offset)) &&
                wr_slabs_overlap(&p->slabs[i], &q->slabs[k], offset, skin))
                return true;
    return false;
}
