/* Pictures of levels that were just made. */
#ifndef WR_BUILDER_VIEW_VIEW_H
#define WR_BUILDER_VIEW_VIEW_H

#include "builder/generate/generate.h"
#include "builder/view/draw.h"

/* wr_draw_maps of maps the generator made, which knows their exits and the ways there. */
enum wr_result wr_draw_generated(struct wr_context *context, const struct wr_map *const *maps,
                                 const struct wr_generated *const *generated,
                                 const char *const *names, size_t count, struct wr_kits *kits,
                                 const struct wr_draw_options *options, struct wr_bytes *out);

#endif
