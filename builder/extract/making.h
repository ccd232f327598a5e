/* A kit of one module, as a step of what takes one or many. */
#ifndef WR_BUILDER_EXTRACT_MAKING_H
#define WR_BUILDER_EXTRACT_MAKING_H

#include "builder/extract/taking.h"

/* What wr_kit_extract does, of a module of a game that is open already (NULL: the options say
 * what is opened). */
enum wr_result wr_kit_make(struct wr_context *context, const struct wr_extract_options *options,
                           const struct wr_installation *game,
                           struct wr_extract_summary *summary);

#endif
