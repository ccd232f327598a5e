/* Any text as a walkmesh: what is read is judged right, and comes back from its own text. */
#include "core/base/bytes.h"
#include "core/format/obj.h"
#include "core/walkmesh/judge.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static struct wr_walkmesh *read_text(struct wr_context *context, struct wr_arena *arena,
                                     const void *data, size_t size)
{
    struct wr_source source = {.name = "fuzz.obj", .data = data, .size = size};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh;
    if (wr_obj_read(context, arena, &source, &surfaces, &mesh) != WR_OK)
        return NULL;
    MUST(wr_walkmesh_judge(context, mesh, &surfaces, NULL) == WR_OK);
    return mesh;
}

/* A weld may turn a face over that was hardly there: then the text is refused, and that is all.
 */
static void check_return(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_walkmesh *mesh)
{
    struct wr_bytes text = {0}, again = {0};
    wr_obj_write(mesh, &text);
    const struct wr_walkmesh *back = read_text(context, arena, text.data, text.size);
    if (back) {
        wr_obj_write(back, &again);
        MUST(text.size == again.size && memcmp(text.data, again.data, text.size) == 0);
    }
    wr_bytes_finish(&text);
    wr_bytes_finish(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    const struct wr_walkmesh *mesh = read_text(context, arena, data, size);
    if (mesh)
        check_return(context, arena, mesh);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
