/* Ears are cut off one by one: corners that stick out, with nothing of the rest inside. */
#include "core/base/ears.h"

#include <string.h>

/* A triangle whose height is this part of its side has no area. */
static const double thin = 1e-9;

wr_dvec3 wr_ears_area(const wr_dvec3 *corners, uint32_t count)
{
    wr_dvec3 area = {0, 0, 0};
    for (uint32_t i = 2; i < count; i++)
        area = wr_add(
            area, wr_cross(wr_sub(corners[i - 1], corners[0]), wr_sub(corners[i], corners[0])));
    return area;
}

struct flat {
    double x, y;
};

/* What is left of the polygon, as a ring. */
struct ring {
    struct flat *corners;
    uint32_t *next, *last; /* the corner after and before each */
    uint32_t count, left;
    double least; /* twice the area of what is thin */
};

static double turn(struct flat a, struct flat b, struct flat c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* Seen along the axis that the polygon looks along most, so that its corners turn left. */
static void flatten(const wr_dvec3 *corners, uint32_t count, wr_dvec3 area, struct flat *out)
{
    double x = fabs(area.x), y = fabs(area.y), z = fabs(area.z);
    int axis = z >= x && z >= y ? 2 : x >= y ? 0 : 1;
    double along = axis == 2 ? area.z : axis == 0 ? area.x : area.y;
    for (uint32_t i = 0; i < count; i++) {
        const wr_dvec3 *c = &corners[i];
        struct flat flat = axis == 2   ? (struct flat){c->x, c->y}
                           : axis == 0 ? (struct flat){c->y, c->z}
                                       : (struct flat){c->z, c->x};
        out[i] = along < 0 ? (struct flat){flat.y, flat.x} : flat;
    }
}

static bool same(struct flat a, struct flat b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_ear(const struct ring *ring, uint32_t corner)
{
    struct flat a = ring->corners[ring->last[corner]], b = ring->corners[corner];
    struct flat c = ring->corners[ring->next[corner]];
    if (turn(a, b, c) <= ring->least)
        return false;
    uint32_t end = ring->last[corner];
    for (uint32_t i = ring->next[ring->next[corner]]; i != end; i = ring->next[i]) {
        struct flat p = ring->corners[i];
        if (!same(p, a) && !same(p, b) && !same(p, c) && turn(a, b, p) >= 0 &&
            turn(b, c, p) >= 0 && turn(c, a, p) >= 0)
            return false;
    }
    return true;
}

/* An ear, or where there is none what is thinnest: a corner that may go without being drawn. */
static uint32_t find_ear(const struct ring *ring, uint32_t from)
{
    uint32_t corner = from, best = from;
    double least = INFINITY;
    for (uint32_t i = 0; i < ring->left; i++, corner = ring->next[corner]) {
        if (is_ear(ring, corner))
            return corner;
        double area = fabs(turn(ring->corners[ring->last[corner]], ring->corners[corner],
                                ring->corners[ring->next[corner]]));
        if (area < least) {
            least = area;
            best = corner;
        }
    }
    return best;
}

static bool start_ring(struct ring *ring, struct wr_arena *scratch, const wr_dvec3 *corners,
                       uint32_t count, wr_dvec3 area)
{
    *ring = (struct ring){.corners = WR_TAKE(scratch, struct flat, count),
                          .next = WR_TAKE(scratch, uint32_t, count),
                          .last = WR_TAKE(scratch, uint32_t, count),
                          .count = count,
                          .left = count};
    if (!ring->corners || !ring->next || !ring->last)
        return false;
    flatten(corners, count, area, ring->corners);
    for (uint32_t i = 0; i < count; i++) {
        ring->next[i] = i + 1 < count ? i + 1 : 0;
        ring->last[i] = i > 0 ? i - 1 : count - 1;
    }
    ring->least = thin * wr_length(area);
    return true;
}

static uint32_t fan(uint32_t count, uint32_t (*out)[3])
{
    for (uint32_t i = 0; i + 2 < count; i++) {
        out[i][0] = 0;
        out[i][1] = i + 1;
        out[i][2] = i + 2;
    }
    return count < 3 ? 0 : count - 2;
}

uint32_t wr_ears_cut(struct wr_arena *scratch, const wr_dvec3 *corners, uint32_t count,
                     uint32_t (*out)[3])
{
    struct ring ring;
    wr_dvec3 area = wr_ears_area(corners, count);
    uint32_t made = 0, at = 0;
    if (count > WR_EARS_MOST)
        return fan(count, out);
    if (count < 3 || !(wr_length(area) > 0))
        return 0;
    wr_arena_mark mark = wr_arena_here(scratch);
    if (!start_ring(&ring, scratch, corners, count, area))
        return UINT32_MAX;
    for (; ring.left >= 3; ring.left--) {
        uint32_t ear = find_ear(&ring, at), before = ring.last[ear], after = ring.next[ear];
        if (turn(ring.corners[before], ring.corners[ear], ring.corners[after]) > ring.least) {
            const uint32_t row[3] = {before, ear, after};
            memcpy(out[made++], row, sizeof row);
        }
        ring.next[before] = after;
        ring.last[after] = before;
        at = after;
    }
    wr_arena_rewind(scratch, mark);
    return made;
}
