/* PNG, by libpng; its types stay here. */
#include "core/format/png.h"

#include <png.h>
#include <string.h>

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

/* ---- Reading ----------------------------------------------------------------------------- */

/* What is packed becomes no more than so many times as large. */
enum { MOST_PACKED = 1032 };

bool wr_png_recognise(const uint8_t *data, size_t size)
{
    static const uint8_t mark[8] = {0x89, 'P', 'N', 'G', 13, 10, 26, 10};
    return size >= sizeof mark && memcmp(data, mark, sizeof mark) == 0;
}

/* Whether a picture may be as large as it says: at least a bit a pixel is there. */
static enum wr_result check_size(struct wr_context *context, const struct wr_source *source,
                                 const struct wr_tga *picture)
{
    uint64_t bytes = (uint64_t)picture->width * picture->height / 8;
    if (picture->width - 1 >= WR_TGA_LARGEST || picture->height - 1 >= WR_TGA_LARGEST)
        return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "picture-size", NULL,
                       "the picture has no size, or a larger one than %d", (int)WR_TGA_LARGEST);
    if (bytes / MOST_PACKED > source->size)
        return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "picture-short",
                       "copy the file again from where it came", "the picture is not whole");
    return WR_OK;
}

static enum wr_result decode(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, png_image *image,
                             struct wr_tga *out)
{
    bool clear = image->format & PNG_FORMAT_FLAG_ALPHA;
    *out = (struct wr_tga){.width = image->width,
                           .height = image->height,
                           .channels = clear ? 4 : 3,
                           .type = 2,
                           .top_down = true};
    enum wr_result result = check_size(context, source, out);
    if (result != WR_OK)
        return result;
    image->format = clear ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB;
    out->pixels = wr_arena_take(arena, (size_t)out->width * out->height, out->channels);
    if (!out->pixels)
        return wr_no_memory(context);
    png_image_finish_read(image, NULL, out->pixels, 0, NULL);
    return WR_OK;
}

/* What libpng and zlib say of it. */
static bool is_starved(const char *message)
{
    return strstr(message, "ut of memory") || strstr(message, "nsufficient memory");
}

enum wr_result wr_png_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_tga *out)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    enum wr_result result = WR_OK;
    if (png_image_begin_read_from_memory(&image, source->data, source->size))
        result = decode(context, arena, source, &image, out);
    bool failed = result == WR_OK && PNG_IMAGE_FAILED(image);
    if (failed && is_starved(image.message))
        result = wr_no_memory(context);
    else if (failed)
        result = wr_fail(context, WR_SYNTAX, wr_at(source, WR_WHOLE_FILE), "picture-png",
                         "save it again, as a PNG or a TGA", "the PNG cannot be read: %s",
                         image.message);
    png_image_free(&image);
    return result;
}
