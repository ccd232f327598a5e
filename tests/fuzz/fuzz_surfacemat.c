/* Any bytes as surfacemat.2da: the tables that every walkmesh is judged by are none, or say
 * nothing of a material beyond the known ones. */
#include "tests/fuzz/fuzz.h"

#include "core/format/twoda.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "surfacemat.2da", .data = data, .size = size};
    struct wr_twoda table;
    wr_surfaces surfaces = {0};
    MUST(context && arena);
    enum wr_result result = wr_twoda_read(context, arena, &source, &table);
    if (result == WR_OK)
        result = wr_twoda_surfaces(context, &table, &source, &surfaces);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK)
        MUST((surfaces.walkable & ~surfaces.known) == 0);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
