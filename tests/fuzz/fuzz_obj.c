/* Any text as a walkmesh: what is read is judged right, and comes back from its own text. The
 * same text as a scene: its indices lie in their arrays. */
#include "core/base/bytes.h"
#include "core/files/files.h"
#include "core/format/obj.h"
#include "core/scene/obj_read.h"
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

static void check_part(const struct wr_scene *scene, const wr_scene_part *part)
{
    MUST(part->material == WR_SCENE_NONE || part->material < scene->material_count);
    for (uint32_t i = 0; i < part->triangle_count; i++)
        for (int k = 0; k < 3; k++)
            MUST(part->triangles[i][k] < part->point_count);
    for (uint32_t i = 0; i < part->point_count; i++)
        MUST(wr_vec3_finite(part->points[i]));
}

static void check_scene(struct wr_context *context, struct wr_arena *arena, const void *data,
                        size_t size)
{
    struct wr_source source = {.name = "fuzz.obj", .data = data, .size = size};
    struct wr_scene *scene;
    uint64_t before = wr_context_count(context, WR_ERROR);
    enum wr_result result = wr_scene_obj_read(context, arena, &source, &scene);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == before));
    for (uint32_t i = 0; result == WR_OK && i < scene->node_count; i++) {
        const wr_scene_mesh *mesh = &scene->meshes[scene->nodes[i].mesh];
        for (uint32_t k = 0; k < mesh->part_count; k++)
            check_part(scene, &mesh->parts[k]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_memory *memory = wr_memory_create(NULL);
    MUST(context && arena && memory);
    wr_context_set_files(context, wr_memory_files(memory));
    const struct wr_walkmesh *mesh = read_text(context, arena, data, size);
    if (mesh)
        check_return(context, arena, mesh);
    check_scene(context, arena, data, size);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    return 0;
}
