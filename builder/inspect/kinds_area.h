/* Showing and judging areas of NWN2, for the table of kinds. */
#ifndef WR_BUILDER_INSPECT_KINDS_AREA_H
#define WR_BUILDER_INSPECT_KINDS_AREA_H

#include "builder/inspect/kinds.h"

enum wr_result wr_kind_show_area(struct wr_context *context, const struct wr_kind_file *file,
                                 struct wr_dump *dump);
enum wr_result wr_kind_check_area(struct wr_context *context, const struct wr_kind_file *file);

#endif
