/* BMP and PCX: what is read can be written as a TGA, and has every pixel. */
#include "tests/fuzz/fuzz.h"

#include "core/base/bytes.h"
#include "core/format/pictures.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz", .data = data, .size = size, .binary = true};
    struct wr_bytes bytes = {0};
    struct wr_tga picture;
    MUST(context && arena);
    enum wr_result result = wr_picture_read(context, arena, &source, &picture);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        MUST(wr_tga_write(context, &picture, &bytes) == WR_OK);
        MUST(bytes.size >= (size_t)picture.width * picture.height * picture.channels);
    }
    wr_bytes_finish(&bytes);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
