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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_chain_is_denied_and_most_others_are),
        cmocka_unit_test(rooms_that_do_not_turn_have_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
