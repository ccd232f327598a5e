/* The table of packets, read and written. Source: formats/aswm, 1. */
#include "core/format/trx.h"

#include "core/base/bytes.h"
#include "core/base/slices.h"
#include "core/text/dump.h"

#include <inttypes.h>

enum { HEADER = 12, ROW = 8, PACKET_HEADER = 8, SIZE_PACKET = 12 };

struct reader {
    struct wr_context *context;
    const struct wr_source *source;
    struct wr_trx *trx;
    size_t end; /* of the packets read so far */
    enum wr_result result;
};

bool wr_trx_recognise(const uint8_t *data, size_t size)
{
    return size >= HEADER && memcmp(data, "NWN2", 4) == 0;
}

static enum wr_result read_header(struct reader *reader, struct wr_arena *arena)
{
    struct wr_trx *trx = reader->trx;
    const struct wr_source *source = reader->source;
    struct wr_reader bytes = {source->data, source->size, 4, false};
    if (!wr_trx_recognise(source->data, source->size))
        return wr_fail(reader->context, WR_SYNTAX, wr_at(source, 0), "trx-mark", NULL,
                       "the file does not start with 'NWN2' and a header");
    trx->major = wr_reader_u16(&bytes);
    trx->minor = wr_reader_u16(&bytes);
    trx->count = wr_reader_u32(&bytes);
    if (trx->major != WR_TRX_MAJOR || trx->minor != WR_TRX_MINOR)
        return wr_fail(reader->context, WR_INVALID, wr_at(source, 4), "trx-version", NULL,
                       "the version is %u.%u; known is %d.%d", trx->major, trx->minor,
                       WR_TRX_MAJOR, WR_TRX_MINOR);
    if (!wr_reader_fits(&bytes, HEADER, trx->count, ROW + PACKET_HEADER))
        return wr_fail(reader->context, WR_SYNTAX, wr_at(source, 8), "trx-table", NULL,
                       "there cannot be %" PRIu32 " packets in %zu bytes", trx->count,
                       source->size);
    trx->packets = WR_ZERO(arena, wr_trx_packet, trx->count);
    reader->end = HEADER + (size_t)ROW * trx->count;
    return trx->packets ? WR_OK : wr_no_memory(reader->context);
}

static void fault(struct reader *reader, size_t at, const char *what, uint32_t index)
{
    reader->result = wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, at),
                             "trx-packet", NULL, "packet %" PRIu32 " %s", index, what);
}

static void read_packet(struct reader *reader, uint32_t index)
{
    const struct wr_source *source = reader->source;
    wr_trx_packet *packet = &reader->trx->packets[index];
    size_t row = HEADER + (size_t)ROW * index;
    struct wr_reader bytes = {source->data, source->size, row + WR_TRX_TYPE, false};
    size_t at = wr_reader_u32(&bytes);
    memcpy(packet->type, source->data + row, WR_TRX_TYPE);
    if (at < reader->end) {
        fault(reader, row, "lies over the one before it", index);
        return;
    }
    if (!wr_reader_fits(&bytes, at, 1, PACKET_HEADER)) {
        fault(reader, row, "starts behind the end of the file", index);
        return;
    }
    bytes.at = at + WR_TRX_TYPE;
    packet->size = wr_reader_u32(&bytes);
    packet->offset = bytes.at;
    packet->data = wr_reader_take(&bytes, packet->size);
    if (!packet->data)
        fault(reader, at, "ends behind the end of the file", index);
    else if (memcmp(source->data + at, packet->type, WR_TRX_TYPE) != 0)
        fault(reader, at, "is of another type than the table says", index);
    if (packet->data && at > reader->end)
        wr_warn(reader->context, wr_at(source, reader->end), "trx-gap", NULL,
                "%zu bytes belong to no packet; they are not written again", at - reader->end);
    reader->end = packet->data ? bytes.at : reader->end;
}

/* Which packet is of a type that every file has once. */
static uint32_t only(struct reader *reader, const char *type)
{
    const struct wr_trx *trx = reader->trx;
    uint32_t found = trx->count;
    for (uint32_t i = 0; i < trx->count; i++) {
        if (!wr_trx_is(&trx->packets[i], type))
            continue;
        if (found < trx->count)
            reader->result =
                wr_fail(reader->context, WR_INVALID,
                        wr_at(reader->source, trx->packets[i].offset), "trx-twice", NULL,
                        "the file has a second packet '%s'; the game takes one", type);
        else
            found = i;
    }
    if (found == trx->count)
        reader->result = wr_fail(reader->context, WR_INVALID, wr_at(reader->source, 8),
                                 "trx-missing", NULL, "the file has no packet '%s'", type);
    return found;
}

static void read_size(struct reader *reader)
{
    struct wr_trx *trx = reader->trx;
    const wr_trx_packet *packet = &trx->packets[trx->size];
    struct wr_reader bytes = {packet->data, packet->size, 0, false};
    trx->width = wr_reader_u32(&bytes);
    trx->height = wr_reader_u32(&bytes);
    trx->id = wr_reader_u32(&bytes);
    if (packet->size != SIZE_PACKET)
        reader->result = wr_fail(
            reader->context, WR_INVALID, wr_at(reader->source, packet->offset), "trx-size",
            NULL, "packet 'TRWH' has %" PRIu32 " bytes, not %d", packet->size, SIZE_PACKET);
}

enum wr_result wr_trx_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_trx *out)
{
    struct reader reader = {context, source, out, 0, WR_OK};
    *out = (struct wr_trx){0};
    enum wr_result result = read_header(&reader, arena);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < out->count; i++)
        read_packet(&reader, i);
    if (reader.result != WR_OK)
        return reader.result;
    if (reader.end < source->size)
        wr_warn(context, wr_at(source, reader.end), "trx-gap", NULL,
                "%zu bytes behind the last packet; they are not written again",
                source->size - reader.end);
    out->size = only(&reader, "TRWH");
    out->aswm = only(&reader, "ASWM");
    if (out->size < out->count)
        read_size(&reader);
    return reader.result;
}

/* ---- Writing -------------------------------------------------------------------------------
 */

static bool too_large(const struct wr_trx *trx)
{
    uint64_t size = HEADER;
    for (uint32_t i = 0; i < trx->count; i++)
        size += (uint64_t)ROW + PACKET_HEADER + trx->packets[i].size;
    return size > UINT32_MAX;
}

static void write_table(const struct wr_trx *trx, struct wr_bytes *out)
{
    uint32_t at = (uint32_t)(HEADER + ROW * trx->count);
    wr_bytes_add(out, "NWN2", 4);
    wr_bytes_u16(out, trx->major);
    wr_bytes_u16(out, trx->minor);
    wr_bytes_u32(out, trx->count);
    for (uint32_t i = 0; i < trx->count; i++) {
        wr_bytes_add(out, trx->packets[i].type, WR_TRX_TYPE);
        wr_bytes_u32(out, at);
        at += PACKET_HEADER + trx->packets[i].size;
    }
}

enum wr_result wr_trx_write(struct wr_context *context, const struct wr_trx *trx,
                            wr_where where, struct wr_bytes *out)
{
    if (too_large(trx))
        return wr_fail(context, WR_LIMIT, where, "trx-large", NULL,
                       "the packets take 4 GiB and more");
    write_table(trx, out);
    for (uint32_t i = 0; i < trx->count; i++) {
        wr_bytes_add(out, trx->packets[i].type, WR_TRX_TYPE);
        wr_bytes_u32(out, trx->packets[i].size);
        wr_slices_add(context, out, trx->packets[i].data, trx->packets[i].size);
    }
    if (out->failed)
        return wr_no_memory(context);
    return wr_context_whole(context, WR_OK);
}

void wr_trx_dump(const struct wr_trx *trx, struct wr_dump *dump)
{
    wr_dump_count(dump, "width", trx->width);
    wr_dump_count(dump, "height", trx->height);
    wr_dump_count(dump, "id", trx->id);
    wr_dump_list(dump, "packets");
    for (uint32_t i = 0; i < trx->count; i++) {
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_text(dump, "type", trx->packets[i].type);
        wr_dump_count(dump, "offset", trx->packets[i].offset);
        wr_dump_count(dump, "size", trx->packets[i].size);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}
