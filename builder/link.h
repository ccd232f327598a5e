/* The rules two doorways must keep to be linked. */
#ifndef WR_BUILDER_LINK_H
#define WR_BUILDER_LINK_H

#include "builder/layout.h"

/* Why two placed hooks may not be linked, distance aside, and the slug of that rule; NULL when
 * they may. */
const char *wr_link_fault(const struct wr_layout *layout, struct wr_arena *scratch, uint32_t a,
                          uint32_t b, const char **slug);

#endif
