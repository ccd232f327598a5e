/* The grid's cells in an open hash table, their entries in lists out of one pool. */
#include "core/base/grid.h"

#include "core/base/arena.h"
#include "core/base/random.h"

#include <string.h>

struct wr_grid_slot {
    wr_cell cell;
    uint32_t first;
    bool used;
};

#define NO_ENTRY UINT32_MAX
enum { FIRST_SLOTS = 256 };

/* The cell of a float, or of what lies near one: beyond a thousand million cells each float has
 * one of its own, so that no choice of positions fills one. */
static int32_t cell_at(double position, double width)
{
    const double most = INT32_MAX;
    double scaled = position / width;
    if (scaled < most && scaled > -most) {
        int32_t whole = (int32_t)scaled;
        return scaled < (double)whole ? whole - 1 : whole;
    }
    float kept = (float)position;
    uint32_t bits;
    memcpy(&bits, &kept, sizeof bits);
    return (int32_t)(wr_mix(bits) >> 34);
}

wr_cell wr_cell_at(wr_dvec3 point, double width)
{
    return (wr_cell){cell_at(point.x, width), cell_at(point.y, width), cell_at(point.z, width)};
}

static unsigned cells_along(double position, double reach, double width, int32_t out[3])
{
    unsigned count = 0;
    for (int side = -1; side <= 1; side++) {
        int32_t cell = cell_at(position + side * reach, width);
        if (count == 0 || cell != out[count - 1])
            out[count++] = cell;
    }
    return count;
}

unsigned wr_cells_near(wr_dvec3 point, double reach, double width, wr_cell out[WR_CELLS_NEAR])
{
    int32_t x[3], y[3], z[3];
    unsigned xs = cells_along(point.x, reach, width, x), count = 0;
    unsigned ys = cells_along(point.y, reach, width, y);
    unsigned zs = cells_along(point.z, reach, width, z);
    for (unsigned k = 0; k < zs; k++)
        for (unsigned j = 0; j < ys; j++)
            for (unsigned i = 0; i < xs; i++)
                out[count++] = (wr_cell){x[i], y[j], z[k]};
    return count;
}

void wr_grid_start(struct wr_grid *grid)
{
    *grid = (struct wr_grid){.free = NO_ENTRY};
}

void wr_grid_finish(struct wr_grid *grid)
{
    wr_free(grid->slots);
    wr_free(grid->entries);
}

void wr_grid_clear(struct wr_grid *grid)
{
    for (size_t i = 0; i < grid->slot_capacity; i++)
        grid->slots[i].used = false;
    grid->slot_count = 0;
    grid->entry_count = 0;
    grid->free = NO_ENTRY;
}

/* The slot a cell has, or would have. */
static struct wr_grid_slot *slot_of(const struct wr_grid *grid, wr_cell cell)
{
    const uint64_t up = 0x9E3779B97F4A7C15; /* odd, its bits spread */
    uint64_t across = (uint64_t)(uint32_t)cell.x << 32 | (uint32_t)cell.y;
    size_t at = (size_t)wr_mix(across ^ (uint64_t)(uint32_t)cell.z * up);
    for (;; at++) {
        struct wr_grid_slot *slot = &grid->slots[at & (grid->slot_capacity - 1)];
        if (!slot->used ||
            (slot->cell.x == cell.x && slot->cell.y == cell.y && slot->cell.z == cell.z))
            return slot;
    }
}

static bool make_slots(struct wr_grid *grid)
{
    if (2 * grid->slot_count < grid->slot_capacity)
        return true;
    struct wr_grid larger = *grid;
    larger.slot_capacity = grid->slot_capacity ? 2 * grid->slot_capacity : FIRST_SLOTS;
    larger.slots = wr_alloc(larger.slot_capacity * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < larger.slot_capacity; i++)
        larger.slots[i].used = false;
    for (size_t i = 0; i < grid->slot_capacity; i++)
        if (grid->slots[i].used)
            *slot_of(&larger, grid->slots[i].cell) = grid->slots[i];
    wr_free(grid->slots);
    *grid = larger;
    return true;
}

static uint32_t take_entry(struct wr_grid *grid)
{
    uint32_t entry = grid->free;
    if (entry != NO_ENTRY) {
        grid->free = grid->entries[entry].next;
        return entry;
    }
    if (!wr_grow(&grid->entries, &grid->entry_capacity, (size_t)grid->entry_count + 1,
                 sizeof *grid->entries))
        return NO_ENTRY;
    return grid->entry_count++;
}

static bool add_to_cell(struct wr_grid *grid, wr_cell cell, uint32_t id)
{
    uint32_t entry = make_slots(grid) ? take_entry(grid) : NO_ENTRY;
    if (entry == NO_ENTRY)
        return false;
    struct wr_grid_slot *slot = slot_of(grid, cell);
    if (!slot->used) {
        *slot = (struct wr_grid_slot){cell, NO_ENTRY, true};
        grid->slot_count++;
    }
    grid->entries[entry] = (wr_grid_entry){id, slot->first};
    slot->first = entry;
    return true;
}

static void remove_from_cell(struct wr_grid *grid, wr_cell cell, uint32_t id)
{
    struct wr_grid_slot *slot = grid->slot_capacity ? slot_of(grid, cell) : NULL;
    if (!slot || !slot->used)
        return;
    for (uint32_t *at = &slot->first; *at != NO_ENTRY; at = &grid->entries[*at].next) {
        uint32_t entry = *at;
        if (grid->entries[entry].id != id)
            continue;
        *at = grid->entries[entry].next;
        grid->entries[entry].next = grid->free;
        grid->free = entry;
        return;
    }
}

bool wr_grid_add(struct wr_grid *grid, wr_cell from, wr_cell to, uint32_t id)
{
    wr_cell at;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++)
                if (!add_to_cell(grid, at, id))
                    return false;
    return true;
}

void wr_grid_remove(struct wr_grid *grid, wr_cell from, wr_cell to, uint32_t id)
{
    wr_cell at;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++)
                remove_from_cell(grid, at, id);
}

uint32_t wr_grid_first(const struct wr_grid *grid, wr_cell cell)
{
    if (grid->slot_capacity == 0)
        return NO_ENTRY;
    const struct wr_grid_slot *slot = slot_of(grid, cell);
    return slot->used ? slot->first : NO_ENTRY;
}
