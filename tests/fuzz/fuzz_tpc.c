/* TPC: what is recognised is read, and its picture can be written as a TGA. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/base/bytes.h"
#include "core/format/tpc.h"

struct shown {
    struct wr_arena *arena;
    const struct wr_tpc *tpc;
    const struct wr_tga *picture;
};

static void dump(const void *user, struct wr_dump *out)
{
    const struct shown *shown = user;
    MUST(wr_tpc_dump(shown->arena, shown->tpc, shown->picture, out));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.tpc", .data = data, .size = size, .binary = true};
    struct wr_tpc tpc;
    struct wr_tga picture;
    struct wr_bytes bytes = {0};
    MUST(context && arena);
    enum wr_result result = wr_tpc_read(context, &source, &tpc);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(result == WR_OK || !wr_tpc_recognise(data, size));
    if (result == WR_OK) {
        struct shown shown = {arena, &tpc, &picture};
        MUST(tpc.there > 0 && tpc.there <= (uint64_t)tpc.layers * tpc.mips);
        MUST(wr_tpc_picture(context, arena, &tpc, &picture) == WR_OK);
        MUST(wr_tga_write(context, &picture, &bytes) == WR_OK);
        check_dump(context, arena, &shown, dump);
    }
    wr_bytes_finish(&bytes);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
