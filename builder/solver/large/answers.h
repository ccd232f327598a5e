/* Answers: ways in which the nodes of one block can stand, found without the rest. */
#ifndef WR_BUILDER_SOLVER_LARGE_ANSWERS_H
#define WR_BUILDER_SOLVER_LARGE_ANSWERS_H

#include "builder/solver/large/blocks.h"

enum { WR_MOST_ANSWERS = 24 };

/* Of one block; answer after answer, its members and then the corridors of its inner links. */
typedef struct wr_answers {
    wr_standing *standings;
    uint32_t count, asked;
} wr_answers;

/* What stands around a block that is asked for. */
typedef struct wr_surroundings {
    const wr_standing *anchor; /* the node it hangs on; NULL: any how */
    const wr_standing *others; /* to be left where they are */
    uint32_t other_count;
} wr_surroundings;

/* None as yet, one entry a block; NULL when memory is out. */
wr_answers *wr_answers_start(const struct wr_blocks *blocks, struct wr_arena *arena);

/* Asks the first answers of blocks from one on, on as many cores as the puzzle has jobs; blocks
 * of one node have none, and those that have some are left out. WR_UNSOLVABLE where a block has
 * no answer, WR_OUT_OF_BUDGET where one was not found. */
enum wr_verdict wr_answers_ask_all(const struct wr_puzzle *puzzle,
                                   const struct wr_blocks *blocks, uint32_t first,
                                   uint64_t seed, uint64_t budget, struct wr_arena *arena,
                                   wr_answers *out, struct wr_effort *effort);

/* Takes for the only answer of a block what is proposed of its nodes, and of those that hang on
 * it; WR_OUT_OF_BUDGET where they do not fit. */
enum wr_verdict wr_answers_follow(const struct wr_puzzle *puzzle,
                                  const struct wr_blocks *blocks, uint32_t block,
                                  const struct wr_proposal *proposal, wr_answers *out,
                                  struct wr_effort *effort);

/* Asks for one more; the seed and how many were asked for say which one comes. */
enum wr_verdict wr_answers_ask(const struct wr_puzzle *puzzle, const struct wr_blocks *blocks,
                               uint32_t block, const wr_surroundings *around, uint64_t seed,
                               uint64_t budget, wr_answers *out, struct wr_effort *effort);

static inline const wr_standing *wr_answer(const wr_answers *answers, const wr_block *block,
                                           uint32_t i)
{
    return answers->standings + (size_t)i * (block->count + block->link_count);
}

#endif
