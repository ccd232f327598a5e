/* What a build would do. */
#ifndef WR_BUILDER_PLAN_H
#define WR_BUILDER_PLAN_H

#include "builder/builder.h"
#include "builder/layout/layout.h"

/* What was found out about a layout, for people; its report without walkmeshes and on one line,
 * for programs. The layout need not be right. */
enum wr_result wr_plan_write(struct wr_context *context, const struct wr_layout *layout,
                             const struct wr_build_options *options,
                             struct wr_build_summary *summary);

#endif
