/* The container of NWN2's areas: packets lie in the file, and are written as they were. */
#include "tests/fuzz/fuzz.h"

#include "core/base/bytes.h"
#include "core/format/trx.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.trx", .data = data, .size = size, .binary = true};
    struct wr_source packet;
    struct wr_trx trx;
    struct wr_bytes out = {0};
    MUST(context && arena);
    enum wr_result result = wr_trx_read(context, arena, &source, &trx);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        MUST(wr_trx_write(context, &trx, WR_NOWHERE, &out) == WR_OK);
        if (wr_context_count(context, WR_WARNING) == 0)
            MUST(out.size == size && memcmp(out.data, data, size) == 0);
        result = wr_trx_unpack(context, arena, &source, &trx, &packet);
        MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    }
    wr_bytes_finish(&out);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
