/* Making one vertex of vertices that lie on one spot: for text input and repair only. */
#ifndef WR_CORE_WALKMESH_WELD_H
#define WR_CORE_WALKMESH_WELD_H

#include "core/walkmesh/walkmesh.h"

/* Fills out[vertex] with the vertex that it joins, in order of their index: the lowest one that
 * was kept within `distance`, or itself, which is then kept. Those not in `used` (NULL: all
 * are) stay alone. `welded` counts what joined another. False when memory is out or the call is
 * stopped. */
bool wr_weld_map(struct wr_context *context, const struct wr_walkmesh *mesh, double distance,
                 const uint8_t *used, uint32_t *out, uint32_t *welded);

/* Welds vertices within WR_WELD_DISTANCE of each other and drops faces that lose their area, in
 * place; unused vertices and derived tables go. In order of their index, a vertex joins the
 * lowest one that was kept within the distance, or is kept: no chain carries one farther.
 * Counts what it did. Marks are carried along, but for those of faces that go. `marks`, which
 * are sorted by edge, and both counts may be NULL. */
enum wr_result wr_walkmesh_weld(struct wr_context *context, struct wr_arena *scratch,
                                struct wr_walkmesh *mesh, struct wr_marks *marks,
                                uint32_t *welded, uint32_t *dropped);

#endif
