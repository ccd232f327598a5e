/* Making a level that grows. */
#ifndef WR_BUILDER_GENERATE_GROW_MAKE_H
#define WR_BUILDER_GENERATE_GROW_MAKE_H

#include "builder/generate/generator.h"

/* WR_NO_FIT with a reason where there is none within the budget. */
enum wr_result wr_make_grow(const struct wr_making *making, struct wr_draft *out);

#endif
