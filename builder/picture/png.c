/* PNG, by libpng; its types stay here. */
#include "builder/picture/raster.h"

#include <png.h>

#include <string.h>

/* WR_NO_MEMORY is what libpng fails with here: it writes to memory what we made. */
static enum wr_result encode(struct wr_context *context, const struct wr_pixels *pixels,
                             struct wr_bytes *out)
{
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    image.format = PNG_FORMAT_RGB;
    image.width = (png_uint_32)pixels->width;
    image.height = (png_uint_32)pixels->height;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    if (!wr_bytes_reserve(out, size))
        return wr_no_memory(context);
    int written = png_image_write_to_memory(&image, out->data + out->size, &size, 0,
                                            pixels->data, 0, NULL);
    png_image_free(&image);
    if (!written)
        return wr_no_memory(context);
    out->size += size;
    return WR_OK;
}

enum wr_result wr_picture_write_png(struct wr_context *context,
                                    const struct wr_picture *picture, struct wr_bytes *out)
{
    struct wr_pixels pixels;
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_picture_raster(context, arena, picture, &pixels);
    if (result == WR_OK)
        result = encode(context, &pixels, out);
    wr_arena_destroy(arena);
    return result;
}
