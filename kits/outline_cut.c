/* The floor of an outline, cut into triangles: ears go one by one, thick ones first, so that no
 * doorway's end lies in the middle of an edge and none is thin. */
#include "core/base/tolerance.h"
#include "kits/outline.h"

/* An ear as thick as this goes before others are looked at, metres. */
static const double thick = 0.5;

/* What is left of the floor, as a ring of its corners. */
struct rest {
    const wr_vec3 *points;
    uint32_t corners[WR_OUTLINE_RING];
    uint32_t count;
};

static double left_of(wr_vec3 a, wr_vec3 b, wr_vec3 p)
{
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return (x * ((double)p.y - a.y) - y * ((double)p.x - a.x)) / sqrt(x * x + y * y);
}

/* How high a triangle is over each of its sides, at least; below 0 where it turns right. */
static double thickness(wr_vec3 a, wr_vec3 b, wr_vec3 c)
{
    double ab = left_of(a, b, c), bc = left_of(b, c, a), ca = left_of(c, a, b);
    double least = ab < bc ? ab : bc;
    return least < ca ? least : ca;
}

static uint32_t corner(const struct rest *rest, uint32_t i)
{
    return rest->corners[i % rest->count];
}

/* How thick the ear at a corner is; 0 where there is none. */
static double ear_at(const struct rest *rest, uint32_t i)
{
    uint32_t last = i + rest->count - 1;
    wr_vec3 a = rest->points[corner(rest, last)], b = rest->points[corner(rest, i)];
    wr_vec3 c = rest->points[corner(rest, i + 1)];
    double ear = thickness(a, b, c);
    if (!(ear > WR_WELD_DISTANCE))
        return 0;
    for (uint32_t k = i + 2; k < last; k++) {
        wr_vec3 p = rest->points[corner(rest, k)];
        if (left_of(a, b, p) >= -WR_WELD_DISTANCE && left_of(b, c, p) >= -WR_WELD_DISTANCE &&
            left_of(c, a, p) >= -WR_WELD_DISTANCE)
            return 0;
    }
    return ear;
}

/* The first thick ear from a corner on, or the thickest; the ring's count where there is none.
 */
static uint32_t find_ear(const struct rest *rest, uint32_t from)
{
    uint32_t best = rest->count;
    double most = 0;
    for (uint32_t i = 0; i < rest->count; i++) {
        double ear = ear_at(rest, (from + i) % rest->count);
        if (ear > most) {
            most = ear;
            best = (from + i) % rest->count;
        }
        if (ear > thick)
            break;
    }
    return best;
}

bool wr_outline_cut(const wr_vec3 *points, uint32_t count, wr_face *out)
{
    struct rest rest = {.points = points, .count = count};
    uint32_t ear = 0;
    for (uint32_t i = 0; i < count; i++)
        rest.corners[i] = i;
    for (; rest.count >= 3; out++) {
        ear = find_ear(&rest, ear);
        if (ear == rest.count)
            return false;
        *out = (wr_face){
            {corner(&rest, ear + rest.count - 1), rest.corners[ear], corner(&rest, ear + 1)}};
        for (uint32_t i = ear; i + 1 < rest.count; i++)
            rest.corners[i] = rest.corners[i + 1];
        rest.count--;
        ear = ear < rest.count ? ear : 0;
    }
    return true;
}
