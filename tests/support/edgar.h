/* Public benchmark inputs for generators as puzzles: room shapes with slidable doors become
 * pieces with a hook for every place a door may take. */
#ifndef WR_TESTS_SUPPORT_EDGAR_H
#define WR_TESTS_SUPPORT_EDGAR_H

#include "builder/solver/puzzle.h"
#include "core/base/diag.h"
#include "tests/support/solution.h"

/* A puzzle and everything it points to. */
struct edgar {
    struct wr_pieces pieces;
    struct wr_puzzle puzzle;
    solution_corridors *corridors; /* one a link */
    double tables;                 /* CPU seconds to prepare the pieces */
};

/* Which shapes the rooms of a level take. */
enum edgar_shapes {
    EDGAR_OWN,       /* those of its file, with its corridors where it has any */
    EDGAR_SIX,       /* the six of the thesis, rooms touching */
    EDGAR_SIX_APART, /* the six of the thesis, corridors between them */
};

/* A level file by name; rooms that are corridors between two others become corridors of a link.
 * False where it cannot be read. */
bool edgar_level(struct wr_context *context, struct wr_arena *arena, const char *folder,
                 const char *name, enum edgar_shapes shapes, struct edgar *out);

/* A graph of a random set with the shapes of `smart.json`, links with or without corridors.
 * False beyond the last. */
bool edgar_random(struct wr_context *context, struct wr_arena *arena, const char *folder,
                  const char *set, uint32_t index, bool corridors, struct edgar *out);

/* A large graph of ours by name, with the shapes of `smart.json`. */
bool edgar_scale(struct wr_context *context, struct wr_arena *arena, const char *folder,
                 const char *name, struct edgar *out);

/* Any graph with these shapes. */
bool edgar_smart(struct wr_context *context, struct wr_arena *arena, const char *folder,
                 uint32_t rooms, uint32_t (*links)[2], uint32_t link_count, bool corridors,
                 struct edgar *out);

double edgar_cpu_seconds(void);

#endif
