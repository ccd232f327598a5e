/* Rooms that only join two others are looked for as corridors of a link: what is found, and
 * that there is nothing, is the same as by brute force. */
#include "builder/solver/fold.h"
#include "builder/solver/rules.h"
#include "tests/support/small_puzzle.h"
#include "tests/support/test.h"

/* A small puzzle whose corridors are rooms. */
struct unfolded {
    struct wr_puzzle puzzle;
    wr_puzzle_node nodes[NODES + LINKS];
    wr_puzzle_link links[2 * LINKS];
};

static void unfold(const struct small_puzzle *s, struct unfolded *u)
{
    *u = (struct unfolded){.puzzle = s->puzzle};
    u->puzzle.nodes = u->nodes;
    u->puzzle.links = u->links;
    u->puzzle.link_count = 0;
    memcpy(u->nodes, s->nodes, s->puzzle.node_count * sizeof *s->nodes);
    for (uint32_t i = 0; i < s->puzzle.link_count; i++) {
        uint32_t from = s->links[i].nodes[0], to = s->links[i].nodes[1];
        if (s->corridors[i].count) {
            uint32_t joint = u->puzzle.node_count++;
            u->nodes[joint] = (wr_puzzle_node){.pieces = &s->corridor, .piece_count = 1};
            u->links[u->puzzle.link_count++] =
                (wr_puzzle_link){{from, joint}, &s->pieces.direct};
            from = joint;
        }
        u->links[u->puzzle.link_count++] = (wr_puzzle_link){{from, to}, &s->pieces.direct};
    }
}

static uint32_t count_joints(const struct wr_puzzle *puzzle, struct wr_arena *arena)
{
    struct wr_fold fold;
    uint32_t joints;
    assert_true(wr_fold_make(puzzle, arena, &fold, &joints));
    return joints;
}

static void folded_puzzles_have_the_solutions_that_brute_force_finds(void **state)
{
    enum { SEEDS = 40, BUDGET = 2000000 };
    uint32_t solvable = 0, folded = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct small_puzzle s;
        struct unfolded u;
        struct brute *b = test_malloc(sizeof *b);
        wr_standing nodes[NODES + LINKS], corridors[2 * LINKS];
        struct wr_effort effort;
        small_puzzle_start(&s, seed, (struct small_shape){3, 0, 0, true, true, seed % 2 == 0});
        brute_solve(b, &s);
        assert_true(wr_fold_allow(&s.pieces, &s.corridor, 1, s.arena));
        unfold(&s, &u);
        uint32_t joints = count_joints(&u.puzzle, s.arena);
        wr_random random = wr_random_of(seed, 1);
        enum wr_verdict verdict =
            wr_puzzle_solve(&u.puzzle, &random, BUDGET, nodes, corridors, &effort);
        if (verdict != (b->solutions ? WR_SOLVED : WR_UNSOLVABLE))
            fail_msg("seed %llu: verdict %d, but there are %u solutions",
                     (unsigned long long)seed, (int)verdict, (unsigned)b->solutions);
        const char *fault =
            verdict == WR_SOLVED ? solution_fault(&u.puzzle, NULL, nodes, corridors) : NULL;
        if (fault)
            fail_msg("seed %llu: %s", (unsigned long long)seed, fault);
        solvable += b->solutions > 0;
        folded += joints > 0;
        small_puzzle_end(&s);
        test_free(b);
    }
    printf("[  NOTE    ] %u of %u puzzles fold, %u have solutions\n", (unsigned)folded,
           (unsigned)SEEDS, (unsigned)solvable);
    assert_true(folded > SEEDS / 2 && solvable > SEEDS / 10 && solvable < SEEDS * 9 / 10);
}

/* What rules ask of a room could be asked of no corridor. */
static void rooms_that_rules_speak_of_stay(void **state)
{
    uint32_t most[PIECES], weights[PIECES] = {1, 1, 1, 1};
    bool apart[PIECES * PIECES] = {false};
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct small_puzzle s;
        struct unfolded u;
        memset(most, 0xff, sizeof most);
        small_puzzle_start(&s, seed, (struct small_shape){3, 0, 0, true, true, false});
        assert_true(wr_fold_allow(&s.pieces, &s.corridor, 1, s.arena));
        unfold(&s, &u);
        struct wr_rules rules = {.most = most, .weights = weights, .apart = apart};
        u.puzzle.rules = &rules;
        uint32_t joints = count_joints(&u.puzzle, s.arena);
        assert_int_equal(s.pieces.corridor_count, 1);
        assert_int_equal(joints, u.puzzle.node_count - s.puzzle.node_count);
        most[s.corridor] = 5;
        assert_int_equal(count_joints(&u.puzzle, s.arena), 0);
        most[s.corridor] = UINT32_MAX;
        rules.gap = 1;
        assert_int_equal(count_joints(&u.puzzle, s.arena), 0);
        rules.gap = 0;
        apart[s.corridor * s.pieces.piece_count] = true;
        assert_int_equal(count_joints(&u.puzzle, s.arena), 0);
        apart[s.corridor * s.pieces.piece_count] = false;
        u.nodes[u.puzzle.node_count - 1].fixed = true;
        if (joints > 0 && u.puzzle.node_count > s.puzzle.node_count)
            assert_int_equal(count_joints(&u.puzzle, s.arena), joints - 1);
        small_puzzle_end(&s);
    }
}

/* How many corridors there are of a room with one doorway, which those of a long room meet, and
 * no others do. */
static uint32_t count_corridors(uint32_t doorways)
{
    enum { APART = 4 };
    const int64_t length = APART * (int64_t)doorways;
    const bool meets[4] = {false, true, true, false};
    const uint32_t through = 0;
    struct wr_arena *arena = wr_arena_create();
    wr_spot corners[2][4] = {{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}},
                             {{0, 0, 0}, {2, 0, 0}, {2, length, 0}, {0, length, 0}}};
    wr_slab slabs[2] = {{corners[0], 4, 0, 1, NULL}, {corners[1], 4, 0, 1, NULL}};
    const wr_piece_hook hook = {.at = {2, 1, 0}, .facing = 0, .kind = 0};
    wr_piece_hook *hooks = WR_ZERO(arena, wr_piece_hook, doorways);
    for (uint32_t i = 0; i < doorways; i++)
        hooks[i] =
            (wr_piece_hook){.at = {0, APART * (int64_t)i + 1, 0}, .facing = 2, .kind = 1};
    wr_piece shapes[2];
    for (int p = 0; p < 2; p++)
        shapes[p] = (wr_piece){.slabs = &slabs[p],
                               .slab_count = 1,
                               .hooks = p ? hooks : &hook,
                               .hook_count = p ? doorways : 1,
                               .weight = 1,
                               .may_turn = true};
    struct wr_pieces pieces = {
        .turn_count = 4, .pieces = shapes, .piece_count = 2, .kind_count = 2, .meets = meets};
    assert_true(wr_pieces_prepare(&pieces, arena));
    assert_true(wr_fold_allow(&pieces, &through, 1, arena));
    uint32_t count = pieces.corridor_count;
    wr_arena_destroy(arena);
    return count;
}

/* In each of four turns any doorway may come before it and any behind: 2 to the 22nd ways. */
static void what_too_many_ways_lead_through_is_no_corridor(void **state)
{
    (void)state;
    assert_int_equal(count_corridors(1024), 1);
    assert_int_equal(count_corridors(1025), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folded_puzzles_have_the_solutions_that_brute_force_finds),
        cmocka_unit_test(rooms_that_rules_speak_of_stay),
        cmocka_unit_test(what_too_many_ways_lead_through_is_no_corridor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
