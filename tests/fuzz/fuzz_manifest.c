/* Manifests: whatever is read has whole lines, each of which reads again, and no fault. */
#include "tests/fuzz/fuzz.h"

#include "builder/manifest/page.h"

#include <string.h>

static void check_lines(struct wr_context *context, struct wr_arena *arena,
                        const struct wr_manifest_page *page)
{
    for (size_t i = 0; i < page->line_count; i++) {
        const struct wr_manifest_line *line = &page->lines[i];
        struct wr_record record;
        MUST(line->offset + line->size < page->whole);
        MUST(wr_manifest_page_record(context, arena, page, line, &record) == WR_OK);
        MUST(strcmp(record.unit, line->unit) == 0);
        MUST(record.output.path || record.output.digest.bytes == 0);
        for (size_t k = 0; k < record.finding_count; k++)
            MUST(record.findings[k].slug && record.findings[k].message);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.jsonl", .data = data, .size = size};
    struct wr_manifest_page page;
    MUST(context && arena);
    enum wr_result result = wr_manifest_page_read(context, arena, &source, &page);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(page.whole <= size && (page.whole == 0 || data[page.whole - 1] == '\n'));
    if (result == WR_OK)
        check_lines(context, arena, &page);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
