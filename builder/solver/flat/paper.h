/* Paper: places of the nodes of a graph, moved so that no links come to cross. */
#ifndef WR_BUILDER_SOLVER_FLAT_PAPER_H
#define WR_BUILDER_SOLVER_FLAT_PAPER_H

#include "builder/solver/drawing.h"
#include "builder/solver/neighbours.h"

struct wr_paper_box {
    double low_x, low_y, high_x, high_y;
};

struct wr_paper {
    wr_drawn *places;          /* one a node, in parts of the longest distance */
    double *strengths;         /* node after node, to all nodes: one over the distance wanted */
    double *weights;           /* one a node: the sum of the squares of its strengths */
    const uint32_t (*ends)[2]; /* one a link; no two are between the same nodes */
    struct wr_paper_box *boxes; /* one a link; an empty one is not seen */
    struct wr_neighbours graph;
    uint32_t *near; /* links that one may cross */
    uint32_t count, link_count, near_count;
};

/* Paper for some nodes of a drawing (NULL: of all), with links between them by their numbers
 * here. False when memory is out. */
bool wr_paper_start(struct wr_paper *paper, const struct wr_drawing *drawing,
                    const uint32_t *nodes, uint32_t count, const uint32_t (*ends)[2],
                    uint32_t link_count, struct wr_arena *arena);
/* Whether a link is seen, where its nodes lie now: what is hidden is crossed by none. */
void wr_paper_show(struct wr_paper *paper, uint32_t link);
void wr_paper_hide(struct wr_paper *paper, uint32_t link);
/* Whether any of those that are seen cross or touch, or one of them with a link. */
bool wr_paper_crosses(struct wr_paper *paper);
bool wr_paper_would_cross(struct wr_paper *paper, uint32_t link);
/* By how much nodes lie nearer and farther than wanted: all, on average, or one in all, of
 * those that are `placed`. */
double wr_paper_stress(const struct wr_paper *paper);
double wr_paper_stress_of(const struct wr_paper *paper, uint32_t node, wr_drawn place,
                          const bool *placed);
/* Moves nodes to where there is less stress, without a new crossing, until a round over all of
 * them takes away no more than a part of it, or for so many rounds. */
void wr_paper_settle(struct wr_paper *paper, uint32_t rounds, double part);

#endif
