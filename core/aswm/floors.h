/* Floors of one game in the words of the other: materials of walkmeshes and flags of NWN2.
 * Source: formats/aswm, 7. */
#ifndef WR_CORE_ASWM_FLOORS_H
#define WR_CORE_ASWM_FLOORS_H

#include "core/aswm/cut.h"

enum { WR_ASWM_FLOOR_COUNT = 11 };

/* What floors are called, from the lowest bit on, and NULL. */
extern const char *const wr_aswm_floor_names[WR_ASWM_FLOOR_COUNT + 1];

/* The flags of a material: where it is walkable, the floor that is called like it; stone for
 * what NWN2 has no floor for. */
uint16_t wr_aswm_flags_of(uint32_t material, uint64_t walkable);
/* The material of a triangle; 7, which nobody walks on, where it is not walkable. */
uint32_t wr_aswm_material_of(uint16_t flags);

/* The triangles of a walkmesh, to be cut. Doors and triggers are of the floor beside them. The
 * soup points into the mesh. WR_NO_MEMORY is the only failure. */
enum wr_result wr_aswm_soup_of(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_walkmesh *mesh, uint64_t walkable,
                               struct wr_aswm_soup *out);
/* The triangles of an area, counter-clockwise, to make a walkmesh of. WR_NO_MEMORY is the only
 * failure. */
enum wr_result wr_aswm_triangles(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_aswm *mesh, wr_triangles *out);

#endif
