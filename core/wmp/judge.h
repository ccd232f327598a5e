/* What is wrong with a level that can be read. */
#ifndef WR_CORE_WMP_JUDGE_H
#define WR_CORE_WMP_JUDGE_H

#include "core/wmp/places.h"

/* Warns of blocks that are open, inside out, flat or, where they have to be convex, dented, of
 * faces that have no area, are bent or miss the plane they state, and of entities outside all
 * that blocks span. A finding names the block and the first of its faces that is so, and says
 * how many more are. WR_OK but for WR_NO_MEMORY and WR_STOPPED. */
enum wr_result wr_wmp_judge(struct wr_context *context, const struct wr_wmp *level,
                            const struct wr_wmp_places *places);

#endif
