/* Rims: the nearest is found by going through all runs of them, from one on that is likely to
 * have it, and into those that are near. */
#include "builder/layout/rims.h"

#include "core/base/tolerance.h"
#include "kits/kits.h"

enum { RUN = 8 };

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

static struct wr_rim_box box_of(wr_vec3 a, wr_vec3 b)
{
    return (struct wr_rim_box){
        .low_x = least(a.x, b.x),
        .low_y = least(a.y, b.y),
        .high_x = most(a.x, b.x),
        .high_y = most(a.y, b.y),
        .least_z = least(a.z, b.z),
        .most_z = most(a.z, b.z),
    };
}

static struct wr_rim_box box_join(struct wr_rim_box a, struct wr_rim_box b)
{
    return (struct wr_rim_box){
        .low_x = least(a.low_x, b.low_x),
        .low_y = least(a.low_y, b.low_y),
        .high_x = most(a.high_x, b.high_x),
        .high_y = most(a.high_y, b.high_y),
        .least_z = least(a.least_z, b.least_z),
        .most_z = most(a.most_z, b.most_z),
    };
}

bool wr_rims_take(struct wr_rims *rims, struct wr_arena *arena, uint32_t most)
{
    *rims = (struct wr_rims){
        .items = WR_TAKE(arena, struct wr_rim, most),
        .runs = WR_TAKE(arena, struct wr_rim_box, most / RUN + 1),
    };
    return rims->items && rims->runs;
}

void wr_rims_add(struct wr_rims *rims, wr_vec3 a, wr_vec3 b)
{
    struct wr_rim *rim = &rims->items[rims->count];
    struct wr_rim_box *run = &rims->runs[rims->count / RUN];
    *rim = (struct wr_rim){.x = a.x,
                           .y = a.y,
                           .dx = (double)b.x - a.x,
                           .dy = (double)b.y - a.y,
                           .box = box_of(a, b)};
    rim->length_squared = rim->dx * rim->dx + rim->dy * rim->dy;
    *run = rims->count % RUN == 0 ? rim->box : box_join(*run, rim->box);
    rims->count++;
}

double wr_rim_distance_squared(const struct wr_rim *rim, double x, double y)
{
    double along = rim->length_squared > 0
                       ? ((x - rim->x) * rim->dx + (y - rim->y) * rim->dy) / rim->length_squared
                       : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double to_x = rim->x + rim->dx * along - x, to_y = rim->y + rim->dy * along - y;
    return to_x * to_x + to_y * to_y;
}

/* How far a point lies beside a box: no less than beside any rim in it, but for rounding. */
static double box_distance_squared(const struct wr_rim_box *box, double x, double y)
{
    double to_x = most(0, most(box->low_x - x, x - box->high_x));
    double to_y = most(0, most(box->low_y - y, y - box->high_y));
    return (to_x * to_x + to_y * to_y) * (1 - WR_ROUNDING);
}

/* What is under way: the nearest that was found so far, its distance squared, and that which is
 * near enough. */
struct nearest {
    const struct wr_rim_search *asked;
    double squared, enough;
    uint32_t rim;
};

static bool may_hold(const struct nearest *nearest, const struct wr_rim_box *box)
{
    const struct wr_rim_search *asked = nearest->asked;
    return box->most_z >= asked->low && box->least_z <= asked->high &&
           box_distance_squared(box, asked->x, asked->y) <= nearest->squared;
}

static void search_run(const struct wr_rims *rims, struct nearest *nearest, uint32_t run)
{
    const struct wr_rim_search *asked = nearest->asked;
    uint32_t first = run * RUN, end = rims->count - first < RUN ? rims->count : first + RUN;
    for (uint32_t i = first; i < end && nearest->squared > nearest->enough; i++) {
        if (!may_hold(nearest, &rims->items[i].box))
            continue;
        double squared = wr_rim_distance_squared(&rims->items[i], asked->x, asked->y);
        if (squared < nearest->squared) {
            nearest->squared = squared;
            nearest->rim = i;
        }
    }
}

double wr_rims_nearest(const struct wr_rims *rims, struct wr_rim_search *search)
{
    uint32_t runs = (rims->count + RUN - 1) / RUN;
    uint32_t run = search->rim < rims->count ? search->rim / RUN : 0;
    double enough = search->enough > 0 ? search->enough * search->enough : 0;
    struct nearest nearest = {search, INFINITY, enough, WR_NONE};
    for (uint32_t left = runs; left > 0 && nearest.squared > enough; left--) {
        if (may_hold(&nearest, &rims->runs[run]))
            search_run(rims, &nearest, run);
        run = run + 1 < runs ? run + 1 : 0;
    }
    search->rim = nearest.rim;
    return sqrt(nearest.squared);
}
