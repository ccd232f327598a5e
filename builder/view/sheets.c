/* Contact sheets: the rooms of a kit with their hooks, and levels as thumbnails. */
#include "builder/picture/inks.h"
#include "builder/picture/letters.h"
#include "builder/view/page.h"
#include "builder/view/panel.h"

#include "core/base/math.h"
#include "core/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHEET_WIDTH 1400.0
#define CAPTION 34.0
#define TAGS 14.0 /* the line of tags below it */
#define RIM 8.0
#define LARGEST_SCALE 40.0

static int order_numbers(const void *a, const void *b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return p < q ? -1 : p > q;
}

static double longest_side(const struct wr_floorplan *floorplan)
{
    double width = floorplan->right - floorplan->left,
           height = floorplan->top - floorplan->bottom;
    return width > height ? width : height;
}

/* The scale at which the middling of some lengths gets the size it likes, unless the longest
 * would become larger than `most`. Sorts them. */
static double scale_for(double *sides, uint32_t count, double liked, double most)
{
    double scale = LARGEST_SCALE;
    qsort(sides, count, sizeof *sides, order_numbers);
    if (count && liked / sides[count / 2] < scale)
        scale = liked / sides[count / 2];
    if (count && most / sides[count - 1] < scale)
        scale = most / sides[count - 1];
    return scale;
}

/* ---- Captions ---------------------------------------------------------------------------- */

/* Of the first line above a drawing, and of the others; pixels. */
#define HEADING_SIZE 13.0f
#define LINE_SIZE 10.5f
/* Longer lines do not widen a drawing's cell: their letters become smaller. */
#define LONGEST_LINE 280.0

enum { CAPTION_LINES = 2, CAPTION_SIZE = 256 };

/* What stands above a drawing. */
struct caption {
    const char *heading;
    char lines[CAPTION_LINES][CAPTION_SIZE];
};

/* How wide a drawing's cell must be for its caption. */
static double caption_width(const struct caption *caption)
{
    double most = wr_letters_room(caption->heading, true) * (double)HEADING_SIZE;
    for (int i = 0; i < CAPTION_LINES; i++) {
        double width = wr_letters_room(caption->lines[i], false) * (double)LINE_SIZE;
        most = width > most ? width : most;
    }
    return most < LONGEST_LINE ? most : LONGEST_LINE;
}

static void draw_caption(struct wr_page *page, const struct wr_page_cell *at,
                         const struct caption *caption)
{
    wr_page_text(page, &wr_text_ink, HEADING_SIZE, true, at->x, at->y + 11, at->width,
                 caption->heading);
    for (int i = 0; i < CAPTION_LINES; i++)
        if (*caption->lines[i])
            wr_page_text(page, &wr_quiet_ink, LINE_SIZE, false, at->x, at->y + 25 + i * TAGS,
                         at->width, caption->lines[i]);
}

/* ---- Kits -------------------------------------------------------------------------------- */

#define HOOK_SIZE 10.0f
#define HOOK_GAP 7.0
#define LABEL_HEIGHT 24.0
/* The longest side of a middling room, and of any, pixels. */
#define ROOM_SIDE 130.0
#define LARGEST_ROOM 460.0

enum side { EAST, NORTH, WEST, SOUTH };

/* What is said of a hook, in two lines; pixels from the room's left upper corner. */
struct hook_label {
    char lines[2][160];
    enum side side;
    double left, top, width;
};

struct kit_cell {
    struct wr_floorplan *floorplan;
    struct hook_label *labels; /* one a doorway */
    double margins[4];         /* by side */
    double width, height;      /* of the room, pixels */
};

struct kit_sheet {
    struct wr_context *context;
    const struct wr_kit *kit;
    struct wr_arena *arena;
    struct kit_cell *rooms;
    struct wr_page_cell *cells;
    double scale, caption;
};

static enum side side_of(const wr_floorplan_doorway *doorway)
{
    double x = doorway->out_x, y = doorway->out_y;
    if (fabs(x) >= fabs(y))
        return x >= 0 ? EAST : WEST;
    return y >= 0 ? NORTH : SOUTH;
}

static double middle_of(const struct wr_floorplan *floorplan,
                        const wr_floorplan_doorway *doorway, bool x)
{
    const wr_vec3 *points = floorplan->doorway_points + doorway->first;
    wr_vec3 a = points[0], b = points[doorway->count - 1];
    return x ? ((double)a.x + (double)b.x) / 2 : ((double)a.y + (double)b.y) / 2;
}

/* The label stands outside the room, beside its doorway. */
static void place_label(const struct kit_sheet *sheet, const struct wr_floorplan *floorplan,
                        const wr_floorplan_doorway *doorway, struct hook_label *out)
{
    double x = (middle_of(floorplan, doorway, true) - floorplan->left) * sheet->scale;
    double y = (floorplan->top - middle_of(floorplan, doorway, false)) * sheet->scale;
    out->side = side_of(doorway);
    out->left = x - out->width / 2;
    out->top = y - LABEL_HEIGHT / 2;
    if (out->side == EAST || out->side == WEST)
        out->left = out->side == EAST ? x + HOOK_GAP : x - HOOK_GAP - out->width;
    else
        out->top = out->side == SOUTH ? y + HOOK_GAP : y - HOOK_GAP - LABEL_HEIGHT;
}

static void label_hook(const struct kit_sheet *sheet, const struct wr_floorplan *floorplan,
                       const wr_floorplan_doorway *doorway, struct hook_label *out)
{
    double height = (double)floorplan->doorway_points[doorway->first].z;
    if (floorplan->storey_count > 1)
        snprintf(out->lines[0], sizeof out->lines[0], "%.100s, at %s m", doorway->name,
                 wr_fixed(height, 1).text);
    else
        snprintf(out->lines[0], sizeof out->lines[0], "%.100s", doorway->name);
    snprintf(out->lines[1], sizeof out->lines[1], "%.150s", doorway->door);
    double first = wr_letters_room(out->lines[0], false);
    double second = wr_letters_room(out->lines[1], false);
    out->width = (first > second ? first : second) * (double)HOOK_SIZE;
    place_label(sheet, floorplan, doorway, out);
}

static bool labels_meet(const struct hook_label *a, const struct hook_label *b)
{
    const double space = 4;
    return fabs(a->top - b->top) < LABEL_HEIGHT && a->left < b->left + b->width + space &&
           b->left < a->left + a->width + space;
}

/* A label that would cover an earlier one goes farther away. */
static void part_labels(struct kit_cell *cell, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0, moves = 0; j < i; j++) {
            struct hook_label *label = &cell->labels[i];
            if (!labels_meet(label, &cell->labels[j]) || moves == count)
                continue;
            label->top = label->side == NORTH ? cell->labels[j].top - LABEL_HEIGHT
                                              : cell->labels[j].top + LABEL_HEIGHT;
            moves++;
            j = UINT32_MAX; /* against all again */
        }
}

static void widen(double *margin, double needed)
{
    *margin = *margin > needed ? *margin : needed;
}

static void fit_labels(struct kit_cell *cell, uint32_t count)
{
    for (int side = 0; side < 4; side++)
        cell->margins[side] = RIM;
    for (uint32_t i = 0; i < count; i++) {
        const struct hook_label *label = &cell->labels[i];
        widen(&cell->margins[WEST], -label->left);
        widen(&cell->margins[NORTH], -label->top);
        widen(&cell->margins[EAST], label->left + label->width - cell->width);
        widen(&cell->margins[SOUTH], label->top + LABEL_HEIGHT - cell->height);
    }
}

/* Tags as templates say them, "#hall #dug"; left away where there are too many. */
static struct caption caption_of_room(const struct kit_sheet *sheet, uint32_t index)
{
    const struct wr_floorplan *floorplan = sheet->rooms[index].floorplan;
    const wr_room *room = &sheet->kit->rooms[index];
    struct caption caption = {.heading = floorplan->id};
    char *tags = caption.lines[1];
    snprintf(caption.lines[0], CAPTION_SIZE, "%.60s, %s \xc3\x97 %s m, %s m\xc2\xb2",
             floorplan->title, wr_fixed(floorplan->right - floorplan->left, 1).text,
             wr_fixed(floorplan->top - floorplan->bottom, 1).text,
             wr_fixed(floorplan->area, 0).text);
    for (size_t i = 0, used = 0; i < room->tag_count && used < CAPTION_SIZE - 50; i++)
        used += (size_t)snprintf(tags + used, CAPTION_SIZE - used, "%s#%.40s", i ? " " : "",
                                 room->tags[i]);
    return caption;
}

static bool measure(struct kit_sheet *sheet, uint32_t index)
{
    struct kit_cell *cell = &sheet->rooms[index];
    const struct wr_floorplan *floorplan = cell->floorplan;
    cell->width = (floorplan->right - floorplan->left) * sheet->scale;
    cell->height = (floorplan->top - floorplan->bottom) * sheet->scale;
    cell->labels = WR_ZERO(sheet->arena, struct hook_label, floorplan->doorway_count);
    if (!cell->labels)
        return false;
    for (uint32_t i = 0; i < floorplan->doorway_count; i++)
        label_hook(sheet, floorplan, &floorplan->doorways[i], &cell->labels[i]);
    part_labels(cell, floorplan->doorway_count);
    fit_labels(cell, floorplan->doorway_count);
    double wide = cell->margins[WEST] + cell->width + cell->margins[EAST];
    struct caption caption = caption_of_room(sheet, index);
    double words = caption_width(&caption);
    sheet->cells[index].width = wide > words ? wide : words;
    sheet->cells[index].height =
        sheet->caption + cell->margins[NORTH] + cell->height + cell->margins[SOUTH];
    return true;
}

static void draw_label(struct wr_picture *picture, const struct hook_label *label, double left,
                       double top)
{
    static const float anchors[] = {[EAST] = 0, [NORTH] = 0.5f, [WEST] = 1, [SOUTH] = 0.5f};
    wr_lettering lettering = {.ink = &wr_name_ink,
                              .size = HOOK_SIZE,
                              .anchor = anchors[label->side],
                              .halo = (wr_colour)0xffffffccu};
    double x = left + label->left + label->width * (double)lettering.anchor;
    double y = top + label->top + 0.9 * (double)HOOK_SIZE;
    wr_picture_text(picture, &lettering, x, y, label->lines[0]);
    lettering.ink = &wr_quiet_ink;
    wr_picture_text(picture, &lettering, x, y + 1.15 * (double)HOOK_SIZE, label->lines[1]);
}

static void draw_room(struct wr_page *page, const struct kit_sheet *sheet, uint32_t index)
{
    const struct kit_cell *cell = &sheet->rooms[index];
    const struct wr_page_cell *at = &sheet->cells[index];
    double left = at->x + cell->margins[WEST],
           top = at->y + sheet->caption + cell->margins[NORTH];
    struct wr_panel panel = {.picture = page->picture,
                             .floorplan = cell->floorplan,
                             .x = left,
                             .y = top,
                             .scale = sheet->scale,
                             .storey = WR_NONE};
    struct caption caption = caption_of_room(sheet, index);
    draw_caption(page, at, &caption);
    wr_panel_draw(&panel);
    for (uint32_t i = 0; i < cell->floorplan->doorway_count; i++)
        draw_label(page->picture, &cell->labels[i], left, top);
}

static bool choose_scale(struct kit_sheet *sheet, double width)
{
    uint32_t count = sheet->kit->room_count;
    double *sides = WR_TAKE(sheet->arena, double, count);
    for (uint32_t i = 0; sides && i < count; i++)
        sides[i] = longest_side(sheet->rooms[i].floorplan);
    if (sides)
        sheet->scale = scale_for(sides, count, ROOM_SIDE,
                                 width / 2 < LARGEST_ROOM ? width / 2 : LARGEST_ROOM);
    return sides != NULL;
}

static enum wr_result load_rooms(struct kit_sheet *sheet)
{
    uint32_t count = sheet->kit->room_count;
    sheet->rooms = WR_ZERO(sheet->arena, struct kit_cell, count);
    sheet->cells = WR_ZERO(sheet->arena, struct wr_page_cell, count);
    enum wr_result result = sheet->rooms && sheet->cells ? WR_OK : wr_no_memory(sheet->context);
    for (uint32_t i = 0; result == WR_OK && i < count; i++)
        result = wr_floorplan_of_room(sheet->context, &sheet->kit->rooms[i],
                                      &sheet->rooms[i].floorplan);
    return result;
}

static void describe_kit(const struct wr_kit *kit, struct wr_bytes *out)
{
    uint64_t hooks = 0;
    for (uint32_t i = 0; i < kit->room_count; i++)
        hooks += kit->rooms[i].hook_count;
    wr_bytes_text(out, "Kit ");
    wr_bytes_text(out, kit->id);
    wr_bytes_text(out, " \xc2\xb7 ");
    wr_page_count(out, kit->room_count, "room");
    wr_bytes_text(out, ", ");
    wr_page_count(out, hooks, "hook");
    wr_bytes_text(out, ", ");
    wr_page_count(out, kit->door_count, "type");
    wr_bytes_text(out, " of door");
    wr_bytes_char(out, '\0');
}

static bool draw_kit_page(struct kit_sheet *sheet, double width, struct wr_picture *picture)
{
    struct wr_bytes subtitle = {0};
    struct wr_legend legend = {0};
    sheet->caption = CAPTION;
    for (uint32_t i = 0; i < sheet->kit->room_count; i++)
        if (sheet->kit->rooms[i].tag_count > 0)
            sheet->caption = CAPTION + TAGS;
    for (uint32_t i = 0; i < sheet->kit->room_count; i++) {
        if (!measure(sheet, i))
            return false;
        wr_legend_add(&legend, sheet->rooms[i].floorplan, false, false);
    }
    describe_kit(sheet->kit, &subtitle);
    bool fine = !subtitle.failed;
    picture->scale = sheet->scale;
    picture->title = sheet->kit->name;
    if (fine) {
        struct wr_page page =
            wr_page_start(picture, width, picture->title, (const char *)subtitle.data);
        wr_page_flow(&page, sheet->cells, sheet->kit->room_count);
        for (uint32_t i = 0; i < sheet->kit->room_count; i++)
            draw_room(&page, sheet, i);
        wr_page_legend(&page, &legend);
        wr_page_end(&page);
    }
    wr_bytes_finish(&subtitle);
    return fine && !picture->failed;
}

enum wr_result wr_kit_draw(struct wr_context *context, const struct wr_kit *kit, double width,
                           struct wr_picture *picture)
{
    struct kit_sheet sheet = {.context = context, .kit = kit, .arena = wr_arena_create()};
    double page = width > 0 ? width : SHEET_WIDTH;
    enum wr_result result = sheet.arena ? load_rooms(&sheet) : wr_no_memory(context);
    if (result == WR_OK &&
        !(choose_scale(&sheet, page) && draw_kit_page(&sheet, page, picture)))
        result = wr_no_memory(context);
    for (uint32_t i = 0; sheet.rooms && i < kit->room_count; i++)
        wr_floorplan_free(sheet.rooms[i].floorplan);
    wr_arena_destroy(sheet.arena);
    return result;
}

/* ---- Levels ------------------------------------------------------------------------------ */

/* The longest side of a middling floorplan, and of any; pixels. */
#define LEVEL_SIDE 210.0
#define LARGEST_LEVEL 640.0

static bool choose_thumb_scale(struct wr_picture *picture,
                               struct wr_floorplan *const *floorplans, uint32_t count,
                               double width)
{
    double most = width - 2 * WR_PAGE_MARGIN - 2 * RIM;
    double *sides = WR_TAKE(picture->arena, double, count);
    for (uint32_t i = 0; sides && i < count; i++)
        sides[i] = longest_side(floorplans[i]);
    if (sides)
        picture->scale =
            scale_for(sides, count, LEVEL_SIDE, most < LARGEST_LEVEL ? most : LARGEST_LEVEL);
    return sides != NULL;
}

/* The title of all floorplans, or NULL. */
static const char *title_of_all(struct wr_floorplan *const *floorplans, uint32_t count)
{
    const char *title = count > 1 ? floorplans[0]->title : NULL;
    for (uint32_t i = 0; title && i < count; i++)
        if (!floorplans[i]->label || !floorplans[i]->title ||
            strcmp(floorplans[i]->title, title) != 0)
            return NULL;
    return title;
}

static const char *plural(uint32_t count)
{
    return count == 1 ? "" : "s";
}

/* Its label, or what it is called, and its counts. `titled`: the page's title is the
 * floorplan's.
 */
static struct caption caption_of(const struct wr_floorplan *floorplan, bool titled)
{
    const char *title = floorplan->label && floorplan->title && !titled ? floorplan->title : "";
    char storeys[24] = "", path[24] = "", kept[24] = "";
    struct caption caption = {.heading = floorplan->label   ? floorplan->label
                                         : floorplan->title ? floorplan->title
                                                            : floorplan->id};
    if (floorplan->storey_count > 1)
        snprintf(storeys, sizeof storeys, ", %u storeys", (unsigned)floorplan->storey_count);
    if (floorplan->route_count > 0)
        snprintf(path, sizeof path, ", path of %u", (unsigned)floorplan->route_count);
    if (floorplan->kept_count > 0)
        snprintf(kept, sizeof kept, ", %u kept", (unsigned)floorplan->kept_count);
    snprintf(caption.lines[0], CAPTION_SIZE, "%.100s%s%u room%s%s, %u link%s%s%s, %s m\xc2\xb2",
             title, *title ? ", " : "", (unsigned)floorplan->room_count,
             plural(floorplan->room_count), kept, (unsigned)floorplan->link_count,
             plural(floorplan->link_count), storeys, path, wr_fixed(floorplan->area, 0).text);
    return caption;
}

static struct wr_page_cell cell_of(const struct wr_floorplan *floorplan,
                                   const struct caption *caption, double scale)
{
    double wide = (floorplan->right - floorplan->left) * scale + 2 * RIM;
    double tall = (floorplan->top - floorplan->bottom) * scale + 2 * RIM;
    double words = caption_width(caption);
    return (struct wr_page_cell){.width = wide > words ? wide : words,
                                 .height = tall + CAPTION};
}

static void draw_thumb(struct wr_page *page, const struct wr_floorplan *floorplan,
                       const struct wr_page_cell *at, const struct caption *caption)
{
    struct wr_panel panel = {.picture = page->picture,
                             .floorplan = floorplan,
                             .x = at->x + RIM,
                             .y = at->y + CAPTION + RIM,
                             .scale = page->picture->scale,
                             .storey = WR_NONE,
                             .small = true};
    draw_caption(page, at, caption);
    wr_panel_draw(&panel);
}

enum wr_result wr_sheet_draw(struct wr_context *context, struct wr_floorplan *const *floorplans,
                             uint32_t count, double width, struct wr_picture *picture)
{
    struct wr_page_cell *cells = WR_ZERO(picture->arena, struct wr_page_cell, count);
    struct wr_legend legend = {0};
    double page_width = width > 0 ? width : SHEET_WIDTH;
    const char *shared = title_of_all(floorplans, count);
    char title[32], subtitle[80];
    if (!cells || !choose_thumb_scale(picture, floorplans, count, page_width))
        return wr_no_memory(context);
    for (uint32_t i = 0; i < count; i++) {
        struct caption caption = caption_of(floorplans[i], shared != NULL);
        cells[i] = cell_of(floorplans[i], &caption, picture->scale);
        wr_legend_add(&legend, floorplans[i], false, true);
    }
    snprintf(title, sizeof title, "%u level%s", (unsigned)count, count == 1 ? "" : "s");
    snprintf(subtitle, sizeof subtitle, "%s%sall to one scale, storeys upon each other",
             shared ? title : "", shared ? " \xc2\xb7 " : "");
    struct wr_page page = wr_page_start(picture, page_width, shared ? shared : title, subtitle);
    wr_page_flow(&page, cells, count);
    for (uint32_t i = 0; i < count; i++) {
        struct caption caption = caption_of(floorplans[i], shared != NULL);
        draw_thumb(&page, floorplans[i], &cells[i], &caption);
    }
    wr_page_legend(&page, &legend);
    wr_page_end(&page);
    return picture->failed ? wr_no_memory(context) : WR_OK;
}
