/* Solids as they are asked about: their faces in steps of the plane, and what a ray meets. */
#ifndef WR_CORE_BRUSH_SOLIDS_H
#define WR_CORE_BRUSH_SOLIDS_H

#include "core/brush/boxes.h"
#include "core/brush/brush.h"
#include "core/brush/triangulation.h"
#include "core/brush/zones.h"

/* A flat face of a solid; its plane is normal . p = distance. */
struct wr_solid_face {
    uint32_t solid, material;
    uint32_t first, count; /* its corners */
    wr_dvec3 normal;
    double distance;
    bool floor; /* somebody may stand on it */
};

struct wr_solids {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_brush_level *level;
    double metres; /* a step is that long */
    double tall;   /* in steps: a walker */
    double slack;  /* and a height that is none */
    wr_dvec3 *corners;
    struct wr_solid_face *facets;
    wr_dbox *boxes;  /* one a facet */
    double *bottoms; /* of solids */
    struct wr_box_tree tree;
    struct wr_zones zones;
    uint32_t corner_count, facet_count, skipped;
};

/* Takes all solids that are whole, and makes the tree. */
enum wr_result wr_solids_make(struct wr_solids *solids);

/* The part of the level that a place on a facet is. */
uint32_t wr_solids_part(const struct wr_solids *solids, uint32_t facet, wr_dvec3 at);
/* How high a facet that does not stand upright lies at a point. */
double wr_solid_face_height(const struct wr_solid_face *facet, double x, double y);
/* Whether a facet lies above or below a point: each point is in one of those that meet at an
 * edge. */
bool wr_solid_face_holds(const struct wr_solids *solids, uint32_t facet, double x, double y);
/* Whether no solid is in the way of somebody standing at a point. */
bool wr_solids_free(const struct wr_solids *solids, wr_dvec3 foot);

/* The step a length on the plane is nearest to. */
static inline int32_t wr_step_of(double value)
{
    return (int32_t)(value < 0 ? value - 0.5 : value + 0.5);
}

#endif
