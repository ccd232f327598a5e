/* Levels as text: the versions of planes, 510, 710, and the build file. */
#ifndef WR_CORE_WMP_READ_TEXT_H
#define WR_CORE_WMP_READ_TEXT_H

#include "core/wmp/lexis.h"

/* Read what follows the first lines into the level that is being made. */
void wr_wmp_read_text(struct wr_wmp_lexis *lexis);
void wr_wmp_read_build(struct wr_wmp_lexis *lexis);

#endif
