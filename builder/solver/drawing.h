/* A drawing: where the nodes of a puzzle would lie on paper, by which a search is guided. */
#ifndef WR_BUILDER_SOLVER_DRAWING_H
#define WR_BUILDER_SOLVER_DRAWING_H

#include "builder/solver/puzzle.h"

/* East and north, units. */
typedef struct wr_drawn {
    double x, y;
} wr_drawn;

struct wr_drawing {
    wr_drawn *places;  /* one a node */
    double *reaches;   /* one a node: from its middle to its doorways */
    double *distances; /* node after node, to all nodes; 0: there is no way */
    uint32_t count;
    double longest; /* distance */
};

/* Measures how far nodes are from each other, of at most so many; of more, `count` is 0 and
 * there is nothing to draw. False when memory is out. */
enum { WR_MOST_DRAWN = 512 };
bool wr_drawing_start(const struct wr_puzzle *puzzle, struct wr_arena *arena,
                      struct wr_drawing *out);
/* Draws all nodes anew. */
void wr_drawing_draw(struct wr_drawing *drawing, wr_random *random);

#endif
