/* Any bytes as a walkmesh: judged, and asked everything from its own vertices. What has no
 * error is derived anew without one. */
#include "core/format/bwm.h"
#include "core/walkmesh/judge.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

enum { MOST_VERTICES = 16 };        /* that are asked from: time is short */
static const float farthest = 1e5f; /* metres: beyond, a double has too few digits for planes */

static void check_hit(const struct wr_walkmesh *mesh, bool met, const wr_hit *hit)
{
    MUST(!met || (hit->face < mesh->face_count && !isnan(hit->distance)));
}

static void ask_from(const struct wr_walkmesh *mesh, wr_vec3 from, wr_vec3 to)
{
    wr_hit hit = {0};
    float z;
    wr_vec3 way = {to.x - from.x, to.y - from.y, to.z - from.z}, down = {0, 0, -1};
    check_hit(mesh, wr_walkmesh_ray(mesh, from, way, INFINITY, WR_ALL_SURFACES, &hit), &hit);
    check_hit(mesh, wr_walkmesh_ray(mesh, from, down, 100, WR_ALL_SURFACES, &hit), &hit);
    check_hit(mesh, wr_walkmesh_face_at(mesh, from, WR_ALL_SURFACES, &hit), &hit);
    check_hit(mesh, wr_walkmesh_nearest(mesh, from, INFINITY, &hit), &hit);
    if (wr_walkmesh_height_at(mesh, from.x, from.y, from.z, WR_ALL_SURFACES, &z))
        MUST(z <= from.z);
}

static bool is_near(const struct wr_walkmesh *mesh)
{
    bool near = true;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        wr_vec3 p = mesh->vertices[v];
        near = near && fabsf(p.x) < farthest && fabsf(p.y) < farthest && fabsf(p.z) < farthest;
    }
    return near;
}

/* Sorting and deriving mends every table, so only materials can still be wrong. */
static void check_derived(struct wr_context *context, struct wr_arena *arena,
                          struct wr_walkmesh *mesh)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    surfaces.known = UINT64_MAX;
    for (uint32_t f = 0; f < mesh->face_count; f++)
        mesh->materials[f] %= WR_SURFACE_COUNT;
    MUST(wr_walkmesh_sort(context, arena, mesh, surfaces.walkable, NULL) == WR_OK);
    MUST(wr_walkmesh_derive(context, arena, mesh, NULL, WR_NOWHERE, NULL) == WR_OK);
    MUST(wr_walkmesh_judge(context, mesh, &surfaces, NULL) == WR_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz.wok", .data = data, .size = size, .binary = true};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *mesh;
    if (wr_bwm_read(context, arena, &source, &mesh) == WR_OK) {
        wr_walkmesh_judge(context, mesh, &surfaces, &source);
        for (uint32_t v = 1; v < mesh->vertex_count && v < MOST_VERTICES; v++)
            ask_from(mesh, mesh->vertices[v], mesh->vertices[v - 1]);
        if (is_near(mesh))
            check_derived(context, arena, mesh);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
