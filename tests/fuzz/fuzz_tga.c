/* TGA: what is recognised is read, and what is read is written and read back alike. */
#include "tests/fuzz/fuzz_dump.h"

#include "core/base/bytes.h"
#include "core/format/tga.h"

#include <string.h>

static void dump(const void *tga, struct wr_dump *out)
{
    wr_tga_dump(tga, out);
}

static void check_written(struct wr_context *context, struct wr_arena *arena,
                          const struct wr_tga *tga)
{
    struct wr_bytes bytes = {0};
    struct wr_tga again;
    MUST(wr_tga_write(context, tga, &bytes) == WR_OK);
    struct wr_source source = {.name = "again", .data = bytes.data, .size = bytes.size};
    MUST(wr_tga_recognise(bytes.data, bytes.size));
    MUST(wr_tga_read(context, arena, &source, &again) == WR_OK);
    MUST(again.width == tga->width && again.height == tga->height);
    MUST(again.channels == tga->channels);
    MUST(memcmp(again.pixels, tga->pixels, (size_t)tga->width * tga->height * tga->channels) ==
         0);
    wr_bytes_finish(&bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.tga", .data = data, .size = size, .binary = true};
    struct wr_tga tga;
    MUST(context && arena);
    enum wr_result result = wr_tga_read(context, arena, &source, &tga);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(result == WR_OK || !wr_tga_recognise(data, size));
    if (result == WR_OK) {
        check_dump(context, arena, &tga, dump);
        check_written(context, arena, &tga);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
