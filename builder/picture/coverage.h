/* How much of each pixel a shape covers. */
#ifndef WR_BUILDER_PICTURE_COVERAGE_H
#define WR_BUILDER_PICTURE_COVERAGE_H

#include "builder/picture/picture.h"

/* A side of a shape, upper end first; `way` is 1 where the path goes down, else -1. */
typedef struct wr_shape_side {
    float x, top, bottom; /* x at the top */
    float slope;          /* how far x moves for one pixel down */
    int way;
} wr_shape_side;

/* The sides of one or more shapes, on the heap; start with {0}. */
struct wr_shape_sides {
    wr_shape_side *items;
    uint32_t count;
    size_t capacity;
    bool failed; /* memory was out */
};

void wr_shape_sides_finish(struct wr_shape_sides *sides);

void wr_shape_sides_add(struct wr_shape_sides *sides, wr_point from, wr_point to);
/* The sides of a closed run of points. */
void wr_shape_sides_polygon(struct wr_shape_sides *sides, const wr_point *points,
                            uint32_t count);
/* Sorts the sides from `first` on so that they can be covered; the order is total. */
void wr_shape_sides_sort(struct wr_shape_sides *sides, uint32_t first);

/* Rows of pixels, from the left. */
typedef struct wr_window {
    int top, width, height;
} wr_window;

/* Gets one row of a shape: of pixels [first, end) `covered` has one value each, 0 to 1. */
typedef void wr_cover_fn(void *user, int y, int first, int end, const float *covered);

/* Finds what a shape (sorted sides, filled where they wind round) covers of a window, row by
 * row from the top. False when memory is out; `scratch` is rewound. */
bool wr_cover(struct wr_arena *scratch, const wr_shape_side *sides, uint32_t count,
              wr_window window, wr_cover_fn *each, void *user);

#endif
