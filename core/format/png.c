/* PNG, by libpng; its types stay here. */
#include "core/format/png.h"

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

static int type_of(uint32_t channels)
{
    return channels == 1   ? PNG_COLOR_TYPE_GRAY
           : channels == 3 ? PNG_COLOR_TYPE_RGB
                           : PNG_COLOR_TYPE_RGBA;
}

static void write_rows(const struct encoding *e, const struct wr_tga *picture)
{
    size_t stride = picture->channels * (size_t)picture->width;
    png_set_write_fn(e->png, (void *)(uintptr_t)e, append, flush);
    png_set_IHDR(e->png, e->info, picture->width, picture->height, 8,
                 type_of(picture->channels), PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
                 PNG_FILTER_TYPE_BASE);
    png_set_sRGB(e->png, e->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(e->png, e->info);
    for (uint32_t y = 0; y < picture->height; y++) {
        if (wr_context_stopped(e->context))
            return;
        png_write_row(e->png, picture->pixels + y * stride);
    }
    png_write_end(e->png, e->info);
}

/* libpng leaves by a jump where it fails: here only for want of memory. */
static bool encode_rows(const struct encoding *encoding, const struct wr_tga *picture)
{
    if (setjmp(png_jmpbuf(encoding->png)))
        return false;
    write_rows(encoding, picture);
    return true;
}

enum wr_result wr_png_write(struct wr_context *context, const struct wr_tga *picture,
                            struct wr_bytes *out)
{
    struct encoding encoding = {.context = context, .out = out};
    encoding.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    encoding.info = encoding.png ? png_create_info_struct(encoding.png) : NULL;
    bool fine = encoding.info && encode_rows(&encoding, picture) && !out->failed;
    png_destroy_write_struct(&encoding.png, &encoding.info);
    return fine ? wr_context_whole(context, WR_OK) : wr_no_memory(context);
}
