/* A grid of space in the units of pieces. */
#ifndef WR_BUILDER_SOLVER_SPOT_GRID_H
#define WR_BUILDER_SOLVER_SPOT_GRID_H

#include "builder/solver/pieces.h"
#include "core/base/grid.h"

struct wr_spot_grid {
    struct wr_grid cells;
    int64_t width, height; /* of a cell, units */
};

static inline wr_cell wr_spot_cell(const struct wr_spot_grid *grid, wr_spot spot)
{
    return (wr_cell){(int32_t)wr_cell_of(spot.x, grid->width),
                     (int32_t)wr_cell_of(spot.y, grid->width),
                     (int32_t)wr_cell_of(spot.z, grid->height)};
}

#endif
