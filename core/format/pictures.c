/* BMP and PCX: heads, palettes, rows and runs. */
#include "core/format/pictures.h"
#include "core/format/png.h"
#include "core/format/tpc.h"

#include <string.h>

enum {
    BMP_HEAD = 54,
    BMP_COLOUR = 4, /* bytes of one in a palette: blue, green, red, nothing */
    PCX_HEAD = 128,
    PCX_PALETTE = 769, /* at the end: a mark and 256 colours */
    PCX_PALETTE_MARK = 12,
    PCX_RUN = 0xc0,
    COLOURS = 256,
    RGB = 3,
    RGBA = 4,
};

static uint32_t u16_at(const uint8_t *data, size_t at)
{
    return data[at] | (uint32_t)data[at + 1] << 8;
}

static uint32_t u32_at(const uint8_t *data, size_t at)
{
    return u16_at(data, at) | u16_at(data, at + 2) << 16;
}

static enum wr_result fail_short(struct wr_context *context, const struct wr_source *source)
{
    return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "picture-short",
                   "copy the file again from where it came", "the picture is not whole");
}

static enum wr_result fail_unsupported(struct wr_context *context,
                                       const struct wr_source *source, const char *why)
{
    return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "picture-unsupported",
                   "save it as a TGA of 24 or 32 bits", "the picture cannot be read: %s", why);
}

/* Room for the pixels of a picture whose size makes sense. */
static enum wr_result make_pixels(struct wr_context *context, struct wr_arena *arena,
                                  const struct wr_source *source, struct wr_tga *out)
{
    if (out->width - 1 >= WR_TGA_LARGEST || out->height - 1 >= WR_TGA_LARGEST)
        return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "picture-size", NULL,
                       "the picture has no size, or a larger one than %d", (int)WR_TGA_LARGEST);
    out->type = 2;
    out->top_down = true;
    out->pixels = wr_arena_take(arena, (size_t)out->width * out->height, out->channels);
    return out->pixels ? WR_OK : wr_no_memory(context);
}

/* ---- BMP --------------------------------------------------------------------------------- */

struct bmp {
    const uint8_t *data;
    size_t size, pixels; /* where pixels begin */
    uint64_t row;        /* bytes of a row of them; no more than `size` where it is whole */
    uint32_t bits, colours;
    bool top_down;
};

static void put_row(const struct bmp *bmp, const uint8_t *row, uint32_t width, uint8_t *out)
{
    size_t palette = 14 + u32_at(bmp->data, 14), wide = bmp->bits / 8;
    uint32_t channels = bmp->bits == 32 ? RGBA : RGB;
    for (uint32_t x = 0; x < width; x++) {
        const uint8_t *from =
            bmp->bits == 8 ? bmp->data + palette + BMP_COLOUR * (size_t)(row[x] % bmp->colours)
                           : row + x * wide;
        uint8_t *to = out + x * channels;
        to[0] = from[2];
        to[1] = from[1];
        to[2] = from[0];
        if (channels == RGBA)
            to[3] = from[3];
    }
}

static enum wr_result read_bmp_head(struct wr_context *context, const struct wr_source *source,
                                    struct bmp *bmp, struct wr_tga *out)
{
    const uint8_t *data = source->data;
    if (source->size < BMP_HEAD)
        return fail_short(context, source);
    uint32_t height = u32_at(data, 22), compression = u32_at(data, 30);
    *bmp = (struct bmp){.data = data,
                        .size = source->size,
                        .pixels = u32_at(data, 10),
                        .bits = u16_at(data, 28),
                        .colours = u32_at(data, 46),
                        .top_down = height >> 31};
    *out = (struct wr_tga){.width = u32_at(data, 18),
                           .height = bmp->top_down ? 0u - height : height,
                           .channels = bmp->bits == 32 ? RGBA : RGB};
    bmp->colours =
        bmp->colours == 0 || bmp->colours > COLOURS ? (uint32_t)COLOURS : bmp->colours;
    bmp->row = ((uint64_t)out->width * bmp->bits + 31) / 32 * 4;
    if (compression != 0 && compression != 3)
        return fail_unsupported(context, source, "it is compressed");
    if (bmp->bits != 8 && bmp->bits != 24 && bmp->bits != 32)
        return fail_unsupported(context, source,
                                "its pixels have another depth than 8, 24 or 32 bits");
    return WR_OK;
}

static bool bmp_is_whole(const struct bmp *bmp, const struct wr_tga *picture)
{
    size_t palette =
        bmp->bits == 8 ? 14 + (size_t)u32_at(bmp->data, 14) + (size_t)BMP_COLOUR * bmp->colours
                       : 0;
    return palette <= bmp->size && bmp->pixels <= bmp->size &&
           picture->height <= (bmp->size - bmp->pixels) / bmp->row;
}

static enum wr_result read_bmp(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_tga *out)
{
    struct bmp bmp = {0};
    enum wr_result result = read_bmp_head(context, source, &bmp, out);
    if (result == WR_OK && out->width > 0 && !bmp_is_whole(&bmp, out))
        result = fail_short(context, source);
    if (result == WR_OK)
        result = make_pixels(context, arena, source, out);
    for (uint32_t y = 0; result == WR_OK && y < out->height; y++) {
        uint32_t from = bmp.top_down ? y : out->height - 1 - y;
        put_row(&bmp, bmp.data + bmp.pixels + from * (size_t)bmp.row, out->width,
                out->pixels + (size_t)y * out->width * out->channels);
    }
    return result;
}

/* ---- PCX --------------------------------------------------------------------------------- */

struct pcx {
    const uint8_t *data;
    size_t size, at;
    uint8_t value, left; /* of the run that is read */
};

/* The next byte of a picture in runs; 0 behind the end, which is seen by `at`. */
static uint8_t next_byte(struct pcx *pcx)
{
    while (pcx->left == 0) { /* a run may be of nothing */
        uint8_t byte = pcx->at < pcx->size ? pcx->data[pcx->at] : 0;
        bool run = byte >= PCX_RUN;
        pcx->at += run ? 2 : 1;
        pcx->left = run ? byte & 0x3f : 1;
        pcx->value = run ? (pcx->at <= pcx->size ? pcx->data[pcx->at - 1] : 0) : byte;
    }
    pcx->left--;
    return pcx->value;
}

static void put_plane(struct pcx *pcx, uint32_t line, uint32_t plane, const uint8_t *palette,
                      const struct wr_tga *out, uint8_t *row)
{
    for (uint32_t x = 0; x < line; x++) {
        uint8_t byte = next_byte(pcx);
        if (x >= out->width)
            continue;
        if (palette)
            memcpy(row + RGB * (size_t)x, palette + RGB * (size_t)byte, RGB);
        else
            row[RGB * (size_t)x + plane] = byte;
    }
}

static enum wr_result read_pcx(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_tga *out)
{
    const uint8_t *data = source->data, *palette = NULL;
    size_t size = source->size;
    if (size < PCX_HEAD)
        return fail_short(context, source);
    uint32_t planes = data[65], line = u16_at(data, 66);
    *out = (struct wr_tga){.width = u16_at(data, 8) - u16_at(data, 4) + 1,
                           .height = u16_at(data, 10) - u16_at(data, 6) + 1,
                           .channels = RGB};
    if (data[2] != 1 || data[3] != 8 || (planes != 1 && planes != RGB))
        return fail_unsupported(context, source, "it has neither a palette nor 24 bits");
    if (planes == 1 &&
        (size < PCX_HEAD + PCX_PALETTE || data[size - PCX_PALETTE] != PCX_PALETTE_MARK))
        return fail_short(context, source);
    palette = planes == 1 ? data + size - PCX_PALETTE + 1 : NULL;
    struct pcx pcx = {data, palette ? size - PCX_PALETTE : size, PCX_HEAD, 0, 0};
    /* A run of two bytes makes 63: so large a picture cannot be in so few. */
    if ((uint64_t)line * planes * out->height / 32 > pcx.size || line < out->width)
        return fail_short(context, source);
    enum wr_result result = make_pixels(context, arena, source, out);
    for (uint32_t y = 0; result == WR_OK && y < out->height; y++)
        for (uint32_t plane = 0; plane < planes; plane++)
            put_plane(&pcx, line, plane, palette, out,
                      out->pixels + (size_t)y * out->width * RGB);
    return result == WR_OK && pcx.at > pcx.size ? fail_short(context, source) : result;
}

static enum wr_result read_tpc(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_tga *out)
{
    struct wr_tpc tpc;
    enum wr_result result = wr_tpc_read(context, source, &tpc);
    return result == WR_OK ? wr_tpc_picture(context, arena, &tpc, out) : result;
}

static enum wr_result refuse_jpeg(struct wr_context *context, const struct wr_source *source)
{
    return wr_fail(context, WR_INVALID, wr_at(source, WR_WHOLE_FILE), "picture-unsupported",
                   "save it as a PNG or a TGA", "the picture cannot be read: it is a JPEG");
}

enum wr_result wr_picture_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_tga *out)
{
    if (source->size >= 2 && source->data[0] == 'B' && source->data[1] == 'M')
        return read_bmp(context, arena, source, out);
    if (source->size >= 2 && source->data[0] == 10 && source->data[1] <= 5)
        return read_pcx(context, arena, source, out);
    if (source->size >= 3 && memcmp(source->data, "\xff\xd8\xff", 3) == 0)
        return refuse_jpeg(context, source);
    if (wr_png_recognise(source->data, source->size))
        return wr_png_read(context, arena, source, out);
    if (wr_tpc_recognise(source->data, source->size))
        return read_tpc(context, arena, source, out);
    return wr_tga_read(context, arena, source, out);
}
