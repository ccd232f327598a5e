/* PNG, by libpng; its types stay here. */
#include "builder/picture/raster.h"

#include "core/base/bytes.h"
#include "core/base/diag.h"

#include <png.h>

struct encoding {
    struct wr_context *context;
    struct wr_bytes *out;
    png_structp png;
    png_infop info;
};

static void append(png_structp png, png_bytep data, size_t size)
{
    struct encoding *encoding = png_get_io_ptr(png);
    wr_bytes_add(encoding->out, data, size);
}

static void flush(png_structp png)
{
    (void)png;
}

static void write_rows(const struct encoding *e, const struct wr_pixels *pixels)
{
    size_t stride = 3 * (size_t)pixels->width;
    png_set_write_fn(e->png, (void *)(uintptr_t)e, append, flush);
    png_set_IHDR(e->png, e->info, (png_uint_32)pixels->width, (png_uint_32)pixels->height, 8,
                 PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
    png_set_sRGB(e->png, e->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(e->png, e->info);
    for (int y = 0; y < pixels->height; y++) {
        if (wr_context_stopped(e->context))
            return;
        png_write_row(e->png, pixels->data + (size_t)y * stride);
    }
    png_write_end(e->png, e->info);
}

/* libpng leaves by a jump where it fails: here only for want of memory. */
static bool encode_rows(const struct encoding *encoding, const struct wr_pixels *pixels)
{
    if (setjmp(png_jmpbuf(encoding->png)))
        return false;
    write_rows(encoding, pixels);
    return true;
}

static enum wr_result encode(struct wr_context *context, const struct wr_pixels *pixels,
                             struct wr_bytes *out)
{
    struct encoding encoding = {.context = context, .out = out};
    encoding.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    encoding.info = encoding.png ? png_create_info_struct(encoding.png) : NULL;
    bool fine = encoding.info && encode_rows(&encoding, pixels) && !out->failed;
    png_destroy_write_struct(&encoding.png, &encoding.info);
    return fine ? wr_context_whole(context, WR_OK) : wr_no_memory(context);
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
