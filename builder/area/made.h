/* What an area keeps for itself, and how a build makes one. Private to the builder. */
#ifndef WR_BUILDER_AREA_MADE_H
#define WR_BUILDER_AREA_MADE_H

#include "builder/area/area.h"
#include "builder/layout/layout.h"
#include "builder/sight/visibility.h"

/* What is made when it is asked for. */
struct wr_area_made {
    enum wr_vis_rule vis;
    bool looked;
    struct wr_visibility visibility;
    wr_built_mesh *meshes; /* one an area room; without a mesh before it is made */
    wr_built_mesh merged;
};

/* wr_area_make of rooms that are placed; the layout is the area's from then on, or freed. */
enum wr_result wr_area_settle(struct wr_context *context, struct wr_layout *layout,
                              const struct wr_build_options *options, struct wr_area **out);

#endif
