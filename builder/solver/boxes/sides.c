/* Every offset of a pair of boxes puts one beside the other; those at one side have to be a run
 * without gaps. */
#include "builder/solver/boxes/sides.h"

#include <string.h>

enum { X, Y };

/* No length has more units. */
static const int64_t MANY = 1 << 20;

static bool is_box(const struct wr_pieces *pieces, const wr_stance *stance)
{
    const wr_slab *slab = stance->slabs;
    if (pieces->pieces[stance->piece].slab_count != 1 || slab->count != 4)
        return false;
    for (uint32_t i = 0; i < 4; i++) {
        wr_spot p = slab->points[i];
        if ((p.x != stance->low.x && p.x != stance->high.x) ||
            (p.y != stance->low.y && p.y != stance->high.y))
            return false;
    }
    return true;
}

/* ---- The unit ---- */

/* Of b's low corner from a's. */
static wr_spot offset_of(const wr_stance *a, const wr_stance *b, wr_spot offset)
{
    return wr_spot_add(offset, wr_spot_sub(b->low, a->low));
}

static int64_t find_unit(const struct wr_pieces *pieces, const bool *used)
{
    uint32_t n = pieces->stance_count;
    int64_t unit = 0;
    for (uint32_t a = 0; a < n; a++) {
        const wr_stance *p = &pieces->stances[a];
        if (!used[a])
            continue;
        unit = wr_greatest_divisor(unit, p->high.x - p->low.x);
        unit = wr_greatest_divisor(unit, p->high.y - p->low.y);
        for (uint32_t b = 0; b < n && unit != 1; b++) {
            const uint32_t *start = &pieces->direct.start[(size_t)a * n + b];
            for (uint32_t i = start[0]; used[b] && i < start[1]; i++) {
                wr_spot offset = offset_of(p, &pieces->stances[b], pieces->direct.offsets[i]);
                unit = wr_greatest_divisor(wr_greatest_divisor(unit, offset.x), offset.y);
            }
        }
    }
    return unit;
}

bool wr_pieces_are_boxes(const struct wr_pieces *pieces)
{
    if (pieces->stretches)
        return false;
    const int64_t large = (int64_t)1 << 40;
    if (pieces->tolerance || pieces->skin || pieces->direct.longest.z)
        return false;
    for (uint32_t i = 0; i < pieces->stance_count; i++) {
        const wr_stance *stance = &pieces->stances[i], *first = &pieces->stances[0];
        if (!is_box(pieces, stance) || stance->low.z != first->low.z ||
            stance->high.z != first->high.z || stance->high.x - stance->low.x > large ||
            stance->high.y - stance->low.y > large || stance->high.x <= stance->low.x ||
            stance->high.y <= stance->low.y)
            return false;
    }
    return pieces->stance_count > 0;
}

/* ---- Margins ---- */

/* The offsets at one side, along it. */
struct run {
    int32_t low, high;
    uint32_t count;
};

static bool add_to_run(struct run *run, int32_t at)
{
    if (run->count == 0 || at < run->low)
        run->low = at;
    if (run->count == 0 || at > run->high)
        run->high = at;
    run->count++;
    return true;
}

/* Adds an offset to the run of its side. */
static bool take_side(const int32_t a[2], const int32_t b[2], int32_t x, int32_t y,
                      struct run runs[WR_SIDES])
{
    if (x == a[X])
        return add_to_run(&runs[WR_EAST], y);
    if (x == -b[X])
        return add_to_run(&runs[WR_WEST], y);
    if (y == a[Y])
        return add_to_run(&runs[WR_NORTH], x);
    return y == -b[Y] && add_to_run(&runs[WR_SOUTH], x);
}

static bool encode_pair(const struct wr_pieces *pieces, struct wr_box_sides *sides, uint32_t a,
                        uint32_t b)
{
    size_t pair = (size_t)a * pieces->stance_count + b;
    const uint32_t *start = &pieces->direct.start[pair];
    const wr_stance *p = &pieces->stances[a], *q = &pieces->stances[b];
    struct run runs[WR_SIDES] = {{0, 0, 0}};
    for (uint32_t i = start[0]; i < start[1]; i++) {
        wr_spot offset = offset_of(p, q, pieces->direct.offsets[i]);
        int64_t x = offset.x / sides->unit, y = offset.y / sides->unit;
        if (x > MANY || x < -MANY || y > MANY || y < -MANY ||
            !take_side(sides->sizes[a], sides->sizes[b], (int32_t)x, (int32_t)y, runs))
            return false;
    }
    for (uint32_t side = 0; side < WR_SIDES; side++) {
        const struct run *run = &runs[side];
        uint32_t along = side == WR_EAST || side == WR_WEST ? Y : X;
        wr_margin *out = &sides->margins[WR_SIDES * pair + side];
        if (run->count == 0)
            continue;
        if (run->count != (uint32_t)(run->high - run->low) + 1)
            return false;
        *out =
            (wr_margin){sides->sizes[a][along] - run->high, run->low + sides->sizes[b][along]};
    }
    return true;
}

static bool is_alike(const struct wr_box_sides *sides, uint32_t n, uint32_t a, uint32_t b)
{
    return memcmp(wr_box_sides_of(sides, n, a, 0), wr_box_sides_of(sides, n, b, 0),
                  n * WR_SIDES * sizeof(wr_margin)) == 0;
}

static void find_alike(struct wr_box_sides *sides, uint32_t n)
{
    for (uint32_t a = 0; a < n; a++) {
        sides->alike[a] = 0;
        while (!is_alike(sides, n, a, sides->alike[a]))
            sides->alike[a]++;
    }
}

enum wr_encoding wr_box_sides_make(const struct wr_pieces *pieces, const bool *used,
                                   struct wr_arena *arena, struct wr_box_sides *out)
{
    uint32_t n = pieces->stance_count;
    if (!wr_pieces_are_boxes(pieces))
        return WR_NOT_ENCODABLE;
    *out = (struct wr_box_sides){
        .unit = find_unit(pieces, used),
        .sizes = wr_arena_take(arena, n, sizeof *out->sizes),
        .margins = WR_TAKE(arena, wr_margin, WR_SIDES * (size_t)n * n),
        .alike = WR_TAKE(arena, uint32_t, n),
    };
    if (!out->sizes || !out->margins || !out->alike)
        return WR_ENCODING_NO_MEMORY;
    for (size_t i = 0; i < WR_SIDES * (size_t)n * n; i++)
        out->margins[i] = (wr_margin){WR_NO_MARGIN, WR_NO_MARGIN};
    for (uint32_t i = 0; i < n; i++) {
        const wr_stance *stance = &pieces->stances[i];
        if (!used[i])
            continue;
        int64_t x = (stance->high.x - stance->low.x) / out->unit;
        int64_t y = (stance->high.y - stance->low.y) / out->unit;
        if (x > MANY || y > MANY)
            return WR_NOT_ENCODABLE;
        out->sizes[i][X] = (int32_t)x;
        out->sizes[i][Y] = (int32_t)y;
    }
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            if (used[a] && used[b] && !encode_pair(pieces, out, a, b))
                return WR_NOT_ENCODABLE;
    find_alike(out, n);
    return WR_ENCODED;
}
