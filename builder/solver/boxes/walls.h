/* Where walls may be: bounds between them that hold when some variables are true, as a theory
 * beside clauses. */
#ifndef WR_BUILDER_SOLVER_BOXES_WALLS_H
#define WR_BUILDER_SOLVER_BOXES_WALLS_H

#include "builder/solver/boxes/bounds.h"
#include "builder/solver/boxes/logic.h"

enum { WR_AXES = 2, WR_GUARDS = 3 };

/* What a bound needs to hold: all of some variables. */
typedef struct wr_guards {
    uint32_t variables[WR_GUARDS];
    uint32_t count;
} wr_guards;

struct wr_wall_tie;

struct wr_walls {
    struct wr_logic *logic;
    struct wr_bounds bounds[WR_AXES];
    struct wr_wall_tie *ties; /* on the heap */
    size_t tie_count, tie_capacity;
    uint32_t *guarded;         /* one a variable: the list of ties it guards */
    uint32_t *facing[WR_AXES]; /* one a pair of points: ties that need more room between them */
    size_t (*held)[WR_AXES];   /* the histories before each literal that is held */
    uint32_t held_count;
    wr_literal *reason; /* scratch */
};

/* For so many walls on each axis, and so many variables. False when memory is out; what was
 * started is finished, too. */
bool wr_walls_start(struct wr_walls *walls, uint32_t points, uint32_t most_variables,
                    struct wr_arena *arena);
void wr_walls_finish(struct wr_walls *walls);
struct wr_theory wr_walls_theory(struct wr_walls *walls);

/* Adds a bound; no decision may stand. One without guards has to be allowed beside the others
 * without. False when memory is out. */
bool wr_walls_tie(struct wr_walls *walls, uint32_t axis, wr_bound bound, wr_guards guards);

#endif
