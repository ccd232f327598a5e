/* Boxes of rooms in a grid whose cells are about as large as a room, so that a question costs
 * the same however large the level is. Answers about pairs are kept: kits repeat themselves. */
#include "builder/solver/ground.h"

#include "core/base/random.h"
#include "core/base/tolerance.h"

#include <string.h>

/* A pair of stances, their offset, and whether they overlap. */
struct wr_ground_answer {
    uint32_t a, b;
    wr_spot offset;
    bool known, apart, overlap;
};

enum { ANSWERS = 1 << 14 };

/* ---- Starting ---- */

static int64_t mean_width(const struct wr_pieces *pieces)
{
    int64_t sum = 0;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        sum += pieces->stances[s].high.x - pieces->stances[s].low.x;
    return pieces->stance_count && sum > 0 ? sum / pieces->stance_count + 1 : 1;
}

static int64_t mean_height(const struct wr_pieces *pieces)
{
    int64_t sum = 0;
    for (uint32_t s = 0; s < pieces->stance_count; s++)
        sum += pieces->stances[s].high.z - pieces->stances[s].low.z;
    return pieces->stance_count && sum > 0 ? sum / pieces->stance_count + 1 : 1;
}

/* As wide as a room, but not so narrow that a distance kept from others takes thousands of
 * them.
 */
static int64_t cell_width(const struct wr_pieces *pieces, int64_t distance)
{
    enum { CELLS = 4 };
    int64_t width = mean_width(pieces);
    return distance / CELLS > width ? distance / CELLS : width;
}

static void forget(struct wr_ground *ground)
{
    memset(ground->answers, 0, ANSWERS * sizeof *ground->answers);
}

bool wr_ground_start(struct wr_ground *ground, const struct wr_pieces *pieces, int64_t distance)
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
        .answers = wr_alloc(ANSWERS * sizeof *ground->answers),
    };
    ground->apart.skin = -distance;
    wr_grid_start(&ground->grid.cells);
    ground->grid.width = cell_width(pieces, distance);
    ground->grid.height = 2 * mean_height(pieces);
    if (!ground->answers)
        return false;
    forget(ground);
    return true;
}

void wr_ground_finish(struct wr_ground *ground)
{
    wr_grid_finish(&ground->grid.cells);
    wr_free(ground->standings);
    wr_free(ground->stamps);
    wr_free(ground->answers);
}

void wr_ground_clear(struct wr_ground *ground)
{
    wr_grid_clear(&ground->grid.cells);
    ground->storey_count = 0;
}

/* ---- Overlap ---- */

static bool answer(struct wr_ground *ground, const wr_standing *p, const wr_standing *q,
                   bool apart)
{
    uint32_t a = p->stance, b = q->stance;
    wr_spot offset = wr_spot_sub(q->spot, p->spot);
    const struct wr_pieces *pieces = apart ? &ground->apart : ground->pieces;
    if (!wr_standing_is_drawn(p) || !wr_standing_is_drawn(q))
        return wr_standings_overlap(pieces, p, q);
    uint64_t key = wr_mix((uint64_t)a << 32 | b << 1 | apart) ^ (uint64_t)offset.x;
    key = wr_mix(wr_mix(key) ^ (uint64_t)offset.y) + (uint64_t)offset.z;
    struct wr_ground_answer *kept = &ground->answers[wr_mix(key) % ANSWERS];
    if (kept->known && kept->a == a && kept->b == b && kept->apart == apart &&
        wr_spot_order(kept->offset, offset) == 0)
        return kept->overlap;
    bool overlap = wr_stances_overlap(pieces, a, b, offset);
    *kept = (struct wr_ground_answer){a, b, offset, true, apart, overlap};
    return overlap;
}

/* A room that is to stand, and its box. */
struct candidate {
    const wr_standing *standing;
    wr_spot low, high;
};

static struct candidate candidate_of(const struct wr_ground *ground,
                                     const wr_standing *standing)
{
    struct candidate what = {.standing = standing};
    wr_standing_box(ground->pieces, standing, &what.low, &what.high);
    return what;
}

/* Boxes of the two, in whole; most questions end here. */
static bool boxes_meet(const struct wr_ground *ground, const wr_standing *a,
                       const struct candidate *b, int64_t skin)
{
    wr_spot low, high, other_low = b->low, other_high = b->high;
    wr_standing_box(ground->pieces, a, &low, &high);
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

static bool clash(struct wr_ground *ground, const struct candidate *what, uint32_t id,
                  bool apart)
{
    const wr_standing *other = &ground->standings[id];
    int64_t skin = apart ? ground->apart.skin : ground->pieces->skin;
    return boxes_meet(ground, other, what, skin) &&
           answer(ground, other, what->standing, apart);
}

static enum wr_refusal judge_cell(struct wr_ground *ground, const struct candidate *what,
                                  wr_cell cell, const uint32_t *beside, uint32_t beside_count)
{
    const struct wr_spot_grid *grid = &ground->grid;
    for (uint32_t e = wr_grid_first(&grid->cells, cell); e != UINT32_MAX;
         e = grid->cells.entries[e].next) {
        uint32_t id = grid->cells.entries[e].id;
        if (ground->stamps[id] == ground->stamp)
            continue;
        ground->stamps[id] = ground->stamp;
        if (clash(ground, what, id, false))
            return WR_TAKEN;
        if (ground->has_distance && !is_one_of(id, beside, beside_count) &&
            clash(ground, what, id, true))
            return WR_TOO_NEAR;
    }
    return WR_FREE;
}

static uint32_t list_cell(struct wr_ground *ground, const struct candidate *what, wr_cell cell,
                          const uint32_t *beside, uint32_t beside_count, uint32_t *ids,
                          uint32_t most)
{
    const struct wr_spot_grid *grid = &ground->grid;
    uint32_t count = 0;
    for (uint32_t e = wr_grid_first(&grid->cells, cell); e != UINT32_MAX && count < most;
         e = grid->cells.entries[e].next) {
        uint32_t id = grid->cells.entries[e].id;
        if (ground->stamps[id] == ground->stamp)
            continue;
        ground->stamps[id] = ground->stamp;
        if (clash(ground, what, id, false) ||
            (ground->has_distance && !is_one_of(id, beside, beside_count) &&
             clash(ground, what, id, true)))
            ids[count++] = id;
    }
    return count;
}

/* The cells in which something may be in a room's way. */
static void cells_around(const struct wr_ground *ground, const struct candidate *what,
                         wr_cell *from, wr_cell *to)
{
    int64_t margin = ground->has_distance ? -ground->apart.skin : 0;
    wr_spot low = what->low, high = what->high;
    low.x -= margin, low.y -= margin, high.x += margin, high.y += margin;
    *from = wr_spot_cell(&ground->grid, low);
    *to = wr_spot_cell(&ground->grid, high);
}

static enum wr_refusal judge_neighbours(struct wr_ground *ground, const struct candidate *what,
                                        const uint32_t *beside, uint32_t beside_count)
{
    wr_cell from, to, at;
    cells_around(ground, what, &from, &to);
    ground->stamp++;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++) {
                enum wr_refusal refusal = judge_cell(ground, what, at, beside, beside_count);
                if (refusal != WR_FREE)
                    return refusal;
            }
    return WR_FREE;
}

/* ---- Bounds and storeys ---- */

static bool in_bounds(const struct wr_ground *ground, const struct candidate *what)
{
    wr_spot low = what->low, high = what->high;
    return low.x >= ground->low.x && low.y >= ground->low.y && low.z >= ground->low.z &&
           high.x <= ground->high.x && high.y <= ground->high.y &&
           high.z - ground->headroom <= ground->high.z;
}

/* Adds the heights of a room's doorways to `storeys` where they are new; false beyond `most`.
 */
static bool open_storeys(const struct wr_ground *ground, wr_standing standing, int64_t *storeys,
                         uint32_t *count, uint32_t most)
{
    const wr_stance *stance = &ground->pieces->stances[standing.stance];
    int64_t half = ground->storey_height / 2;
    for (uint32_t h = 0; h < ground->pieces->pieces[stance->piece].hook_count; h++) {
        int64_t z = wr_standing_hook(ground->pieces, &standing, h).z;
        uint32_t i = 0;
        while (i < *count && (z - storeys[i] > half || storeys[i] - z > half))
            i++;
        if (i < *count)
            continue;
        if (*count >= most)
            return false;
        storeys[(*count)++] = z;
    }
    return true;
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
    return open_storeys(ground, standing, own, &count, most_storeys(ground));
}

/* ---- Asking and putting ---- */

enum wr_refusal wr_ground_judge(struct wr_ground *ground, wr_standing standing,
                                const uint32_t *beside, uint32_t beside_count)
{
    struct candidate what = candidate_of(ground, &standing);
    if (!in_bounds(ground, &what))
        return WR_OUT_OF_BOUNDS;
    if (!storeys_allow(ground, standing))
        return WR_OTHER_STOREY;
    return judge_neighbours(ground, &what, beside, beside_count);
}

bool wr_ground_allows(const struct wr_ground *ground, wr_standing standing)
{
    struct candidate what = candidate_of(ground, &standing);
    return in_bounds(ground, &what) && storeys_allow(ground, standing);
}

uint32_t wr_ground_clashes(struct wr_ground *ground, wr_standing standing,
                           const uint32_t *beside, uint32_t beside_count, uint32_t *ids,
                           uint32_t most)
{
    wr_cell from, to, at;
    uint32_t count = 0;
    struct candidate what = candidate_of(ground, &standing);
    cells_around(ground, &what, &from, &to);
    ground->stamp++;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++)
                count += list_cell(ground, &what, at, beside, beside_count, ids + count,
                                   most - count);
    return count;
}

uint32_t wr_ground_near(struct wr_ground *ground, wr_spot low, wr_spot high, uint32_t *ids,
                        uint32_t most)
{
    const struct wr_spot_grid *grid = &ground->grid;
    wr_cell from = wr_spot_cell(grid, low), to = wr_spot_cell(grid, high), at;
    uint32_t count = 0;
    ground->stamp++;
    for (at.z = from.z; at.z <= to.z; at.z++)
        for (at.y = from.y; at.y <= to.y; at.y++)
            for (at.x = from.x; at.x <= to.x; at.x++)
                for (uint32_t e = wr_grid_first(&grid->cells, at);
                     e != UINT32_MAX && count < most; e = grid->cells.entries[e].next) {
                    uint32_t id = grid->cells.entries[e].id;
                    if (ground->stamps[id] != ground->stamp)
                        ids[count++] = id;
                    ground->stamps[id] = ground->stamp;
                }
    return count;
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
        open_storeys(ground, standing, ground->storeys, &ground->storey_count,
                     most_storeys(ground));
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
