/* The walkmesh of an area, inflated and deflated; the one place that knows zlib.
 * Source: formats/aswm, 2. */
#include "core/format/trx.h"

#include "core/base/bytes.h"
#include "core/base/slices.h"

#include <inttypes.h>
#include <zlib.h>

enum {
    HEADER = 12,     /* "COMP", packed size, unpacked size */
    LEVEL = 6,       /* as the toolset packs: the same bytes come again */
    GREATEST = 1032, /* no deflated byte gives more */
};

/* ---- Memory that zlib asks for -------------------------------------------------------------
 */

static void *take(void *user, uInt count, uInt size)
{
    (void)user;
    return size && count > SIZE_MAX / size ? NULL : wr_alloc((size_t)count * size);
}

static void give(void *user, void *memory)
{
    (void)user;
    wr_free(memory);
}

static z_stream stream_of(void)
{
    z_stream stream = {0};
    stream.zalloc = take;
    stream.zfree = give;
    return stream;
}

/* ---- Inflating -----------------------------------------------------------------------------
 */

struct packed {
    struct wr_context *context;
    const struct wr_source *source;
    const wr_trx_packet *packet;
    uint32_t size, unpacked; /* as its header says */
};

static enum wr_result refuse(const struct packed *packed, size_t at, const char *what)
{
    return wr_fail(packed->context, WR_SYNTAX,
                   wr_at(packed->source, packed->packet->offset + at), "trx-packed", NULL,
                   "the packed walkmesh %s", what);
}

static enum wr_result read_header(struct packed *packed)
{
    struct wr_reader bytes = {packed->packet->data, packed->packet->size, 4, false};
    packed->size = wr_reader_u32(&bytes);
    packed->unpacked = wr_reader_u32(&bytes);
    if (bytes.failed)
        return refuse(packed, 0, "ends within its header");
    if (packed->size > packed->packet->size - HEADER)
        return refuse(packed, 4, "is longer than its packet");
    if (packed->size < packed->packet->size - HEADER)
        wr_warn(packed->context,
                wr_at(packed->source, packed->packet->offset + HEADER + packed->size),
                "trx-gap", NULL,
                "%" PRIu32 " bytes behind the packed walkmesh; they are not written again",
                packed->packet->size - HEADER - packed->size);
    if (packed->unpacked == 0 || packed->unpacked / GREATEST > packed->size)
        return refuse(packed, 8, "cannot have the size that it says it has unpacked");
    return WR_OK;
}

/* Slice by slice, so that a call is stopped in time. */
static int inflate_all(struct wr_context *context, z_stream *stream, uint8_t *out, size_t size)
{
    int state = Z_OK;
    for (size_t at = 0; state == Z_OK && at < size && !wr_context_stopped(context);) {
        size_t slice = wr_slice(size - at);
        stream->next_out = out + at;
        stream->avail_out = (uInt)slice;
        state = inflate(stream, Z_NO_FLUSH);
        at += slice - stream->avail_out;
        if (stream->avail_out == slice)
            break;
    }
    if (state == Z_OK) { /* the end may lie behind the last byte */
        uint8_t none;
        stream->next_out = &none;
        stream->avail_out = 1;
        state = inflate(stream, Z_FINISH);
    }
    return state;
}

static enum wr_result inflate_packet(const struct packed *packed, struct wr_arena *arena,
                                     uint8_t **out)
{
    z_stream stream = stream_of();
    uint8_t *data = WR_TAKE(arena, uint8_t, packed->unpacked);
    if (!data || inflateInit(&stream) != Z_OK)
        return wr_no_memory(packed->context);
    stream.next_in = (Bytef *)(uintptr_t)(packed->packet->data + HEADER);
    stream.avail_in = packed->size;
    int state = inflate_all(packed->context, &stream, data, packed->unpacked);
    uLong made = stream.total_out, used = stream.total_in;
    inflateEnd(&stream);
    *out = data;
    if (wr_context_stopped(packed->context))
        return WR_STOPPED;
    if (state == Z_MEM_ERROR)
        return wr_no_memory(packed->context);
    if (state != Z_STREAM_END)
        return refuse(packed, HEADER + used,
                      made > packed->unpacked ? "goes on behind the size that it says it has"
                                              : "is damaged: zlib cannot inflate it");
    if (made != packed->unpacked)
        return refuse(packed, 8, "is of another size than it says");
    if (used != packed->size)
        return refuse(packed, HEADER + used, "ends before its end");
    return WR_OK;
}

/* Its name, for findings. */
static const char *name_of(struct wr_arena *arena, const struct wr_source *source)
{
    static const char behind[] = "/aswm";
    size_t size = strlen(source->name);
    char *name = WR_TAKE(arena, char, size + sizeof behind);
    if (name) {
        memcpy(name, source->name, size);
        memcpy(name + size, behind, sizeof behind);
    }
    return name;
}

enum wr_result wr_trx_unpack(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_source *source, const struct wr_trx *trx,
                             struct wr_source *out)
{
    struct packed packed = {context, source, &trx->packets[trx->aswm], 0, 0};
    *out = (struct wr_source){.data = packed.packet->data,
                              .size = packed.packet->size,
                              .name = name_of(arena, source),
                              .binary = true};
    if (!out->name)
        return wr_no_memory(context);
    if (packed.packet->size < 4 || memcmp(packed.packet->data, "COMP", 4) != 0)
        return WR_OK; /* it lies there as it is */
    enum wr_result result = read_header(&packed);
    if (result != WR_OK)
        return result;
    if (packed.unpacked >= WR_TRX_UNPACKED_MOST)
        return wr_fail(context, WR_LIMIT, wr_at(source, packed.packet->offset + 8), "trx-large",
                       NULL, "the walkmesh unpacks to %" PRIu32 " bytes; the limit is %" PRIu32,
                       packed.unpacked, WR_TRX_UNPACKED_MOST);
    uint8_t *data = NULL;
    result = inflate_packet(&packed, arena, &data);
    out->data = data;
    out->size = packed.unpacked;
    return result;
}

/* ---- Deflating -----------------------------------------------------------------------------
 */

static bool deflate_all(struct wr_context *context, z_stream *stream, const uint8_t *data,
                        size_t size, struct wr_bytes *out)
{
    enum { PIECE = 256 * 1024 };
    int state = Z_OK;
    size_t given = 0;
    while (state != Z_STREAM_END && !wr_context_stopped(context)) {
        uint8_t *room = wr_bytes_reserve(out, PIECE) ? out->data + out->size : NULL;
        if (!room)
            return false;
        if (stream->avail_in == 0 && given < size) {
            size_t piece = size - given < PIECE ? size - given : PIECE;
            stream->next_in = (Bytef *)(uintptr_t)(data + given);
            stream->avail_in = (uInt)piece;
            given += piece;
        }
        stream->next_out = room;
        stream->avail_out = PIECE;
        state = deflate(stream, given < size ? Z_NO_FLUSH : Z_FINISH);
        out->size += PIECE - stream->avail_out;
    }
    return true;
}

enum wr_result wr_trx_pack(struct wr_context *context, const void *data, size_t size,
                           wr_where where, struct wr_bytes *out)
{
    z_stream stream = stream_of();
    size_t start = out->size;
    if (size >= WR_TRX_UNPACKED_MOST)
        return wr_fail(context, WR_LIMIT, where, "trx-large", NULL,
                       "the walkmesh has %zu bytes; the limit is %" PRIu32, size,
                       WR_TRX_UNPACKED_MOST);
    wr_bytes_add(out, "COMP", 4);
    wr_bytes_u32(out, 0);
    wr_bytes_u32(out, (uint32_t)size);
    if (out->failed || deflateInit(&stream, LEVEL) != Z_OK)
        return wr_no_memory(context);
    bool fine = deflate_all(context, &stream, data, size, out);
    deflateEnd(&stream);
    if (!fine)
        return wr_no_memory(context);
    wr_bytes_patch_u32(out, start + 4, (uint32_t)(out->size - start - HEADER));
    return wr_context_whole(context, WR_OK);
}
