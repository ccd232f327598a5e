/* A model of NWN2: the walkmesh that is read leads nowhere outside of it. */
#include "tests/fuzz/fuzz.h"

#include "core/base/math.h"
#include "core/format/mdb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.mdb", .data = data, .size = size, .binary = true};
    wr_triangles walk;
    MUST(context && arena);
    enum wr_result result = wr_mdb_read_walk(context, arena, &source, &walk);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    for (uint32_t i = 0; result == WR_OK && i < 3 * walk.face_count; i++)
        MUST(walk.faces[i / 3].v[i % 3] < walk.vertex_count &&
             wr_vec3_finite(walk.vertices[walk.faces[i / 3].v[i % 3]]));
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
