/* Whether a graph can be laid out in a plane, without links that cross. */
#ifndef WR_BUILDER_SOLVER_FLAT_PLANE_H
#define WR_BUILDER_SOLVER_FLAT_PLANE_H

#include "builder/solver/neighbours.h"
#include "core/base/random.h"

#define WR_NOT_CROSSED UINT32_MAX

/* Lays a graph out. Where links cross however its nodes lie, `crossed` holds the ends of one
 * for which there is no way left beside others; what has more than some 60 rounds in one part
 * is not judged. False when memory is out. */
bool wr_plane_lay(const struct wr_neighbours *graph, uint32_t node_count,
                  struct wr_arena *arena, uint32_t crossed[2]);

/* The nodes around each face, in one order or the other. */
struct wr_faces {
    uint32_t **rings, *sizes; /* one a face */
    uint32_t count;           /* 0: links cross, or there are too many faces to judge */
};

/* Lays out a graph that is one part, and has a link: it hangs together whichever node is left
 * out. Which of the faces something goes into is drawn (NULL: the first). The faces lie in the
 * arena. False when memory is out. */
bool wr_plane_faces(const struct wr_neighbours *graph, uint32_t node_count,
                    struct wr_arena *arena, wr_random *random, struct wr_faces *out);

#endif
