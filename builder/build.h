/* The part of wr_build for who builds many maps with kits that are known already. */
#ifndef WR_BUILDER_BUILD_H
#define WR_BUILDER_BUILD_H

#include "builder/builder.h"

/* wr_build without looking for kits where the map says; changes nothing in a set that knows all
 * kits of the map. */
enum wr_result wr_build_map(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_build_summary *summary);

#endif
