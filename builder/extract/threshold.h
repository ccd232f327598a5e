/* Edges in a row that are to be one doorway. */
#ifndef WR_BUILDER_EXTRACT_THRESHOLD_H
#define WR_BUILDER_EXTRACT_THRESHOLD_H

#include "builder/extract/taking.h"

/* The direction out of the floor at an edge, level and of unit length; false where the edge
 * stands upright. */
bool wr_threshold_outward(const struct wr_walkmesh *mesh, uint32_t edge, double *x, double *y);
/* Whether edges may be one doorway: one of them faces within 20 degrees of all. */
bool wr_threshold_holds(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count);
/* How far a point is from an edge, and the point there that is nearest. */
double wr_threshold_distance(const struct wr_walkmesh *mesh, uint32_t edge, wr_vec3 point,
                             wr_vec3 *nearest);
/* The same for the nearest of several edges. */
double wr_threshold_near(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                         wr_vec3 point);
/* From the beginning of the first edge to the end of the last, metres. */
float wr_threshold_width(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count);
/* Where a hook stands whose kit lists these edges: at `wanted`, where the edge it stands on
 * then faces as all do; else on the nearest edge of which that is so. */
wr_vec3 wr_threshold_spot(const struct wr_walkmesh *mesh, const uint32_t *edges, uint32_t count,
                          wr_vec3 wanted);
/* The middle of a threshold. */
wr_vec3 wr_threshold_middle(const struct wr_walkmesh *mesh, const uint32_t *edges,
                            uint32_t count);

#endif
