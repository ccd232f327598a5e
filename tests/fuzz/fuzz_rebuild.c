/* A module whose resources were spoilt by anybody, rebuilt: an error, or an archive of the same
 * resources, all but the walkmeshes byte for byte, in which nothing is left to do; and the same
 * with what follows from walkmeshes made anew. */
#include "tests/fuzz/fuzz_spoil.h"

#include "builder/inspect/rebuild_archive.h"

/* The archive of the bytes, rebuilt; empty where nothing changed. */
static enum wr_result rebuild(struct wr_arena *arena, const struct wr_source *source,
                              const struct wr_rebuild_options *options, struct wr_bytes *out,
                              struct wr_rebuild_summary *summary)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kind_file file = {
        .source = *source, .arena = arena, .surfaces = &surfaces, .rebuilding = options};
    MUST(context);
    wr_context_set_jobs(context, 1);
    enum wr_result result = wr_rebuild_file_archive(context, &file, out, summary);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(summary->files == summary->rebuilt + summary->failed);
    wr_context_destroy(context);
    return result;
}

static bool may_change(uint16_t type, const struct wr_rebuild_options *options)
{
    bool walkmesh = type == WR_RES_WOK || type == WR_RES_PWK || type == WR_RES_DWK;
    return walkmesh || (options->vis && type == WR_RES_VIS) ||
           (options->paths && type == WR_RES_PTH) ||
           (options->minimap && (type == WR_RES_ARE || type == WR_RES_TGA));
}

static struct wr_archive *read_archive(struct wr_context *context, struct wr_arena *arena,
                                       const struct wr_source *source)
{
    struct wr_archive *archive;
    MUST(wr_archive_read(context, arena, source, &archive) == WR_OK);
    return archive;
}

static void compare(struct wr_context *context, struct wr_arena *arena,
                    const struct wr_rebuild_options *options, const struct wr_source *before,
                    const struct wr_source *after)
{
    const struct wr_archive *old = read_archive(context, arena, before);
    const struct wr_archive *now = read_archive(context, arena, after);
    MUST(old->count <= now->count && (options->vis || old->count == now->count));
    for (uint32_t i = 0; i < old->count; i++) {
        struct wr_source was, is;
        MUST(strcmp(old->items[i].name, now->items[i].name) == 0);
        MUST(old->items[i].type == now->items[i].type);
        MUST(wr_archive_source(context, arena, old, &old->items[i], &was) == WR_OK);
        MUST(wr_archive_source(context, arena, now, &now->items[i], &is) == WR_OK);
        MUST(may_change(old->items[i].type, options) ||
             (was.size == is.size && memcmp(was.data, is.data, is.size) == 0));
    }
}

static void rebuild_twice(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_source *before,
                          const struct wr_rebuild_options *options)
{
    struct wr_bytes once = {0}, twice = {0};
    struct wr_rebuild_summary first = {0}, again = {0};
    enum wr_result result = rebuild(arena, before, options, &once, &first);
    if (once.size > 0) {
        struct wr_source after = {.name = "fuzz.mod", .data = once.data, .size = once.size};
        compare(context, arena, options, before, &after);
        MUST(rebuild(arena, &after, options, &twice, &again) == result);
        MUST(twice.size == 0 && again.unchanged == first.rebuilt);
        MUST(again.vis + again.paths + again.minimaps == 0);
    }
    wr_bytes_finish(&once);
    wr_bytes_finish(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wr_bytes sound;
    static const struct wr_rebuild_options kinds[] = {
        {.file = NULL}, {.vis = true, .paths = true, .minimap = true}};
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    MUST(context && arena);
    if (!sound.data)
        sound = spoil_module(NULL);
    struct wr_bytes module = spoil(&sound, data, size);
    struct wr_source before = {.name = "fuzz.mod", .data = module.data, .size = module.size};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        rebuild_twice(context, arena, &before, &kinds[i]);
    wr_bytes_finish(&module);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
