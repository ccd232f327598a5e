/* How many loops a level can hold: no bound is below what brute force finds, on small random
 * kits of rooms made of cells; and templates that ask for more are told so at once. */
#include "builder/generate/grow/capacity.h"
#include "tests/support/grown.h"
#include "tests/support/test.h"

#include "core/base/random.h"

enum { PIECES = 3, CELLS = 3, SIDE = 3, CELL = 8, ROOMS = 6, MOST_SETS = 1 << 12 };

static const int WAYS[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};

/* A room of cells, with doors on some of their sides: 0 for none, else a kind and 1. */
struct tiny_room {
    int cells[CELLS][2], doors[CELLS][4];
    uint32_t cell_count;
};

struct tiny_kit {
    struct tiny_room rooms[PIECES];
    uint32_t count, most[PIECES], least[PIECES];
};

/* ---- Random kits ---- */

static bool has_cell(const struct tiny_room *room, int x, int y)
{
    for (uint32_t i = 0; i < room->cell_count; i++)
        if (room->cells[i][0] == x && room->cells[i][1] == y)
            return true;
    return false;
}

static void draw_room(wr_random *random, struct tiny_room *room)
{
    *room = (struct tiny_room){.cell_count = 1};
    uint32_t count = wr_random_below(random, 3) ? 1 : 1 + wr_random_below(random, CELLS);
    while (room->cell_count < count) {
        const int *from = room->cells[wr_random_below(random, room->cell_count)];
        const int *way = WAYS[wr_random_below(random, 4)];
        int x = from[0] + way[0], y = from[1] + way[1];
        if (has_cell(room, x, y))
            continue;
        room->cells[room->cell_count][0] = x;
        room->cells[room->cell_count++][1] = y;
    }
    uint32_t one_of = 1 + wr_random_below(random, 3), kinds = 1 + wr_random_below(random, 2);
    for (uint32_t i = 0; i < count; i++)
        for (int way = 0; way < 4; way++)
            if (!has_cell(room, room->cells[i][0] + WAYS[way][0],
                          room->cells[i][1] + WAYS[way][1]) &&
                wr_random_below(random, one_of) == 0)
                room->doors[i][way] = 1 + (int)wr_random_below(random, kinds);
}

static void draw_kit(uint64_t seed, struct tiny_kit *kit)
{
    wr_random random = wr_random_of(seed, 1);
    *kit = (struct tiny_kit){.count = 1 + wr_random_below(&random, PIECES)};
    for (uint32_t p = 0; p < kit->count; p++) {
        draw_room(&random, &kit->rooms[p]);
        kit->most[p] = wr_random_below(&random, 3) ? WR_NONE : 1 + wr_random_below(&random, 3);
        kit->least[p] = wr_random_below(&random, 4) == 0;
    }
}

/* ---- Brute force ---- */

struct tiny_stood {
    uint32_t room;
    int x, y;
};

struct tiny_level {
    struct tiny_stood rooms[ROOMS];
    uint32_t count;
};

struct search {
    const struct tiny_kit *kit;
    uint64_t *seen; /* hash table of levels, by their rooms in any order */
    uint32_t seen_count, size;
    int most_loops; /* of all levels of `size` rooms; -1: there is none */
};

static int door_at(const struct tiny_kit *kit, struct tiny_stood room, int x, int y, int way)
{
    const struct tiny_room *own = &kit->rooms[room.room];
    for (uint32_t i = 0; i < own->cell_count; i++)
        if (own->cells[i][0] + room.x == x && own->cells[i][1] + room.y == y)
            return own->doors[i][way];
    return 0;
}

static bool stand_apart(const struct tiny_kit *kit, struct tiny_stood a, struct tiny_stood b)
{
    const struct tiny_room *own = &kit->rooms[a.room];
    for (uint32_t i = 0; i < own->cell_count; i++)
        if (has_cell(&kit->rooms[b.room], own->cells[i][0] + a.x - b.x,
                     own->cells[i][1] + a.y - b.y))
            return false;
    return true;
}

static bool are_linked_by(const struct tiny_kit *kit, struct tiny_stood a, struct tiny_stood b)
{
    const struct tiny_room *own = &kit->rooms[a.room];
    for (uint32_t i = 0; i < own->cell_count; i++)
        for (int way = 0; way < 4; way++) {
            int x = own->cells[i][0] + a.x + WAYS[way][0];
            int y = own->cells[i][1] + a.y + WAYS[way][1];
            if (own->doors[i][way] &&
                own->doors[i][way] == door_at(kit, b, x, y, (way + 2) % 4))
                return true;
        }
    return false;
}

static bool is_new_level(struct search *s, const struct tiny_level *level)
{
    int low_x = 1000, low_y = 1000;
    uint64_t key = 0;
    for (uint32_t i = 0; i < level->count; i++) {
        low_x = level->rooms[i].x < low_x ? level->rooms[i].x : low_x;
        low_y = level->rooms[i].y < low_y ? level->rooms[i].y : low_y;
    }
    for (uint32_t i = 0; i < level->count; i++)
        key += wr_mix(
            wr_mix(wr_mix(level->rooms[i].room + 1) ^ (uint64_t)(level->rooms[i].x - low_x)) ^
            (uint64_t)(level->rooms[i].y - low_y) << 32);
    uint32_t at = (uint32_t)(key % (4 * MOST_SETS));
    while (s->seen[at] && s->seen[at] != key)
        at = (at + 1) % (4 * MOST_SETS);
    if (s->seen[at] == key)
        return false;
    s->seen[at] = key;
    s->seen_count++;
    return true;
}

static void judge_level(struct search *s, const struct tiny_level *level)
{
    int links = 0;
    uint32_t counts[PIECES] = {0};
    for (uint32_t i = 0; i < level->count; i++) {
        counts[level->rooms[i].room]++;
        for (uint32_t k = 0; k < i; k++)
            links += are_linked_by(s->kit, level->rooms[i], level->rooms[k]);
    }
    for (uint32_t p = 0; p < s->kit->count; p++)
        if (counts[p] < s->kit->least[p])
            return;
    int loops = links + 1 - (int)level->count;
    s->most_loops = loops > s->most_loops ? loops : s->most_loops;
}

static void extend_level(struct search *s, const struct tiny_level *level)
{
    if (s->seen_count >= MOST_SETS || !is_new_level(s, level))
        return;
    if (level->count == s->size) {
        judge_level(s, level);
        return;
    }
    for (uint32_t p = 0; p < s->kit->count; p++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < level->count; i++)
            count += level->rooms[i].room == p;
        for (uint32_t i = 0; i < level->count && count < s->kit->most[p]; i++)
            for (int x = -2 * CELLS; x <= 2 * CELLS; x++)
                for (int y = -2 * CELLS; y <= 2 * CELLS; y++) {
                    struct tiny_level more = *level;
                    struct tiny_stood own = {p, level->rooms[i].x + x, level->rooms[i].y + y};
                    bool apart = true;
                    if (!are_linked_by(s->kit, level->rooms[i], own))
                        continue;
                    for (uint32_t k = 0; k < level->count && apart; k++)
                        apart = stand_apart(s->kit, level->rooms[k], own);
                    more.rooms[more.count++] = own;
                    if (apart)
                        extend_level(s, &more);
                }
    }
}

/* The most loops of all levels of so many rooms; -1 where there is none, -2 where there are too
 * many to look at. */
static int most_loops(const struct tiny_kit *kit, uint32_t rooms)
{
    struct search s = {.kit = kit, .size = rooms, .most_loops = -1};
    s.seen = test_calloc(4 * MOST_SETS, sizeof *s.seen);
    for (uint32_t p = 0; p < kit->count; p++)
        extend_level(&s, &(struct tiny_level){{{p, 0, 0}}, 1});
    test_free(s.seen);
    return s.seen_count >= MOST_SETS ? -2 : s.most_loops;
}

/* ---- The same kits as pieces ---- */

struct as_pieces {
    struct wr_arena *arena;
    struct wr_template template;
    struct wr_kit_pieces kit;
    wr_piece shapes[PIECES];
    wr_kit_piece rooms[PIECES];
    wr_room room;
    struct wr_grow_tables tables;
    struct wr_wishes wishes;
    bool meets[16];
};

static wr_piece piece_of(const struct tiny_room *room, struct wr_arena *arena)
{
    wr_slab *slabs = WR_TAKE(arena, wr_slab, room->cell_count);
    wr_piece_hook *hooks = WR_TAKE(arena, wr_piece_hook, 4 * CELLS);
    wr_piece piece = {
        .slabs = slabs, .slab_count = room->cell_count, .hooks = hooks, .weight = 1};
    for (uint32_t i = 0; i < room->cell_count; i++) {
        int64_t x = CELL * room->cells[i][0], y = CELL * room->cells[i][1];
        wr_spot corners[4] = {
            {x, y, 0}, {x + CELL, y, 0}, {x + CELL, y + CELL, 0}, {x, y + CELL, 0}};
        slabs[i] = (wr_slab){wr_arena_copy(arena, corners, 4, sizeof *corners), 4, 0, 1, NULL};
        for (uint16_t way = 0; way < 4; way++)
            if (room->doors[i][way])
                hooks[piece.hook_count++] =
                    (wr_piece_hook){.at = {x + CELL / 2 + WAYS[way][0] * CELL / 2,
                                           y + CELL / 2 + WAYS[way][1] * CELL / 2, 0},
                                    .facing = way,
                                    .kind = (uint16_t)(room->doors[i][way] - 1)};
    }
    return piece;
}

static void as_pieces_start(struct as_pieces *p, const struct tiny_kit *kit,
                            struct wr_context *context)
{
    *p = (struct as_pieces){.arena = wr_arena_create(), .room = {.island_count = 1}};
    p->template.grow.loops = (wr_span){1, WR_NONE};
    p->template.grow.loop_share = NAN;
    for (int side = 0; side < 4; side++) /* as it is, or mirrored: both kinds meet themselves */
        for (int other = 0; other < 4; other++)
            p->meets[4 * side + other] = side % 2 == other % 2;
    for (uint32_t i = 0; i < kit->count; i++) {
        p->shapes[i] = piece_of(&kit->rooms[i], p->arena);
        p->rooms[i] = (wr_kit_piece){.room = &p->room};
    }
    p->kit = (struct wr_kit_pieces){.pieces = {.turn_count = 4,
                                               .pieces = p->shapes,
                                               .piece_count = kit->count,
                                               .kind_count = 4,
                                               .mirrored_kind = 2,
                                               .meets = p->meets},
                                    .rooms = p->rooms,
                                    .arena = p->arena};
    assert_true(wr_pieces_prepare(&p->kit.pieces, p->arena));
    assert_int_equal(wr_grow_tables_make(context, &p->template, &p->kit, p->arena, &p->tables),
                     WR_OK);
    p->wishes = (struct wr_wishes){.least = kit->least, .most = kit->most};
}

static uint32_t capacity(struct as_pieces *p, uint32_t rooms)
{
    struct wr_making making = {
        .template = &p->template, .kit = &p->kit, .arena = p->arena, .growing = &p->tables};
    wr_capacity out;
    assert_true(wr_capacity_find(&making, &p->wishes, rooms, &out));
    return out.loops;
}

static void no_bound_is_below_what_brute_force_finds(void **state)
{
    enum { SEEDS = 100 };
    struct wr_context *context = wr_context_create(NULL, NULL);
    uint32_t exact = 0, above = 0, with_loops = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct tiny_kit kit;
        struct as_pieces pieces;
        draw_kit(seed, &kit);
        as_pieces_start(&pieces, &kit, context);
        for (uint32_t rooms = 1; rooms <= ROOMS; rooms++) {
            int most = most_loops(&kit, rooms);
            uint32_t bound = capacity(&pieces, rooms);
            if (most == -2)
                break;
            if (most > (int)bound)
                fail_msg("seed %llu: %u rooms have %d loops, not %u at the most",
                         (unsigned long long)seed, (unsigned)rooms, most, (unsigned)bound);
            exact += most == (int)bound;
            above += most >= 0 && most < (int)bound;
            with_loops += most > 0;
        }
        wr_grow_tables_finish(&pieces.tables);
        wr_arena_destroy(pieces.arena);
    }
    wr_context_destroy(context);
    printf("[  NOTE    ] the bound is reached %u times, and above %u times; %u have loops\n",
           (unsigned)exact, (unsigned)above, (unsigned)with_loops);
    assert_true(with_loops > 50);
    assert_true(exact > above);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bound_is_below_what_brute_force_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
