/* Drawing minimaps: the level's plan in light on dark, its storeys upon each other. */
#include "builder/module/minimap.h"

#include "builder/floorplan/floorplan.h"
#include "builder/picture/letters.h"
#include "builder/picture/raster.h"
#include "core/format/tga.h"

/* Floor around the level, metres, and rim around that, pixels. */
#define PADDING 5.0
#define RIM 4.0
/* The width the game multiplies parts by, pixels. Source: formats/module, 5. */
#define K1_WIDTH 440.0
#define K2_WIDTH 512.0

/* ---- Inks -------------------------------------------------------------------------------- */

/* How the highest storey looks, the next below, and all others. */
enum { SHADES = 3 };

#define GROUND 0x0b1319ffu
static const wr_ink floor_inks[SHADES] = {
    {.role = "floor", .fill = 0x86b4c3ff},
    {.role = "floor below", .fill = 0x4d7380ff},
    {.role = "floor far below", .fill = 0x304b55ff},
};
static const wr_ink wall_inks[SHADES] = {
    {.role = "wall", .stroke = 0xf2fbffff, .width = 1.5f},
    {.role = "wall below", .stroke = 0xa3bac4ff, .width = 1.25f},
    {.role = "wall far below", .stroke = 0x6d838cff, .width = 1},
};
static const wr_ink door_inks[SHADES] = {
    {.role = "doorway", .stroke = 0xe8a33dff, .width = 1.5f, .blunt = true},
    {.role = "doorway below", .stroke = 0xa87a37ff, .width = 1.25f, .blunt = true},
    {.role = "doorway far below", .stroke = 0x765a2fff, .width = 1, .blunt = true},
};
static const wr_ink title_ink = {.role = "title", .fill = 0xf2fbffff};
static const wr_ink line_ink = {.role = "line", .stroke = 0xe8a33dff, .width = 1.5f};

/* ---- Where things are -------------------------------------------------------------------- */

/* A part of the plan on a part of a picture: point (left, top) of the area is drawn at (x, y).
 */
struct frame {
    double left, right, bottom, top; /* metres */
    double x, y, scale;              /* pixels; pixels a metre */
};

static wr_point place(const struct frame *frame, double x, double y)
{
    return (wr_point){frame->x + (x - frame->left) * frame->scale,
                      frame->y + (frame->top - y) * frame->scale};
}

/* Around all walkable floor; a level without any is a square round the origin. Bounds are such
 * as an ARE can say. */
static struct frame frame_of(const struct wr_floorplan *floorplan)
{
    wr_box box = wr_box_empty();
    for (uint32_t r = 0; r < floorplan->room_count; r++) {
        const wr_floorplan_room *room = &floorplan->rooms[r];
        for (uint32_t f = 0; f < room->mesh->walkable_count; f++)
            for (int k = 0; k < 3; k++)
                box = wr_box_add(box, room->points[room->mesh->faces[f].v[k]]);
    }
    if (!(box.min.x <= box.max.x))
        box = (wr_box){{0, 0, 0}, {0, 0, 0}};
    return (struct frame){.left = (double)(float)((double)box.min.x - PADDING),
                          .right = (double)(float)((double)box.max.x + PADDING),
                          .bottom = (double)(float)((double)box.min.y - PADDING),
                          .top = (double)(float)((double)box.max.y + PADDING)};
}

/* Puts a frame into the middle of a box of a picture, as large as it fits. */
static void fit(struct frame *frame, double x, double y, double width, double height)
{
    double wide = frame->right - frame->left, tall = frame->top - frame->bottom;
    double by_width = width / wide, by_height = height / tall;
    frame->scale = by_width < by_height ? by_width : by_height;
    frame->x = x + (width - wide * frame->scale) / 2;
    frame->y = y + (height - tall * frame->scale) / 2;
}

/* ---- Drawing ----------------------------------------------------------------------------- */

static void add_box(struct wr_picture *picture, wr_point low, wr_point high)
{
    wr_picture_contour(picture, true);
    wr_picture_point(picture, low.x, low.y);
    wr_picture_point(picture, low.x, high.y);
    wr_picture_point(picture, high.x, high.y);
    wr_picture_point(picture, high.x, low.y);
}

/* A floor less than a pixel large is its box. */
static bool add_small(struct wr_picture *picture, const struct frame *frame,
                      const wr_outline *outline, const wr_contour *contour)
{
    wr_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < contour->count; i++) {
        const wr_point *point = &outline->points[contour->first + i];
        wr_point at = place(frame, point->x, point->y);
        low = (wr_point){at.x < low.x ? at.x : low.x, at.y < low.y ? at.y : low.y};
        high = (wr_point){at.x > high.x ? at.x : high.x, at.y > high.y ? at.y : high.y};
        if (high.x - low.x > 1 || high.y - low.y > 1)
            return false;
    }
    add_box(picture, low, high);
    return true;
}

/* Points that fall together at the picture's scale are one. With `apart` each piece is a
 * contour of its own: lines too thin for round corners. */
static void add_contour(struct wr_picture *picture, const struct frame *frame,
                        const wr_outline *outline, const wr_contour *contour, bool apart)
{
    const double least = 0.25; /* pixels */
    uint32_t count = contour->count + (apart && contour->closed);
    wr_point last = {-INFINITY, 0};
    if (!apart)
        wr_picture_contour(picture, contour->closed);
    for (uint32_t i = 0; i < count; i++) {
        const wr_point *point = &outline->points[contour->first + i % contour->count];
        wr_point at = place(frame, point->x, point->y);
        bool end = !contour->closed && i + 1 == count;
        if (fabs(at.x - last.x) + fabs(at.y - last.y) < least && !end)
            continue;
        if (apart && i) {
            wr_picture_contour(picture, false);
            wr_picture_point(picture, last.x, last.y);
        }
        if (!apart || i)
            wr_picture_point(picture, at.x, at.y);
        last = at;
    }
}

static void add_outline(struct wr_picture *picture, const struct frame *frame,
                        const wr_outline *outline, bool apart)
{
    for (uint32_t c = 0; c < outline->contour_count; c++) {
        const wr_contour *contour = &outline->contours[c];
        if (outline->layer != WR_LAYER_FLOOR || !add_small(picture, frame, outline, contour))
            add_contour(picture, frame, outline, contour, apart);
    }
}

/* As one shape, so that no line shows where two outlines meet. */
static void draw_layer(struct wr_picture *picture, const struct frame *frame,
                       const struct wr_floorplan *floorplan, uint32_t storey,
                       enum wr_layer layer, const wr_ink *ink)
{
    wr_picture_path(picture, ink);
    for (uint32_t r = 0; r < floorplan->room_count; r++)
        for (uint32_t i = 0; i < floorplan->rooms[r].outline_count; i++) {
            const wr_outline *outline = &floorplan->rooms[r].outlines[i];
            if (outline->storey == storey && outline->layer == layer)
                add_outline(picture, frame, outline, ink->blunt);
        }
}

/* Doorways that are linked, or closed. */
static void draw_doorways(struct wr_picture *picture, const struct frame *frame,
                          const struct wr_floorplan *floorplan, uint32_t storey, bool linked,
                          const wr_ink *ink)
{
    wr_picture_path(picture, ink);
    for (uint32_t d = 0; d < floorplan->doorway_count; d++) {
        const wr_floorplan_doorway *doorway = &floorplan->doorways[d];
        if (doorway->storey != storey || doorway->count < 2 ||
            (doorway->other != WR_NONE) != linked)
            continue;
        wr_picture_contour(picture, false);
        for (uint32_t i = 0; i < doorway->count; i++) {
            wr_vec3 point = floorplan->doorway_points[doorway->first + i];
            wr_point at = place(frame, (double)point.x, (double)point.y);
            wr_picture_point(picture, at.x, at.y);
        }
    }
}

/* Walls of a small plan are drawn as thin as they are, down to what can still be seen. */
static wr_ink thin_ink(const wr_ink *ink, double scale)
{
    const double metres = 0.4, least = 0.6;
    double width = scale * metres < least ? least : scale * metres;
    wr_ink thin = *ink;
    thin.width = width < (double)ink->width ? (float)width : ink->width;
    thin.blunt |= thin.width < 1;
    return thin;
}

/* The inks of a drawing, which they must outlive. */
struct inks {
    wr_ink walls[SHADES], doors[SHADES];
};

static struct inks inks_of(const struct frame *frame)
{
    struct inks inks;
    for (int i = 0; i < SHADES; i++) {
        inks.walls[i] = thin_ink(&wall_inks[i], frame->scale);
        inks.doors[i] = thin_ink(&door_inks[i], frame->scale);
    }
    return inks;
}

/* Pixels a metre below which rooms are so small that walls would cover them. */
#define NO_WALLS 0.2

/* From the lowest storey up. Closed doorways are walls; where rooms are linked the wall has a
 * gap, and in it a mark. */
static void draw_floorplan(struct wr_picture *picture, const struct frame *frame,
                           const struct wr_floorplan *floorplan, const struct inks *inks)
{
    for (uint32_t s = 0; s < floorplan->storey_count; s++) {
        uint32_t shade = floorplan->storey_count - 1 - s;
        shade = shade < SHADES ? shade : SHADES - 1;
        draw_layer(picture, frame, floorplan, s, WR_LAYER_FLOOR, &floor_inks[shade]);
        if (frame->scale < NO_WALLS)
            continue;
        draw_layer(picture, frame, floorplan, s, WR_LAYER_WALL, &inks->walls[shade]);
        draw_doorways(picture, frame, floorplan, s, false, &inks->walls[shade]);
        draw_doorways(picture, frame, floorplan, s, true, &inks->doors[shade]);
    }
}

static struct wr_picture start_picture(struct wr_arena *arena, double width, double height)
{
    struct wr_picture picture = wr_picture_start(arena);
    picture.width = width;
    picture.height = height;
    picture.paper = GROUND;
    return picture;
}

static enum wr_result write_picture(struct wr_context *context, struct wr_arena *arena,
                                    const struct wr_picture *picture, struct wr_bytes *out)
{
    struct wr_pixels pixels;
    enum wr_result result = wr_picture_raster(context, arena, picture, &pixels);
    if (result != WR_OK)
        return result;
    struct wr_tga tga = {.width = (uint32_t)pixels.width,
                         .height = (uint32_t)pixels.height,
                         .channels = 3,
                         .pixels = pixels.data};
    return wr_tga_write(context, &tga, out);
}

/* ---- The minimap ------------------------------------------------------------------------- */

/* Fineness of the fog that lifts where one has been: within what the game's own areas have. */
static int32_t resolution_of(const struct frame *frame)
{
    const double metres = 8;
    enum { LEAST = 12, MOST = 50 };
    double cells = (frame->right - frame->left) / metres;
    return cells < LEAST ? LEAST : cells > MOST ? MOST : (int32_t)cells;
}

static struct wr_minimap_mapping mapping_of(const struct frame *frame, double width)
{
    double right = frame->x + (frame->right - frame->left) * frame->scale;
    double low = frame->y + (frame->top - frame->bottom) * frame->scale;
    return (struct wr_minimap_mapping){
        .world1_x = (float)frame->left,
        .world1_y = (float)frame->top,
        .world2_x = (float)frame->right,
        .world2_y = (float)frame->bottom,
        .map1_x = (float)(frame->x / width),
        .map1_y = (float)(frame->y / WR_MINIMAP_HEIGHT),
        .map2_x = (float)(right / width),
        .map2_y = (float)(low / WR_MINIMAP_HEIGHT),
        .north_axis = 0,
        .zoom = 1,
        .resolution = resolution_of(frame),
    };
}

enum wr_result wr_minimap_make(struct wr_context *context, const struct wr_floorplan *floorplan,
                               enum wr_game game, struct wr_minimap_mapping *mapping,
                               struct wr_bytes *tga)
{
    double width = game == WR_K2 ? K2_WIDTH : K1_WIDTH;
    struct frame frame = frame_of(floorplan);
    fit(&frame, RIM, RIM, width - 2 * RIM, WR_MINIMAP_HEIGHT - 2 * RIM);
    *mapping = mapping_of(&frame, width);
    struct inks inks = inks_of(&frame);
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    struct wr_picture picture = start_picture(arena, WR_MINIMAP_WIDTH, WR_MINIMAP_HEIGHT);
    draw_floorplan(&picture, &frame, floorplan, &inks);
    enum wr_result result = write_picture(context, arena, &picture, tga);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_minimap_of_meshes(struct wr_context *context,
                                    const struct wr_walkmesh *const *meshes, uint32_t count,
                                    enum wr_game game, struct wr_minimap_mapping *mapping,
                                    struct wr_bytes *tga)
{
    struct wr_floorplan *floorplan;
    enum wr_result result = wr_floorplan_of_meshes(context, meshes, count, &floorplan);
    if (result != WR_OK)
        return result;
    result = wr_minimap_make(context, floorplan, game, mapping, tga);
    wr_floorplan_free(floorplan);
    return result;
}

void wr_minimap_set(struct wr_gff *are, const struct wr_minimap_mapping *m)
{
    const wr_gff_field *there = wr_gff_find(are->root, "Map");
    bool kept = there && there->type == WR_GFF_STRUCT;
    wr_gff_struct *map = wr_gff_set_struct(are, are->root, "Map", kept ? there->child->id : 0);
    wr_gff_set_whole(are, map, "MapResX", WR_GFF_INT, m->resolution);
    wr_gff_set_whole(are, map, "NorthAxis", WR_GFF_INT, m->north_axis);
    wr_gff_set_float(are, map, "WorldPt1X", m->world1_x);
    wr_gff_set_float(are, map, "WorldPt1Y", m->world1_y);
    wr_gff_set_float(are, map, "WorldPt2X", m->world2_x);
    wr_gff_set_float(are, map, "WorldPt2Y", m->world2_y);
    wr_gff_set_float(are, map, "MapPt1X", m->map1_x);
    wr_gff_set_float(are, map, "MapPt1Y", m->map1_y);
    wr_gff_set_float(are, map, "MapPt2X", m->map2_x);
    wr_gff_set_float(are, map, "MapPt2Y", m->map2_y);
    wr_gff_set_whole(are, map, "MapZoom", WR_GFF_INT, m->zoom);
}

/* ---- The load screen --------------------------------------------------------------------- */

static void draw_title(struct wr_picture *picture, const char *title)
{
    const double largest = 40, margin = 32, baseline = 64;
    double width = wr_letters_width(title), room = WR_LOAD_SCREEN_SIZE - 2 * margin;
    double size = width * largest > room ? room / width : largest;
    wr_lettering lettering = {
        .ink = &title_ink, .size = (float)size, .anchor = 0.5f, .bold = true};
    wr_picture_text(picture, &lettering, WR_LOAD_SCREEN_SIZE / 2.0, baseline, title);
    wr_picture_line(picture, &line_ink, (wr_point){margin, baseline + margin / 2},
                    (wr_point){WR_LOAD_SCREEN_SIZE - margin, baseline + margin / 2});
}

enum wr_result wr_load_screen_make(struct wr_context *context,
                                   const struct wr_floorplan *floorplan, struct wr_bytes *tga)
{
    const double head = 88, margin = 16;
    struct frame frame = frame_of(floorplan);
    fit(&frame, margin, head, WR_LOAD_SCREEN_SIZE - 2 * margin,
        WR_LOAD_SCREEN_SIZE - head - margin);
    struct inks inks = inks_of(&frame);
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    struct wr_picture picture = start_picture(arena, WR_LOAD_SCREEN_SIZE, WR_LOAD_SCREEN_SIZE);
    draw_floorplan(&picture, &frame, floorplan, &inks);
    draw_title(&picture,
               floorplan->title && *floorplan->title ? floorplan->title : floorplan->id);
    enum wr_result result = write_picture(context, arena, &picture, tga);
    wr_arena_destroy(arena);
    return result;
}
