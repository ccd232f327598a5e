/* Reading the table of an ERF or RIM. Source: formats/module, 1.1 and 1.2. */
#include "core/format/archive_order.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    struct wr_archive *archive;
    uint64_t keys, places, texts; /* where they start */
    wr_archive_run *runs;
    size_t run_count;
    uint64_t claimed; /* bytes of all resources so far */
    enum wr_result result;
};

static void said(struct reader *reader, enum wr_result result)
{
    if (reader->result == WR_OK || result == WR_NO_MEMORY)
        reader->result = result;
}

static struct wr_reader bytes_at(const struct reader *reader, uint64_t at)
{
    return (struct wr_reader){reader->source->data, reader->source->size, (size_t)at, false};
}

static uint32_t key_size(const struct wr_archive *archive)
{
    return archive->kind == WR_ERF ? WR_ERF_KEY : WR_RIM_KEY;
}

static uint32_t header_size(const struct wr_archive *archive)
{
    return archive->kind == WR_ERF ? WR_ERF_HEADER : WR_RIM_HEADER;
}

/* ---- The header -------------------------------------------------------------------------- */

static void need(struct reader *reader, const char *what, size_t where, uint64_t at,
                 uint64_t count, uint64_t stride)
{
    struct wr_reader bytes = bytes_at(reader, 0);
    if (count == 0 ||
        (at >= header_size(reader->archive) && wr_reader_fits(&bytes, at, count, stride)))
        return;
    said(reader,
         wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where), "archive-table",
                 NULL, "the %s lie at byte %llu and take %llu bytes; the file has %zu", what,
                 (unsigned long long)at, (unsigned long long)count * stride,
                 reader->source->size));
}

static void read_erf_header(struct reader *reader)
{
    struct wr_archive *archive = reader->archive;
    struct wr_reader bytes = bytes_at(reader, 8);
    archive->text_count = wr_reader_u32(&bytes);
    archive->text_size = wr_reader_u32(&bytes);
    archive->count = wr_reader_u32(&bytes);
    reader->texts = wr_reader_u32(&bytes);
    reader->keys = wr_reader_u32(&bytes);
    reader->places = wr_reader_u32(&bytes);
    archive->year = wr_reader_u32(&bytes);
    archive->day = wr_reader_u32(&bytes);
    archive->description = wr_reader_u32(&bytes);
    need(reader, "descriptions", 20, reader->texts, archive->text_size, 1);
    need(reader, "names", 24, reader->keys, archive->count, WR_ERF_KEY);
    need(reader, "places", 28, reader->places, archive->count, WR_ERF_PLACE);
    if (reader->result == WR_OK && archive->text_size > 0)
        archive->texts = reader->source->data + reader->texts;
}

static void read_rim_header(struct reader *reader)
{
    struct wr_archive *archive = reader->archive;
    struct wr_reader bytes = bytes_at(reader, 12);
    archive->count = wr_reader_u32(&bytes);
    reader->keys = wr_reader_u32(&bytes);
    if (reader->keys == 0)
        reader->keys = WR_RIM_HEADER;
    need(reader, "names", 16, reader->keys, archive->count, WR_RIM_KEY);
}

static enum wr_result read_header(struct reader *reader)
{
    const struct wr_source *source = reader->source;
    struct wr_archive *archive = reader->archive;
    memcpy(archive->type, source->data, 4);
    archive->kind = memcmp(source->data, "RIM ", 4) == 0 ? WR_RIM : WR_ERF;
    archive->description = UINT32_MAX;
    if (source->size > UINT32_MAX)
        return wr_fail(reader->context, WR_LIMIT, wr_at(source, WR_WHOLE_FILE),
                       "archive-too-large", NULL,
                       "the file is larger than the 4 GiB an archive can hold");
    if (source->size < header_size(archive))
        return wr_fail(reader->context, WR_SYNTAX, wr_at(source, source->size), "archive-short",
                       NULL, "the file ends within its header");
    if (archive->kind == WR_ERF)
        read_erf_header(reader);
    else
        read_rim_header(reader);
    return reader->result;
}

/* ---- Names ------------------------------------------------------------------------------- */

/* Takes a name over, in small letters; what is behind its end does not count. Released mods
 * have names with '+', which the games load. */
static void read_name(struct reader *reader, const uint8_t *from, wr_resource *item)
{
    wr_where where = wr_at(reader->source, (size_t)(from - reader->source->data));
    bool plain = true, fine = true;
    size_t size = 0;
    for (; size < WR_RESREF && from[size]; size++) {
        uint8_t c = from[size];
        c = c >= 'A' && c <= 'Z' ? (uint8_t)(c + 32) : c;
        plain = plain && strchr("abcdefghijklmnopqrstuvwxyz0123456789_+", c);
        fine = fine && c > ' ' && c < 0x7f && c != '/' && c != '\\';
        item->name[size] = (char)c;
    }
    if (size == 0)
        said(reader, wr_fail(reader->context, WR_INVALID, where, "archive-name", NULL,
                             "a resource has no name"));
    else if (!fine)
        said(reader,
             wr_fail(reader->context, WR_INVALID, where, "archive-name", NULL,
                     "'%s' is no resource name: those hold a-z, 0-9 and '_'", item->name));
    else if (!plain)
        wr_warn(reader->context, where, "archive-name", NULL,
                "'%s' holds other signs than a-z, 0-9 and '_'", item->name);
}

/* Several names may share bytes, but thousands that share megabytes are days of work in a small
 * file: whoever reads an archive reads so many times what it holds at most, or 64 MiB. */
enum { MOST_TIMES = 4, LEAST_BUDGET = 1 << 26 };

static void claim(struct reader *reader, const wr_resource *item, size_t where)
{
    uint64_t budget = MOST_TIMES * (uint64_t)reader->source->size;
    budget = budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
    bool within = reader->claimed <= budget;
    reader->claimed += item->size;
    if (within && reader->claimed > budget)
        said(reader,
             wr_fail(reader->context, WR_LIMIT, wr_at(reader->source, where), "archive-shared",
                     "give the same bytes fewer names",
                     "with '%s' the resources claim %llu bytes of a file of %zu: too "
                     "many of them share the same bytes",
                     item->name, (unsigned long long)reader->claimed, reader->source->size));
}

static void read_item(struct reader *reader, uint32_t index)
{
    wr_resource *item = &reader->archive->items[index];
    struct wr_reader bytes =
        bytes_at(reader, reader->keys + (uint64_t)index * key_size(reader->archive));
    size_t where = bytes.at + 24; /* of a RIM's offset */
    *item = (wr_resource){.place = index + 1};
    read_name(reader, wr_reader_take(&bytes, WR_RESREF), item);
    if (reader->archive->kind == WR_ERF) {
        item->id = wr_reader_u32(&bytes);
        item->type = wr_reader_u16(&bytes);
        where = (size_t)(reader->places + (uint64_t)index * WR_ERF_PLACE);
        bytes = bytes_at(reader, where);
    } else {
        item->type = (uint16_t)wr_reader_u32(&bytes);
        item->id = wr_reader_u32(&bytes);
    }
    item->offset = wr_reader_u32(&bytes);
    item->size = wr_reader_u32(&bytes);
    if (!wr_reader_fits(&bytes, item->offset, item->size, 1) && item->size > 0)
        said(reader, wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, where),
                             "archive-resource", NULL,
                             "'%s' lies at byte %u and takes %u bytes; the file has %zu",
                             item->name, item->offset, item->size, reader->source->size));
    claim(reader, item, where);
}

/* ---- What lies where --------------------------------------------------------------------- */

static void add_run(struct reader *reader, uint64_t at, uint64_t size,
                    enum wr_archive_run_kind part, uint32_t resource)
{
    reader->runs[reader->run_count++] =
        (wr_archive_run){.at = at, .size = size, .part = part, .resource = resource};
}

/* By offset, what is empty first. */
static int compare(const void *a, const void *b)
{
    const wr_archive_run *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if ((x->size > 0) != (y->size > 0))
        return x->size > 0 ? 1 : -1;
    if (x->part != y->part)
        return x->part < y->part ? -1 : 1;
    return x->resource < y->resource ? -1 : x->resource > y->resource;
}

static const char *run_name(const struct reader *reader, const wr_archive_run *run)
{
    static const char *const parts[] = {"the descriptions", "the names", "the places"};
    return run->part == WR_RUN_RESOURCE ? reader->archive->items[run->resource].name
                                        : parts[run->part];
}

/* Several resources may be the same bytes, but not share them in part. */
static void find_overlaps(struct reader *reader)
{
    uint64_t end = header_size(reader->archive);
    const wr_archive_run *last = NULL;
    for (size_t i = 0; i < reader->run_count; i++) {
        wr_archive_run *run = &reader->runs[i];
        run->away = run->size == 0 && run->at != end;
        if (run->size == 0)
            continue;
        bool same = last && last->part == WR_RUN_RESOURCE && run->part == WR_RUN_RESOURCE &&
                    run->at == last->at && run->size == last->size;
        if (run->at < end && !same)
            said(reader,
                 wr_fail(reader->context, WR_SYNTAX, wr_at(reader->source, (size_t)run->at),
                         "archive-overlap", NULL, "'%s' lies on %s", run_name(reader, run),
                         last ? run_name(reader, last) : "the header"));
        if (run->at + run->size >= end) {
            end = run->at + run->size;
            last = run;
        }
    }
}

static bool take_down(struct reader *reader)
{
    struct wr_archive *archive = reader->archive;
    struct wr_archive_order *order = WR_ZERO(reader->arena, struct wr_archive_order, 1);
    reader->runs = WR_TAKE(reader->arena, wr_archive_run, (size_t)archive->count + 3);
    if (!order || !reader->runs)
        return false;
    add_run(reader, reader->keys, (uint64_t)archive->count * key_size(archive), WR_RUN_KEYS, 0);
    if (archive->kind == WR_ERF) {
        add_run(reader, reader->texts, archive->text_size, WR_RUN_TEXTS, 0);
        add_run(reader, reader->places, (uint64_t)archive->count * WR_ERF_PLACE, WR_RUN_PLACES,
                0);
    }
    for (uint32_t i = 0; i < archive->count; i++)
        add_run(reader, archive->items[i].offset, archive->items[i].size, WR_RUN_RESOURCE, i);
    qsort(reader->runs, reader->run_count, sizeof *reader->runs, compare);
    find_overlaps(reader);
    *order = (struct wr_archive_order){
        .runs = reader->runs, .run_count = reader->run_count, .count = archive->count};
    order->keys = archive->count > 0 ? reader->source->data + reader->keys : NULL;
    archive->order = order;
    return true;
}

static enum wr_result read_table(struct reader *reader)
{
    struct wr_archive *archive = reader->archive;
    enum wr_result result = read_header(reader);
    if (result != WR_OK)
        return result;
    archive->items = WR_TAKE(reader->arena, wr_resource, archive->count);
    if (!archive->items)
        return wr_no_memory(reader->context);
    for (uint32_t i = 0; i < archive->count; i++)
        read_item(reader, i);
    if (reader->result == WR_OK && !take_down(reader))
        return wr_no_memory(reader->context);
    said(reader, wr_archive_check_twice(reader->context, wr_at(reader->source, WR_WHOLE_FILE),
                                        archive->items, archive->count));
    return reader->result;
}

bool wr_archive_recognise(const uint8_t *data, size_t size)
{
    static const char *const types[] = {"ERF ", "MOD ", "SAV ", "HAK ", "RIM "};
    for (size_t i = 0; size >= 8 && i < sizeof types / sizeof *types; i++)
        if (memcmp(data, types[i], 4) == 0 && memcmp(data + 4, "V1.0", 4) == 0)
            return true;
    return false;
}

static uint64_t later(uint64_t end, struct wr_reader *head, size_t at, uint64_t size)
{
    head->at = at;
    uint64_t start = wr_reader_u32(head);
    return start + size > end ? start + size : end;
}

uint64_t wr_archive_table_end(const uint8_t *head, size_t size)
{
    struct wr_reader bytes = {head, size, 0, false};
    bool rim = wr_archive_recognise(head, size) && memcmp(head, "RIM ", 4) == 0;
    uint64_t end = WR_ARCHIVE_HEAD;
    if (rim) {
        bytes.at = 12;
        uint64_t table = (uint64_t)wr_reader_u32(&bytes) * WR_RIM_KEY;
        end = table + WR_RIM_HEADER > end ? table + WR_RIM_HEADER : end;
        return later(end, &bytes, 16, table);
    }
    bytes.at = 12;
    uint64_t texts = wr_reader_u32(&bytes), count = wr_reader_u32(&bytes);
    end = later(end, &bytes, 20, texts);
    end = later(end, &bytes, 24, count * WR_ERF_KEY);
    return later(end, &bytes, 28, count * WR_ERF_PLACE);
}

enum wr_result wr_archive_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_archive **out)
{
    struct wr_archive *archive = WR_ZERO(arena, struct wr_archive, 1);
    struct wr_source *own = wr_arena_copy(arena, source, 1, sizeof *source);
    if (!archive || !own)
        return wr_no_memory(context);
    own->binary = true;
    archive->source = own;
    if (!wr_archive_recognise(source->data, source->size))
        return wr_fail(context, WR_SYNTAX, wr_at(own, 0), "archive-mark", NULL,
                       "the file does not start with 'MOD V1.0', 'ERF V1.0' or 'RIM V1.0'");
    struct reader reader = {
        .context = context, .arena = arena, .source = own, .archive = archive};
    enum wr_result result = read_table(&reader);
    if (result == WR_OK)
        *out = archive;
    return result;
}
