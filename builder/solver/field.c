/* The field: from the free doorways of a room, square after square of a grid, around all that
 * stands on their floor. A square is about as wide as the narrowest room, and what leads
 * through narrower gaps is not found, so that the field may only guide. */
#include "builder/solver/frames.h"

#include <string.h>

enum { SIDE = 96, SQUARES = SIDE * SIDE, BORDER = 4 };
enum { FREE = UINT16_MAX, TAKEN = UINT16_MAX - 1 };

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

bool wr_field_start(struct wr_placing *s)
{
    struct wr_field *field = &s->field;
    field->least = INT64_MAX;
    for (uint32_t i = 0; i < s->pieces->stance_count; i++) {
        wr_spot size = wr_spot_sub(s->pieces->stances[i].high, s->pieces->stances[i].low);
        field->least = smaller(field->least, smaller(size.x, size.y));
    }
    field->least = larger(field->least, 1);
    field->squares = WR_TAKE(s->arena, uint16_t, SQUARES);
    field->queue = WR_TAKE(s->arena, uint16_t, SQUARES);
    return field->squares && field->queue;
}

/* ---- The grid ---- */

/* Lays the grid over all that stands; the squares at its border are taken. */
static void lay(struct wr_placing *s, uint32_t count)
{
    struct wr_field *field = &s->field;
    wr_spot low = s->solids[0].low, high = s->solids[0].high;
    for (uint32_t i = 1; i < count; i++) {
        low.x = smaller(low.x, s->solids[i].low.x);
        low.y = smaller(low.y, s->solids[i].low.y);
        high.x = larger(high.x, s->solids[i].high.x);
        high.y = larger(high.y, s->solids[i].high.y);
    }
    int64_t size = larger(high.x - low.x, high.y - low.y);
    field->width = field->least;
    while (field->width * (SIDE - 2 * BORDER) < size)
        field->width *= 2;
    field->low = (wr_spot){(low.x + high.x - field->width * SIDE) / 2,
                           (low.y + high.y - field->width * SIDE) / 2, 0};
    memset(field->squares, 0xff, SQUARES * sizeof *field->squares);
    for (uint32_t i = 0; i < SIDE; i++) {
        field->squares[i] = field->squares[SQUARES - 1 - i] = TAKEN;
        field->squares[i * SIDE] = field->squares[i * SIDE + SIDE - 1] = TAKEN;
    }
}

/* The column or row of a place; of one beyond the grid that at its border. */
static int64_t square_of(const struct wr_field *field, int64_t at, int64_t low)
{
    int64_t square = at < low ? 0 : (at - low) / field->width;
    return square < SIDE ? square : SIDE - 1;
}

/* Takes the squares whose middles lie in a box. */
static void take(struct wr_field *field, wr_spot low, wr_spot high)
{
    int64_t half = field->width / 2;
    int64_t west = square_of(field, low.x + half, field->low.x);
    int64_t east = square_of(field, high.x - half - 1, field->low.x);
    int64_t south = square_of(field, low.y + half, field->low.y);
    int64_t north = square_of(field, high.y - half - 1, field->low.y);
    for (int64_t row = south; row <= north; row++)
        for (int64_t column = west; column <= east; column++)
            field->squares[row * SIDE + column] = TAKEN;
}

static void take_slab(struct wr_placing *s, const wr_standing *at, const wr_slab *slab)
{
    wr_spot low = {INT64_MAX, INT64_MAX, 0}, high = {INT64_MIN, INT64_MIN, 0};
    for (uint32_t i = 0; i < slab->count; i++) {
        wr_spot point = wr_spot_add(slab->points[i], at->spot);
        if (slab->moved && slab->moved[i])
            point = wr_spot_add(point, wr_standing_way(s->pieces, at, slab->moved[i]));
        low = (wr_spot){smaller(low.x, point.x), smaller(low.y, point.y), 0};
        high = (wr_spot){larger(high.x, point.x), larger(high.y, point.y), 0};
    }
    take(&s->field, low, high);
}

/* Takes what a room covers at the height of the floor. */
static void take_room(struct wr_placing *s, const wr_standing *at)
{
    const wr_stance *stance = wr_standing_stance(s->pieces, at);
    uint32_t count = s->pieces->pieces[stance->piece].slab_count;
    for (uint32_t i = 0; i < count; i++) {
        int64_t low = at->spot.z + stance->slabs[i].low,
                high = at->spot.z + stance->slabs[i].high;
        if (low <= s->field.height && s->field.height < high)
            take_slab(s, at, &stance->slabs[i]);
    }
}

/* The square in front of a hook. */
static uint32_t square_before(const struct wr_placing *s, const wr_standing *at, uint32_t hook)
{
    static const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const struct wr_field *field = &s->field;
    uint32_t turns = s->pieces->turn_count;
    uint32_t facing = wr_standing_stance(s->pieces, at)->hooks[hook].facing;
    const int *way = ways[(facing * 4 + turns / 2) / turns % 4];
    wr_spot spot = wr_standing_hook(s->pieces, at, hook);
    int64_t ahead = field->width * 3 / 5;
    int64_t column = square_of(field, spot.x + way[0] * ahead, field->low.x);
    int64_t row = square_of(field, spot.y + way[1] * ahead, field->low.y);
    return (uint32_t)(row * SIDE + column);
}

static bool is_taken(uint64_t taken, uint32_t hook)
{
    return hook < WR_FRAME_WORD && taken >> hook & 1;
}

/* ---- Spreading ---- */

/* Puts the squares before the free doorways of a rank into the queue; returns how many. */
static uint32_t begin(struct wr_placing *s, uint32_t rank)
{
    struct wr_field *field = &s->field;
    const wr_standing *from = &s->frames[rank].standing;
    uint32_t piece = wr_standing_stance(s->pieces, from)->piece, count = 0;
    for (uint32_t h = 0; h < s->pieces->pieces[piece].hook_count; h++) {
        uint32_t square = square_before(s, from, h);
        if (is_taken(s->frames[rank].taken, h) || field->squares[square] != FREE)
            continue;
        field->squares[square] = 0;
        field->queue[count++] = (uint16_t)square;
    }
    return count;
}

static void spread(struct wr_field *field, uint32_t count, uint32_t farthest)
{
    static const int ways[4] = {1, -1, SIDE, -SIDE};
    for (uint32_t head = 0; head < count; head++) {
        uint32_t at = field->queue[head], next = field->squares[at] + 1u;
        for (int i = 0; i < 4 && next <= farthest; i++) {
            uint32_t to = (uint32_t)((int)at + ways[i]);
            if (field->squares[to] != FREE)
                continue;
            field->squares[to] = (uint16_t)next;
            field->queue[count++] = (uint16_t)to;
        }
    }
}

void wr_field_spread(struct wr_placing *s, uint32_t rank, uint32_t count, int64_t most)
{
    struct wr_field *field = &s->field;
    const wr_standing *from = &s->frames[rank].standing;
    int64_t farthest;
    lay(s, count);
    farthest = most / field->width + 1;
    field->height = from->spot.z + wr_standing_stance(s->pieces, from)->hooks[0].at.z;
    for (uint32_t i = 0; i < count; i++)
        take_room(s, &s->solids[i].standing);
    spread(field, begin(s, rank), farthest < SQUARES ? (uint32_t)farthest : SQUARES);
}

int64_t wr_field_way(const struct wr_placing *s, const wr_standing *at, uint64_t taken)
{
    const struct wr_field *field = &s->field;
    const wr_stance *stance = wr_standing_stance(s->pieces, at);
    int64_t least = INT64_MAX;
    for (uint32_t h = 0; h < s->pieces->pieces[stance->piece].hook_count; h++) {
        if (is_taken(taken, h))
            continue;
        int64_t higher = at->spot.z + stance->hooks[h].at.z - field->height;
        if (higher > s->pieces->tolerance || higher < -s->pieces->tolerance)
            return 0;
        uint16_t squares = field->squares[square_before(s, at, h)];
        if (squares < TAKEN)
            least = smaller(least, squares * field->width);
    }
    return least;
}
