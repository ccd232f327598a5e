/* The blocks of a level as the solids that floors are made of. */
#ifndef WR_CORE_WMP_SOLIDS_H
#define WR_CORE_WMP_SOLIDS_H

#include "core/brush/brush.h"
#include "core/wmp/places.h"

enum { WR_WMP_PASSABLE = 2 }; /* of a block: one walks through it */

/* How many quants are a metre where nobody says otherwise: a quant is an inch, as the gravity
 * of the engine has it. Source: formats/wmp, 5. */
#define WR_WMP_QUANTS_PER_METRE 39.37

/* The blocks as solids in the world, in `arena`; corners turn left as seen from outside. Their
 * faces' flags are those of the level's. Blocks that stop nobody are left out; where `blocks`
 * is not NULL it says which of the level's each solid is. Fills solids and their count in
 * `out`. */
enum wr_result wr_wmp_solids(struct wr_context *context, struct wr_arena *arena,
                             const struct wr_wmp *level, const struct wr_wmp_places *places,
                             struct wr_brush_level *out, const uint32_t **blocks);

/* What flags of faces say about their material: nobody stands on the sky, water is water, and a
 * face nobody sees is a floor of stone. To be asked after the rules of whoever made the level,
 * and before those for textures. */
const wr_brush_rule *wr_wmp_rules(uint32_t *count);

#endif
