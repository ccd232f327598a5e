/* Parts of wr_build, for who builds many maps with kits that are known already. */
#ifndef WR_BUILDER_BUILD_H
#define WR_BUILDER_BUILD_H

#include "builder/layout.h"

/* Lets kits be found where a map says they are. */
enum wr_result wr_build_look(struct wr_context *context, const struct wr_map *map,
                             struct wr_kits *kits);

/* wr_build without wr_build_look; changes nothing in a set that knows all kits of the map. */
enum wr_result wr_build_map(struct wr_context *context, const struct wr_map *map,
                            struct wr_kits *kits, const struct wr_build_options *options,
                            struct wr_build_summary *summary);

/* wr_draw_maps of maps the generator made, which knows their exits and the ways there. */
enum wr_result wr_draw_generated(struct wr_context *context, const struct wr_map *const *maps,
                                 const struct wr_generated *const *generated,
                                 const char *const *names, size_t count, struct wr_kits *kits,
                                 const struct wr_draw_options *options, struct wr_bytes *out);

/* Links, overlaps, entry, seams and reach of a layout whose rooms are placed. */
enum wr_result wr_layout_judge(struct wr_context *context, struct wr_layout *layout,
                               uint32_t *unreachable);

#endif
