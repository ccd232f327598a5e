/* Blocks of binary levels. */
#ifndef WR_CORE_WMP_BINARY_BLOCK_H
#define WR_CORE_WMP_BINARY_BLOCK_H

#include "core/wmp/chunks.h"

/* Reads the record of a block into the level's last one. */
bool wr_wmp_read_block_record(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                              wr_wmp_block *block);

#endif
