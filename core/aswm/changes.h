/* Changes to an area that leave its floor where it is. */
#ifndef WR_CORE_ASWM_CHANGES_H
#define WR_CORE_ASWM_CHANGES_H

#include "core/aswm/floors.h"

/* Zeroes what nobody reads, and toolsets fill with whatever their memory held: names, what
 * pads routes, weights of routes that lead nowhere. */
void wr_aswm_clean(struct wr_aswm *mesh);

/* Which floor each becomes, by the number of its bit among all floors, and what a walkable
 * triangle gets that has none: flags, 0 for as it is. */
struct wr_aswm_refloor {
    uint16_t to[WR_ASWM_FLOOR_COUNT], none;
};

/* Gives triangles other floors; nothing else of them changes. */
void wr_aswm_refloor(struct wr_aswm *mesh, const struct wr_aswm_refloor *refloor);

/* Takes away all triangles in the border, with edges, vertices and islands that are of nothing
 * else. Tables of other tiles stay as they are, sight too; routes are made anew. Nothing
 * changes where nothing lies there. WR_INVALID "aswm-outside" where all does, "convert-border"
 * where islands do not hold all walkable triangles. */
enum wr_result wr_aswm_strip(struct wr_context *context, struct wr_arena *arena,
                             struct wr_aswm *mesh, wr_where where);

#endif
