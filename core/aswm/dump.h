/* Walkmeshes of NWN2 as text. */
#ifndef WR_CORE_ASWM_DUMP_H
#define WR_CORE_ASWM_DUMP_H

#include "core/aswm/aswm.h"
#include "core/text/dump.h"

/* All of it: sizes, floors, tiles with triangles, islands and the routes between them. */
/* One tile: its triangles with corners, neighbours and flags, and its table: of each node the
 * one to go to on the way to each other (-1: none leads there), and those it sees. */
void wr_aswm_dump_tile(const struct wr_aswm *mesh, uint32_t index, struct wr_dump *dump);
void wr_aswm_dump(const struct wr_aswm *mesh, struct wr_dump *dump);

#endif
