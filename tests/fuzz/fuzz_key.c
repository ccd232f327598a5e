/* KEY and BIF: whatever is read lies within its file, and is shown as JSON. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/format/key.h"

static void dump_key(const void *key, struct wr_dump *out)
{
    wr_key_dump(key, out);
}

static void dump_bif(const void *bif, struct wr_dump *out)
{
    wr_bif_dump(bif, out);
}

static void check_bif(const struct wr_bif *bif, size_t size)
{
    for (uint32_t i = 0; i < bif->count; i++)
        MUST(bif->items[i].size == 0 || (bif->items[i].offset <= size &&
                                         bif->items[i].size <= size - bif->items[i].offset));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.key", .data = data, .size = size};
    struct wr_key *key;
    struct wr_bif *bif;
    MUST(context && arena);
    bool is_key = wr_key_recognise(data, size);
    enum wr_result result = is_key ? wr_key_read(context, arena, &source, &key)
                                   : wr_bif_read(context, arena, &source, &bif);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK && is_key)
        check_dump(context, arena, key, dump_key);
    if (result == WR_OK && !is_key) {
        check_bif(bif, size);
        check_dump(context, arena, bif, dump_bif);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
