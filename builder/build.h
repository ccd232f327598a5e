/* The part of wr_build for who builds many maps with kits that are known already. */
#ifndef WR_BUILDER_BUILD_H
#define WR_BUILDER_BUILD_H

#include "builder/builder.h"
#include "builder/layout/layout.h"

/* wr_build without looking for kits where the map says; changes nothing in a set that knows all
 * kits of the map. */
enum wr_result wr_build_map(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_build_summary *summary);
/* The same of rooms that are placed: kits are not asked for any more. The layout is freed. */
enum wr_result wr_build_placed(struct wr_context *context, struct wr_layout *layout,
                               const struct wr_build_options *options,
                               struct wr_build_summary *sum);
/* Adds what one build made to what others did. */
void wr_build_add_up(struct wr_build_summary *all, const struct wr_build_summary *one);
/* Removes a module's folder with its files: of a batch that is stopped, where no such folder
 * was before. */
void wr_build_take_back(struct wr_context *context, const char *folder);

#endif
