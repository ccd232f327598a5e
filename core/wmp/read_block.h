/* Blocks as texts have them, in all four dialects. */
#ifndef WR_CORE_WMP_READ_BLOCK_H
#define WR_CORE_WMP_READ_BLOCK_H

#include "core/wmp/lexis.h"

/* Reads a block between its braces, and adds it to the level. Of planes, too: they are made
 * vertices. False where it is told to be wrong. */
bool wr_wmp_read_block(struct wr_wmp_lexis *body);

#endif
