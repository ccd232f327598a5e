/* What is kept of a map: some of its rooms, as a map of their own. */
#ifndef WR_BUILDER_GENERATE_KEEP_H
#define WR_BUILDER_GENERATE_KEEP_H

#include "builder/generate/generate.h"
#include "core/base/diag.h"

/* The rooms that options name, in the map's order, with all that the map says of them and of
 * nothing else; `out` points into the map. WR_NOT_FOUND "keep-nothing" for each name that fits
 * no room. */
enum wr_result wr_keep_part(struct wr_context *context,
                            const struct wr_generator_options *options, struct wr_arena *arena,
                            struct wr_map *out);

/* All of a map, for findings. */
wr_where wr_map_whole(const struct wr_map *map);

#endif
