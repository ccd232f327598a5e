/* Boxes of rooms in a grid whose cells are about as large as a room, so that a question costs
 * the same however large the level is. */
#include "builder/solver/ground.h"

#include "core/base/tolerance.h"

#include <string.h>

/* ---- Starting ---- */

/* How large stances are, on average; 1 at least. */
static wr_spot mean_size(const struct wr_pieces *pieces)
{
    wr_spot sum = {0, 0, 0};
    int64_t count = pieces->stance_count ? pieces->stance_count : 1;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        sum = wr_spot_add(sum, wr_spot_sub(pieces->stances[s].high, pieces->stances[s].low));
    return (wr_spot){sum.x / count + 1, sum.y / count + 1, sum.z / count + 1};
}

/* As wide as a room, but not so narrow that a distance kept from others takes thousands of
 * them.
 */
static int64_t cell_width(const struct wr_pieces *pieces, int64_t distance)
{
    enum { CELLS = 4 };
    int64_t width = mean_size(pieces).x;
    return distance / CELLS > width ? distance / CELLS : width;
}

void wr_ground_start(struct wr_ground *ground, const struct wr_pieces *pieces, int64_t distance)
{
    const int64_t far = INT64_MAX / 4;
    *ground = (struct wr_ground){
        .pieces = pieces,
        .apart = *pieces,
        .low = {-far, -far, -far},
        .high = {far, far, far},
        .storey_height = wr_units_of(WR_HEADROOM),
        .headroom = wr_units_of(WR_HEADROOM),
        .has_distance = distance > 0,
    };
    ground->apart.skin = -distance;
    wr_grid_start(&ground->grid.cells);
    ground->grid.width = cell_width(pieces, distance);
    ground->grid.height = 2 * mean_size(pieces).z;
}

void wr_ground_finish(struct wr_ground *ground)
{
    wr_grid_finish(&ground->grid.cells);
    wr_free(ground->standings);
    wr_free(ground->stamps);
}

void wr_ground_clear(struct wr_ground *ground)
{
    wr_grid_clear(&ground->grid.cells);
    ground->storey_count = 0;
}

/* ---- Overlap ---- */

/* A room that is to stand, and its box. */
struct candidate {
    const wr_standing *standing;
    const uint32_t *beside;
    uint32_t beside_count;
    wr_spot low, high;
};

static struct candidate candidate_of(const struct wr_ground *ground,
                                     const wr_standing *standing, const uint32_t *beside,
                                     uint32_t beside_count)
{
    struct candidate what = {
        .standing = standing, .beside = beside, .beside_count = beside_count};
    wr_standing_box(ground->pieces, standing, &what.low, &what.high);
    return what;
}

/* Boxes of the two, in whole; most questions end here. */
static bool boxes_meet(const struct wr_pieces *pieces, const wr_standing *a,
                       const struct candidate *b)
{
    wr_spot low, high, other_low = b->low, other_high = b->high;
    int64_t skin = pieces->skin;
    wr_standing_box(pieces, a, &low, &high);
    return other_low.x < high.x - skin && low.x < other_high.x - skin &&
           other_low.y < high.y - skin && low.y < other_high.y - skin && other_low.z < high.z &&
           low.z < other_high.z;
}

static bool is_one_of(uint32_t id, const uint32_t *ids, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static bool overlap(const struct wr_pieces *pieces, const wr_standing *other,
                    const struct candidate *what)
{
    return boxes_meet(pieces, other, what) &&
           wr_standings_overlap(pieces, other, what->standing);
}

/* What keeps a room from standing beside another, unless it is one of those beside it. */
static enum wr_refusal clash(const struct wr_ground *ground, const struct candidate *what,
                             uint32_t id)
{
    const wr_standing *other = &ground->standings[id];
    if (overlap(ground->pieces, other, what))
        return WR_TAKEN;
    return ground->has_distance && !is_one_of(id, what->beside, what->beside_count) &&
                   overlap(&ground->apart, other, what)
               ? WR_TOO_NEAR
               : WR_FREE;
}

/* Lists rooms in some cells, each once: all, or those in a room's way. Returns how many, and
 * what is wrong with the last. */
static uint32_t list_cells(struct wr_ground *ground, wr_cell from, wr_cell to,
                           const struct candidate *what, uint32_t *ids, uint32_t most,
                           enum wr_refusal *last)
{
    const struct wr_grid *cells = &ground->grid.cells;
    uint32_t count = 0;
    wr_cell at;
    ground->stamp++;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++)
                for (uint32_t e = wr_grid_first(cells, at); e != UINT32_MAX && count < most;
                     e = cells->entries[e].next) {
                    uint32_t id = cells->entries[e].id;
                    bool seen = ground->stamps[id] == ground->stamp;
                    ground->stamps[id] = ground->stamp;
                    if (!seen && (!what || (*last = clash(ground, what, id)) != WR_FREE))
                        ids[count++] = id;
                }
    return count;
}

/* The same for the cells in which something may be in a room's way. */
static uint32_t list_in_way(struct wr_ground *ground, const struct candidate *what,
                            uint32_t *ids, uint32_t most, enum wr_refusal *last)
{
    int64_t margin = ground->has_distance ? -ground->apart.skin : 0;
    wr_spot corner = {margin, margin, 0};
    return list_cells(ground, wr_spot_cell(&ground->grid, wr_spot_sub(what->low, corner)),
                      wr_spot_cell(&ground->grid, wr_spot_add(what->high, corner)), what, ids,
                      most, last);
}

/* ---- Bounds and storeys ---- */

static bool in_bounds(const struct wr_ground *ground, const struct candidate *what)
{
    wr_spot low = what->low, high = what->high;
    return low.x >= ground->low.x && low.y >= ground->low.y && low.z >= ground->low.z &&
           high.x <= ground->high.x && high.y <= ground->high.y &&
           high.z - ground->headroom <= ground->high.z;
}

static uint32_t most_storeys(const struct wr_ground *ground)
{
    return ground->most_storeys < WR_GROUND_STOREYS ? ground->most_storeys : WR_GROUND_STOREYS;
}

static bool storeys_allow(const struct wr_ground *ground, wr_standing standing)
{
    int64_t own[WR_GROUND_STOREYS];
    uint32_t count = ground->storey_count;
    if (ground->most_storeys == 0)
        return true;
    memcpy(own, ground->storeys, count * sizeof *own);
    return wr_standing_storeys(ground->pieces, &standing, ground->storey_height, own, &count,
                               most_storeys(ground));
}

/* ---- Asking and putting ---- */

enum wr_refusal wr_ground_judge(struct wr_ground *ground, wr_standing standing,
                                const uint32_t *beside, uint32_t beside_count)
{
    struct candidate what = candidate_of(ground, &standing, beside, beside_count);
    enum wr_refusal refusal = WR_FREE;
    uint32_t id;
    if (!in_bounds(ground, &what))
        return WR_OUT_OF_BOUNDS;
    if (!storeys_allow(ground, standing))
        return WR_OTHER_STOREY;
    list_in_way(ground, &what, &id, 1, &refusal);
    return refusal;
}

bool wr_ground_allows(const struct wr_ground *ground, wr_standing standing)
{
    struct candidate what = candidate_of(ground, &standing, NULL, 0);
    return in_bounds(ground, &what) && storeys_allow(ground, standing);
}

uint32_t wr_ground_clashes(struct wr_ground *ground, wr_standing standing,
                           const uint32_t *beside, uint32_t beside_count, uint32_t *ids,
                           uint32_t most)
{
    struct candidate what = candidate_of(ground, &standing, beside, beside_count);
    enum wr_refusal refusal;
    return list_in_way(ground, &what, ids, most, &refusal);
}

uint32_t wr_ground_near(struct wr_ground *ground, wr_spot low, wr_spot high, uint32_t *ids,
                        uint32_t most)
{
    const struct wr_spot_grid *grid = &ground->grid;
    return list_cells(ground, wr_spot_cell(grid, low), wr_spot_cell(grid, high), NULL, ids,
                      most, NULL);
}

bool wr_ground_put(struct wr_ground *ground, uint32_t id, wr_standing standing)
{
    size_t old = ground->stamp_capacity;
    wr_spot low, high;
    if (!wr_grow(&ground->standings, &ground->standing_capacity, (size_t)id + 1,
                 sizeof *ground->standings) ||
        !wr_grow(&ground->stamps, &ground->stamp_capacity, (size_t)id + 1,
                 sizeof *ground->stamps))
        return false;
    for (size_t i = old; i < ground->stamp_capacity; i++)
        ground->stamps[i] = 0;
    ground->standings[id] = standing;
    wr_standing_box(ground->pieces, &standing, &low, &high);
    if (ground->most_storeys)
        wr_standing_storeys(ground->pieces, &standing, ground->storey_height, ground->storeys,
                            &ground->storey_count, most_storeys(ground));
    return wr_grid_add(&ground->grid.cells, wr_spot_cell(&ground->grid, low),
                       wr_spot_cell(&ground->grid, high), id);
}

void wr_ground_take(struct wr_ground *ground, uint32_t id)
{
    wr_spot low, high;
    wr_standing_box(ground->pieces, &ground->standings[id], &low, &high);
    wr_grid_remove(&ground->grid.cells, wr_spot_cell(&ground->grid, low),
                   wr_spot_cell(&ground->grid, high), id);
}
