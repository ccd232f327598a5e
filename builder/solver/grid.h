/* A hashed grid of space: what lies in which cell. Cells cost memory only where something lies.
 */
#ifndef WR_BUILDER_SOLVER_GRID_H
#define WR_BUILDER_SOLVER_GRID_H

#include "builder/solver/pieces.h"

typedef struct wr_cell {
    int32_t x, y, z;
} wr_cell;

/* One thing in one cell; `next` is another one of the cell, or UINT32_MAX. */
typedef struct wr_grid_entry {
    uint32_t id, next;
} wr_grid_entry;

struct wr_grid {
    int64_t width, height; /* of a cell, units */
    struct wr_grid_slot *slots;
    size_t slot_capacity, slot_count;
    wr_grid_entry *entries;
    size_t entry_capacity;
    uint32_t entry_count, free;
};

void wr_grid_start(struct wr_grid *grid, int64_t width, int64_t height);
void wr_grid_finish(struct wr_grid *grid);
/* Forgets what lies in it, and keeps memory. */
void wr_grid_clear(struct wr_grid *grid);

wr_cell wr_grid_cell(const struct wr_grid *grid, wr_spot spot);
/* Puts a thing into all cells between two corners; false when memory is out. */
bool wr_grid_add(struct wr_grid *grid, wr_spot low, wr_spot high, uint32_t id);
void wr_grid_remove(struct wr_grid *grid, wr_spot low, wr_spot high, uint32_t id);
/* The first entry of a cell, or UINT32_MAX. */
uint32_t wr_grid_first(const struct wr_grid *grid, wr_cell cell);

#endif
