/* Public graphs with many rounds: of some a layout is found, of others it is proved that there
 * is none. An unrelated solver of difference logic (z3, of whole graphs) says the same. */
#include "tests/support/corpus.h"
#include "tests/support/edgar.h"
#include "tests/support/test.h"

struct known {
    const char *set;
    uint32_t graph;
    bool corridors;
    enum wr_verdict verdict;
};

static const struct known graphs[] = {
    {"e_5_5_v_10_19", 0, false, WR_UNSOLVABLE},  {"e_5_5_v_20_29", 0, false, WR_UNSOLVABLE},
    {"e_5_5_v_30_39", 0, false, WR_UNSOLVABLE},  {"e_5_5_v_40_49", 0, false, WR_SOLVED},
    {"e_5_5_v_10_19", 16, false, WR_UNSOLVABLE}, {"e_5_5_v_10_19", 29, false, WR_UNSOLVABLE},
    {"e_2_2_v_20_29", 27, false, WR_SOLVED},     {"e_5_5_v_10_19", 1, true, WR_SOLVED},
};

static void graphs_with_many_rounds_are_decided(void **state)
{
    enum { BUDGET = 50000000 };
    struct wr_arena *paths = wr_arena_create();
    const char *folder = corpus_folder(paths, "edgar");
    (void)state;
    if (!folder) {
        wr_arena_destroy(paths);
        skip();
    }
    struct wr_context *context = wr_context_create(NULL, NULL);
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        const struct known *known = &graphs[i];
        struct wr_arena *arena = wr_arena_create();
        struct edgar edgar;
        wr_standing nodes[64], corridors[64];
        wr_random random = wr_random_of(i, 1);
        struct wr_effort effort;
        assert_true(edgar_random(context, arena, folder, known->set, known->graph,
                                 known->corridors, &edgar));
        enum wr_verdict verdict =
            wr_puzzle_solve(&edgar.puzzle, &random, BUDGET, nodes, corridors, &effort);
        if (verdict != known->verdict)
            fail_msg("%s, graph %u: verdict %d", known->set, (unsigned)known->graph,
                     (int)verdict);
        if (verdict == WR_SOLVED)
            assert_null(solution_fault(&edgar.puzzle, edgar.corridors, nodes, corridors));
        wr_arena_destroy(arena);
    }
    wr_context_destroy(context);
    wr_arena_destroy(paths);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graphs_with_many_rounds_are_decided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
