/* What stands on every page: title, legend, scale, north; and cells in rows. */
#ifndef WR_BUILDER_VIEW_PAGE_H
#define WR_BUILDER_VIEW_PAGE_H

#include "builder/floorplan/floorplan.h"

#define WR_PAGE_MARGIN 24.0
#define WR_PAGE_GAP 20.0

/* A page grows downward: `y` is where the next thing goes. */
struct wr_page {
    struct wr_picture *picture;
    double y;
};

/* A page of a width, with its title, a line below it, scale bar and north arrow on the right.
 */
struct wr_page wr_page_start(struct wr_picture *picture, double width, const char *title,
                             const char *subtitle);
/* Ends the page: its height is known. */
void wr_page_end(struct wr_page *page);

/* What the floorplans on a page show, explained. `materials` says how many m² there are of
 * each. */
struct wr_legend {
    double areas[WR_SURFACE_COUNT + 1]; /* the last: materials beyond the table */
    bool blocked, echo, heights, doors, locked, hidden, closed, lost, missed, faults, entry,
        exit, route, keys, ways_out, kept;
    bool islands, tiles, way; /* of an area of NWN2 */
    bool markers[WR_MARKER_KINDS];
};
/* `plan`: it is drawn storey by storey; else all upon each other. `small`: as a thumbnail. */
void wr_legend_add(struct wr_legend *legend, const struct wr_floorplan *floorplan, bool plan,
                   bool small);
void wr_page_legend(struct wr_page *page, const struct wr_legend *legend);

/* Any colours, explained. */
struct wr_swatch {
    const wr_ink *ink;
    const char *text;
};
void wr_page_swatches(struct wr_page *page, const struct wr_swatch *swatches, uint32_t count);

/* Rooms whose names stand beside the plan, by their numbers. */
void wr_page_names(struct wr_page *page, const struct wr_floorplan *floorplan,
                   const uint32_t *numbers, uint32_t last);

/* A box that finds its place in rows. */
struct wr_page_cell {
    double x, y, width, height;
};
/* Places cells from left to right in rows below page->y, which moves below them. */
void wr_page_flow(struct wr_page *page, struct wr_page_cell *cells, uint32_t count);

/* A text no wider than `most` pixels: smaller letters where it must be. */
void wr_page_text(struct wr_page *page, const wr_ink *ink, float size, bool bold, double x,
                  double y, double most, const char *text);

/* "3 rooms". */
void wr_page_count(struct wr_bytes *out, uint64_t count, const char *noun);

/* ---- The pages ---- */

/* `width` is the page's in pixels; 0 lets the page choose. */
enum wr_result wr_plan_draw(struct wr_context *context, const struct wr_floorplan *floorplan,
                            double width, struct wr_picture *picture);
enum wr_result wr_kit_draw(struct wr_context *context, const struct wr_kit *kit, double width,
                           struct wr_picture *picture);
/* Levels as thumbnails, all to one scale. */
enum wr_result wr_sheet_draw(struct wr_context *context, struct wr_floorplan *const *floorplans,
                             uint32_t count, double width, struct wr_picture *picture);

#endif
