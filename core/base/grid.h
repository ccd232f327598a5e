/* A hashed grid of space: what lies in which cell. Cells cost memory only where something lies.
 */
#ifndef WR_CORE_BASE_GRID_H
#define WR_CORE_BASE_GRID_H

#include "core/base/math.h"

typedef struct wr_cell {
    int32_t x, y, z;
} wr_cell;

/* One thing in one cell; `next` is another one of the cell, or UINT32_MAX. */
typedef struct wr_grid_entry {
    uint32_t id, next;
} wr_grid_entry;

struct wr_grid {
    struct wr_grid_slot *slots;
    size_t slot_capacity, slot_count;
    wr_grid_entry *entries;
    size_t entry_capacity;
    uint32_t entry_count, free;
};

/* The cell of a whole position. */
static inline int64_t wr_cell_of(int64_t position, int64_t width)
{
    return position / width - (position % width < 0);
}
/* The cell of a point, and all cells that what lies within `reach` of it may be in, which is no
 * more than the width; their number. */
enum { WR_CELLS_NEAR = 27 };
wr_cell wr_cell_at(wr_dvec3 point, double width);
unsigned wr_cells_near(wr_dvec3 point, double reach, double width, wr_cell out[WR_CELLS_NEAR]);

void wr_grid_start(struct wr_grid *grid);
void wr_grid_finish(struct wr_grid *grid);
/* Forgets what lies in it, and keeps memory. */
void wr_grid_clear(struct wr_grid *grid);

/* Puts a thing into all cells from one corner to the other; false when memory is out. */
bool wr_grid_add(struct wr_grid *grid, wr_cell from, wr_cell to, uint32_t id);
void wr_grid_remove(struct wr_grid *grid, wr_cell from, wr_cell to, uint32_t id);
/* The entry of a cell that was added last, or UINT32_MAX. */
uint32_t wr_grid_first(const struct wr_grid *grid, wr_cell cell);

#endif
