/* Whether anything can be put to what is kept. */
#ifndef WR_BUILDER_GENERATE_GROW_OPENINGS_H
#define WR_BUILDER_GENERATE_GROW_OPENINGS_H

#include "builder/generate/generator.h"

/* Looks at each open doorway of what is kept, for each room that may come: WR_NO_FIT
 * "keep-shut-in" where something must be put to rooms that hang together, and nothing fits at
 * any doorway of theirs. */
enum wr_result wr_openings_judge(const struct wr_making *making);

#endif
