/* What is wrong with one block. */
#ifndef WR_CORE_WMP_JUDGE_BLOCK_H
#define WR_CORE_WMP_JUDGE_BLOCK_H

#include "core/wmp/wmp.h"

/* Warns as wr_wmp_judge says; false when memory is out. `scratch` keeps what it took. */
bool wr_wmp_judge_block(struct wr_context *context, struct wr_arena *scratch,
                        const struct wr_wmp *level, uint32_t number);

#endif
