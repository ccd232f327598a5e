/* A module whose resources change places, types and bytes, judged as a whole. */
#include "tests/fuzz/fuzz_spoil.h"

#include "builder/inspect/check_archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wr_bytes sound;
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    MUST(context && arena);
    wr_context_set_jobs(context, 1);
    if (!sound.data)
        sound = spoil_module(NULL);
    struct wr_bytes module = spoil(&sound, data, size);
    struct wr_kind_file file = {
        .source = {.name = "fuzz.mod", .data = module.data, .size = module.size},
        .arena = arena,
        .surfaces = &surfaces};
    enum wr_result result = wr_check_archive(context, &file);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    wr_bytes_finish(&module);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
