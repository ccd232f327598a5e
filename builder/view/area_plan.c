/* The plan of an NWN2 walkmesh, from the bottom up: what cannot be walked on, islands, lines of
 * tiles, walls, the way. */
#include "builder/view/area_plan.h"
#include "builder/picture/inks.h"
#include "builder/view/page.h"

#include "core/aswm/outline.h"
#include "core/base/math.h"
#include "core/base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* What a page likes to be, pixels, how long it gets where its width is asked for, and what a
 * metre takes at most. */
#define WIDEST 1800.0
#define TALLEST 1300.0
#define LONGEST 100000.0
#define NARROWEST 640.0
#define LARGEST_SCALE 16.0

struct drawing {
    const struct wr_area_plan *plan;
    const struct wr_aswm *mesh;
    struct wr_picture *picture;
    struct wr_arena *scratch;
    double left, bottom, right, top; /* of what is drawn, metres */
    double x, y;                     /* pixels, of its left upper corner */
    uint8_t *colours;                /* one an island */
};

static wr_point place(const struct drawing *drawing, double x, double y)
{
    return (wr_point){drawing->x + (x - drawing->left) * drawing->picture->scale,
                      drawing->y + (drawing->top - y) * drawing->picture->scale};
}

/* ---- Extent and scale ---- */

/* The tiles, and what lies outside them. */
static void measure(struct drawing *drawing)
{
    const struct wr_aswm *mesh = drawing->mesh;
    drawing->left = drawing->bottom = 0;
    drawing->right = mesh->width * (double)mesh->tile_width;
    drawing->top = mesh->height * (double)mesh->tile_width;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        double x = (double)mesh->vertices[i].x, y = (double)mesh->vertices[i].y;
        drawing->left = x < drawing->left ? x : drawing->left;
        drawing->right = x > drawing->right ? x : drawing->right;
        drawing->bottom = y < drawing->bottom ? y : drawing->bottom;
        drawing->top = y > drawing->top ? y : drawing->top;
    }
}

static double scale_for(const struct drawing *drawing, double width)
{
    double wide = drawing->right - drawing->left, tall = drawing->top - drawing->bottom;
    double across = (width > 0 ? width : WIDEST) - 2 * WR_PAGE_MARGIN;
    double scale = wide > 0 ? across / wide : LARGEST_SCALE;
    double tallest = width > 0 ? LONGEST : TALLEST;
    scale = scale * tall > tallest ? tallest / tall : scale;
    return width > 0 || scale < LARGEST_SCALE ? scale : LARGEST_SCALE;
}

static double width_for(const struct drawing *drawing)
{
    double width =
        (drawing->right - drawing->left) * drawing->picture->scale + 2 * WR_PAGE_MARGIN;
    return (double)(int64_t)(width > NARROWEST ? width + 0.5 : NARROWEST);
}

/* ---- Colours ---- */

/* The colour that the fewest islands have, of those no neighbour has. */
static uint8_t free_colour(const struct drawing *drawing, const wr_aswm_island *island,
                           const uint32_t uses[WR_ISLAND_INKS])
{
    bool taken[WR_ISLAND_INKS] = {false};
    int best = -1;
    for (uint32_t i = 0; i < island->way_count; i++)
        if (drawing->colours[island->next[i]] < WR_ISLAND_INKS)
            taken[drawing->colours[island->next[i]]] = true;
    for (int c = 0; c < WR_ISLAND_INKS; c++)
        if (!taken[c] && (best < 0 || uses[c] < uses[best]))
            best = c;
    return (uint8_t)(best < 0 ? 0 : best);
}

static bool colour_islands(struct drawing *drawing)
{
    const struct wr_aswm *mesh = drawing->mesh;
    uint32_t uses[WR_ISLAND_INKS] = {0};
    drawing->colours = WR_TAKE(drawing->scratch, uint8_t, mesh->island_count);
    if (!drawing->colours)
        return false;
    memset(drawing->colours, UINT8_MAX, mesh->island_count);
    for (uint32_t i = 0; i < mesh->island_count; i++) {
        drawing->colours[i] = free_colour(drawing, &mesh->islands[i], uses);
        uses[drawing->colours[i]]++;
    }
    return true;
}

/* ---- Floors ---- */

static void draw_loop(void *user, const uint32_t *vertices, uint32_t count)
{
    const struct drawing *drawing = user;
    wr_picture_contour(drawing->picture, true);
    for (uint32_t i = 0; i < count; i++) {
        const wr_vec3 *vertex = &drawing->mesh->vertices[vertices[i]];
        wr_point at = place(drawing, (double)vertex->x, (double)vertex->y);
        wr_picture_point(drawing->picture, at.x, at.y);
    }
}

static void tell_island(const struct drawing *drawing, uint32_t index)
{
    const wr_aswm_island *island = &drawing->mesh->islands[index];
    char text[96];
    snprintf(text, sizeof text,
             "island %" PRIu32 ": %" PRIu32 " triangle%s, %" PRIu32 " way%s out", index,
             island->triangle_count, island->triangle_count == 1 ? "" : "s", island->way_count,
             island->way_count == 1 ? "" : "s");
    wr_picture_tip(drawing->picture, text);
}

static void begin_floor(void *user, uint32_t group)
{
    const struct drawing *drawing = user;
    bool island = group < drawing->mesh->island_count;
    wr_picture_path(drawing->picture,
                    island ? wr_island_ink(drawing->colours[group]) : &wr_blocked_ink);
    if (island)
        tell_island(drawing, group);
}

static void begin_wall(void *user, uint32_t group)
{
    const struct drawing *drawing = user;
    (void)group;
    wr_picture_path(drawing->picture, &wr_thin_wall_ink);
}

static bool draw_floors(struct drawing *drawing)
{
    const struct wr_aswm *mesh = drawing->mesh;
    uint32_t *groups = WR_TAKE(drawing->scratch, uint32_t, mesh->triangle_count);
    if (!groups)
        return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        groups[t] =
            wr_aswm_walkable(mesh, t) ? mesh->triangles[t].island : (uint32_t)UINT16_MAX + 1;
    return wr_aswm_outlines(mesh, groups, drawing->scratch, begin_floor, draw_loop, drawing);
}

static bool draw_walls(struct drawing *drawing)
{
    const struct wr_aswm *mesh = drawing->mesh;
    uint32_t *groups = WR_TAKE(drawing->scratch, uint32_t, mesh->triangle_count);
    if (!groups)
        return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        groups[t] = wr_aswm_walkable(mesh, t) ? 0 : WR_ASWM_NO_GROUP;
    return wr_aswm_outlines(mesh, groups, drawing->scratch, begin_wall, draw_loop, drawing);
}

/* ---- Tiles and the way ---- */

/* Metres, for --route: beside each line that has room for them. */
static void number_line(struct drawing *drawing, double metres, bool upright)
{
    const struct wr_aswm *mesh = drawing->mesh;
    const double least = 26; /* pixels between two numbers */
    wr_lettering lettering = {.ink = &wr_quiet_ink, .size = 9};
    wr_point at = upright ? place(drawing, metres, 0) : place(drawing, 0, metres);
    if ((double)mesh->tile_width * drawing->picture->scale >= least)
        wr_picture_text(drawing->picture, &lettering, at.x + 3, at.y + (upright ? -3 : 10),
                        wr_fixed(metres, 0).text);
}

static void draw_tile_lines(struct drawing *drawing)
{
    const struct wr_aswm *mesh = drawing->mesh;
    double side = (double)mesh->tile_width, wide = mesh->width * side,
           tall = mesh->height * side;
    for (uint32_t i = 0; i <= mesh->width; i++)
        wr_picture_line(drawing->picture, &wr_tile_ink, place(drawing, i * side, 0),
                        place(drawing, i * side, tall));
    for (uint32_t i = 0; i <= mesh->height; i++)
        wr_picture_line(drawing->picture, &wr_tile_ink, place(drawing, 0, i * side),
                        place(drawing, wide, i * side));
}

/* Two places in one triangle are a way, too. */
static uint32_t way_points(const struct wr_area_plan *plan)
{
    return plan->way->count > 2 ? plan->way->count : 2;
}

/* The points of the way: from the first place over the centres of the triangles between them
 * to the last. */
static wr_point way_point(const struct wr_area_plan *plan, uint32_t index)
{
    const double *end = index == 0 ? plan->ends.from : plan->ends.to;
    if (index == 0 || index == way_points(plan) - 1)
        return (wr_point){end[0], end[1]};
    const wr_aswm_triangle *triangle = &plan->mesh->triangles[plan->way->triangles[index]];
    return (wr_point){(double)triangle->x, (double)triangle->y};
}

static double way_length(const struct wr_area_plan *plan)
{
    double sum = 0;
    for (uint32_t i = 1; i < way_points(plan); i++) {
        wr_point a = way_point(plan, i - 1), b = way_point(plan, i);
        sum += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return sum;
}

static void draw_way(struct drawing *drawing)
{
    const struct wr_area_plan *plan = drawing->plan;
    uint32_t count = way_points(plan);
    wr_picture_path(drawing->picture, &wr_route_ink);
    wr_picture_contour(drawing->picture, false);
    for (uint32_t i = 0; i < count; i++) {
        wr_point point = way_point(plan, i), at = place(drawing, point.x, point.y);
        wr_picture_point(drawing->picture, at.x, at.y);
    }
    wr_point from = place(drawing, plan->ends.from[0], plan->ends.from[1]);
    wr_point to = place(drawing, plan->ends.to[0], plan->ends.to[1]);
    wr_picture_disc(drawing->picture, &wr_entry_ink, from.x, from.y, 6);
    wr_picture_disc(drawing->picture, &wr_exit_ink, to.x, to.y, 6);
}

/* ---- Words ---- */

static void describe(const struct drawing *drawing, struct wr_bytes *out)
{
    const struct wr_aswm *mesh = drawing->mesh;
    uint32_t walkable = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        walkable += wr_aswm_walkable(mesh, t);
    wr_page_count(out, walkable, "walkable triangle");
    wr_bytes_text(out, ", ");
    wr_page_count(out, mesh->island_count, "island");
    wr_bytes_print(out, ", %" PRIu32 " by %" PRIu32 " tiles of %s m", mesh->width, mesh->height,
                   wr_fixed((double)mesh->tile_width, 0).text);
    if (drawing->plan->way)
        wr_bytes_print(out, " \xc2\xb7 the way is %s m long",
                       wr_fixed(way_length(drawing->plan), 1).text);
    wr_bytes_add(out, "", 1);
}

/* ---- The page ---- */

static void explain(const struct drawing *drawing, struct wr_page *page)
{
    const struct wr_aswm *mesh = drawing->mesh;
    struct wr_legend legend = {.tiles = true, .islands = mesh->island_count > 0};
    for (uint32_t t = 0; t < mesh->triangle_count; t++)
        legend.blocked |= !wr_aswm_walkable(mesh, t);
    legend.way = drawing->plan->way != NULL;
    wr_page_legend(page, &legend);
}

static bool draw_page(struct drawing *drawing, double width, const char *subtitle)
{
    struct wr_picture *picture = drawing->picture;
    picture->scale = scale_for(drawing, width);
    picture->title = drawing->plan->title;
    width = width > 0 ? width : width_for(drawing);
    struct wr_page page = wr_page_start(picture, width, picture->title, subtitle);
    drawing->x = (width - (drawing->right - drawing->left) * picture->scale) / 2;
    drawing->y = page.y;
    page.y += (drawing->top - drawing->bottom) * picture->scale + WR_PAGE_GAP;
    bool fine = draw_floors(drawing);
    draw_tile_lines(drawing);
    fine = fine && draw_walls(drawing);
    for (uint32_t i = 0; i < drawing->mesh->width; i++)
        number_line(drawing, i * (double)drawing->mesh->tile_width, true);
    for (uint32_t i = 1; i <= drawing->mesh->height; i++)
        number_line(drawing, i * (double)drawing->mesh->tile_width, false);
    if (drawing->plan->way)
        draw_way(drawing);
    explain(drawing, &page);
    wr_page_end(&page);
    return fine && !picture->failed;
}

enum wr_result wr_area_plan_draw(struct wr_context *context, const struct wr_area_plan *plan,
                                 double width, struct wr_picture *picture)
{
    struct drawing drawing = {.plan = plan, .mesh = plan->mesh, .picture = picture};
    struct wr_bytes subtitle = {0};
    drawing.scratch = wr_arena_create();
    measure(&drawing);
    describe(&drawing, &subtitle);
    bool fine = drawing.scratch && !subtitle.failed && colour_islands(&drawing) &&
                draw_page(&drawing, width, (const char *)subtitle.data);
    wr_bytes_finish(&subtitle);
    wr_arena_destroy(drawing.scratch);
    return fine ? WR_OK : wr_no_memory(context);
}
