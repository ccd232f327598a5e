/* Moves blocks into the world and turns their loops round. */
#include "core/wmp/solids.h"

#include "core/base/bytes.h"

#include <inttypes.h>

enum { STONE = 4, WATER = 6 }; /* rows of surfacemat.2da */

const wr_brush_rule *wr_wmp_rules(uint32_t *count)
{
    static const wr_brush_rule rules[] = {{NULL, WR_WMP_SKY, WR_BRUSH_NOTHING},
                                          {NULL, WR_WMP_UNSEEN, STONE},
                                          {NULL, WR_WMP_WATER, WATER}};
    *count = sizeof rules / sizeof *rules;
    return rules;
}

static const char *name_block(struct wr_arena *arena, uint32_t block)
{
    struct wr_bytes name = {0};
    wr_bytes_print(&name, "block %" PRIu32, block);
    const char *out =
        name.failed ? NULL : wr_arena_text(arena, (const char *)name.data, name.size);
    wr_bytes_finish(&name);
    return out;
}

/* The corners of all faces, in the order in which they turn left as seen from outside. */
static const uint32_t *turn_corners(struct wr_arena *arena, const wr_wmp_block *block,
                                    bool mirrored)
{
    uint32_t *corners = WR_TAKE(arena, uint32_t, block->corner_count);
    for (uint32_t f = 0; corners && f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        for (uint32_t i = 0; i < face->count; i++) {
            uint32_t from = mirrored ? i : face->count - 1 - i;
            corners[face->first + i] = block->corners[face->first + from];
        }
    }
    return corners;
}

static const wr_dvec3 *move_vertices(struct wr_arena *arena, const wr_wmp_block *block,
                                     const wr_wmp_place *place)
{
    wr_dvec3 *vertices = WR_TAKE(arena, wr_dvec3, block->vertex_count);
    for (uint32_t v = 0; vertices && v < block->vertex_count; v++)
        vertices[v] = wr_wmp_place_point(place, block->vertices[v]);
    return vertices;
}

static bool make_solid(struct wr_arena *arena, const wr_wmp_block *block,
                       const wr_wmp_place *place, uint32_t number, wr_brush_solid *out)
{
    const uint32_t *corners = turn_corners(arena, block, wr_wmp_place_mirrors(place));
    wr_brush_face *faces = WR_TAKE(arena, wr_brush_face, block->face_count);
    *out = (wr_brush_solid){.name = name_block(arena, number),
                            .where = block->where,
                            .vertices = move_vertices(arena, block, place),
                            .faces = faces,
                            .vertex_count = block->vertex_count,
                            .face_count = block->face_count};
    if (!corners || !faces || !out->name || !out->vertices)
        return false;
    for (uint32_t f = 0; f < block->face_count; f++) {
        const wr_wmp_face *face = &block->faces[f];
        faces[f] =
            (wr_brush_face){corners + face->first, face->count, face->texture, face->flags};
    }
    return true;
}

enum wr_result wr_wmp_solids(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_wmp *level, const struct wr_wmp_places *places,
                             struct wr_brush_level *out, const uint32_t **blocks)
{
    wr_brush_solid *solids = WR_TAKE(arena, wr_brush_solid, level->block_count);
    uint32_t *numbers = WR_TAKE(arena, uint32_t, level->block_count), count = 0;
    if (!solids || !numbers)
        return wr_no_memory(context);
    for (uint32_t b = 0; b < level->block_count; b++) {
        if (level->blocks[b].flags & WR_WMP_PASSABLE)
            continue;
        if (!make_solid(arena, &level->blocks[b], &places->blocks[b], b, &solids[count]))
            return wr_no_memory(context);
        numbers[count++] = b;
    }
    out->solids = solids;
    out->solid_count = count;
    if (blocks)
        *blocks = numbers;
    return WR_OK;
}
