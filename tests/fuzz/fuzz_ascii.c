/* ASCII walkmeshes and models: what is read is judged right, and comes back from its own text.
 */
#include "core/ascii/ascii.h"
#include "core/base/bytes.h"
#include "core/walkmesh/judge.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

static bool read_text(struct wr_context *context, struct wr_arena *arena, const void *data,
                      size_t size, struct wr_walkmesh_set *set)
{
    struct wr_source *source = WR_TAKE(arena, struct wr_source, 1);
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_ascii *ascii;
    MUST(source);
    *source = (struct wr_source){.name = "fuzz.ascii", .data = data, .size = size};
    return wr_ascii_read(context, arena, source, &ascii) == WR_OK &&
           wr_ascii_walkmeshes(context, arena, ascii, &surfaces, set) == WR_OK;
}

/* Materials and shapes may be wrong; tables may not. */
static void check_tables(const struct wr_walkmesh *mesh)
{
    MUST(mesh->walkable_count <= mesh->face_count);
    for (uint32_t f = 0; f < mesh->face_count; f++)
        for (int k = 0; k < 3; k++)
            MUST(mesh->faces[f].v[k] < mesh->vertex_count);
    for (uint32_t i = 0; i < mesh->edge_count; i++)
        MUST(mesh->edges[i].edge < 3 * mesh->walkable_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        MUST(wr_vec3_finite(mesh->vertices[v]));
}

static bool can_be_named(const char *name)
{
    return *name && strcspn(name, "#") == strlen(name) && strlen(name) < 64;
}

static void check_return(struct wr_context *context, struct wr_arena *arena,
                         const struct wr_walkmesh_set *set)
{
    struct wr_bytes text = {0}, again = {0};
    struct wr_walkmesh_set back;
    MUST(wr_ascii_write(context, set, &text) == WR_OK);
    if (read_text(context, arena, text.data, text.size, &back)) {
        MUST(wr_ascii_write(context, &back, &again) == WR_OK);
        MUST(text.size == again.size && memcmp(text.data, again.data, text.size) == 0);
    } else {
        MUST(!can_be_named(set->name));
    }
    wr_bytes_finish(&text);
    wr_bytes_finish(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_walkmesh_set set;
    wr_ascii_recognise(data, size);
    wr_ascii_recognise_model(data, size);
    bool read = read_text(context, arena, data, size, &set);
    MUST(read == (wr_context_count(context, WR_ERROR) == 0));
    for (int i = 0; read && i < WR_DOOR_STATES; i++)
        if (set.meshes[i])
            check_tables(set.meshes[i]);
    if (read && can_be_named(set.name))
        check_return(context, arena, &set);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
