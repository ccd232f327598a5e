/* The plan of an NWN2 walkmesh. */
#ifndef WR_BUILDER_VIEW_AREA_PLAN_H
#define WR_BUILDER_VIEW_AREA_PLAN_H

#include "builder/picture/picture.h"
#include "builder/view/draw.h"
#include "core/aswm/way.h"

/* What is drawn; `way` NULL: none, else it leads from one of the ends to the other. */
struct wr_area_plan {
    const char *title;
    const struct wr_aswm *mesh;
    const wr_aswm_way *way;
    struct wr_draw_way ends;
};

/* Draws islands in colours of which no two that are linked share one, what cannot be walked on,
 * walls, the lines of tiles, and the way. `width` is the page's in pixels; 0: what the area
 * needs. WR_NO_MEMORY is the only failure. */
enum wr_result wr_area_plan_draw(struct wr_context *context, const struct wr_area_plan *plan,
                                 double width, struct wr_picture *picture);

#endif
