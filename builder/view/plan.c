/* The plan of one level: its storeys beside each other. */
#include "builder/picture/inks.h"
#include "builder/view/page.h"
#include "builder/view/panel.h"

#include "core/base/math.h"
#include "core/base/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* What a page likes to be, pixels. */
#define WIDEST 1800.0
#define TALLEST 1300.0
#define NARROWEST 640.0
/* How wide a room of middling size likes to be, and what a metre takes at most. */
#define ROOM_SIDE 100.0
#define LARGEST_SCALE 40.0
/* For a storey's caption. */
#define CAPTION 22.0

struct plan {
    const struct wr_floorplan *floorplan;
    double width, height; /* of the floorplan, metres */
    uint32_t columns, rows;
    double scale;
    bool captions;
};

/* ---- Scale ---- */

static int order_numbers(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

/* The scale at which a middling room has the size it likes; 0 when memory is out. */
static double liked_scale(const struct wr_floorplan *floorplan)
{
    double *areas = wr_alloc((floorplan->room_count + (size_t)1) * sizeof *areas), scale;
    uint32_t count = 0;
    if (!areas)
        return 0;
    for (uint32_t r = 0; r < floorplan->room_count; r++)
        if (floorplan->rooms[r].area > 0)
            areas[count++] = floorplan->rooms[r].area;
    qsort(areas, count, sizeof *areas, order_numbers);
    scale = count ? ROOM_SIDE / sqrt(areas[count / 2]) : LARGEST_SCALE;
    wr_free(areas);
    return scale < LARGEST_SCALE ? scale : LARGEST_SCALE;
}

/* The largest scale at which so many columns fit a page. */
static double fitting_scale(const struct plan *plan, uint32_t columns, double width,
                            double height)
{
    uint32_t rows = (plan->floorplan->storey_count + columns - 1) / columns;
    double wide =
        width - 2 * WR_PAGE_MARGIN - (columns - 1) * WR_PAGE_GAP - 2 * WR_PANEL_RIM * columns;
    double tall =
        height - rows * (2 * WR_PANEL_RIM + (plan->captions ? CAPTION : 0) + WR_PAGE_GAP);
    double by_width = wide / (columns * plan->width), by_height = tall / (rows * plan->height);
    double scale = by_width < by_height ? by_width : by_height;
    return scale > 0 ? scale : 0;
}

/* As many columns as the scale allows that is wanted, else those that give the largest. */
static void choose_columns(struct plan *plan, double wanted, double width, double height)
{
    double best = 0;
    for (uint32_t c = plan->floorplan->storey_count; c >= 1; c--) {
        double scale = fitting_scale(plan, c, width, height);
        scale = scale < wanted ? scale : wanted;
        if (scale <= best)
            continue;
        best = scale;
        plan->columns = c;
    }
    plan->scale = best;
    plan->columns = plan->columns ? plan->columns : 1;
    plan->rows = (plan->floorplan->storey_count + plan->columns - 1) / plan->columns;
}

static double page_width(const struct plan *plan)
{
    double width = plan->columns * (plan->width * plan->scale + 2 * WR_PANEL_RIM) +
                   (plan->columns - 1) * WR_PAGE_GAP + 2 * WR_PAGE_MARGIN;
    return (double)(int64_t)(width > NARROWEST ? width + 0.5 : NARROWEST);
}

/* ---- Words ---- */

static void describe(const struct wr_floorplan *floorplan, struct wr_bytes *out)
{
    uint32_t rooms = 0;
    for (uint32_t r = 0; r < floorplan->room_count; r++)
        rooms += floorplan->rooms[r].area > 0;
    if (floorplan->title) {
        wr_bytes_text(out, floorplan->id);
        wr_bytes_text(out, " \xc2\xb7 ");
    }
    wr_page_count(out, rooms, "room");
    wr_bytes_text(out, ", ");
    wr_page_count(out, floorplan->link_count, "link");
    if (floorplan->exit_count) {
        wr_bytes_text(out, ", ");
        wr_page_count(out, floorplan->exit_count, "exit");
    }
    if (floorplan->closed_count) {
        wr_bytes_print(out, ", %" PRIu32 " closed doorway%s", floorplan->closed_count,
                       floorplan->closed_count == 1 ? "" : "s");
    }
    if (floorplan->storey_count > 1)
        wr_bytes_print(out, " \xc2\xb7 %" PRIu32 " storeys", floorplan->storey_count);
    wr_bytes_print(out, " \xc2\xb7 %s m\xc2\xb2 of floor", wr_fixed(floorplan->area, 0).text);
    wr_bytes_char(out, '\0');
}

static void caption(struct wr_page *page, const struct plan *plan, uint32_t storey, double x,
                    double y)
{
    const wr_storey *of = &plan->floorplan->storeys[storey];
    struct wr_bytes text = {0};
    wr_bytes_print(&text, "Storey %" PRIu32 " of %" PRIu32 " \xc2\xb7 floors at %s", storey + 1,
                   plan->floorplan->storey_count, wr_fixed(of->low, 1).text);
    if (of->high - of->low >= WR_RISE)
        wr_bytes_print(&text, " to %s", wr_fixed(of->high, 1).text);
    wr_bytes_text(&text, " m");
    wr_bytes_char(&text, '\0');
    if (text.failed)
        page->picture->failed = true;
    else
        wr_page_text(page, &wr_quiet_ink, 12, true, x, y + 11, plan->width * plan->scale,
                     (const char *)text.data);
    wr_bytes_finish(&text);
}

/* ---- Drawing ---- */

static bool draw_storeys(struct wr_page *page, const struct plan *plan,
                         struct wr_arena *scratch, struct wr_numbering *numbering)
{
    double wide = plan->width * plan->scale + 2 * WR_PANEL_RIM;
    double tall =
        plan->height * plan->scale + 2 * WR_PANEL_RIM + (plan->captions ? CAPTION : 0);
    double left =
        (page->picture->width - plan->columns * wide - (plan->columns - 1) * WR_PAGE_GAP) / 2;
    bool fine = true;
    for (uint32_t s = 0; fine && s < plan->floorplan->storey_count; s++) {
        uint32_t row = s / plan->columns;
        double x = left + (s % plan->columns) * (wide + WR_PAGE_GAP) + WR_PANEL_RIM;
        double y = page->y + row * (tall + WR_PAGE_GAP);
        if (plan->captions) {
            caption(page, plan, s, x, y);
            y += CAPTION;
        }
        struct wr_panel panel = {.picture = page->picture,
                                 .floorplan = plan->floorplan,
                                 .x = x,
                                 .y = y + WR_PANEL_RIM,
                                 .scale = plan->scale,
                                 .storey = s,
                                 .ghost = true};
        wr_panel_draw(&panel);
        fine = wr_panel_name_rooms(&panel, scratch, numbering);
    }
    page->y += plan->rows * (tall + WR_PAGE_GAP);
    return fine;
}

static bool draw_page(const struct plan *plan, double width, struct wr_picture *picture,
                      struct wr_arena *scratch, const char *subtitle)
{
    struct wr_numbering numbering = {
        .numbers = WR_ZERO(scratch, uint32_t, plan->floorplan->room_count)};
    struct wr_legend legend = {0};
    if (!numbering.numbers)
        return false;
    picture->scale = plan->scale;
    picture->title = plan->floorplan->title ? plan->floorplan->title : plan->floorplan->id;
    struct wr_page page = wr_page_start(picture, width, picture->title, subtitle);
    bool fine = draw_storeys(&page, plan, scratch, &numbering);
    wr_legend_add(&legend, plan->floorplan, true, false);
    wr_page_legend(&page, &legend);
    wr_page_names(&page, plan->floorplan, numbering.numbers, numbering.last);
    wr_page_end(&page);
    return fine && !picture->failed;
}

enum wr_result wr_plan_draw(struct wr_context *context, const struct wr_floorplan *floorplan,
                            double width, struct wr_picture *picture)
{
    struct plan plan = {.floorplan = floorplan,
                        .width = floorplan->right - floorplan->left,
                        .height = floorplan->top - floorplan->bottom,
                        .captions = floorplan->storey_count > 1};
    double liked = liked_scale(floorplan);
    if (width > 0)
        choose_columns(&plan, liked > 0 ? INFINITY : 0, width, width + TALLEST);
    else
        choose_columns(&plan, liked, WIDEST, TALLEST);
    struct wr_arena *scratch = liked > 0 ? wr_arena_create() : NULL;
    struct wr_bytes subtitle = {0};
    describe(floorplan, &subtitle);
    bool fine = scratch && !subtitle.failed &&
                draw_page(&plan, width > 0 ? width : page_width(&plan), picture, scratch,
                          (const char *)subtitle.data);
    wr_bytes_finish(&subtitle);
    wr_arena_destroy(scratch);
    return fine ? WR_OK : wr_no_memory(context);
}
