/* Leaps: wherever a chain of rooms links two others, "perhaps" is said, and elsewhere mostly
 * "no".
 */
#include "builder/solver/leaps.h"
#include "tests/support/made_kits.h"
#include "tests/support/test.h"

enum { CHAINS = 200 };

/* A puzzle whose nodes may be some pieces: all, or one alone. */
struct stage {
    struct made_kit kit;
    uint32_t all[MADE_PIECES];
    wr_puzzle_node nodes[MADE_PIECES + 1];
    struct wr_puzzle puzzle;
    struct wr_leaps *leaps;
};

static void stage_start(struct stage *s, const struct made_like *like, uint64_t seed)
{
    assert_true(made_kit_draw(&s->kit, like, seed));
    for (uint32_t p = 0; p < like->pieces; p++) {
        s->all[p] = p;
        s->nodes[p] = (wr_puzzle_node){.pieces = &s->all[p], .piece_count = 1};
    }
    s->nodes[like->pieces] = (wr_puzzle_node){.pieces = s->all, .piece_count = like->pieces};
    s->puzzle = (struct wr_puzzle){
        .pieces = &s->kit.pieces, .nodes = s->nodes, .node_count = like->pieces + 1};
    s->leaps = wr_leaps_start(&s->puzzle);
    assert_non_null(s->leaps);
}

static void stage_end(struct stage *s)
{
    wr_leaps_finish(s->leaps);
    made_kit_end(&s->kit);
}

static uint32_t below(struct stage *s, uint32_t bound)
{
    return wr_random_below(&s->kit.random, bound);
}

/* A room behind a doorway, drawn among those of some pieces whose doors meet it. */
static bool draw_room(struct stage *s, const wr_puzzle_node *node, wr_spot at,
                      const wr_piece_hook *from, wr_standing *room, uint32_t *in)
{
    const struct wr_pieces *pieces = &s->kit.pieces;
    for (int tries = 0; tries < 200; tries++) {
        uint32_t piece = node->pieces[below(s, node->piece_count)];
        uint32_t first = pieces->first_stance[piece];
        room->stance = first + below(s, pieces->first_stance[piece + 1] - first);
        *in = below(s, s->kit.shapes[piece].hook_count);
        const wr_piece_hook *to = &pieces->stances[room->stance].hooks[*in];
        if ((from->facing + pieces->turn_count / 2) % pieces->turn_count != to->facing ||
            !s->kit.meets[from->kind * MADE_KINDS + to->kind])
            continue;
        int64_t play = pieces->tolerance;
        wr_spot miss = {(int64_t)below(s, (uint32_t)(2 * play + 1)) - play,
                        (int64_t)below(s, (uint32_t)(2 * play + 1)) - play, 0};
        room->spot = wr_spot_add(wr_spot_sub(at, to->at), miss);
        return true;
    }
    return false;
}

/* Another doorway of a room than the one one comes in at. */
static uint32_t other_hook(struct stage *s, const wr_standing *room, uint32_t in)
{
    uint32_t count = s->kit.shapes[s->kit.pieces.stances[room->stance].piece].hook_count;
    uint32_t out = below(s, count - 1);
    return out + (out >= in ? 1 : 0);
}

static uint64_t all_but(uint32_t hook)
{
    return ~((uint64_t)1 << hook);
}

/* Draws a chain over some nodes, between two rooms of which one doorway each is free. */
static bool draw_chain(struct stage *s, const uint32_t *nodes, uint32_t count,
                       wr_leap_end ends[2])
{
    const wr_puzzle_node *any = &s->nodes[s->puzzle.node_count - 1];
    wr_standing room = {.stance = below(s, s->kit.pieces.stance_count)};
    uint32_t in = 0, out = below(s, 2);
    ends[0] = (wr_leap_end){room, all_but(out)};
    for (uint32_t i = 0; i <= count; i++) {
        const wr_piece_hook *from = &s->kit.pieces.stances[room.stance].hooks[out];
        wr_spot at = wr_spot_add(room.spot, from->at);
        if (!draw_room(s, i < count ? &s->nodes[nodes[i]] : any, at, from, &room, &in))
            return false;
        out = other_hook(s, &room, in);
    }
    ends[1] = (wr_leap_end){room, all_but(in)};
    return true;
}

/* Asks of chains that are, and of the same rooms moved apart; returns how often those were
 * denied. */
static void ask(struct stage *s, uint64_t seed, uint32_t tally[2])
{
    uint32_t nodes[WR_LEAP_MOST], count = 1 + below(s, WR_LEAP_MOST), leap;
    wr_leap_end ends[2];
    for (uint32_t i = 0; i < count; i++)
        nodes[i] = below(s, s->puzzle.node_count);
    assert_true(wr_leaps_over(s->leaps, nodes, count, &leap));
    if (leap == WR_NO_LEAP || !draw_chain(s, nodes, count, ends))
        return;
    if (!wr_leaps_may(s->leaps, leap, &ends[0], &ends[1], count + 1))
        fail_msg("seed %u: a chain of %u rooms is said not to be", (unsigned)seed,
                 (unsigned)count);
    ends[1].standing.spot.x += MADE_UNIT / 2;
    tally[0]++;
    tally[1] += !wr_leaps_may(s->leaps, leap, &ends[0], &ends[1], 1);
    ends[1].standing.spot.x += 50 * MADE_UNIT;
    assert_false(wr_leaps_may(s->leaps, leap, &ends[0], &ends[1], 1));
}

static void no_chain_is_denied_and_most_others_are(void **state)
{
    static const struct made_like likes[] = {
        {.turns = 4, .pieces = 2},
        {.turns = 4, .pieces = 3, .play = 2, .mirrors = true},
        {.turns = 4, .pieces = 3, .storeys = true},
        {.turns = 8, .pieces = 3, .play = 1},
    };
    uint32_t tally[2] = {0};
    (void)state;
    for (size_t i = 0; i < sizeof likes / sizeof *likes; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            struct stage s;
            stage_start(&s, &likes[i], seed);
            for (int k = 0; k < CHAINS; k++)
                ask(&s, seed, tally);
            stage_end(&s);
        }
    assert_true(tally[0] > 1000);
    assert_true(2 * tally[1] > tally[0]);
}

static void rooms_that_do_not_turn_have_none(void **state)
{
    struct made_like like = {.turns = 4, .pieces = 2, .fixed = true};
    struct stage s;
    uint32_t nodes[2] = {0, 1}, leap;
    (void)state;
    stage_start(&s, &like, 1);
    assert_true(wr_leaps_over(s.leaps, nodes, 2, &leap));
    assert_int_equal(leap, WR_NO_LEAP);
    stage_end(&s);
}

/* ---- All chains of two rooms: so many that their hashes have any bits ---- */

enum { DOORS = 13, REST = 5 };

/* A room whose doorways are all over the place, and others that only make such rooms rare. */
struct scattered {
    struct wr_arena *arena;
    wr_piece_hook hooks[DOORS], rest;
    wr_piece shapes[1 + REST];
    bool meets[4];
    struct wr_pieces pieces;
    uint32_t first;
    wr_puzzle_node node;
    struct wr_puzzle puzzle;
};

static void scatter(struct scattered *s, uint64_t seed)
{
    enum { APART = 16, WIDE = 1 << 14 }; /* each doorway in a cell of its own */
    static const wr_spot corners[4] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
    static const wr_slab slab = {corners, 4, 0, 1, NULL};
    wr_random random = wr_random_of(seed, 1);
    *s = (struct scattered){.arena = wr_arena_create(), .meets = {true}};
    s->rest.kind = 1;
    for (uint32_t h = 0; h < DOORS; h++)
        s->hooks[h] =
            (wr_piece_hook){.at = {APART * (int64_t)wr_random_below(&random, WIDE),
                                   APART * (int64_t)wr_random_below(&random, WIDE), 0},
                            .facing = (uint16_t)(h % 4)};
    for (uint32_t p = 0; p < 1 + REST; p++)
        s->shapes[p] = (wr_piece){.slabs = &slab,
                                  .slab_count = 1,
                                  .hooks = p ? &s->rest : s->hooks,
                                  .hook_count = p ? 1 : DOORS,
                                  .weight = 1,
                                  .may_turn = true};
    s->pieces = (struct wr_pieces){.turn_count = 4,
                                   .pieces = s->shapes,
                                   .piece_count = 1 + REST,
                                   .kind_count = 2,
                                   .meets = s->meets};
    assert_true(wr_pieces_prepare(&s->pieces, s->arena));
    s->node = (wr_puzzle_node){.pieces = &s->first, .piece_count = 1};
    s->puzzle = (struct wr_puzzle){.pieces = &s->pieces, .nodes = &s->node, .node_count = 1};
}

/* That room, turned so that one of its doorways is at a spot and faces so. */
static wr_standing room_at(const struct scattered *s, wr_spot at, uint32_t hook,
                           uint32_t facing)
{
    uint32_t stance = 0;
    while (s->pieces.stances[stance].hooks[hook].facing != facing)
        stance++;
    return wr_standing_at(stance, wr_spot_sub(at, s->pieces.stances[stance].hooks[hook].at));
}

/* The room beyond another's doorway, entered by one of its own. */
static wr_standing room_beyond(const struct scattered *s, const wr_standing *from, uint32_t out,
                               uint32_t in)
{
    const wr_piece_hook *hook = &s->pieces.stances[from->stance].hooks[out];
    return room_at(s, wr_spot_add(from->spot, hook->at), in, (hook->facing + 2u) % 4);
}

static uint32_t count_denied(const struct scattered *s)
{
    const uint32_t nodes[2] = {0, 0};
    struct wr_leaps *leaps = wr_leaps_start(&s->puzzle);
    wr_leap_end ends[2] = {{room_at(s, (wr_spot){0, 0, 0}, 0, 0), all_but(0)}};
    uint32_t leap, denied = 0;
    assert_true(wr_leaps_over(leaps, nodes, 2, &leap));
    assert_int_not_equal(leap, WR_NO_LEAP);
    for (uint32_t chain = 0; chain < DOORS * DOORS * DOORS * DOORS; chain++) {
        uint32_t in = chain % DOORS, out = chain / DOORS % DOORS;
        uint32_t next_in = chain / (DOORS * DOORS) % DOORS,
                 next_out = chain / (DOORS * DOORS * DOORS);
        if (in == out || next_in == next_out)
            continue;
        wr_standing room = room_beyond(s, &ends[0].standing, 0, in);
        room = room_beyond(s, &room, out, next_in);
        ends[1] = (wr_leap_end){room_beyond(s, &room, next_out, 0), all_but(0)};
        denied += !wr_leaps_may(leaps, leap, &ends[0], &ends[1], 3);
    }
    wr_leaps_finish(leaps);
    return denied;
}

static void no_chain_of_very_many_is_denied(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct scattered s;
        scatter(&s, seed);
        uint32_t denied = count_denied(&s);
        if (denied)
            fail_msg("seed %u: %u chains are said not to be", (unsigned)seed, (unsigned)denied);
        wr_arena_destroy(s.arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_chain_is_denied_and_most_others_are),
        cmocka_unit_test(rooms_that_do_not_turn_have_none),
        cmocka_unit_test(no_chain_of_very_many_is_denied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
