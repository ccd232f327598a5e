/* A walkmesh of NWN2, unpacked: what is read leads nowhere outside, is written as it was,
 * judged, walked, and can be baked again to what the judge finds right. */
#include "tests/fuzz/fuzz.h"

#include "core/aswm/bake.h"
#include "core/aswm/carve.h"
#include "core/aswm/changes.h"
#include "core/aswm/judge.h"
#include "core/aswm/way.h"
#include "core/base/bytes.h"

#include <string.h>

static void write_again(struct wr_context *context, const struct wr_aswm *mesh,
                        const uint8_t *data, size_t size)
{
    struct wr_bytes out = {0};
    wr_aswm_write(context, mesh, &out);
    MUST(out.size == size && memcmp(out.data, data, size) == 0);
    wr_bytes_finish(&out);
}

static void walk(struct wr_context *context, struct wr_arena *arena, const struct wr_aswm *mesh)
{
    wr_aswm_way way;
    uint32_t from = WR_ASWM_NONE, to = WR_ASWM_NONE;
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        if (!wr_aswm_walkable(mesh, i))
            continue;
        from = from == WR_ASWM_NONE ? i : from;
        to = i;
    }
    if (from == WR_ASWM_NONE)
        return;
    MUST(wr_aswm_find_way(context, arena, mesh, from, to, &way) == WR_OK);
    MUST(way.count == 0 || (way.triangles[0] == from && way.triangles[way.count - 1] == to));
    wr_aswm_triangle_over(mesh, (double)mesh->triangles[to].x, (double)mesh->triangles[to].y);
}

/* What is baked anew has no error, but for floors that are wrong in the triangles. */
static void bake(struct wr_context *context, struct wr_arena *arena, struct wr_aswm *mesh)
{
    struct wr_aswm_bake_options options = {.links = true, .sight = true, .storeys = true};
    struct wr_bytes out = {0};
    struct wr_aswm again;
    if (wr_aswm_bake(context, arena, mesh, &options, WR_NOWHERE) != WR_OK)
        return;
    wr_aswm_write(context, mesh, &out);
    struct wr_source source = {"fuzz/aswm", out.data, out.size, true};
    wr_aswm_read(context, arena, &source, &again);
    wr_bytes_finish(&out);
}

/* A border is taken off, then a cutter that goes round the middle; what is left leads nowhere
 * outside. */
static void change(struct wr_context *context, struct wr_arena *arena, struct wr_aswm *mesh)
{
    wr_plan_point corners[] = {{3, 2}, {11, 3}, {10, 12}, {7, 6}, {2, 9}};
    wr_aswm_cutter cutter;
    struct wr_aswm_cutters cutters = {&cutter, 1};
    MUST(wr_aswm_cutter_make(context, arena, corners, 5, "fuzz", WR_NOWHERE, &cutter) == WR_OK);
    mesh->border = 1;
    if (wr_aswm_strip(context, arena, mesh, WR_NOWHERE) != WR_OK ||
        wr_aswm_carve(context, arena, mesh, &cutters, NULL, WR_NOWHERE) != WR_OK)
        return;
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        MUST(mesh->triangles[i / 3].v[i % 3] < mesh->vertex_count);
    bake(context, arena, mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source = {.name = "fuzz/aswm", .data = data, .size = size, .binary = true};
    struct wr_aswm mesh;
    MUST(context && arena);
    wr_context_set_jobs(context, 1);
    enum wr_result result = wr_aswm_read(context, arena, &source, &mesh);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    if (result == WR_OK) {
        write_again(context, &mesh, data, size);
        result = wr_aswm_judge(context, &mesh, &source);
        MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
        walk(context, arena, &mesh);
        struct wr_aswm again;
        MUST(wr_aswm_read(context, arena, &source, &again) == WR_OK);
        bake(context, arena, &mesh);
        change(context, arena, &again);
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return 0;
}
