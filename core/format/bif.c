/* BIF files, uncompressed. Source: formats/module, 1.3. */
#include "core/format/key.h"

#include "core/text/dump.h"

#include <string.h>

enum { HEADER = 20, ENTRY = 16, MARK = 8 };

static bool starts_with(const uint8_t *data, size_t size, const char *mark)
{
    return size >= MARK && memcmp(data, mark, strlen(mark)) == 0;
}

static bool is_compressed(const uint8_t *data, size_t size)
{
    return starts_with(data, size, "BIFFV1.1") || starts_with(data, size, "BZF V1.0") ||
           starts_with(data, size, "BZF V1  ");
}

bool wr_bif_recognise(const uint8_t *data, size_t size)
{
    return starts_with(data, size, "BIFFV1  ") || is_compressed(data, size);
}

static enum wr_result read_items(struct wr_context *context, struct wr_bif *bif, size_t at)
{
    enum wr_result result = WR_OK;
    struct wr_reader bytes = {bif->source->data, bif->source->size, at, false};
    for (uint32_t i = 0; i < bif->count; i++) {
        size_t where = bytes.at;
        wr_resource *item = &bif->items[i];
        *item = (wr_resource){.id = wr_reader_u32(&bytes), .place = i + 1};
        item->offset = wr_reader_u32(&bytes);
        item->size = wr_reader_u32(&bytes);
        item->type = (uint16_t)wr_reader_u32(&bytes);
        if (item->size == 0 || wr_reader_fits(&bytes, item->offset, item->size, 1))
            continue;
        result = wr_fail(context, WR_SYNTAX, wr_at(bif->source, where), "bif-resource", NULL,
                         "resource %u lies at byte %u and takes %u bytes; the file has %zu", i,
                         item->offset, item->size, bif->source->size);
        item->type = 0;
        item->size = 0;
    }
    return result;
}

static enum wr_result read_table(struct wr_context *context, struct wr_arena *arena,
                                 struct wr_bif *bif, struct wr_bif **out)
{
    const struct wr_source *source = bif->source;
    struct wr_reader bytes = {source->data, source->size, MARK, false};
    bif->count = wr_reader_u32(&bytes);
    wr_reader_u32(&bytes); /* fixed resources, which no game has */
    uint32_t at = wr_reader_u32(&bytes);
    if (bytes.failed)
        return wr_fail(context, WR_SYNTAX, wr_at(source, source->size), "bif-short", NULL,
                       "the file ends within its header");
    if (bif->count > 0 && (at < HEADER || !wr_reader_fits(&bytes, at, bif->count, ENTRY)))
        return wr_fail(context, WR_SYNTAX, wr_at(source, 16), "bif-table", NULL,
                       "the table lies at byte %u and takes %llu bytes; the file has %zu", at,
                       (unsigned long long)bif->count * ENTRY, source->size);
    bif->items = WR_TAKE(arena, wr_resource, bif->count);
    if (!bif->items)
        return wr_no_memory(context);
    *out = bif;
    return read_items(context, bif, at);
}

enum wr_result wr_bif_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_bif **out)
{
    struct wr_bif *bif = WR_ZERO(arena, struct wr_bif, 1);
    struct wr_source *own = wr_arena_copy(arena, source, 1, sizeof *source);
    if (!bif || !own)
        return wr_no_memory(context);
    own->binary = true;
    bif->source = own;
    if (is_compressed(source->data, source->size))
        return wr_fail(context, WR_INVALID, wr_at(own, 0), "bif-compressed",
                       "take the files of the game for desktop computers",
                       "this BIF is compressed, as telephones have it; Warren reads others");
    if (!wr_bif_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(own, 0), "bif-mark", NULL,
                       "the file does not start with 'BIFFV1  '");
    return read_table(context, arena, bif, out);
}

void wr_bif_dump(const struct wr_bif *bif, struct wr_dump *dump)
{
    wr_dump_list(dump, "resources");
    for (uint32_t i = 0; i < bif->count; i++) {
        const wr_resource *item = &bif->items[i];
        const char *suffix = wr_resource_suffix(item->type);
        wr_dump_row(dump);
        wr_dump_object(dump, NULL);
        wr_dump_count(dump, "id", item->id);
        if (suffix)
            wr_dump_text(dump, "type", suffix);
        else
            wr_dump_count(dump, "type", item->type);
        wr_dump_count(dump, "offset", item->offset);
        wr_dump_count(dump, "size", item->size);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
}
