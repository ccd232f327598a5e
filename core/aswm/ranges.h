/* Whether all that a mesh points to is there. */
#ifndef WR_CORE_ASWM_RANGES_H
#define WR_CORE_ASWM_RANGES_H

#include "core/aswm/aswm.h"

/* Refuses a mesh that was read and leads out of itself: WR_INVALID "aswm-range",
 * "aswm-not-finite", "aswm-tiles", "aswm-table". */
enum wr_result wr_aswm_ranges(struct wr_context *context, const struct wr_aswm *mesh,
                              const struct wr_source *source);

#endif
