/* Outlines of groups of triangles, in plan. */
#ifndef WR_CORE_ASWM_OUTLINE_H
#define WR_CORE_ASWM_OUTLINE_H

#include "core/aswm/aswm.h"

#define WR_ASWM_NO_GROUP UINT32_MAX

/* A group begins; loops of it follow. */
typedef void wr_aswm_group_fn(void *user, uint32_t group);
/* The vertices of a closed loop, counterclockwise round the group and clockwise round holes. */
typedef void wr_aswm_loop_fn(void *user, const uint32_t *vertices, uint32_t count);

/* Tells the outlines of each group, the groups in ascending order. `groups` has one number a
 * triangle; WR_ASWM_NO_GROUP: of none. False when memory is out; `scratch` is rewound. */
bool wr_aswm_outlines(const struct wr_aswm *mesh, const uint32_t *groups,
                      struct wr_arena *scratch, wr_aswm_group_fn *begin, wr_aswm_loop_fn *loop,
                      void *user);

#endif
