/* Modules, taken apart into a kit and a map. */
#include "builder/studio/own.h"

#include "core/base/arena.h"
#include "core/base/path.h"
#include "core/files/file.h"

static void dump_sum(struct wr_dump *dump, const struct wr_extract_summary *sum)
{
    wr_dump_count(dump, "rooms", sum->rooms);
    wr_dump_count(dump, "skipped", sum->skipped);
    wr_dump_count(dump, "links", sum->links);
}

static enum wr_result answer(struct wr_studio *studio, struct wr_arena *arena, const char *map,
                             const struct wr_extract_summary *sum)
{
    struct wr_source text;
    enum wr_result result = wr_file_read(studio->context, arena, map, &text);
    if (result != WR_OK)
        return result;
    struct wr_dump *dump = wr_studio_open(studio);
    dump_sum(dump, sum);
    wr_dump_text(dump, "map", (const char *)text.data);
    return wr_studio_close(studio);
}

enum wr_result wr_studio_take_module(struct wr_studio *studio, const char *path,
                                     const char *folder)
{
    struct wr_extract_summary sum;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result = wr_studio_begin(studio);
    const char *map = arena ? wr_path_join(arena, folder, "map.json") : NULL;
    const struct wr_extract_options options = {
        .source = path, .output = folder, .map = map, .force = true};
    if (result == WR_OK && !map)
        result = WR_NO_MEMORY;
    if (result == WR_OK)
        result = wr_kit_extract(studio->context, &options, &sum);
    if (result == WR_OK)
        result = answer(studio, arena, map, &sum);
    wr_arena_destroy(arena);
    return result;
}
