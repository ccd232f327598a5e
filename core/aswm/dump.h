/* Walkmeshes of NWN2 as text. */
#ifndef WR_CORE_ASWM_DUMP_H
#define WR_CORE_ASWM_DUMP_H

#include "core/aswm/aswm.h"
#include "core/text/dump.h"

/* Its sizes, floors, tiles with triangles, islands and the routes between them. */
void wr_aswm_dump(const struct wr_aswm *mesh, struct wr_dump *dump);

#endif
