/* glTF: whatever is read makes a walkmesh and is written again, and what was written is read.
 */
#include "tests/fuzz/fuzz_dump.h"

#include "core/files/files.h"
#include "core/scene/floor.h"
#include "core/scene/gltf.h"

static void dump(const void *scene, struct wr_dump *out)
{
    wr_scene_dump(scene, out);
}

/* A small file may use one mesh thousands of times. */
static bool small(const struct wr_scene *scene)
{
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        uint32_t mesh = scene->nodes[i].mesh;
        for (uint32_t k = 0; mesh != WR_SCENE_NONE && k < scene->meshes[mesh].part_count; k++)
            triangles += scene->meshes[mesh].parts[k].triangle_count;
    }
    return triangles < 100000;
}

static void check_floor(struct wr_context *context, struct wr_arena *arena,
                        const struct wr_scene *scene)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh;
    uint32_t dropped, *nodes = WR_TAKE(arena, uint32_t, scene->node_count);
    struct wr_scene_floor floor = {.scene = scene,
                                   .nodes = nodes,
                                   .node_count = scene->node_count,
                                   .surfaces = wr_scene_named(arena, scene, &surfaces),
                                   .paint = WR_PAINT_SIDE};
    for (uint32_t i = 0; i < scene->node_count; i++)
        nodes[i] = i;
    if (wr_scene_walkmesh(context, arena, &floor, WR_NOWHERE, &surfaces, &dropped, &mesh) ==
        WR_OK)
        for (uint32_t i = 0; i < mesh->edge_count; i++)
            MUST(mesh->edges[i].edge < 3 * mesh->walkable_count);
}

static void check_again(struct wr_context *context, struct wr_arena *arena,
                        const struct wr_scene *scene)
{
    struct wr_bytes out = {0};
    struct wr_scene *again;
    enum wr_result result = wr_gltf_write(context, scene, true, &out);
    if (result == WR_OK) {
        struct wr_source source = {.name = "again.glb", .data = out.data, .size = out.size};
        result = wr_gltf_read(context, arena, &source, &again);
        MUST(result == WR_OK || result == WR_INVALID); /* numbers beyond a float32 */
        MUST(result != WR_OK || again->node_count == scene->node_count);
    }
    wr_bytes_finish(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_memory *memory = wr_memory_create(NULL);
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.gltf", .data = data, .size = size};
    struct wr_scene *scene;
    MUST(context && arena && memory);
    wr_context_set_files(context, wr_memory_files(memory));
    enum wr_result result = wr_gltf_read(context, arena, &source, &scene);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        check_dump(context, arena, scene, dump);
        if (small(scene)) {
            check_floor(context, arena, scene);
            check_again(context, arena, scene);
        }
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    wr_memory_destroy(memory);
    return 0;
}
