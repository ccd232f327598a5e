/* Building a picture up. */
#include "builder/picture/picture.h"

#include <string.h>

struct wr_picture wr_picture_start(struct wr_arena *arena)
{
    return (struct wr_picture){.arena = arena, .paper = WR_PAPER};
}

/* Room for one more thing of a growing list; false when memory is out. */
static bool more(struct wr_picture *picture, void *items, uint32_t count, size_t size)
{
    void **list = items;
    void *grown = picture->failed || count == UINT32_MAX
                      ? NULL
                      : wr_arena_more(picture->arena, *list, count, size);
    if (!grown) {
        picture->failed = true;
        return false;
    }
    *list = grown;
    return true;
}

static wr_shape *add_shape(struct wr_picture *picture, const wr_ink *ink)
{
    if (!more(picture, &picture->shapes, picture->shape_count, sizeof *picture->shapes))
        return NULL;
    wr_shape *shape = &picture->shapes[picture->shape_count++];
    *shape = (wr_shape){.ink = ink, .first = picture->contour_count};
    return shape;
}

void wr_picture_path(struct wr_picture *picture, const wr_ink *ink)
{
    add_shape(picture, ink);
}

void wr_picture_tip(struct wr_picture *picture, const char *tip)
{
    const char *copy = picture->failed ? NULL : wr_arena_text(picture->arena, tip, strlen(tip));
    if (copy)
        picture->shapes[picture->shape_count - 1].tip = copy;
    else
        picture->failed = true;
}

void wr_picture_contour(struct wr_picture *picture, bool closed)
{
    if (!more(picture, &picture->contours, picture->contour_count, sizeof *picture->contours))
        return;
    picture->contours[picture->contour_count++] = (wr_contour){picture->point_count, 0, closed};
    picture->shapes[picture->shape_count - 1].count++;
}

void wr_picture_point(struct wr_picture *picture, double x, double y)
{
    if (!more(picture, &picture->points, picture->point_count, sizeof *picture->points))
        return;
    picture->points[picture->point_count++] = (wr_point){x, y};
    picture->contours[picture->contour_count - 1].count++;
}

void wr_picture_line(struct wr_picture *picture, const wr_ink *ink, wr_point a, wr_point b)
{
    wr_picture_path(picture, ink);
    wr_picture_contour(picture, false);
    wr_picture_point(picture, a.x, a.y);
    wr_picture_point(picture, b.x, b.y);
}

void wr_picture_polygon(struct wr_picture *picture, const wr_ink *ink, const wr_point *points,
                        uint32_t count)
{
    wr_picture_path(picture, ink);
    wr_picture_contour(picture, true);
    for (uint32_t i = 0; i < count; i++)
        wr_picture_point(picture, points[i].x, points[i].y);
}

void wr_picture_box(struct wr_picture *picture, const wr_ink *ink, double x, double y,
                    double width, double height)
{
    wr_picture_polygon(
        picture, ink,
        (wr_point[]){{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, 4);
}

void wr_picture_disc(struct wr_picture *picture, const wr_ink *ink, double x, double y,
                     double radius)
{
    /* Sixteenths of a turn. */
    static const wr_point turns[4] = {{1, 0},
                                      {0.92387953251128674, 0.38268343236508977},
                                      {0.70710678118654752, 0.70710678118654752},
                                      {0.38268343236508977, 0.92387953251128674}};
    wr_picture_path(picture, ink);
    wr_picture_contour(picture, true);
    for (int quarter = 0; quarter < 4; quarter++)
        for (int i = 0; i < 4; i++) {
            double c = turns[i].x * radius, s = turns[i].y * radius;
            double ways[4][2] = {{c, s}, {-s, c}, {-c, -s}, {s, -c}};
            wr_picture_point(picture, x + ways[quarter][0], y + ways[quarter][1]);
        }
}

void wr_picture_text(struct wr_picture *picture, const wr_lettering *lettering, double x,
                     double y, const char *text)
{
    char *copy = picture->failed ? NULL : wr_arena_text(picture->arena, text, strlen(text));
    wr_shape *shape = copy ? add_shape(picture, lettering->ink) : NULL;
    if (!shape) {
        picture->failed = true;
        return;
    }
    shape->text = copy;
    shape->lettering = *lettering;
    shape->at = (wr_point){x, y};
}
