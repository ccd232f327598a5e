/* The walk of somebody who knows a level: from its entry to its exit, keys fetched on the way.
 */
#ifndef WR_BUILDER_GENERATE_WALKTHROUGH_H
#define WR_BUILDER_GENERATE_WALKTHROUGH_H

#include "builder/layout/layout.h"

struct wr_walkthrough {
    uint32_t rooms; /* as often as they are walked, both ends counted; 0: there is no way */
    uint32_t twice; /* rooms that are walked more than once */
    uint32_t locks; /* keys without which the exit is not reached */
};

/* From one placed room to another, always to the nearest of the keys that are needed, and to
 * the exit once that is open. Keys on the way are taken. Needs links. */
enum wr_result wr_walkthrough_measure(struct wr_context *context,
                                      const struct wr_layout *layout, uint32_t entry,
                                      uint32_t exit, struct wr_walkthrough *out);

#endif
