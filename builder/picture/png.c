/* A drawing as a PNG. */
#include "builder/picture/raster.h"

#include "core/base/bytes.h"
#include "core/base/diag.h"
#include "core/format/png.h"

enum wr_result wr_picture_write_png(struct wr_context *context,
                                    const struct wr_picture *picture, struct wr_bytes *out)
{
    struct wr_pixels pixels;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_picture_raster(context, arena, picture, &pixels);
    if (result == WR_OK) {
        const struct wr_tga colours = {.width = (uint32_t)pixels.width,
                                       .height = (uint32_t)pixels.height,
                                       .channels = 3,
                                       .pixels = pixels.data};
        result = wr_png_write(context, &colours, out);
    }
    wr_arena_destroy(arena);
    return result;
}
