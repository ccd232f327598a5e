/* Title, legend, scale bar and north arrow; rows of cells. */
#include "builder/view/page.h"
#include "builder/picture/inks.h"
#include "builder/picture/letters.h"
#include "builder/view/panel.h"

#include "core/base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

void wr_page_text(struct wr_page *page, const wr_ink *ink, float size, bool bold, double x,
                  double y, double most, const char *text)
{
    double width = wr_letters_room(text, bold) * (double)size;
    wr_lettering lettering = {.ink = ink, .size = size, .bold = bold};
    if (width > most)
        lettering.size = (float)((double)size * most / width);
    wr_picture_text(page->picture, &lettering, x, y, text);
}

void wr_page_count(struct wr_bytes *out, uint64_t count, const char *noun)
{
    wr_bytes_print(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

/* ---- Scale and north ---- */

/* The longest round length that takes at most `most` pixels. */
static double round_length(double scale, double most)
{
    static const double steps[] = {1, 2, 5};
    double length = 0, ten = 1;
    while (ten * scale > most && ten * scale > 0)
        ten /= 10;
    for (; ten * scale <= most; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (ten * steps[i] * scale <= most)
                length = ten * steps[i];
    return length;
}

static void draw_scale(struct wr_page *page, double right, double y)
{
    double scale = page->picture->scale, length = round_length(scale, 130);
    double x = right - length * scale, tick = 4;
    char text[WR_NUMBER_SIZE + 4];
    if (!(length > 0))
        return;
    wr_picture_path(page->picture, &wr_scale_ink);
    wr_picture_contour(page->picture, false);
    wr_picture_point(page->picture, x, y - tick);
    wr_picture_point(page->picture, x, y);
    wr_picture_point(page->picture, right, y);
    wr_picture_point(page->picture, right, y - tick);
    snprintf(text, sizeof text, "%s m", wr_fixed(length, length < 1 ? 2 : 0).text);
    wr_lettering lettering = {.ink = &wr_text_ink, .size = 11, .anchor = 0.5f};
    wr_picture_text(page->picture, &lettering, (x + right) / 2, y - 6, text);
}

static void draw_north(struct wr_page *page, double x, double y)
{
    const wr_point points[] = {{x, y - 26}, {x + 6, y - 6}, {x, y - 10}, {x - 6, y - 6}};
    wr_lettering lettering = {.ink = &wr_text_ink, .size = 11, .anchor = 0.5f, .bold = true};
    wr_picture_polygon(page->picture, &wr_text_ink, points, 4);
    wr_picture_text(page->picture, &lettering, x, y + 4, "N");
}

/* ---- The page ---- */

struct wr_page wr_page_start(struct wr_picture *picture, double width, const char *title,
                             const char *subtitle)
{
    const double side = 190; /* kept for scale and north */
    struct wr_page page = {.picture = picture, .y = WR_PAGE_MARGIN};
    double most = width - 2 * WR_PAGE_MARGIN - side, right = width - WR_PAGE_MARGIN;
    picture->width = width;
    wr_page_text(&page, &wr_title_ink, 22, true, WR_PAGE_MARGIN, page.y + 18, most, title);
    wr_page_text(&page, &wr_quiet_ink, 12.5f, false, WR_PAGE_MARGIN, page.y + 40, most,
                 subtitle);
    draw_north(&page, right - 8, page.y + 36);
    draw_scale(&page, right - 32, page.y + 36);
    page.y += 62;
    return page;
}

void wr_page_end(struct wr_page *page)
{
    page->picture->height = (double)(int64_t)(page->y + WR_PAGE_MARGIN + 0.5);
}

void wr_page_flow(struct wr_page *page, struct wr_page_cell *cells, uint32_t count)
{
    double right = page->picture->width - WR_PAGE_MARGIN;
    double x = WR_PAGE_MARGIN, tallest = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (x > WR_PAGE_MARGIN && x + cells[i].width > right) {
            page->y += tallest + WR_PAGE_GAP;
            x = WR_PAGE_MARGIN;
            tallest = 0;
        }
        cells[i].x = x;
        cells[i].y = page->y;
        x += cells[i].width + WR_PAGE_GAP;
        tallest = cells[i].height > tallest ? cells[i].height : tallest;
    }
    page->y += tallest + WR_PAGE_GAP;
}

/* ---- The legend ---- */

void wr_legend_add(struct wr_legend *legend, const struct wr_floorplan *floorplan, bool plan,
                   bool small)
{
    for (uint32_t r = 0; r < floorplan->room_count; r++) {
        const wr_floorplan_room *room = &floorplan->rooms[r];
        legend->heights |= !small && room->height_line_count > 0;
        for (uint32_t i = 0; i < room->outline_count; i++) {
            const wr_outline *outline = &room->outlines[i];
            uint32_t material =
                outline->material < WR_SURFACE_COUNT ? outline->material : WR_SURFACE_COUNT;
            legend->blocked |= outline->layer == WR_LAYER_BLOCKED;
            legend->echo |= outline->layer == WR_LAYER_ECHO && plan;
            if (outline->layer == WR_LAYER_FLOOR)
                legend->areas[material] += outline->area;
        }
    }
    for (uint32_t i = 0; i < floorplan->doorway_count; i++) {
        bool lost = floorplan->doorways[i].count < 2;
        legend->lost |= lost;
        legend->doors |= !lost && floorplan->doorways[i].other != WR_NONE;
        bool way_out = floorplan->doorways[i].exit != NULL;
        legend->ways_out |= way_out;
        legend->closed |= !lost && floorplan->doorways[i].other == WR_NONE && !way_out;
        legend->missed |= floorplan->doorways[i].missed;
        legend->locked |= floorplan->doorways[i].lock != NULL;
        legend->hidden |= floorplan->doorways[i].hidden && !floorplan->doorways[i].lock;
    }
    for (uint32_t i = 0; i < floorplan->marker_count && !small; i++)
        legend->markers[floorplan->markers[i].kind] = true;
    legend->faults |= floorplan->fault_count > 0;
    legend->entry |= floorplan->entry.there;
    legend->exit |= floorplan->exit.there;
    legend->route |= floorplan->way_count > 1;
    legend->keys |= floorplan->key_count > 0;
    legend->kept |= floorplan->kept_count > 0;
}

/* Flows items of a legend; each is a symbol 26 pixels wide and a text. */
struct flow {
    struct wr_page *page;
    double x;
};

#define KEY_ROW 22.0
#define KEY_SYMBOL 26.0
#define KEY_SIZE 12.0f

/* Where the symbol of the next item stands (its middle); writes the text. */
static wr_point next_item(struct flow *flow, const char *text)
{
    double width = KEY_SYMBOL + wr_letters_room(text, false) * (double)KEY_SIZE;
    double right = flow->page->picture->width - WR_PAGE_MARGIN;
    if (flow->x > WR_PAGE_MARGIN && flow->x + width > right) {
        flow->x = WR_PAGE_MARGIN;
        flow->page->y += KEY_ROW;
    }
    double x = flow->x, y = flow->page->y;
    wr_page_text(flow->page, &wr_text_ink, KEY_SIZE, false, x + KEY_SYMBOL, y + 4,
                 right - x - KEY_SYMBOL, text);
    flow->x += width + WR_PAGE_GAP;
    return (wr_point){x + 9, y};
}

static void swatch(struct flow *flow, const wr_ink *ink, const char *text)
{
    wr_point at = next_item(flow, text);
    wr_ink *copy = wr_arena_copy(flow->page->picture->arena, ink, 1, sizeof *copy);
    if (!copy) {
        flow->page->picture->failed = true;
        return;
    }
    copy->role = "key";
    copy->stroke = wr_frame_ink.stroke;
    copy->width = 1;
    wr_picture_box(flow->page->picture, copy, at.x - 8.5, at.y - 6.5, 17, 13);
}

static void floors(struct flow *flow, const struct wr_legend *legend)
{
    char text[64];
    for (uint32_t m = 0; m <= WR_SURFACE_COUNT; m++) {
        const char *name = wr_surface_name(m);
        if (!(legend->areas[m] > 0))
            continue;
        if (name)
            snprintf(text, sizeof text, "%s, %s m\xc2\xb2", name,
                     wr_fixed(legend->areas[m], 0).text);
        else
            snprintf(text, sizeof text, "material %u, %s m\xc2\xb2", (unsigned)m,
                     wr_fixed(legend->areas[m], 0).text);
        swatch(flow, wr_floor_ink(m), text);
    }
}

static void line(struct flow *flow, const char *text, const wr_ink *ink, const wr_ink *upon)
{
    wr_point at = next_item(flow, text);
    wr_point from = {at.x - 9, at.y}, to = {at.x + 9, at.y};
    wr_picture_line(flow->page->picture, ink, from, to);
    if (upon)
        wr_picture_line(flow->page->picture, upon, from, to);
}

static void ring(struct flow *flow, const char *text, const wr_ink *ink)
{
    wr_point at = next_item(flow, text);
    wr_picture_disc(flow->page->picture, ink, at.x, at.y, 7);
}

static void heights(struct flow *flow)
{
    wr_point at = next_item(flow, "rising floor");
    for (int i = -1; i <= 1; i++)
        wr_picture_line(flow->page->picture, &wr_height_ink, (wr_point){at.x + 5 * i, at.y - 6},
                        (wr_point){at.x + 5 * i, at.y + 6});
}

static void doorways(struct flow *flow, const struct wr_legend *legend)
{
    if (legend->doors)
        line(flow, "door", &wr_door_frame_ink, &wr_door_leaf_ink);
    if (legend->locked)
        line(flow, "locked door", &wr_door_frame_ink, &wr_locked_ink);
    if (legend->keys)
        wr_draw_key(flow->page->picture, next_item(flow, "key"));
    if (legend->hidden)
        line(flow, "hidden door", &wr_door_frame_ink, &wr_hidden_ink);
    if (legend->closed)
        line(flow, "closed doorway", &wr_closed_ink, NULL);
    if (legend->lost)
        wr_draw_cross(flow->page->picture, &wr_lost_ink, next_item(flow, "hook off the walls"));
    if (legend->missed)
        ring(flow, "nearly met another", &wr_missed_ink);
    if (legend->faults)
        ring(flow, "rooms overlap", &wr_fault_ink);
}

static void exit_symbol(struct wr_picture *picture, wr_point at)
{
    wr_picture_disc(picture, &wr_exit_ink, at.x, at.y, 7);
}

static void spots(struct flow *flow, const struct wr_legend *legend)
{
    const wr_point east = {1, 0}, north = {0, 1};
    struct wr_picture *picture = flow->page->picture;
    if (legend->entry)
        wr_draw_arrow(picture, &wr_entry_ink, next_item(flow, "entry"), east, false);
    if (legend->ways_out)
        wr_draw_arrow(picture, &wr_way_out_ink, next_item(flow, "way out"), east, false);
    if (legend->exit)
        exit_symbol(picture, next_item(flow, "exit"));
    if (legend->kept)
        line(flow, "kept room", &wr_kept_wall_ink, NULL);
    if (legend->route)
        line(flow, "from the entry to the exit", &wr_route_ink, NULL);
    for (int kind = WR_SPAWN; kind < WR_MARKER_KINDS; kind++)
        if (legend->markers[kind])
            wr_draw_marker(picture, (enum wr_marker_kind)kind,
                           next_item(flow, wr_marker_kind_name((enum wr_marker_kind)kind)),
                           north);
}

/* All colours of islands as one swatch. */
static void islands(struct flow *flow)
{
    wr_point at = next_item(flow, "islands");
    const double side = 6;
    for (uint32_t c = 0; c < WR_ISLAND_INKS; c++) {
        uint32_t column = c % 3, row = c / 3;
        wr_picture_box(flow->page->picture, wr_island_ink(c), at.x - 9 + side * column,
                       at.y - side + side * row, side, side);
    }
}

void wr_page_swatches(struct wr_page *page, const struct wr_swatch *swatches, uint32_t count)
{
    struct flow flow = {page, WR_PAGE_MARGIN};
    for (uint32_t i = 0; i < count; i++)
        swatch(&flow, swatches[i].ink, swatches[i].text);
    page->y += KEY_ROW;
}

void wr_page_legend(struct wr_page *page, const struct wr_legend *legend)
{
    struct flow flow = {page, WR_PAGE_MARGIN};
    double right = page->picture->width - WR_PAGE_MARGIN;
    wr_picture_line(page->picture, &wr_rule_ink, (wr_point){WR_PAGE_MARGIN, page->y},
                    (wr_point){right, page->y});
    page->y += KEY_ROW;
    floors(&flow, legend);
    if (legend->islands)
        islands(&flow);
    if (legend->blocked)
        swatch(&flow, &wr_blocked_ink, "cannot be walked on");
    if (legend->heights)
        heights(&flow);
    if (legend->echo)
        swatch(&flow, wr_echo_ink(4), "floor of the next storey");
    doorways(&flow, legend);
    spots(&flow, legend);
    if (legend->tiles)
        line(&flow, "between tiles", &wr_tile_ink, NULL);
    if (legend->way)
        line(&flow, "the way", &wr_route_ink, NULL);
    page->y += KEY_ROW;
}

/* ---- Numbered names ---- */

static uint32_t room_of_number(const uint32_t *numbers, uint32_t count, uint32_t number)
{
    for (uint32_t r = 0; r < count; r++)
        if (numbers[r] == number)
            return r;
    return 0;
}

void wr_page_names(struct wr_page *page, const struct wr_floorplan *floorplan,
                   const uint32_t *numbers, uint32_t last)
{
    const float size = 11;
    double x = WR_PAGE_MARGIN, right = page->picture->width - WR_PAGE_MARGIN;
    for (uint32_t n = 1; n <= last; n++) {
        const char *name =
            floorplan->rooms[room_of_number(numbers, floorplan->room_count, n)].name;
        char number[16];
        snprintf(number, sizeof number, "%u", (unsigned)n);
        double gap = wr_letters_room(number, false) * (double)size + 6;
        double width = gap + wr_letters_room(name, false) * (double)size;
        if (x > WR_PAGE_MARGIN && x + width > right) {
            x = WR_PAGE_MARGIN;
            page->y += 16;
        }
        wr_page_text(page, &wr_quiet_ink, size, false, x, page->y + 4, right - x, number);
        wr_page_text(page, &wr_text_ink, size, false, x + gap, page->y + 4, right - x - gap,
                     name);
        x += width + 14;
    }
    page->y += last ? 16 : 0;
}
