/* Parts of a level: what of it becomes a room of its own. */
#ifndef WR_BUILDER_EXTRACT_LEVEL_PARTS_H
#define WR_BUILDER_EXTRACT_LEVEL_PARTS_H

#include "builder/extract/level/level.h"

/* Fills zones of `level->brush`, parts of its solids, of which `blocks` says which block each
 * is, and the names of parts: of what the options cut by. Regions that are doorways, and models
 * that say how wide one is, are zones, too, so that borders end where they do. A part too many
 * is a warning "level-parts". WR_NO_MEMORY is the only failure. */
enum wr_result wr_level_parts(struct wr_taking *taking, struct wr_level *level,
                              const uint32_t *blocks);
/* Whether the name of an entity makes it a doorway. */
bool wr_level_is_hook(const wr_wmp_entity *entity);
/* The box of a region, or that of a model whose first skill says how wide its doorway is, in
 * the world; false of what has none. */
bool wr_level_box(const struct wr_level *level, uint32_t entity, wr_dvec3 corners[8]);

#endif
