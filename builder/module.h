/* A built module as a whole: LYT, VIS and walkmeshes read back and judged together. */
#ifndef WR_BUILDER_MODULE_H
#define WR_BUILDER_MODULE_H

#include "builder/builder.h"
#include "builder/shelf.h"

/* Judges the module that part `lyt` of the shelf, a LYT, belongs to by the rules of a good
 * module, and takes its VIS and walkmeshes from the shelf. `files` is increased by the number
 * of files read. WR_INVALID when a rule is broken. */
enum wr_result wr_module_check(struct wr_context *context, size_t lyt, struct wr_shelf *shelf,
                               const wr_surfaces *surfaces, uint32_t *files);

#endif
