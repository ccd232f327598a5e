/* A judge of solved puzzles that shares no code with the search: it reads pieces as they were
 * given, turns them itself, cuts footprints with each other, and looks for doors that meet. */
#ifndef WR_TESTS_SUPPORT_SOLUTION_H
#define WR_TESTS_SUPPORT_SOLUTION_H

#include "builder/solver/puzzle.h"

/* The pieces a link's corridor may be; a count of 0 makes it a direct link. */
typedef struct solution_corridors {
    const uint32_t *pieces;
    uint32_t count;
} solution_corridors;

/* A piece that stands, without any table: mirrored (x negated) first, then turned. */
typedef struct solution_pose {
    uint32_t piece, turn;
    bool mirrored;
    wr_spot spot;
} solution_pose;

/* What is wrong with a solution, or NULL. `sets` has one entry a link, or is NULL where all are
 * direct. Only for pieces that turn by quarters; the skin counts for boxes only. */
const char *solution_fault(const struct wr_puzzle *puzzle, const solution_corridors *sets,
                           const wr_standing *nodes, const wr_standing *corridors);

solution_pose solution_pose_of(const struct wr_pieces *pieces, wr_standing standing);
/* A point of a piece that stands. */
wr_spot solution_point(const struct wr_pieces *pieces, solution_pose pose, wr_spot point);
bool solution_overlap(const struct wr_pieces *pieces, solution_pose a, solution_pose b);
/* Where a hook of a piece that stands is, and where it faces. */
wr_piece_hook solution_hook(const struct wr_pieces *pieces, solution_pose pose, uint32_t hook);
bool solution_hooks_meet(const struct wr_pieces *pieces, wr_piece_hook a, wr_piece_hook b);
/* A number that is the same for two poses that look the same, and else most likely another. */
uint64_t solution_look(const struct wr_pieces *pieces, solution_pose pose);

#endif
