/* Order files of archives. */
#include "builder/convert/archives.h"

#include "core/base/bytes.h"
#include "core/text/base64.h"
#include "core/text/json.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writing ------------------------------------------------------------------------------
 */

static int by_offset(const void *a, const void *b)
{
    const wr_resource *const *x = a, *const *y = b;
    if ((*x)->offset != (*y)->offset)
        return (*x)->offset < (*y)->offset ? -1 : 1;
    return (*x)->size < (*y)->size ? -1 : (*x)->size > (*y)->size;
}

static bool dump_rest(struct wr_dump *dump, const struct wr_source *source, size_t at,
                      size_t size)
{
    struct wr_bytes text = {0};
    wr_base64_encode(&text, source->data + at, size);
    wr_bytes_char(&text, '\0');
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "at", at);
    if (!text.failed)
        wr_dump_text(dump, "bytes", (const char *)text.data);
    wr_dump_object_end(dump);
    bool fine = !text.failed;
    wr_bytes_finish(&text);
    return fine;
}

/* What no resource has. */
static bool dump_rests(struct wr_dump *dump, struct wr_arena *arena,
                       const struct wr_archive *archive)
{
    const wr_resource **sorted = WR_TAKE(arena, const wr_resource *, archive->count);
    size_t at = 0;
    bool fine = sorted != NULL;
    for (uint32_t i = 0; fine && i < archive->count; i++)
        sorted[i] = &archive->items[i];
    if (fine && archive->count > 0)
        qsort(sorted, archive->count, sizeof *sorted, by_offset);
    wr_dump_list(dump, "rest");
    for (uint32_t i = 0; fine && i < archive->count; i++) {
        const wr_resource *item = sorted[i];
        if (item->size == 0)
            continue;
        if (item->offset > at)
            fine = dump_rest(dump, archive->source, at, item->offset - at);
        at = (size_t)item->offset + item->size > at ? (size_t)item->offset + item->size : at;
    }
    if (fine && at < archive->source->size)
        fine = dump_rest(dump, archive->source, at, archive->source->size - at);
    wr_dump_list_end(dump);
    return fine;
}

enum wr_result wr_archive_order_write(struct wr_context *context, struct wr_arena *arena,
                                      const struct wr_archive *archive, struct wr_bytes *out)
{
    struct wr_dump dump;
    bool fine = true;
    wr_dump_start(&dump, out, true);
    wr_dump_count(&dump, "warren-archive", 1);
    wr_dump_count(&dump, "size", archive->source->size);
    wr_dump_list(&dump, "files");
    for (uint32_t i = 0; fine && i < archive->count; i++) {
        const char *name = wr_archive_name(arena, archive, &archive->items[i]);
        fine = name != NULL;
        if (fine)
            wr_dump_text(&dump, NULL, name + strlen(archive->source->name) + 1);
    }
    wr_dump_list_end(&dump);
    fine = fine && dump_rests(&dump, arena, archive);
    wr_dump_end(&dump);
    return fine && !out->failed ? WR_OK : wr_no_memory(context);
}

/* ---- Reading ------------------------------------------------------------------------------
 */

struct reading {
    struct wr_context *context;
    struct wr_arena *arena;
    const struct wr_source *source;
    uint8_t *data;
    size_t size, at; /* of the archive; how far the bytes in `rest` have come */
    bool ok;
};

static const char cure[] = "without " WR_ORDER_FILE " the folder becomes a new archive";

static void disagree(struct reading *reading, const wr_json *json, const char *what)
{
    char path[WR_JSON_PATH_SIZE];
    wr_fail(reading->context, WR_INVALID, json->where, "archive-order", cure, "%s %s",
            wr_json_path(json, path), what);
    reading->ok = false;
}

static void read_rest(struct reading *reading, wr_json *object)
{
    static const char *const known[] = {"at", "bytes", NULL};
    int64_t at = 0;
    size_t size, bad;
    wr_json_get_integer(reading->context, object, "at", true, 0, UINT32_MAX, &at, &reading->ok);
    wr_json *bytes =
        wr_json_get(reading->context, object, "bytes", WR_JSON_STRING, true, &reading->ok);
    wr_json_done(reading->context, object, known, &reading->ok);
    if (!bytes || !reading->ok)
        return;
    if (!wr_base64_check(wr_view_of(bytes->text), &size, &bad)) {
        disagree(reading, bytes, "is no base64");
        return;
    }
    size_t start = (size_t)at;
    if (start < reading->at || start > reading->size || size > reading->size - start) {
        disagree(reading, object, "lies outside the archive, or on what is before it");
        return;
    }
    wr_base64_decode(wr_view_of(bytes->text), reading->data + start);
    reading->at = start + size;
}

/* A claim without bytes behind it is no archive that was unpacked here. */
static bool make_room(struct reading *reading, wr_json *root, uint64_t there)
{
    enum { TIMES = 4, FREE = 64 << 20 };
    int64_t size = 0;
    wr_json *said = wr_json_find(root, "size");
    if (!wr_json_get_integer(reading->context, root, "size", true, 0, UINT32_MAX, &size,
                             &reading->ok))
        return false;
    if ((uint64_t)size > TIMES * (there + reading->source->size) + FREE) {
        disagree(reading, said, "is far more than the files of the folder have");
        return false;
    }
    reading->size = (size_t)size;
    reading->data = WR_ZERO(reading->arena, uint8_t, reading->size + 1);
    if (!reading->data)
        wr_no_memory(reading->context);
    return reading->ok = reading->data != NULL;
}

static enum wr_result read_table(struct reading *reading, wr_json *root,
                                 struct wr_archive **out)
{
    struct wr_source *source = WR_ZERO(reading->arena, struct wr_source, 1);
    struct wr_context *quiet = wr_context_within(reading->context, NULL, NULL);
    if (!source || !quiet) {
        wr_context_destroy(quiet);
        return wr_no_memory(reading->context);
    }
    *source = (struct wr_source){
        .name = reading->source->name, .data = reading->data, .size = reading->size};
    enum wr_result result = wr_archive_read(quiet, reading->arena, source, out);
    wr_context_destroy(quiet);
    if (result == WR_NO_MEMORY)
        return wr_no_memory(reading->context);
    if (result != WR_OK)
        disagree(reading, wr_json_find(root, "rest"), "holds no head of an archive");
    return reading->ok ? WR_OK : WR_INVALID;
}

/* The list is for people; but one that says other than the head is no honest order. */
static enum wr_result compare_names(struct reading *reading, wr_json *files,
                                    const struct wr_archive *archive)
{
    wr_json *item = files->first;
    if (files->count != archive->count) {
        disagree(reading, files, "names more or fewer files than the head of the archive");
        return WR_INVALID;
    }
    for (uint32_t i = 0; i < archive->count; i++, item = item->next) {
        const char *name = wr_archive_name(reading->arena, archive, &archive->items[i]);
        if (!name)
            return wr_no_memory(reading->context);
        if (item->kind != WR_JSON_STRING ||
            strcmp(item->text, name + strlen(archive->source->name) + 1) != 0) {
            disagree(reading, item, "is not what the head of the archive has there");
            return WR_INVALID;
        }
    }
    return WR_OK;
}

enum wr_result wr_archive_order_read(struct wr_context *context, struct wr_arena *arena,
                                     const struct wr_source *source, uint64_t there,
                                     struct wr_archive_plan *out)
{
    static const char *const known[] = {"warren-archive", "size", "files", "rest", NULL};
    struct reading reading = {.context = context, .arena = arena, .source = source, .ok = true};
    wr_json *root;
    int64_t version;
    enum wr_result result = wr_json_read(context, arena, source, &root);
    if (result != WR_OK)
        return result;
    wr_json_get_integer(context, root, "warren-archive", true, 1, 1, &version, &reading.ok);
    wr_json *files = wr_json_get(context, root, "files", WR_JSON_LIST, true, &reading.ok);
    wr_json *rest = wr_json_get(context, root, "rest", WR_JSON_LIST, true, &reading.ok);
    bool room = make_room(&reading, root, there);
    wr_json_done(context, root, known, &reading.ok);
    for (wr_json *item = rest && room ? rest->first : NULL; item; item = item->next)
        read_rest(&reading, item);
    if (!reading.ok || !files || !rest)
        return WR_INVALID;
    result = read_table(&reading, root, &out->archive);
    out->data = reading.data;
    return result == WR_OK ? compare_names(&reading, files, out->archive) : result;
}
