/* The grid's cells in an open hash table, their entries in lists out of one pool. */
#include "builder/solver/grid.h"

#include "core/base/random.h"

struct wr_grid_slot {
    wr_cell cell;
    uint32_t first;
    bool used;
};

#define NO_ENTRY UINT32_MAX
enum { FIRST_SLOTS = 256 };

void wr_grid_start(struct wr_grid *grid, int64_t width, int64_t height)
{
    *grid = (struct wr_grid){.width = width, .height = height, .free = NO_ENTRY};
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

static int32_t divided(int64_t value, int64_t by)
{
    int64_t whole = value / by;
    return (int32_t)(whole - (value % by < 0));
}

wr_cell wr_grid_cell(const struct wr_grid *grid, wr_spot spot)
{
    return (wr_cell){divided(spot.x, grid->width), divided(spot.y, grid->width),
                     divided(spot.z, grid->height)};
}

/* The slot a cell has, or would have. */
static struct wr_grid_slot *slot_of(const struct wr_grid *grid, wr_cell cell)
{
    uint64_t across = (uint64_t)(uint32_t)cell.x << 32 | (uint32_t)cell.y;
    size_t at = (size_t)wr_mix(wr_mix(across) + (uint32_t)cell.z);
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

bool wr_grid_add(struct wr_grid *grid, wr_spot low, wr_spot high, uint32_t id)
{
    wr_cell from = wr_grid_cell(grid, low), to = wr_grid_cell(grid, high), at;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++)
                if (!add_to_cell(grid, at, id))
                    return false;
    return true;
}

void wr_grid_remove(struct wr_grid *grid, wr_spot low, wr_spot high, uint32_t id)
{
    wr_cell from = wr_grid_cell(grid, low), to = wr_grid_cell(grid, high), at;
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
