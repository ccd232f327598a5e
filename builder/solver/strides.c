/* A table of bits over hashed (stance, stance, cell of the offset): a composition of all
 * contacts with all contacts. What turns as a whole is one stride, so only first stances that
 * are not turned are entered. */
#include "builder/solver/strides.h"

#include "core/base/grid.h"
#include "core/base/random.h"

/* More strides than this are not worth their table. */
enum { MOST_STRIDES = 48 << 20, BITS_A_STRIDE = 8, WORD = 64 };

struct wr_strides {
    uint64_t *bits;
    uint64_t mask;
    int64_t cell; /* units */
};

/* ---- The key ---- */

/* Where orientations that look alike were not made one, a stance's number tells its turn. */
static bool is_regular(const struct wr_pieces *pieces)
{
    for (uint32_t p = 0; p < pieces->piece_count; p++) {
        uint32_t stances = pieces->first_stance[p + 1] - pieces->first_stance[p];
        uint32_t mirrors = pieces->pieces[p].may_mirror ? 2 : 1;
        if (!pieces->pieces[p].may_turn || stances != mirrors * pieces->turn_count)
            return false;
    }
    return true;
}

/* A stance turned back by `turn`; a stance's number grows with its turn. */
static uint32_t turned_back(const struct wr_pieces *pieces, uint32_t stance, uint32_t turn)
{
    uint32_t own = pieces->stances[stance].turn;
    return stance - own + (own + pieces->turn_count - turn) % pieces->turn_count;
}

static uint64_t hash_of(uint32_t a, uint32_t b, int64_t x, int64_t y, int64_t z)
{
    uint64_t hash = wr_mix((uint64_t)a << 32 | b);
    hash = wr_mix(hash ^ (uint64_t)x * 0x9e3779b97f4a7c15u ^ (uint64_t)y * 0xc2b2ae3d27d4eb4fu);
    return hash ^ (uint64_t)z * 0x165667b19e3779f9u;
}

static bool is_set(const struct wr_strides *strides, uint64_t hash)
{
    hash &= strides->mask;
    return strides->bits[hash / WORD] >> hash % WORD & 1;
}

/* ---- Making ---- */

/* Stances whose rounds stand for all: those that are not turned. */
static bool stands_for_all(const struct wr_pieces *pieces, uint32_t stance)
{
    return pieces->stances[stance].turn == 0;
}

/* All contacts of a stance lie one after another. */
static const uint32_t *contacts_from(const struct wr_pieces *pieces, uint32_t stance)
{
    return &pieces->direct.start[(size_t)stance * pieces->stance_count];
}

static uint64_t count_strides(const struct wr_pieces *pieces)
{
    uint64_t count = 0;
    for (uint32_t a = 0; a < pieces->stance_count; a++) {
        const uint32_t *from = contacts_from(pieces, a);
        for (uint32_t m = 0; stands_for_all(pieces, a) && m < pieces->stance_count; m++) {
            const uint32_t *on = contacts_from(pieces, m);
            count += (uint64_t)(from[m + 1] - from[m]) * (on[pieces->stance_count] - on[0]);
        }
    }
    return count;
}

static void set(struct wr_strides *strides, uint64_t hash)
{
    hash &= strides->mask;
    strides->bits[hash / WORD] |= (uint64_t)1 << hash % WORD;
}

/* Enters every way from a over contact `first` (to stance m) and on. */
static void enter_ways(const struct wr_pieces *pieces, struct wr_strides *strides, uint32_t a,
                       uint32_t m, uint32_t first)
{
    const struct wr_contacts *direct = &pieces->direct;
    const uint32_t *on = contacts_from(pieces, m);
    for (uint32_t b = 0; b < pieces->stance_count; b++)
        for (uint32_t second = on[b]; second < on[b + 1]; second++) {
            if (direct->hooks[first][1] == direct->hooks[second][0])
                continue;
            wr_spot way = wr_spot_add(direct->offsets[first], direct->offsets[second]);
            set(strides,
                hash_of(a, b, wr_cell_of(way.x, strides->cell),
                        wr_cell_of(way.y, strides->cell), wr_cell_of(way.z, strides->cell)));
        }
}

static void enter_all(const struct wr_pieces *pieces, struct wr_strides *strides)
{
    for (uint32_t a = 0; a < pieces->stance_count; a++) {
        const uint32_t *from = contacts_from(pieces, a);
        for (uint32_t m = 0; stands_for_all(pieces, a) && m < pieces->stance_count; m++)
            for (uint32_t first = from[m]; first < from[m + 1]; first++)
                enter_ways(pieces, strides, a, m, first);
    }
}

bool wr_strides_make(struct wr_pieces *pieces, struct wr_arena *arena)
{
    uint64_t count = is_regular(pieces) ? count_strides(pieces) : UINT64_MAX, bits = 1 << 12;
    pieces->strides = NULL;
    if (count > MOST_STRIDES)
        return true;
    while (bits < count * BITS_A_STRIDE)
        bits *= 2;
    struct wr_strides *strides = WR_TAKE(arena, struct wr_strides, 1);
    uint64_t *words = WR_ZERO(arena, uint64_t, (size_t)(bits / WORD));
    if (!strides || !words)
        return false;
    *strides = (struct wr_strides){words, bits - 1, 16 * (pieces->tolerance + 1)};
    enter_all(pieces, strides);
    pieces->strides = strides;
    return true;
}

/* ---- Asking ---- */

/* A way may close within the tolerance, and turning rounds: the cells around are asked, too. */
bool wr_strides_may(const struct wr_pieces *pieces, uint32_t a, uint32_t b, wr_spot offset)
{
    const struct wr_strides *strides = pieces->strides;
    if (!strides)
        return true;
    uint32_t turn = pieces->stances[a].turn, turns = pieces->turn_count;
    int64_t play = pieces->tolerance + 2;
    wr_spot way = wr_spot_turn(offset, (turns - turn) % turns, turns);
    a = turned_back(pieces, a, turn);
    b = turned_back(pieces, b, turn);
    int64_t x1 = wr_cell_of(way.x + play, strides->cell),
            y1 = wr_cell_of(way.y + play, strides->cell);
    int64_t z1 = wr_cell_of(way.z + play, strides->cell);
    for (int64_t z = wr_cell_of(way.z - play, strides->cell); z <= z1; z++)
        for (int64_t y = wr_cell_of(way.y - play, strides->cell); y <= y1; y++)
            for (int64_t x = wr_cell_of(way.x - play, strides->cell); x <= x1; x++)
                if (is_set(strides, hash_of(a, b, x, y, z)))
                    return true;
    return false;
}
