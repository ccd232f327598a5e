/* Layouts: whatever is read is written so that it reads back the same, without a finding. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/base/bytes.h"
#include "core/format/lyt.h"

#include <string.h>

static void dump(const void *lyt, struct wr_dump *out)
{
    wr_lyt_dump(lyt, out);
}

static void check_return(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_lyt *lyt)
{
    struct wr_bytes first = {0}, second = {0};
    struct wr_lyt again;
    wr_lyt_write(lyt, &first);
    struct wr_source source = {.name = "again.lyt", .data = first.data, .size = first.size};
    uint64_t warnings = wr_context_count(context, WR_WARNING);
    MUST(wr_lyt_recognise(first.data, first.size));
    MUST(wr_lyt_read(context, arena, &source, &again) == WR_OK);
    /* a tab within the name of a scene is the one oddity that is kept */
    bool tab = lyt->dependency && strchr(lyt->dependency, '\t');
    MUST(wr_context_count(context, WR_WARNING) == warnings + tab);
    wr_lyt_write(&again, &second);
    MUST(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.lyt", .data = data, .size = size};
    struct wr_lyt lyt;
    MUST(context && arena);
    wr_lyt_recognise(data, size);
    enum wr_result result = wr_lyt_read(context, arena, &source, &lyt);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        check_return(context, arena, &lyt);
        check_dump(context, arena, &lyt, dump);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
