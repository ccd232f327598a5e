/* Judging a walkmesh against everything the engine and its readers rely on. */
#ifndef WR_CORE_WALKMESH_JUDGE_H
#define WR_CORE_WALKMESH_JUDGE_H

#include "core/walkmesh/walkmesh.h"

/* Reports every broken rule of a mesh as it was read, each kind once with a count and the first
 * place: tables that disagree with what follows from vertices and faces are errors; faults of
 * the geometry itself (zero-area, upright or downward walkable faces, unused or doubled
 * vertices, islands) are warnings or notes. WR_INVALID when there was an error. `surfaces` says
 * what is walkable. */
enum wr_result wr_walkmesh_judge(struct wr_context *context, const struct wr_walkmesh *mesh,
                                 const wr_surfaces *surfaces, const struct wr_source *source);

#endif
