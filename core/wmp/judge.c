/* The judge of levels: block by block, then entities. */
#include "core/wmp/judge.h"

#include "core/base/text.h"
#include "core/brush/boxes.h"
#include "core/wmp/judge_block.h"

#include <inttypes.h>

static const double near = 1; /* quants: what lies that far out is not outside */

static enum wr_result judge_blocks(struct wr_context *context, struct wr_arena *scratch,
                                   const struct wr_wmp *level)
{
    for (uint32_t b = 0; b < level->block_count; b++) {
        if (wr_context_stopped(context))
            return WR_STOPPED;
        wr_arena_mark here = wr_arena_here(scratch);
        if (!wr_wmp_judge_block(context, scratch, level, b))
            return wr_no_memory(context);
        wr_arena_rewind(scratch, here);
    }
    return WR_OK;
}

/* ---- Entities ---------------------------------------------------------------------------- */

static wr_dbox span_of(const struct wr_wmp *level, const struct wr_wmp_places *places)
{
    wr_dbox span = wr_dbox_empty();
    for (uint32_t b = 0; b < level->block_count; b++)
        for (uint32_t v = 0; v < level->blocks[b].vertex_count; v++)
            wr_dbox_add(&span,
                        wr_wmp_place_point(&places->blocks[b], level->blocks[b].vertices[v]));
    return span;
}

/* Beside all blocks or below them: what stands on top or flies over them is in the level. */
static bool is_outside(const wr_dbox *span, wr_dvec3 point)
{
    return !(point.x >= span->min.x - near && point.x <= span->max.x + near &&
             point.y >= span->min.y - near && point.y <= span->max.y + near &&
             point.z >= span->min.z - near);
}

/* A place of an entity that is outside, or the one it has. */
static wr_dvec3 farthest_of(const struct wr_wmp *level, const struct wr_wmp_places *places,
                            uint32_t index, const wr_dbox *span)
{
    const wr_wmp_entity *entity = &level->entities[index];
    const wr_wmp_place *place = &places->entities[index];
    if (entity->kind == WR_WMP_REGION) {
        wr_dvec3 middle = wr_scale(wr_add(entity->as.box[0], entity->as.box[1]), 0.5);
        return wr_wmp_place_point(&places->frames[index], middle);
    }
    for (uint32_t i = 0; entity->kind == WR_WMP_PATH && i < entity->as.path.node_count; i++) {
        wr_dvec3 node = wr_wmp_place_point(place, entity->as.path.nodes[i]);
        if (is_outside(span, node))
            return node;
    }
    return entity->kind == WR_WMP_PATH && entity->as.path.node_count > 0
               ? wr_wmp_place_point(place, entity->as.path.nodes[0])
               : place->move;
}

static void judge_entities(struct wr_context *context, const struct wr_wmp *level,
                           const struct wr_wmp_places *places)
{
    wr_dbox span = span_of(level, places);
    if (!(span.min.x <= span.max.x)) /* there is no block to be outside of */
        return;
    for (uint32_t i = 0; i < level->entity_count; i++) {
        const wr_wmp_entity *entity = &level->entities[i];
        wr_dvec3 at = farthest_of(level, places, i, &span);
        if (entity->kind == WR_WMP_LEVEL || !is_outside(&span, at))
            continue;
        wr_warn(context, entity->where, "wmp-outside", "nobody can get there: move it",
                "%s %" PRIu32 "%s%.60s%s is at (%s, %s, %s), beside or below all blocks",
                wr_wmp_kind_name(entity->kind), i, entity->name ? ", '" : "",
                entity->name ? entity->name : "", entity->name ? "'," : "",
                wr_fixed(at.x, 2).text, wr_fixed(at.y, 2).text, wr_fixed(at.z, 2).text);
    }
}

enum wr_result wr_wmp_judge(struct wr_context *context, const struct wr_wmp *level,
                            const struct wr_wmp_places *places)
{
    struct wr_arena *scratch = wr_arena_create();
    enum wr_result result =
        scratch ? judge_blocks(context, scratch, level) : wr_no_memory(context);
    wr_arena_destroy(scratch);
    if (result == WR_OK)
        judge_entities(context, level, places);
    return wr_context_whole(context, result);
}
