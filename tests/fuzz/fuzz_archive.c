/* Archives: whatever is read can be asked for each resource, shown, written back, and changed.
 */
#include "tests/fuzz/fuzz_dump.h"

#include "core/format/archive.h"

#include <string.h>

static void dump(const void *archive, struct wr_dump *out)
{
    wr_archive_dump(archive, out);
}

static void check_resources(struct wr_context *context, struct wr_arena *arena,
                            const struct wr_archive *archive, const struct wr_source *file)
{
    for (uint32_t i = 0; i < archive->count; i++) {
        const wr_resource *item = &archive->items[i];
        struct wr_source source;
        MUST(strlen(item->name) > 0 && strlen(item->name) <= WR_RESREF);
        MUST(wr_archive_find(archive, item->name, item->type) == item);
        MUST(wr_archive_source(context, arena, archive, item, &source) == WR_OK);
        MUST(source.size == 0 || (source.data >= file->data &&
                                  source.data + source.size <= file->data + file->size));
    }
}

static void check_writing(struct wr_context *context, struct wr_arena *arena,
                          struct wr_archive *archive, const struct wr_source *source)
{
    struct wr_bytes out = {0};
    struct wr_archive *again;
    MUST(wr_archive_write(context, archive, &out) == WR_OK);
    MUST(out.size == source->size && memcmp(out.data, source->data, out.size) == 0);
    MUST(wr_archive_put(archive, arena, "fuzz_added", 2017, "12345", 5));
    if (archive->count > 1)
        wr_archive_sift(archive, &(bool){true}, 1);
    out.size = 0;
    MUST(wr_archive_write(context, archive, &out) == WR_OK);
    struct wr_source changed = {.name = "changed", .data = out.data, .size = out.size};
    MUST(wr_archive_read(context, arena, &changed, &again) == WR_OK);
    MUST(again->count == archive->count);
    for (uint32_t i = 0; i < again->count; i++)
        MUST(again->items[i].size == archive->items[i].size &&
             strcmp(again->items[i].name, archive->items[i].name) == 0);
    wr_bytes_finish(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.mod", .data = data, .size = size};
    struct wr_archive *archive;
    MUST(context && arena);
    enum wr_result result = wr_archive_read(context, arena, &source, &archive);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        MUST(wr_archive_recognise(data, size));
        check_dump(context, arena, archive, dump);
        check_resources(context, arena, archive, &source);
        check_writing(context, arena, archive, &source);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
