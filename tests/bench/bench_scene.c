/* How fast scenes become walkmeshes and walkmeshes scenes: CPU time on one core, by size. The
 * aim is a million faces from glTF to WOK in two seconds. */
#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/format/bwm.h"
#include "core/format/obj.h"
#include "core/scene/floor.h"
#include "core/scene/gltf.h"
#include "tests/support/meshes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double aim = 2;

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_scene: %s failed\n", what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Forms ---------------------------------------------------------------------------------
 */

enum form { GLB, GLTF, OBJ, FORMS };

static const char *const forms[] = {".glb", ".gltf", ".obj"};

static void write_scene(struct wr_context *context, const struct wr_walkmesh *mesh, bool binary,
                        struct wr_bytes *out)
{
    struct wr_arena *arena = wr_arena_create();
    wr_scene_mesh floor = {.name = "floor"};
    wr_scene_node node = {.name = "floor",
                          .parent = WR_SCENE_NONE,
                          .own = wr_affine_none(),
                          .world = wr_affine_none()};
    struct wr_scene scene = {.nodes = &node,
                             .node_count = 1,
                             .meshes = &floor,
                             .mesh_count = 1,
                             .materials = wr_scene_surfaces(arena),
                             .material_count = WR_SURFACE_COUNT};
    must(scene.materials && wr_scene_of_walkmesh(arena, mesh, &floor), "making a scene");
    must(wr_gltf_write(context, &scene, binary, out) == WR_OK, "writing glTF");
    wr_arena_destroy(arena);
}

static void write_form(struct wr_context *context, const struct wr_walkmesh *mesh,
                       enum form form, struct wr_bytes *out)
{
    if (form == OBJ)
        wr_obj_write(mesh, out);
    else
        write_scene(context, mesh, form == GLB, out);
}

static struct wr_walkmesh *read_scene(struct wr_context *context, struct wr_arena *arena,
                                      const struct wr_source *source,
                                      const wr_surfaces *surfaces)
{
    static const uint32_t first = 0;
    struct wr_scene *scene;
    struct wr_walkmesh *mesh = NULL;
    uint32_t dropped;
    must(wr_gltf_read(context, arena, source, &scene) == WR_OK, "reading glTF");
    struct wr_scene_floor floor = {.scene = scene,
                                   .nodes = &first,
                                   .node_count = 1,
                                   .surfaces = wr_scene_named(arena, scene, surfaces)};
    must(wr_scene_walkmesh(context, arena, &floor, WR_NOWHERE, surfaces, &dropped, &mesh) ==
             WR_OK,
         "making a walkmesh");
    return mesh;
}

static struct wr_walkmesh *read_form(struct wr_context *context, struct wr_arena *arena,
                                     enum form form, const struct wr_bytes *file)
{
    struct wr_source source = {
        .name = "bench", .data = file->data, .size = file->size, .binary = form == GLB};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh = NULL;
    if (form != OBJ)
        return read_scene(context, arena, &source, &surfaces);
    must(wr_obj_read(context, arena, &source, &surfaces, &mesh) == WR_OK, "reading OBJ");
    return mesh;
}

/* ---- Rows ----------------------------------------------------------------------------------
 */

struct row {
    double written, read; /* seconds: of the form, and from it to a WOK */
    double size;          /* of the form, MB */
};

static struct row measure(const struct wr_walkmesh *grid, enum form form)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_bytes file = {0}, wok = {0};
    double start = now();
    write_form(context, grid, form, &file);
    must(!file.failed, "writing");
    double between = now();
    struct wr_walkmesh *mesh = read_form(context, arena, form, &file);
    must(mesh->face_count == grid->face_count, "keeping all faces");
    must(wr_bwm_append(context, mesh, WR_NOWHERE, &wok) == WR_OK && !wok.failed, "writing WOK");
    struct row row = {between - start, now() - between, 1e-6 * (double)file.size};
    wr_bytes_finish(&file);
    wr_bytes_finish(&wok);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return row;
}

int main(void)
{
    enum { SIZES = 3 };
    static const uint32_t sides[SIZES] = {177, 354, 708};
    printf("%-6s %9s %8s %9s %11s\n", "form", "faces", "MB", "write s", "to WOK s");
    for (int form = 0; form < FORMS; form++) {
        struct row last = {0};
        for (int i = 0; i < SIZES; i++) {
            struct wr_arena *arena = wr_arena_create();
            struct wr_walkmesh *grid = mesh_grid(arena, sides[i], sides[i]);
            struct row row = measure(grid, (enum form)form);
            printf("%-6s %9u %8.1f %9.3f %11.3f", forms[form], (unsigned)grid->face_count,
                   row.size, row.written, row.read);
            if (i > 0)
                printf("   %.1f times what a quarter takes", row.read / last.read);
            printf("%s\n", i == SIZES - 1 && row.read > aim ? "   beyond the aim" : "");
            last = row;
            wr_arena_destroy(arena);
        }
    }
    return 0;
}
