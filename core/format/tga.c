/* TGA pictures: their header, their pixels, plain or in runs. Source: formats/module, 5. */
#include "core/format/tga.h"

#include "core/text/dump.h"

#include <string.h>

enum { HEAD = 18, TYPE_COLOUR = 2, TYPE_GREY = 3, TYPE_RUNS = 10 };
enum { ALPHA_BITS = 0x0f, FROM_RIGHT = 0x10, FROM_TOP = 0x20, INTERLEAVED = 0xc0 };

/* ---- The header -------------------------------------------------------------------------- */

struct head {
    uint32_t id_size, map_type, type, map_length, map_bits, width, height, bits, descriptor;
};

static struct head read_head(const uint8_t *data)
{
    return (struct head){
        .id_size = data[0],
        .map_type = data[1],
        .type = data[2],
        .map_length = data[5] | (uint32_t)data[6] << 8,
        .map_bits = data[7],
        .width = data[12] | (uint32_t)data[13] << 8,
        .height = data[14] | (uint32_t)data[15] << 8,
        .bits = data[16],
        .descriptor = data[17],
    };
}

/* Why a header is none that is read, or NULL. */
static const char *refusal_of(const struct head *head)
{
    if (head->type != TYPE_COLOUR && head->type != TYPE_GREY && head->type != TYPE_RUNS)
        return "it is neither true colour nor grey, or is coded in another way";
    if (head->map_type > 1)
        return "its palette is of an unknown kind";
    if (head->type == TYPE_GREY ? head->bits != 8 : head->bits != 24 && head->bits != 32)
        return "its pixels have another depth than 8 bits of grey or 24 or 32 of colour";
    if (head->descriptor & (FROM_RIGHT | INTERLEAVED))
        return "its rows run from the right or are interleaved";
    return NULL;
}

static bool size_is_sound(const struct head *head)
{
    return head->width - 1 < WR_TGA_LARGEST && head->height - 1 < WR_TGA_LARGEST;
}

/* What stands before the pixels: a name, and a palette that true colours do not use. Some tools
 * describe a palette that is not there. */
static size_t prefix_size(const struct head *head)
{
    size_t palette = (size_t)head->map_length * ((head->map_bits + 7) / 8);
    return HEAD + (size_t)head->id_size + (head->map_type ? palette : 0);
}

/* ---- Runs -------------------------------------------------------------------------------- */

/* Reads packets until all pixels are there, into `out` unless it is NULL. Returns the bytes
 * they take, or SIZE_MAX where they end too early or hold too many pixels. */
static size_t read_runs(const uint8_t *data, size_t size, size_t pixels, size_t stride,
                        uint8_t *out)
{
    size_t at = 0;
    while (pixels > 0) {
        if (at == size)
            return SIZE_MAX;
        bool repeats = data[at] & 0x80;
        size_t count = (data[at++] & 0x7fu) + (size_t)1,
               taken = repeats ? stride : count * stride;
        if (count > pixels || taken > size - at)
            return SIZE_MAX;
        for (size_t i = 0; out && i < count; i++)
            memcpy(out + i * stride, data + at + (repeats ? 0 : i * stride), stride);
        out = out ? out + count * stride : NULL;
        at += taken;
        pixels -= count;
    }
    return at;
}

/* How many bytes the pixels take, or SIZE_MAX where the file has fewer. */
static size_t pixels_size(const struct head *head, const uint8_t *data, size_t size)
{
    size_t pixels = (size_t)head->width * head->height, stride = head->bits / 8;
    if (head->type == TYPE_RUNS)
        return read_runs(data, size, pixels, stride, NULL);
    return pixels > size / stride ? SIZE_MAX : pixels * stride;
}

static bool palette_is_sound(const struct head *head)
{
    uint32_t bits = head->map_bits;
    return bits == 0 || bits == 8 || bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

bool wr_tga_recognise(const uint8_t *data, size_t size)
{
    if (size < HEAD)
        return false;
    struct head head = read_head(data);
    size_t start = prefix_size(&head);
    uint32_t alpha = head.descriptor & ALPHA_BITS;
    return !refusal_of(&head) && size_is_sound(&head) && palette_is_sound(&head) &&
           (alpha == 0 || (alpha == 8 && head.bits == 32)) && start <= size &&
           pixels_size(&head, data + start, size - start) != SIZE_MAX;
}

/* ---- Reading ----------------------------------------------------------------------------- */

/* Blue, green, red becomes red, green, blue, and the first row is the highest. */
static void put_right(struct wr_tga *tga)
{
    size_t row = (size_t)tga->width * tga->channels, count = (size_t)tga->height;
    for (size_t y = 0; !tga->top_down && y < count / 2; y++) {
        uint8_t *a = tga->pixels + y * row, *b = tga->pixels + (count - 1 - y) * row;
        for (size_t i = 0; i < row; i++) {
            uint8_t byte = a[i];
            a[i] = b[i];
            b[i] = byte;
        }
    }
    for (size_t i = 0; tga->channels > 1 && i < row * count; i += tga->channels) {
        uint8_t blue = tga->pixels[i];
        tga->pixels[i] = tga->pixels[i + 2];
        tga->pixels[i + 2] = blue;
    }
}

static enum wr_result refuse(struct wr_context *context, const struct wr_source *source,
                             const struct head *head)
{
    const char *why = refusal_of(head);
    if (why)
        return wr_fail(context, WR_SYNTAX, wr_at(source, 0), "tga-unsupported",
                       "save it as an uncompressed TGA of 24 or 32 bits",
                       "the picture is of no kind that is read: %s", why);
    if (!size_is_sound(head))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 12), "tga-size", NULL,
                       "a picture of %u x %u pixels: each side must have 1 to %d",
                       (unsigned)head->width, (unsigned)head->height, WR_TGA_LARGEST);
    return WR_OK;
}

static enum wr_result cut_short(struct wr_context *context, const struct wr_source *source,
                                const char *part)
{
    return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "tga-short", NULL,
                   "the file ends within its %s, or its runs hold too many pixels", part);
}

enum wr_result wr_tga_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_tga *out)
{
    if (source->size < HEAD)
        return cut_short(context, source, "header");
    struct head head = read_head(source->data);
    enum wr_result result = refuse(context, source, &head);
    if (result != WR_OK)
        return result;
    size_t start = prefix_size(&head);
    if (start > source->size)
        return cut_short(context, source, "name or palette");
    const uint8_t *data = source->data + start;
    size_t left = source->size - start;
    size_t taken = pixels_size(&head, data, left);
    if (taken == SIZE_MAX)
        return cut_short(context, source, "pixels");
    size_t pixels = (size_t)head.width * head.height, stride = head.bits / 8;
    *out = (struct wr_tga){
        .width = head.width,
        .height = head.height,
        .channels = head.bits / 8,
        .pixels = WR_TAKE(arena, uint8_t, pixels * stride),
        .type = head.type,
        .top_down = head.descriptor & FROM_TOP,
    };
    if (!out->pixels)
        return wr_no_memory(context);
    if (head.type == TYPE_RUNS)
        read_runs(data, left, pixels, stride, out->pixels);
    else
        memcpy(out->pixels, data, taken);
    put_right(out);
    return WR_OK;
}

/* ---- Writing ----------------------------------------------------------------------------- */

enum wr_result wr_tga_write(struct wr_context *context, const struct wr_tga *tga,
                            struct wr_bytes *out)
{
    size_t row = (size_t)tga->width * tga->channels;
    uint8_t *at = wr_bytes_extend(out, HEAD + row * tga->height);
    if (!at)
        return wr_no_memory(context);
    memset(at, 0, HEAD);
    at[2] = tga->channels == 1 ? TYPE_GREY : TYPE_COLOUR;
    at[12] = (uint8_t)tga->width;
    at[13] = (uint8_t)(tga->width >> 8);
    at[14] = (uint8_t)tga->height;
    at[15] = (uint8_t)(tga->height >> 8);
    at[16] = (uint8_t)(8 * tga->channels);
    at[17] = tga->channels == 4 ? 8 : 0;
    at += HEAD;
    for (uint32_t y = tga->height; y-- > 0; at += row)
        memcpy(at, tga->pixels + y * row, row);
    at -= row * tga->height;
    for (size_t i = 0; tga->channels > 1 && i < row * tga->height; i += tga->channels) {
        uint8_t red = at[i];
        at[i] = at[i + 2];
        at[i + 2] = red;
    }
    return WR_OK;
}

/* ---- Dumping ----------------------------------------------------------------------------- */

/* FNV-1a over all pixels. */
static uint64_t hash_of(const struct wr_tga *tga)
{
    uint64_t hash = 0xcbf29ce484222325u;
    size_t size = (size_t)tga->width * tga->height * tga->channels;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ tga->pixels[i]) * 0x100000001b3u;
    return hash;
}

static void dump_hash(const struct wr_tga *tga, struct wr_dump *dump)
{
    char text[17] = {0};
    uint64_t hash = hash_of(tga);
    for (int i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    wr_dump_text(dump, "hash", text);
}

void wr_tga_dump(const struct wr_tga *tga, struct wr_dump *dump)
{
    size_t pixels = (size_t)tga->width * tga->height;
    wr_dump_count(dump, "width", tga->width);
    wr_dump_count(dump, "height", tga->height);
    wr_dump_count(dump, "channels", tga->channels);
    wr_dump_text(dump, "coding", tga->type == TYPE_RUNS ? "runs" : "plain");
    wr_dump_text(dump, "first_row", tga->top_down ? "top" : "bottom");
    wr_dump_row(dump);
    wr_dump_list(dump, "mean");
    for (uint32_t c = 0; c < tga->channels; c++) {
        uint64_t sum = 0;
        for (size_t i = 0; i < pixels; i++)
            sum += tga->pixels[i * tga->channels + c];
        wr_dump_count(dump, NULL, (sum + pixels / 2) / pixels);
    }
    wr_dump_list_end(dump);
    dump_hash(tga, dump);
}
