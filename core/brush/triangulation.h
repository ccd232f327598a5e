/* Points of a whole-numbered plane, joined to triangles that keep to the lines between them.
 * Which side of a line a point lies on is decided exactly. A line bends to points that lie
 * within a step of it, and where lines cross there is a new point, rounded to the plane: what
 * is nearly one line is one line, and nothing ever overlaps. */
#ifndef WR_CORE_BRUSH_TRIANGULATION_H
#define WR_CORE_BRUSH_TRIANGULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* No coordinate is farther from 0: products of two differences fit 64 bits. */
enum { WR_STEPS_MOST = 1 << 26 };
/* The corners of the square around all points, which come first. */
enum { WR_SQUARE = 4 };

typedef struct wr_whole {
    int32_t x, y;
} wr_whole;

/* Twice the area of a triangle, above 0 where it turns left. */
static inline int64_t wr_whole_turn(wr_whole a, wr_whole b, wr_whole c)
{
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) -
           ((int64_t)c.x - a.x) * ((int64_t)b.y - a.y);
}
/* Whether a point lies between the ends of a line, and within a step of it. */
bool wr_whole_near(wr_whole from, wr_whole to, wr_whole point);

/* Side s leads from its point to that of the next side of its triangle, s / 3. */
typedef struct wr_triangle_side {
    uint32_t point;
    uint32_t twin; /* the same line, seen from the triangle behind it; UINT32_MAX: none */
    bool fixed;    /* a line runs along it */
} wr_triangle_side;

/* Starts as {0}, serves one set of points after another, ends with wr_triangulation_finish. */
struct wr_triangulation {
    wr_whole *points;
    uint32_t *sides_of; /* a side that leads away from a point */
    wr_triangle_side *sides;
    uint32_t *suspects;
    struct wr_line_part *spans, *crossed;
    uint32_t point_count, side_count, suspect_count, span_count, crossed_count;
    uint32_t last;   /* the triangle that was changed last */
    uint64_t budget; /* of steps that lines may still take */
    size_t point_capacity, side_of_capacity, side_capacity, suspect_capacity, span_capacity,
        crossed_capacity;
    bool failed;  /* memory is out */
    bool tangled; /* lines were left out: they could not be told apart */
};

/* Begins anew, with nothing but the square. */
void wr_triangulation_start(struct wr_triangulation *mesh);
void wr_triangulation_finish(struct wr_triangulation *mesh);
/* Puts a point; the number of one that is there already. Fast where it is near the last one. */
uint32_t wr_triangulation_point(struct wr_triangulation *mesh, wr_whole at);
/* Sees to it that sides lead from one point to another. */
void wr_triangulation_line(struct wr_triangulation *mesh, uint32_t from, uint32_t to);

#endif
