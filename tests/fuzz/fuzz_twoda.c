/* 2DA: whatever is read can be asked for every cell. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/format/twoda.h"

#include <string.h>

static void dump(const void *table, struct wr_dump *out)
{
    wr_twoda_dump(table, out);
}

static void check_cells(const struct wr_twoda *table)
{
    for (uint32_t row = 0; row < table->row_count; row++)
        for (uint32_t i = 0; i < table->column_count; i++) {
            const char *cell = table->cells[(size_t)row * table->column_count + i];
            MUST(!cell || (strlen(cell) > 0 && strcmp(cell, "****") != 0));
        }
    MUST(!wr_twoda_cell(table, table->row_count, "a"));
}

/* What was read is written and read again. */
static void check_written(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_twoda *table)
{
    struct wr_bytes out = {0};
    enum wr_result result = wr_twoda_write(context, table, WR_NOWHERE, &out);
    if (result == WR_OK) {
        struct wr_source source = {.name = "again.2da", .data = out.data, .size = out.size};
        struct wr_twoda again;
        MUST(wr_twoda_read(context, arena, &source, &again) == WR_OK);
        MUST(again.row_count == table->row_count);
    }
    wr_bytes_finish(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.2da", .data = data, .size = size};
    struct wr_twoda table;
    wr_surfaces surfaces;
    MUST(context && arena);
    enum wr_result result = wr_twoda_read(context, arena, &source, &table);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        MUST(wr_twoda_recognise(data, size));
        check_cells(&table);
        check_dump(context, arena, &table, dump);
        check_written(context, arena, &table);
        wr_twoda_surfaces(context, &table, &source, &surfaces);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
