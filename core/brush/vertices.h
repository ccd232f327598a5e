/* The vertices of all floors: those that nearly lie on one spot are one. */
#ifndef WR_CORE_BRUSH_VERTICES_H
#define WR_CORE_BRUSH_VERTICES_H

#include "core/base/grid.h"
#include "core/brush/boxes.h"
#include "core/brush/triangulation.h"

/* Starts with wr_vertices_start, ends with wr_vertices_finish. */
struct wr_vertices {
    wr_dvec3 *spots; /* whole steps, but for the height */
    uint32_t count;
    double gap; /* heights that are farther apart are two, in steps */
    struct wr_grid grid;
    struct wr_box_tree tree; /* those that had been there when wr_vertices_settle was called */
    size_t capacity;
};

void wr_vertices_start(struct wr_vertices *vertices, double gap);
void wr_vertices_finish(struct wr_vertices *vertices);

/* The vertex within two steps of a spot, or a new one; false when memory is out. */
bool wr_vertices_weld(struct wr_vertices *vertices, wr_dvec3 spot, uint32_t *out);
/* The vertex at a spot, or a new one. */
bool wr_vertices_find(struct wr_vertices *vertices, wr_dvec3 spot, uint32_t *out);

/* Makes the tree in `arena`, by which vertices near a line are looked for. */
bool wr_vertices_settle(struct wr_vertices *vertices, struct wr_arena *arena);
struct wr_look wr_vertices_look(const struct wr_vertices *vertices, wr_dvec3 from, wr_dvec3 to);
/* The next vertex between the ends of a line that lies on it; false when there is none. */
bool wr_vertices_next(const struct wr_vertices *vertices, struct wr_look *look, wr_dvec3 from,
                      wr_dvec3 to, uint32_t *out);

static inline wr_whole wr_vertices_whole(const struct wr_vertices *vertices, uint32_t vertex)
{
    wr_dvec3 spot = vertices->spots[vertex];
    return (wr_whole){(int32_t)spot.x, (int32_t)spot.y};
}

#endif
