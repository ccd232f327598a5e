/* Writing an archive that was read: what was kept lies as it lay, what is new comes last.
 * Source: formats/module, 1.1 and 1.2. */
#include "core/format/archive_order.h"

#include "core/base/slices.h"
#include "core/files/file.h"

#include <string.h>

struct writer {
    struct wr_context *context;
    const struct wr_archive *archive;
    struct wr_bytes *out;
    size_t start; /* of the archive in `out` */
    size_t texts, keys, places;
    uint32_t *kept;      /* 1 and the number of the item that came from each place; 0: gone */
    uint32_t *offsets;   /* of the items */
    enum wr_result read; /* of what lies apart */
};

static size_t here(const struct writer *writer)
{
    return writer->out->size - writer->start;
}

static enum wr_result fail_changed(const struct writer *writer)
{
    return wr_fail(writer->context, WR_IO, wr_at(writer->archive->source, WR_WHOLE_FILE),
                   "read-failed", NULL, "cannot be read: the archive changed meanwhile");
}

/* Bytes that the file has: copied, or read to where they stay. */
static void add_old(struct writer *writer, uint64_t at, size_t size)
{
    const struct wr_source *source = writer->archive->source;
    if (size == 0 || writer->read != WR_OK)
        return;
    if (!writer->archive->apart) {
        wr_slices_add(writer->context, writer->out, source->data + at, size);
        return;
    }
    uint8_t *to = wr_bytes_extend(writer->out, size);
    size_t got = 0;
    uint64_t total = source->size;
    if (!to)
        return;
    writer->read = wr_file_range(writer->context, source->name, at, to, size, &got, &total);
    if (writer->read == WR_OK && (got != size || total != source->size))
        writer->read = fail_changed(writer);
}

/* Looks once more at the tables of what lies apart, after all of it was read. */
static enum wr_result check_unchanged(struct writer *writer, struct wr_arena *arena)
{
    const struct wr_source *source = writer->archive->source;
    uint64_t end = wr_archive_table_end(source->data, WR_ARCHIVE_HEAD), total;
    size_t size = (size_t)(end < source->size ? end : source->size), got;
    if (!writer->archive->apart || writer->read != WR_OK)
        return writer->read;
    uint8_t *now = WR_TAKE(arena, uint8_t, size);
    if (!now)
        return wr_no_memory(writer->context);
    enum wr_result result =
        wr_file_range(writer->context, source->name, 0, now, size, &got, &total);
    if (result != WR_OK)
        return result;
    bool same = got == size && memcmp(now, source->data, size) == 0;
    return same ? WR_OK : fail_changed(writer);
}

static void add_zeros(struct wr_bytes *out, size_t size)
{
    uint8_t *to = wr_bytes_extend(out, size);
    if (to)
        memset(to, 0, size);
}

/* ---- The runs ---------------------------------------------------------------------------- */

static void write_resource(struct writer *writer, uint32_t index)
{
    const wr_resource *item = &writer->archive->items[index];
    writer->offsets[index] = (uint32_t)here(writer);
    if (item->data)
        wr_slices_add(writer->context, writer->out, item->data, item->size);
    else
        add_old(writer, item->offset, item->size);
}

/* `before` is the run that has the same bytes in the file, or NULL. */
static void write_kept(struct writer *writer, const wr_archive_run *run,
                       const wr_archive_run *before)
{
    uint32_t kept = writer->kept[run->resource];
    if (kept == 0)
        return;
    const wr_resource *item = &writer->archive->items[kept - 1];
    uint32_t twin = before ? writer->kept[before->resource] : 0;
    if (run->away && item->size == 0)
        writer->offsets[kept - 1] = (uint32_t)run->at;
    else if (twin > 0 && !item->data && !writer->archive->items[twin - 1].data)
        writer->offsets[kept - 1] = writer->offsets[twin - 1];
    else
        write_resource(writer, kept - 1);
}

static void write_run(struct writer *writer, const wr_archive_run *run,
                      const wr_archive_run *before)
{
    const struct wr_archive *archive = writer->archive;
    size_t key = archive->kind == WR_ERF ? WR_ERF_KEY : WR_RIM_KEY;
    switch (run->part) {
    case WR_RUN_TEXTS:
        writer->texts = run->away ? (size_t)run->at : here(writer);
        wr_bytes_add(writer->out, archive->texts, archive->text_size);
        break;
    case WR_RUN_KEYS:
        writer->keys = run->away && archive->count == 0 ? (size_t)run->at : here(writer);
        add_zeros(writer->out, key * archive->count);
        break;
    case WR_RUN_PLACES:
        writer->places = run->away && archive->count == 0 ? (size_t)run->at : here(writer);
        add_zeros(writer->out, (size_t)WR_ERF_PLACE * archive->count);
        break;
    case WR_RUN_RESOURCE:
        write_kept(writer, run, before);
        break;
    }
}

static bool gone(const struct writer *writer, const wr_archive_run *run)
{
    return run->part == WR_RUN_RESOURCE && writer->kept[run->resource] == 0;
}

/* The gap before a run goes with it. Ends early once the call is stopped. */
static void write_runs(struct writer *writer)
{
    const struct wr_archive_order *order = writer->archive->order;
    const struct wr_source *source = writer->archive->source;
    const wr_archive_run *last = NULL;
    uint64_t at = writer->archive->kind == WR_ERF ? WR_ERF_HEADER : WR_RIM_HEADER;
    for (size_t i = 0; i < order->run_count; i++) {
        const wr_archive_run *run = &order->runs[i];
        if (wr_context_stopped(writer->context))
            return;
        bool same = last && run->at == last->at && run->size == last->size;
        if (run->size > 0 && run->at > at && !gone(writer, run))
            add_old(writer, at, (size_t)(run->at - at));
        write_run(writer, run, same ? last : NULL);
        if (run->size == 0)
            continue;
        at = run->at + run->size;
        if (!same)
            last = run;
    }
    add_old(writer, at, source->size - (size_t)at);
    for (uint32_t i = 0; i < writer->archive->count; i++)
        if (writer->archive->items[i].place == 0 && !wr_context_stopped(writer->context))
            write_resource(writer, i);
}

/* ---- The tables -------------------------------------------------------------------------- */

/* A key keeps what the file has behind the name, and the case of its letters. */
static void fill_key(struct writer *writer, uint32_t index)
{
    const wr_resource *item = &writer->archive->items[index];
    bool erf = writer->archive->kind == WR_ERF;
    size_t size = erf ? WR_ERF_KEY : WR_RIM_KEY, at = writer->keys + size * index;
    uint8_t *key = writer->out->data + writer->start + at;
    size_t start = writer->start;
    uint32_t type = item->type, id = index;
    if (item->place > 0) {
        id = item->id == item->place - 1 ? index : item->id;
        memcpy(key, writer->archive->order->keys + size * (item->place - 1), size);
        memcpy(&type, key + (erf ? 20 : 16), sizeof type);
        wr_words_little(&type, 1);
    } else
        memcpy(key, item->name, strlen(item->name));
    wr_bytes_patch_u32(writer->out, start + at + 16, erf ? id : type);
    wr_bytes_patch_u32(writer->out, start + at + 20, erf ? type : id);
    size_t place = erf ? writer->places + (size_t)WR_ERF_PLACE * index : at + 24;
    wr_bytes_patch_u32(writer->out, start + place, writer->offsets[index]);
    wr_bytes_patch_u32(writer->out, start + place + 4, item->size);
}

static void fill_header(struct writer *writer)
{
    const struct wr_archive *archive = writer->archive;
    struct wr_bytes *out = writer->out;
    size_t start = writer->start;
    if (archive->kind == WR_RIM) {
        const uint8_t *keys = archive->source->data + 16;
        bool usual = writer->keys == WR_RIM_HEADER && memcmp(keys, "\0\0\0\0", 4) == 0;
        wr_bytes_patch_u32(out, start + 12, archive->count);
        wr_bytes_patch_u32(out, start + 16, usual ? 0 : (uint32_t)writer->keys);
        return;
    }
    const uint32_t words[] = {
        archive->text_count,     archive->text_size,     archive->count,
        (uint32_t)writer->texts, (uint32_t)writer->keys, (uint32_t)writer->places,
        archive->year,           archive->day,           archive->description};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        wr_bytes_patch_u32(out, start + 8 + 4 * i, words[i]);
}

/* At once, since growing step by step copies hundreds of megabytes: but for gaps, all of it. */
static void make_room(const struct writer *writer)
{
    const struct wr_archive *archive = writer->archive;
    size_t size = WR_ERF_HEADER + archive->text_size;
    for (uint32_t i = 0; i < archive->count; i++)
        size += archive->items[i].size + (size_t)WR_ERF_KEY + WR_ERF_PLACE;
    wr_bytes_reserve(writer->out, size);
}

static enum wr_result write_all(struct writer *writer, struct wr_arena *arena)
{
    const struct wr_archive *archive = writer->archive;
    size_t header = archive->kind == WR_ERF ? WR_ERF_HEADER : WR_RIM_HEADER;
    for (uint32_t i = 0; i < archive->count; i++)
        if (archive->items[i].place > 0)
            writer->kept[archive->items[i].place - 1] = i + 1;
    make_room(writer);
    wr_bytes_add(writer->out, archive->source->data, header);
    write_runs(writer);
    if (writer->out->failed)
        return wr_no_memory(writer->context);
    if (wr_context_stopped(writer->context))
        return WR_STOPPED;
    enum wr_result result = check_unchanged(writer, arena);
    if (result != WR_OK)
        return result;
    for (uint32_t i = 0; i < archive->count; i++)
        fill_key(writer, i);
    fill_header(writer);
    return WR_OK;
}

/* Counted before anything is written. */
static enum wr_result check_size(struct wr_context *context, const struct wr_archive *archive)
{
    uint64_t size = archive->source->size + (uint64_t)WR_ERF_HEADER;
    for (uint32_t i = 0; i < archive->count; i++) {
        const wr_resource *item = &archive->items[i];
        size += item->data ? (uint64_t)item->size + WR_RIM_KEY : WR_RIM_KEY;
        if (size > UINT32_MAX)
            return wr_fail(context, WR_LIMIT, wr_at(archive->source, WR_WHOLE_FILE),
                           "archive-too-large", "make two modules of it",
                           "with '%s' the archive passes the 4 GiB it can hold", item->name);
    }
    return WR_OK;
}

enum wr_result wr_archive_write(struct wr_context *context, const struct wr_archive *archive,
                                struct wr_bytes *out)
{
    enum wr_result result = check_size(context, archive);
    if (result == WR_OK)
        result = wr_archive_check_twice(context, wr_at(archive->source, WR_WHOLE_FILE),
                                        archive->items, archive->count);
    if (result != WR_OK)
        return result;
    struct wr_arena *arena = wr_arena_create();
    struct writer writer = {
        .context = context, .archive = archive, .out = out, .start = out->size};
    writer.kept = arena ? WR_ZERO(arena, uint32_t, archive->order->count) : NULL;
    writer.offsets = arena ? WR_ZERO(arena, uint32_t, archive->count) : NULL;
    result = writer.kept && writer.offsets ? write_all(&writer, arena) : wr_no_memory(context);
    wr_arena_destroy(arena);
    return result;
}
