/* Binary levels. Source: formats/wmp, 2. */
#ifndef WR_CORE_WMP_READ_BINARY_H
#define WR_CORE_WMP_READ_BINARY_H

#include "core/wmp/making.h"

/* Reads all of the source into the level that is being made. */
void wr_wmp_read_binary(struct wr_wmp_making *making);

#endif
