/* What a finished level is like, in numbers a designer reads. */
#ifndef WR_BUILDER_GENERATE_METRICS_H
#define WR_BUILDER_GENERATE_METRICS_H

#include "builder/generate/generate.h"
#include "builder/layout/layout.h"

/* Measures a layout whose links are known, and whose last `caps` rooms only close doorways.
 * `exit` is a placed room or WR_NONE. The rooms of the critical path go into `arena`. False
 * when memory is out. */
bool wr_metrics_measure(const struct wr_layout *layout, uint32_t caps, uint32_t entry,
                        uint32_t exit, struct wr_arena *arena, struct wr_metrics *out,
                        const uint32_t **path);

#endif
