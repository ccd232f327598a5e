/* Made levels of prisms, and where one can stand on them: asked of the prisms directly. */
#ifndef WR_TESTS_SUPPORT_SOLIDS_H
#define WR_TESTS_SUPPORT_SOLIDS_H

#include "tests/support/test.h"

#include "core/base/random.h"
#include "core/brush/brush.h"

#include <math.h>

enum { PRISM_CORNERS = 8, PRISM_FACES = PRISM_CORNERS + 2 };

/* A convex outline, upright sides, a level bottom and a top that may slope. */
struct prism {
    unsigned corners;
    double x[PRISM_CORNERS], y[PRISM_CORNERS];
    double bottom, top, slope_x, slope_y; /* the top at (x, y): top + slope_x x + slope_y y */
};

struct made_solids {
    struct prism *prisms;
    wr_brush_solid *solids;
    struct wr_brush_level level;
    uint32_t count;
};

static inline double prism_top(const struct prism *prism, double x, double y)
{
    return prism->top + prism->slope_x * x + prism->slope_y * y;
}

static inline struct prism prism_box(double x0, double y0, double z0, double x1, double y1,
                                     double z1)
{
    return (struct prism){
        .corners = 4, .x = {x0, x1, x1, x0}, .y = {y0, y0, y1, y1}, .bottom = z0, .top = z1};
}

static inline struct prism prism_turned(struct prism prism, double x, double y, double degrees)
{
    double c = cos(degrees * 0.017453292519943295), s = sin(degrees * 0.017453292519943295);
    for (unsigned i = 0; i < prism.corners; i++) {
        double dx = prism.x[i] - x, dy = prism.y[i] - y;
        prism.x[i] = x + c * dx - s * dy;
        prism.y[i] = y + s * dx + c * dy;
    }
    double slope_x = c * prism.slope_x - s * prism.slope_y;
    double slope_y = s * prism.slope_x + c * prism.slope_y;
    prism.top += prism.slope_x * x + prism.slope_y * y - slope_x * x - slope_y * y;
    prism.slope_x = slope_x;
    prism.slope_y = slope_y;
    return prism;
}

/* Rises from its bottom at x0 to its top at x1. */
static inline struct prism prism_ramp(double x0, double y0, double z0, double x1, double y1,
                                      double z1)
{
    struct prism ramp = prism_box(x0, y0, z0, x1, y1, z1);
    ramp.slope_x = (z1 - z0) / (x1 - x0);
    ramp.top = z0 - ramp.slope_x * x0;
    return ramp;
}

/* Corners around the bottom first, then around the top; a face for each side, then both ends.
 */
static inline wr_brush_solid prism_solid(struct wr_arena *arena, const struct prism *prism,
                                         const char *texture)
{
    unsigned n = prism->corners;
    wr_dvec3 *vertices = WR_TAKE(arena, wr_dvec3, 2 * n);
    wr_brush_face *faces = WR_ZERO(arena, wr_brush_face, n + 2);
    uint32_t *corners = WR_TAKE(arena, uint32_t, 6 * n);
    for (unsigned i = 0; i < n; i++) {
        unsigned next = (i + 1) % n;
        double x = prism->x[i], y = prism->y[i];
        vertices[i] = (wr_dvec3){x, y, prism->bottom};
        vertices[n + i] = (wr_dvec3){x, y, prism_top(prism, x, y)};
        const uint32_t side[4] = {i, next, n + next, n + i};
        memcpy(corners + (size_t)4 * i, side, sizeof side);
        faces[i] = (wr_brush_face){corners + (size_t)4 * i, 4, texture, 0};
        corners[4 * n + i] = n - 1 - i;
        corners[5 * n + i] = n + i;
    }
    faces[n] = (wr_brush_face){corners + (size_t)4 * n, n, texture, 0};
    faces[n + 1] = (wr_brush_face){corners + (size_t)5 * n, n, texture, 0};
    return (wr_brush_solid){.name = "prism",
                            .where = WR_NOWHERE,
                            .vertices = vertices,
                            .faces = faces,
                            .vertex_count = 2 * n,
                            .face_count = n + 2};
}

static inline void made_solids_finish(struct made_solids *made, struct wr_arena *arena,
                                      const struct prism *prisms, uint32_t count)
{
    made->prisms = WR_TAKE(arena, struct prism, count);
    made->solids = WR_TAKE(arena, wr_brush_solid, count);
    made->count = count;
    for (uint32_t i = 0; i < count; i++) {
        made->prisms[i] = prisms[i];
        made->solids[i] = prism_solid(arena, &prisms[i], "stone");
    }
    made->level =
        (struct wr_brush_level){.solids = made->solids, .solid_count = count, .metres = 1};
}

/* ---- The oracle ------------------------------------------------------------------------ */

static inline bool prism_holds(const struct prism *prism, double x, double y)
{
    for (unsigned i = 0; i < prism->corners; i++) {
        unsigned next = (i + 1) % prism->corners;
        if ((prism->x[next] - prism->x[i]) * (y - prism->y[i]) <
            (prism->y[next] - prism->y[i]) * (x - prism->x[i]))
            return false;
    }
    return true;
}

enum standing { CANNOT, CAN, PERHAPS };

/* Whether a walker 1.8 m tall stands on a prism's top; perhaps, where a centimetre decides. */
static inline enum standing stand_on(const struct made_solids *made, uint32_t prism, double x,
                                     double y)
{
    const struct prism *p = &made->prisms[prism];
    double slope = 1 / sqrt(1 + p->slope_x * p->slope_x + p->slope_y * p->slope_y);
    double z = prism_top(p, x, y);
    enum standing standing = CAN;
    if (!prism_holds(p, x, y) || slope < 0.7 || z <= p->bottom)
        return CANNOT;
    for (uint32_t i = 0; i < made->count; i++) {
        const struct prism *other = &made->prisms[i];
        if (i == prism || !prism_holds(other, x, y))
            continue;
        double top = prism_top(other, x, y);
        if (top <= other->bottom)
            continue;
        if (top > z + 0.01 && other->bottom < z + 1.79)
            return CANNOT;
        if (top > z + 1e-9 && other->bottom < z + 1.81)
            standing = PERHAPS;
    }
    return standing;
}

enum { STOREYS_MOST = 64 };

/* Heights at which one can stand, and perhaps can, at a point. */
struct storeys {
    unsigned count;
    double z[STOREYS_MOST];
    enum standing standing[STOREYS_MOST];
};

static inline struct storeys storeys_at(const struct made_solids *made, double x, double y)
{
    struct storeys storeys = {0};
    for (uint32_t i = 0; i < made->count && storeys.count < STOREYS_MOST; i++) {
        enum standing standing = stand_on(made, i, x, y);
        if (standing == CANNOT)
            continue;
        storeys.z[storeys.count] = prism_top(&made->prisms[i], x, y);
        storeys.standing[storeys.count++] = standing;
    }
    return storeys;
}

static inline bool storeys_have(const struct storeys *storeys, double z, double within,
                                bool surely)
{
    for (unsigned i = 0; i < storeys->count; i++)
        if (fabs(storeys->z[i] - z) <= within && (!surely || storeys->standing[i] == CAN))
            return true;
    return false;
}

/* Whether what can be stood on is the same all around a point: no edge is near. */
static inline bool storeys_steady(const struct made_solids *made, double x, double y,
                                  const struct storeys *here)
{
    static const double around[8][2] = {{1, 0},   {-1, 0},   {0, 1},    {0, -1},
                                        {.7, .7}, {.7, -.7}, {-.7, .7}, {-.7, -.7}};
    for (int i = 0; i < 16; i++) {
        double radius = i < 8 ? 0.02 : 0.01;
        struct storeys there =
            storeys_at(made, x + radius * around[i % 8][0], y + radius * around[i % 8][1]);
        for (unsigned k = 0; k < here->count; k++)
            if (!storeys_have(&there, here->z[k], 0.0205, here->standing[k] == CAN))
                return false;
        for (unsigned k = 0; k < there.count; k++)
            if (!storeys_have(here, there.z[k], 0.0205, there.standing[k] == CAN))
                return false;
    }
    return true;
}

/* ---- Levels ---------------------------------------------------------------------------- */

/* Coordinates on a coarse grid, so that things touch, or anywhere. */
static inline double made_length(wr_random *random, double least, double most, bool coarse)
{
    double at = least + (most - least) * wr_random_unit(random);
    return coarse ? floor(4 * at + 0.5) / 4 : at;
}

static inline struct prism made_round(wr_random *random, double size)
{
    struct prism prism = {.corners = 3 + wr_random_below(random, PRISM_CORNERS - 2)};
    double x = size * wr_random_unit(random), y = size * wr_random_unit(random);
    double radius = 0.3 + 1.5 * wr_random_unit(random);
    for (unsigned i = 0; i < prism.corners; i++) {
        double angle = (i + 0.4 * wr_random_unit(random)) * 6.283185307179586 / prism.corners;
        prism.x[i] = x + radius * cos(angle);
        prism.y[i] = y + radius * sin(angle);
    }
    prism.bottom = 2 * wr_random_unit(random) - 1;
    prism.top = prism.bottom + 0.2 + 2 * wr_random_unit(random);
    return prism;
}

static inline struct prism made_prism(wr_random *random, double size)
{
    bool coarse = wr_random_below(random, 4) != 0;
    unsigned kind = wr_random_below(random, 8);
    if (kind == 0)
        return made_round(random, size);
    double x = made_length(random, 0, size, coarse), y = made_length(random, 0, size, coarse);
    double z = made_length(random, -0.5, 3, coarse);
    double width = 0.25 + made_length(random, 0, 3, coarse);
    double depth = 0.25 + made_length(random, 0, 3, coarse);
    double height = 0.25 + made_length(random, 0, 2, coarse);
    if (wr_random_below(random, 2) == 0)
        z = 0;
    struct prism prism = kind < 4 ? prism_ramp(x, y, z, x + width, y + depth, z + height)
                                  : prism_box(x, y, z, x + width, y + depth, z + height);
    if (kind < 4 && wr_random_below(random, 4) == 0)
        prism.bottom -= made_length(random, 0, 0.5, coarse);
    unsigned turned = wr_random_below(random, 6);
    if (turned < 3)
        return prism_turned(prism, x, y, 90 * (turned + 1));
    return turned == 3 ? prism_turned(prism, x, y, 360 * wr_random_unit(random)) : prism;
}

/* A floor, and all sorts of things on, in and above it; every other level is turned as a whole,
 * so that things touch along lines of any direction. */
static inline void made_solids_random(struct made_solids *made, struct wr_arena *arena,
                                      uint64_t seed)
{
    enum { MOST = 12 };
    struct prism prisms[MOST];
    wr_random random = wr_random_of(seed, 14);
    uint32_t count = 1 + wr_random_below(&random, MOST);
    double size = 2 + 4 * wr_random_unit(&random);
    prisms[0] = prism_box(-1, -1, -0.5, size + 1, size + 1, 0);
    for (uint32_t i = 1; i < count; i++)
        prisms[i] = made_prism(&random, size);
    double turn = 360 * wr_random_unit(&random);
    for (uint32_t i = 0; i < count && seed % 2 == 1; i++)
        prisms[i] = prism_turned(prisms[i], 3, 3, turn);
    made_solids_finish(made, arena, prisms, count);
}

#endif
