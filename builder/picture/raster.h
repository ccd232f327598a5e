/* A picture as pixels. */
#ifndef WR_BUILDER_PICTURE_RASTER_H
#define WR_BUILDER_PICTURE_RASTER_H

#include "builder/picture/picture.h"

/* The largest picture that is made, in pixels a side. */
enum { WR_LARGEST_PICTURE = 16384 };

/* Rows of red, green and blue bytes from the top, in `arena`. */
struct wr_pixels {
    uint8_t *data;
    int width, height;
};

enum wr_result wr_picture_raster(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_picture *picture, struct wr_pixels *out);

#endif
