/* A built module as a whole: LYT, VIS and walkmeshes read back and judged together. */
#ifndef WR_BUILDER_MODULE_H
#define WR_BUILDER_MODULE_H

#include "builder/builder.h"
#include "core/base/diag.h"

/* Judges the module a LYT belongs to by the rules of a good module; its VIS and walkmeshes lie
 * beside it. `files` is increased by the number of files read. WR_INVALID when a rule is
 * broken. */
enum wr_result wr_module_check(struct wr_context *context, const char *lyt_path,
                               const wr_surfaces *surfaces, uint32_t *files);

#endif
