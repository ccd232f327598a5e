/* TPC pictures: the header, where layers and the TXI lie, and the first picture. Source:
 * formats/module, 5. */
#include "core/format/tpc.h"
#include "core/format/dxt.h"

#include "core/base/text.h"
#include "core/text/dump.h"

#include <string.h>

enum { HEAD = 128, HEAD_USED = 14, MOST_MIPS = 15 };
enum { AS_GREY = 1, AS_RGB = 2, AS_RGBA = 4 }; /* how the header names codings */

struct head {
    uint32_t packed; /* bytes, of the first picture, or of all frames; 0: plain */
    float alpha_test;
    uint32_t width, height, coding, mips;
};

static struct head read_head(const uint8_t *data, size_t size)
{
    struct wr_reader reader = {.data = data, .size = size};
    struct head head = {.packed = wr_reader_u32(&reader), .alpha_test = wr_reader_f32(&reader)};
    head.width = wr_reader_u16(&reader);
    head.height = wr_reader_u16(&reader);
    head.coding = data[12];
    head.mips = data[13];
    return head;
}

static bool coding_of(const struct head *head, enum wr_tpc_coding *out)
{
    bool packed = head->packed > 0;
    *out = head->coding == AS_RGB    ? (packed ? WR_TPC_DXT1 : WR_TPC_RGB)
           : head->coding == AS_RGBA ? (packed ? WR_TPC_DXT5 : WR_TPC_RGBA)
                                     : WR_TPC_GREY;
    return head->coding == AS_RGB || head->coding == AS_RGBA ||
           (head->coding == AS_GREY && !packed);
}

static uint32_t channels_of(enum wr_tpc_coding coding)
{
    return coding == WR_TPC_GREY ? 1 : coding == WR_TPC_RGB || coding == WR_TPC_DXT1 ? 3 : 4;
}

static bool size_is_sound(const struct head *head)
{
    return head->width - 1 < WR_TGA_LARGEST && head->height - 1 < WR_TGA_LARGEST;
}

/* ---- Where things lie ----------------------------------------------------------------------
 */

/* Bytes of a picture, which is at least a pixel wide and high. */
static uint64_t picture_size(enum wr_tpc_coding coding, uint32_t width, uint32_t height)
{
    uint64_t blocks = (uint64_t)((width + 3) / 4) * ((height + 3) / 4);
    if (coding == WR_TPC_DXT1 || coding == WR_TPC_DXT5)
        return blocks * (coding == WR_TPC_DXT1 ? WR_DXT1_BLOCK : WR_DXT5_BLOCK);
    return (uint64_t)width * height * channels_of(coding);
}

/* The mips of a layer from its own size down to one pixel. */
static uint32_t all_mips(uint32_t width, uint32_t height)
{
    uint32_t count = 1;
    for (uint32_t side = width > height ? width : height; side > 1; side /= 2)
        count++;
    return count;
}

/* The number behind a word of a TXI, 1 to `most`; 0 where it has none. */
static uint32_t number_of(wr_view txi, const char *word, uint32_t most)
{
    wr_view line;
    uint32_t number;
    while (wr_view_line(&txi, &line))
        if (wr_view_same(wr_view_word(&line), wr_view_of(word)))
            return wr_parse_u32(wr_view_word(&line), &number) && number <= most ? number : 0;
    return 0;
}

/* Where the TXI of an animation begins; the end of the file where it is none. Its word stands
 * behind all frames, whose size only the TXI tells. */
static size_t find_cycle(const struct wr_source *source)
{
    static const char mark[] = "proceduretype cycle";
    size_t size = sizeof mark - 1;
    for (size_t at = HEAD; source->size >= size && at <= source->size - size; at++) {
        const uint8_t *found = memchr(source->data + at, mark[0], source->size - size + 1 - at);
        if (!found)
            break;
        at = (size_t)(found - source->data);
        if (memcmp(found, mark, size) == 0)
            return at;
    }
    return source->size;
}

/* Frames stand in a grid, each with mips of its own. */
static void lay_frames(struct wr_tpc *tpc)
{
    size_t at = find_cycle(tpc->source);
    wr_view txi = {(const char *)tpc->source->data + at, tpc->source->size - at};
    uint32_t columns = number_of(txi, "numx", tpc->width),
             rows = number_of(txi, "numy", tpc->height);
    if (columns == 0 || rows == 0 || tpc->width % columns != 0 || tpc->height % rows != 0)
        return;
    tpc->columns = columns;
    tpc->layers = columns * rows;
    tpc->width /= columns;
    tpc->height /= rows;
    tpc->mips = all_mips(tpc->width, tpc->height);
}

/* Counts the mips that are whole, and takes what is behind them all for the TXI. */
static void walk_mips(struct wr_tpc *tpc)
{
    uint64_t at = HEAD, size = tpc->source->size;
    for (uint32_t i = 0; i < tpc->layers; i++)
        for (uint32_t mip = 0; mip < tpc->mips; mip++) {
            uint32_t width = tpc->width >> mip, height = tpc->height >> mip;
            uint64_t more = picture_size(tpc->coding, width ? width : 1, height ? height : 1);
            if (more > size - at)
                return;
            at += more;
            tpc->there++;
        }
    tpc->txi = (const char *)tpc->source->data + at;
    tpc->txi_size = (size_t)(size - at);
}

static void lay_out(struct wr_tpc *tpc, const struct head *head)
{
    const struct wr_source *source = tpc->source;
    *tpc = (struct wr_tpc){.source = source,
                           .width = head->width,
                           .height = head->height,
                           .layers = 1,
                           .columns = 1,
                           .mips = head->mips,
                           .alpha_test = head->alpha_test};
    coding_of(head, &tpc->coding);
    tpc->cube = head->height == 6 * head->width;
    if (tpc->cube) {
        tpc->layers = 6;
        tpc->height = tpc->width;
    } else {
        lay_frames(tpc);
    }
    walk_mips(tpc);
}

/* ---- Reading -------------------------------------------------------------------------------
 */

bool wr_tpc_recognise(const uint8_t *data, size_t size)
{
    static const uint8_t nothing[HEAD - HEAD_USED] = {0};
    const struct wr_source source = {.data = data, .size = size};
    struct wr_tpc tpc = {.source = &source};
    enum wr_tpc_coding coding;
    if (size < HEAD || memcmp(data + HEAD_USED, nothing, sizeof nothing) != 0)
        return false;
    struct head head = read_head(data, size);
    if (!coding_of(&head, &coding) || !size_is_sound(&head) || head.mips - 1 >= MOST_MIPS)
        return false;
    lay_out(&tpc, &head);
    return tpc.there > 0;
}

enum wr_result wr_tpc_read(struct wr_context *context, const struct wr_source *source,
                           struct wr_tpc *out)
{
    enum wr_tpc_coding coding;
    *out = (struct wr_tpc){.source = source};
    if (source->size < HEAD)
        return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "tpc-short", NULL,
                       "the file ends within its header");
    struct head head = read_head(source->data, source->size);
    if (!coding_of(&head, &coding))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 12), "tpc-unsupported",
                       "save it as a TGA of 24 or 32 bits",
                       "the picture is of the coding %u%s, of which no game on PC has any",
                       (unsigned)head.coding, head.packed > 0 ? ", compressed" : "");
    if (!size_is_sound(&head) || head.mips - 1 >= MOST_MIPS)
        return wr_fail(context, WR_SYNTAX, wr_at(source, 8), "tpc-size", NULL,
                       "a picture of %u x %u pixels in %u sizes: each side must have 1 to %d, "
                       "and there are 1 to %d sizes",
                       (unsigned)head.width, (unsigned)head.height, (unsigned)head.mips,
                       WR_TGA_LARGEST, MOST_MIPS);
    lay_out(out, &head);
    if (out->there == 0)
        return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "tpc-short",
                       "copy the file again from where it came",
                       "the file ends within its picture of %u x %u pixels",
                       (unsigned)out->width, (unsigned)out->height);
    return WR_OK;
}

/* ---- The picture ---------------------------------------------------------------------------
 */

/* The first row of a TPC is the lowest. */
static void put_plain(const uint8_t *data, struct wr_tga *out)
{
    size_t row = (size_t)out->width * out->channels;
    for (uint32_t y = 0; y < out->height; y++)
        memcpy(out->pixels + (out->height - 1 - y) * row, data + y * row, row);
}

static void put_blocks(const struct wr_tpc *tpc, const uint8_t *data, struct wr_tga *out)
{
    uint8_t texels[WR_DXT_TEXELS][4];
    for (uint32_t y = 0; y < out->height; y += 4)
        for (uint32_t x = 0; x < out->width; x += 4) {
            if (tpc->coding == WR_TPC_DXT1)
                wr_dxt1_block(data, texels);
            else
                wr_dxt5_block(data, texels);
            data += tpc->coding == WR_TPC_DXT1 ? WR_DXT1_BLOCK : WR_DXT5_BLOCK;
            for (uint32_t i = 0; i < WR_DXT_TEXELS; i++) {
                uint32_t column = x + i % 4, row = y + i / 4;
                if (column < out->width && row < out->height)
                    memcpy(out->pixels +
                               ((size_t)(out->height - 1 - row) * out->width + column) *
                                   out->channels,
                           texels[i], out->channels);
            }
        }
}

enum wr_result wr_tpc_picture(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_tpc *tpc, struct wr_tga *out)
{
    *out = (struct wr_tga){.width = tpc->width,
                           .height = tpc->height,
                           .channels = channels_of(tpc->coding),
                           .type = 2};
    out->pixels = wr_arena_take(arena, (size_t)out->width * out->height, out->channels);
    if (!out->pixels)
        return wr_no_memory(context);
    if (tpc->coding == WR_TPC_DXT1 || tpc->coding == WR_TPC_DXT5)
        put_blocks(tpc, tpc->source->data + HEAD, out);
    else
        put_plain(tpc->source->data + HEAD, out);
    return WR_OK;
}

/* ---- Dumping -------------------------------------------------------------------------------
 */

/* False when memory is out. */
static bool dump_txi(struct wr_arena *arena, const struct wr_tpc *tpc, struct wr_dump *dump)
{
    wr_view rest = {tpc->txi, tpc->txi_size}, line;
    bool fine = true;
    wr_dump_list(dump, "txi");
    while (fine && wr_view_line(&rest, &line)) {
        const char *text = wr_arena_text(arena, line.data, line.size);
        fine = text != NULL;
        if (!fine || *text == '\0')
            continue;
        wr_dump_row(dump);
        wr_dump_text(dump, NULL, text);
    }
    wr_dump_list_end(dump);
    return fine;
}

bool wr_tpc_dump(struct wr_arena *arena, const struct wr_tpc *tpc, const struct wr_tga *picture,
                 struct wr_dump *dump)
{
    static const char *const codings[] = {"grey", "RGB", "RGBA", "DXT1", "DXT5"};
    wr_dump_text(dump, "stored_as", codings[tpc->coding]);
    wr_dump_count(dump, "layers", tpc->layers);
    wr_dump_bool(dump, "cube", tpc->cube);
    wr_dump_count(dump, "mips", tpc->mips);
    wr_dump_count(dump, "mips_there", tpc->there);
    wr_dump_number(dump, "alpha_test", tpc->alpha_test);
    wr_tga_dump(picture, dump);
    return dump_txi(arena, tpc, dump);
}
