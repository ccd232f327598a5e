/* Areas that are asked for ways. */
#include "builder/bake/bake.h"

#include "core/aswm/area.h"
#include "core/aswm/way.h"

#include <string.h>

struct wr_baked {
    struct wr_arena *arena; /* holds this, too */
    struct wr_aswm_area area;
};

/* ---- The area ---- */

static enum wr_result read_area(struct wr_context *context, struct wr_arena *arena,
                                const char *name, const void *data, size_t size,
                                struct wr_baked **out)
{
    struct wr_baked *baked = WR_ZERO(arena, struct wr_baked, 1);
    char *called = wr_arena_text(arena, name, strlen(name));
    uint8_t *bytes = wr_arena_copy(arena, data, size, 1);
    if (!baked || !called || !bytes)
        return wr_no_memory(context);
    const struct wr_source source = {called, bytes, size, true};
    *out = baked;
    baked->arena = arena;
    return wr_aswm_area_read(context, arena, &source, &baked->area);
}

enum wr_result wr_baked_read(struct wr_context *context, const char *name, const void *data,
                             size_t size, struct wr_baked **out)
{
    wr_context_enter(context);
    struct wr_arena *arena = wr_arena_create();
    *out = NULL;
    enum wr_result result =
        arena ? read_area(context, arena, name, data, size, out) : wr_no_memory(context);
    if (result != WR_OK) {
        wr_arena_destroy(arena);
        *out = NULL;
    }
    return wr_context_leave(context, result);
}

void wr_baked_free(struct wr_baked *baked)
{
    if (baked)
        wr_arena_destroy(baked->arena);
}

uint32_t wr_baked_triangle(const struct wr_baked *baked, double x, double y)
{
    return wr_aswm_triangle_over(&baked->area.mesh, x, y);
}

void wr_baked_corners(const struct wr_baked *baked, uint32_t triangle, wr_vec3 corners[3])
{
    const struct wr_aswm *mesh = &baked->area.mesh;
    for (int i = 0; i < 3; i++)
        corners[i] = mesh->vertices[mesh->triangles[triangle].v[i]];
}

/* ---- Ways ---- */

static enum wr_result find_way(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_baked *baked, uint32_t from, uint32_t to,
                               struct wr_baked_way **out)
{
    struct wr_baked_way *way = WR_TAKE(arena, struct wr_baked_way, 1);
    wr_aswm_way found;
    if (!way)
        return wr_no_memory(context);
    enum wr_result result =
        wr_aswm_find_way(context, arena, &baked->area.mesh, from, to, &found);
    *way = (struct wr_baked_way){arena, found.count, found.triangles, found.length};
    *out = way;
    return result == WR_OK && found.count == 0 ? WR_NOT_FOUND : result;
}

enum wr_result wr_baked_find_way(struct wr_context *context, const struct wr_baked *baked,
                                 const double from[2], const double to[2],
                                 struct wr_baked_way **out)
{
    uint32_t first = wr_baked_triangle(baked, from[0], from[1]);
    uint32_t last = wr_baked_triangle(baked, to[0], to[1]);
    *out = NULL;
    if (first == WR_ASWM_NONE || last == WR_ASWM_NONE)
        return WR_NOT_FOUND;
    wr_context_enter(context);
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result =
        arena ? find_way(context, arena, baked, first, last, out) : wr_no_memory(context);
    if (result != WR_OK) {
        wr_arena_destroy(arena);
        *out = NULL;
    }
    return wr_context_leave(context, result);
}

void wr_baked_way_free(struct wr_baked_way *way)
{
    if (way)
        wr_arena_destroy(way->arena);
}
