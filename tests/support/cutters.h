/* Made cutters of all kinds, over a made floor. */
#ifndef WR_TESTS_SUPPORT_CUTTERS_H
#define WR_TESTS_SUPPORT_CUTTERS_H

#include "tests/support/floors.h"

#include "core/aswm/carve.h"

enum { CUTTERS_MOST = 10, CUTTER_CORNERS = 24 };

struct made_cutters {
    wr_aswm_cutter items[CUTTERS_MOST];
    struct wr_aswm_cutters cutters;
};

static inline void cutter_put(struct made_cutters *made, struct wr_context *context,
                              struct wr_arena *arena, const wr_plan_point *corners,
                              uint32_t count)
{
    assert_int_equal(wr_aswm_cutter_make(context, arena, corners, count, "made", WR_NOWHERE,
                                         &made->items[made->cutters.count++]),
                     WR_OK);
    made->cutters.items = made->items;
}

/* A star around a centre: convex where `inner` is 1, concave below, either way round. */
static inline uint32_t cutter_star(wr_random *random, wr_plan_point centre, double radius,
                                   double inner, wr_plan_point *out)
{
    uint32_t count = 3 + wr_random_below(random, CUTTER_CORNERS / 2 - 3);
    double start = 360 * wr_random_unit(random);
    bool clockwise = wr_random_below(random, 2);
    if (inner < 1)
        count *= 2;
    for (uint32_t i = 0; i < count; i++) {
        double cosine, sine, reach = i % 2 == 0 ? radius : radius * inner;
        uint32_t step = clockwise ? count - 1 - i : i;
        wr_turn_of(start + 360.0 * step / count, &cosine, &sine);
        if (clockwise && inner < 1)
            reach = step % 2 == 0 ? radius : radius * inner;
        out[i] = (wr_plan_point){centre.x + reach * cosine, centre.y + reach * sine};
    }
    return count;
}

/* Of each: somewhere over the floor or off it, at a vertex of it, wholly in one triangle,
 * through vertices and along edges, from a corner of the one before. */
static inline void cutters_make(struct made_cutters *made, struct wr_context *context,
                                struct wr_arena *arena, wr_random *random,
                                const wr_vec3 *vertices, uint32_t vertex_count)
{
    *made = (struct made_cutters){0};
    uint32_t count = 1 + wr_random_below(random, CUTTERS_MOST);
    wr_plan_point corners[CUTTER_CORNERS + 4] = {{0}};
    for (uint32_t i = 0; i < count; i++) {
        wr_vec3 at = vertices[wr_random_below(random, vertex_count)];
        wr_plan_point centre = {(double)at.x, (double)at.y};
        uint32_t kind = wr_random_below(random, 6), number = 0;
        double size = 0.3 + 6 * wr_random_unit(random);
        if (kind == 0)
            centre.x += 9 * wr_random_unit(random);
        if (kind == 2) {
            size = 0.05 + 0.2 * wr_random_unit(random);
            centre.x += 0.9;
            centre.y += 0.3;
        }
        if (kind == 4 && made->cutters.count > 0)
            centre = made->items[made->cutters.count - 1].corners[0];
        if (kind == 3) { /* a quarter of the floor's own lines */
            uint32_t side = FLOOR_SIDE + 1, low = wr_random_below(random, side - 4);
            uint32_t row = wr_random_below(random, side - 4),
                     wide = 1 + wr_random_below(random, 3);
            uint32_t ring[4] = {row * side + low, row * side + low + wide,
                                (row + wide) * side + low + wide, (row + wide) * side + low};
            for (; number < 4; number++)
                corners[number] = (wr_plan_point){(double)vertices[ring[number]].x,
                                                  (double)vertices[ring[number]].y};
        } else {
            number = cutter_star(
                random, centre, size,
                wr_random_below(random, 2) ? 1 : 0.3 + 0.5 * wr_random_unit(random), corners);
        }
        if (kind == 4 && made->cutters.count > 0) /* one corner is shared exactly */
            corners[0] = centre;
        cutter_put(made, context, arena, corners, number);
    }
}

#endif
