/* The few places of a room's floor that become path points, and the hops between them. */
#ifndef WR_BUILDER_MODULE_PATH_POINTS_H
#define WR_BUILDER_MODULE_PATH_POINTS_H

#include "builder/module/path_graph.h"

struct wr_path_points {
    wr_path_spot *spots;
    uint32_t *places; /* of the graph, one a point */
    uint32_t count;
    wr_path_way *hops; /* costs are lengths */
    uint32_t hop_count;
    uint32_t *door_points; /* one a doorway: the point inside it */
    uint32_t narrow;       /* hops nearer to a wall than they should be */
};

/* Chooses points so that no place is farther than `spacing` from one (but where that cannot be
 * walked), all doorways' places among them, and hops so that a way over them is not much longer
 * than it must be. */
enum wr_result wr_path_points_make(struct wr_context *context,
                                   const struct wr_path_graph *graph, double spacing,
                                   struct wr_arena *arena, struct wr_path_points *out);

/* Takes away points that stand near to others and are not needed, or moves them aside: all
 * places stay within `spacing` of a point. `search` knows the nearest point of each place.
 * False when memory is out. */
bool wr_path_points_thin(const struct wr_path_graph *graph, double spacing,
                         const struct wr_path_search *search, struct wr_arena *arena,
                         struct wr_path_points *points);

#endif
