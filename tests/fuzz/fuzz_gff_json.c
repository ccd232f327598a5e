/* GFF as JSON: whatever is read is a GFF, and is the same again as JSON. */
#include "tests/fuzz/fuzz.h"

#include "core/format/gff_json.h"

#include <string.h>

static void check_again(struct wr_context *context, struct wr_arena *arena,
                        const struct wr_gff *gff)
{
    struct wr_bytes bytes = {0}, text = {0}, again = {0};
    struct wr_gff *second;
    MUST(wr_gff_write(context, gff, &bytes) == WR_OK);
    MUST(wr_gff_json_write(context, gff, WR_NOWHERE, &text) == WR_OK);
    struct wr_source source = {.name = "again.json", .data = text.data, .size = text.size};
    MUST(wr_gff_json_read(context, arena, &source, &second) == WR_OK);
    MUST(wr_gff_write(context, second, &again) == WR_OK);
    MUST(again.size == bytes.size && memcmp(again.data, bytes.data, bytes.size) == 0);
    wr_bytes_finish(&bytes);
    wr_bytes_finish(&text);
    wr_bytes_finish(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.json", .data = data, .size = size};
    struct wr_gff *gff;
    MUST(context && arena);
    enum wr_result result = wr_gff_json_read(context, arena, &source, &gff);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK)
        check_again(context, arena, gff);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
