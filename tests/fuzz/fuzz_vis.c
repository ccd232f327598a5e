/* VIS: whatever is read is written so that it reads back the same, without a finding. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/base/bytes.h"
#include "core/format/vis.h"

#include <string.h>

static void dump(const void *vis, struct wr_dump *out)
{
    wr_vis_dump(vis, out);
}

static void check_return(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_vis *vis)
{
    struct wr_bytes first = {0}, second = {0};
    struct wr_vis again;
    wr_vis_write(vis, &first);
    struct wr_source source = {.name = "again.vis", .data = first.data, .size = first.size};
    uint64_t warnings = wr_context_count(context, WR_WARNING);
    MUST(wr_vis_read(context, arena, &source, &again) == WR_OK);
    MUST(wr_context_count(context, WR_WARNING) == warnings);
    wr_vis_write(&again, &second);
    MUST(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
}

/* At the start of a file such a name would be taken for the mark of UTF-8. */
static bool starts_with_mark(const struct wr_vis *vis)
{
    return strncmp(vis->entries[0].room, "\xEF\xBB\xBF", 3) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.vis", .data = data, .size = size};
    struct wr_vis vis;
    MUST(context && arena);
    wr_vis_recognise(data, size);
    enum wr_result result = wr_vis_read(context, arena, &source, &vis);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK && vis.entry_count > 0 && !starts_with_mark(&vis))
        check_return(context, arena, &vis);
    if (result == WR_OK)
        check_dump(context, arena, &vis, dump);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
