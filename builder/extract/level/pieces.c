/* Triangles are cut along the sides of regions, one region after another. */
#include "builder/extract/level/pieces.h"

#include "core/base/tolerance.h"
#include "core/brush/zones.h"

#include <string.h>

/* A triangle gets one corner more at most from each of a zone's sides, and so again from those
 * of others that took their part before: more are not cut. */
enum { MOST_CORNERS = 24, MOST_PIECES = 1 << 22 };

struct polygon {
    wr_wmp_drawn_corner corners[MOST_CORNERS];
    uint32_t count;
};

struct cutting {
    struct wr_taking *taking;
    struct wr_arena *scratch; /* of one face */
    const struct wr_level *level;
    const struct wr_wmp_drawing *drawing;
    struct wr_zones zones;
    struct wr_level_pieces *out;
    struct polygon *left; /* what of a triangle no zone has yet */
    size_t left_count;
    bool failed; /* memory is out */
};

/* ---- Pieces ------------------------------------------------------------------------------ */

static wr_level_piece *add_piece(struct cutting *c)
{
    wr_level_piece *items =
        wr_arena_more(c->taking->arena, c->out->items, c->out->count, sizeof *items);
    c->failed |= !items;
    if (!items)
        return NULL;
    c->out->items = items;
    return &items[c->out->count++];
}

static void add_whole(struct cutting *c, uint32_t face, uint32_t room)
{
    const wr_wmp_drawn *drawn = &c->drawing->faces[face];
    wr_level_piece *piece = add_piece(c);
    if (piece)
        *piece = (wr_level_piece){.room = room,
                                  .face = face,
                                  .corners = c->drawing->corners + drawn->first,
                                  .corner_count = drawn->count,
                                  .cuts = c->drawing->triangles + drawn->cut,
                                  .cut_count = drawn->cuts};
}

static void add_polygon(struct cutting *c, uint32_t face, uint32_t room,
                        const struct polygon *polygon)
{
    if (polygon->count < 3)
        return;
    wr_wmp_drawn_corner *corners =
        wr_arena_copy(c->taking->arena, polygon->corners, polygon->count, sizeof *corners);
    c->failed |= !corners;
    wr_level_piece *piece = corners ? add_piece(c) : NULL;
    if (piece)
        *piece = (wr_level_piece){.room = room,
                                  .face = face,
                                  .corners = corners,
                                  .corner_count = polygon->count,
                                  .cut_count = polygon->count - 2};
}

/* ---- Cutting ----------------------------------------------------------------------------- */

static wr_wmp_drawn_corner between(const wr_wmp_drawn_corner *a, const wr_wmp_drawn_corner *b,
                                   double part)
{
    return (wr_wmp_drawn_corner){wr_add(a->at, wr_scale(wr_sub(b->at, a->at), part)),
                                 a->u + part * (b->u - a->u), a->v + part * (b->v - a->v)};
}

/* How far over a side of a zone a corner is, as seen from a little before the face. */
static double over(const struct wr_zone *zone, int side, wr_dvec3 lift,
                   const wr_wmp_drawn_corner *corner)
{
    return wr_dot(zone->normals[side], wr_add(corner->at, lift)) - zone->distances[side];
}

/* What of a polygon is within a side, and what is beyond it. False where there are too many
 * corners. */
static bool cut_at(const struct polygon *polygon, const struct wr_zone *zone, int side,
                   wr_dvec3 lift, struct polygon *within, struct polygon *beyond)
{
    within->count = beyond->count = 0;
    if (polygon->count + 2 > MOST_CORNERS)
        return false;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const wr_wmp_drawn_corner *a = &polygon->corners[i];
        const wr_wmp_drawn_corner *b = &polygon->corners[(i + 1) % polygon->count];
        double at_a = over(zone, side, lift, a), at_b = over(zone, side, lift, b);
        if (at_a <= 0)
            within->corners[within->count++] = *a;
        if (at_a >= 0)
            beyond->corners[beyond->count++] = *a;
        if ((at_a < 0 && at_b > 0) || (at_a > 0 && at_b < 0)) {
            wr_wmp_drawn_corner c = between(a, b, at_a / (at_a - at_b));
            within->corners[within->count++] = c;
            beyond->corners[beyond->count++] = c;
        }
    }
    return true;
}

static bool has_area(const struct polygon *polygon)
{
    wr_dvec3 area = {0, 0, 0};
    for (uint32_t i = 2; i < polygon->count; i++)
        area = wr_add(area, wr_cross(wr_sub(polygon->corners[i - 1].at, polygon->corners[0].at),
                                     wr_sub(polygon->corners[i].at, polygon->corners[0].at)));
    return wr_length(area) > 1e-6;
}

static void keep_left(struct cutting *c, const struct polygon *polygon)
{
    struct polygon *left = has_area(polygon) ? wr_arena_more(c->taking->arena, c->left,
                                                             c->left_count, sizeof *left)
                                             : NULL;
    c->failed |= has_area(polygon) && !left;
    if (!left)
        return;
    c->left = left;
    left[c->left_count++] = *polygon;
}

/* Takes out of a polygon what lies in a zone. */
static void take_zone(struct cutting *c, uint32_t face, uint32_t zone,
                      const struct polygon *polygon)
{
    const struct wr_zone *box = &c->zones.items[zone];
    wr_dvec3 lift = wr_scale(c->drawing->faces[face].normal, WR_BRUSH_LIFT / c->level->metres);
    struct polygon inside = *polygon, within, beyond, outside[6];
    unsigned pieces = 0;
    for (int side = 0; side < 6; side++) {
        if (!cut_at(&inside, box, side, lift, &within, &beyond) || !has_area(&within)) {
            keep_left(c, polygon); /* nothing of it lies there */
            return;
        }
        if (has_area(&beyond))
            outside[pieces++] = beyond;
        inside = within;
    }
    for (unsigned i = 0; i < pieces; i++)
        keep_left(c, &outside[i]);
    add_polygon(c, face, c->level->room_of[c->level->zones[zone].part], &inside);
}

static wr_dbox box_of(const struct cutting *c, uint32_t face)
{
    const wr_wmp_drawn *drawn = &c->drawing->faces[face];
    double lift = WR_BRUSH_LIFT / c->level->metres;
    wr_dbox box = wr_dbox_empty();
    for (uint32_t i = 0; i < drawn->count; i++)
        wr_dbox_add(&box, c->drawing->corners[drawn->first + i].at);
    const wr_dvec3 wide = {lift, lift, lift};
    return (wr_dbox){wr_sub(box.min, wide), wr_add(box.max, wide)};
}

static void start_triangles(struct cutting *c, uint32_t face)
{
    const wr_wmp_drawn *drawn = &c->drawing->faces[face];
    for (uint32_t i = 0; i < drawn->cuts; i++) {
        struct polygon triangle = {.count = 3};
        for (int k = 0; k < 3; k++)
            triangle.corners[k] =
                c->drawing->corners[drawn->first + c->drawing->triangles[drawn->cut + i][k]];
        keep_left(c, &triangle);
    }
}

static void cut_face(struct cutting *c, uint32_t face)
{
    wr_dbox box = box_of(c, face);
    bool begun = false;
    wr_arena_reset(c->scratch);
    c->left = NULL;
    c->left_count = 0;
    for (uint32_t z = 0; z < c->level->brush.zone_count && !c->failed; z++) {
        if (!c->level->zones[z].part || !wr_dbox_touch(&c->zones.boxes[z], &box) ||
            c->out->count > MOST_PIECES)
            continue;
        if (!begun)
            start_triangles(c, face);
        begun = true;
        struct polygon *whole = c->left;
        size_t count = c->left_count;
        c->left = NULL;
        c->left_count = 0;
        for (size_t i = 0; i < count; i++)
            take_zone(c, face, z, &whole[i]);
    }
    if (!begun)
        add_whole(c, face, c->level->room_of[0]);
    for (size_t i = 0; begun && i < c->left_count; i++)
        add_polygon(c, face, c->level->room_of[0], &c->left[i]);
}

bool wr_level_pieces_make(struct wr_taking *taking, const struct wr_level *level,
                          const struct wr_wmp_drawing *drawing, struct wr_level_pieces *out)
{
    struct cutting c = {.taking = taking, .level = level, .drawing = drawing, .out = out};
    *out = (struct wr_level_pieces){0};
    c.scratch = wr_arena_create();
    c.failed = !c.scratch || !wr_zones_make(taking->arena, &level->brush, 1, 0, &c.zones);
    for (uint32_t f = 0; f < drawing->face_count && !c.failed; f++) {
        uint32_t part = level->block_parts ? level->block_parts[drawing->faces[f].block] : 0;
        if (taking->room_count == 1 || level->block_parts)
            add_whole(&c, f, level->room_of[part]);
        else
            cut_face(&c, f);
    }
    wr_arena_destroy(c.scratch);
    return !c.failed;
}
