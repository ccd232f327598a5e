/* A level as text or JSON. */
#ifndef WR_CORE_WMP_DUMP_H
#define WR_CORE_WMP_DUMP_H

#include "core/text/dump.h"
#include "core/wmp/wmp.h"

/* Members of the outermost object: every record with all it holds, in the file's order. Numbers
 * are rounded to float32; of what the editor keeps for itself there is the size alone. */
void wr_wmp_dump(const struct wr_wmp *level, struct wr_dump *dump);

#endif
