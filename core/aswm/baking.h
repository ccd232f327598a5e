/* The steps of a bake, each a function of what those before it made. */
#ifndef WR_CORE_ASWM_BAKING_H
#define WR_CORE_ASWM_BAKING_H

#include "core/aswm/bake.h"

/* Turns each triangle clockwise, and gives it centre, normal and distance. */
void wr_aswm_orient(struct wr_aswm *mesh);

/* Whether an edge of a triangle lies between two of its corners, and names it and what it links
 * it to, which links it back. */
bool wr_aswm_link_sound(const struct wr_aswm *mesh, uint32_t index, int slot);
/* Whether all are, three of its own a triangle. */
bool wr_aswm_linked(const struct wr_aswm *mesh);
/* Makes edges and links: two triangles each, so that three on one line have two edges there. */
enum wr_result wr_aswm_link(struct wr_context *context, struct wr_arena *arena,
                            struct wr_aswm *mesh);

/* Whether the game's tables can hold what is to be baked: WR_LIMIT "aswm-full", WR_INVALID
 * "aswm-storeys". */
enum wr_result wr_aswm_fits(struct wr_context *context, const struct wr_aswm *mesh,
                            const struct wr_aswm_bake_options *options, wr_where where);

/* Makes the table of each tile, and numbers the islands in `island` of each walkable triangle;
 * `sight` marks who sees whom. */
enum wr_result wr_aswm_tables(struct wr_context *context, struct wr_arena *arena,
                              struct wr_aswm *mesh, bool sight, wr_where where);

/* Makes the islands out of the numbers in the triangles. */
enum wr_result wr_aswm_islands(struct wr_context *context, struct wr_arena *arena,
                               struct wr_aswm *mesh);
/* Makes the shortest routes between them. */
enum wr_result wr_aswm_routes(struct wr_context *context, struct wr_arena *arena,
                              struct wr_aswm *mesh);

/* Marks in a tile's table which of its nodes see each other in whole. */
void wr_aswm_sight(const struct wr_aswm *mesh, const wr_aswm_tile *tile, uint8_t *next);

#endif
