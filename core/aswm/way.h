/* Ways over a baked walkmesh, found as the game finds them: by the routes between islands, and
 * the tables of tiles. Source: formats/aswm, 2. */
#ifndef WR_CORE_ASWM_WAY_H
#define WR_CORE_ASWM_WAY_H

#include "core/aswm/aswm.h"

/* The walkable triangle over a place, the lowest where there are several: in its tile first,
 * then in those around it. WR_ASWM_NONE: there is none. */
uint32_t wr_aswm_triangle_over(const struct wr_aswm *mesh, double x, double y);

typedef struct wr_aswm_way {
    uint32_t *triangles; /* from the first to the last */
    uint32_t count;      /* 0: no way leads there */
    double length;       /* metres, in plan, from centre to centre */
} wr_aswm_way;

/* The way from one walkable triangle to another. Every step leads over a link; where tables or
 * routes of a mesh lead nowhere or in a circle there is no way. WR_NO_MEMORY is the only
 * failure. */
enum wr_result wr_aswm_find_way(struct wr_context *context, struct wr_arena *arena,
                                const struct wr_aswm *mesh, uint32_t from, uint32_t to,
                                wr_aswm_way *out);

#endif
