/* Rings of kit rooms: which lengths close, and that what is found can be walked all round. */
#include "tests/support/levels.h"

#include "builder/generate/footprint.h"
#include "core/base/tolerance.h"

#define BURROW "kits/library/burrow/kit.xml"
#define VULKAR "holocron/blackvulkar.json"

struct loops {
    struct levels levels;
    struct wr_joins joins;
    struct wr_sums sums;
    wr_random random;
};

static void loops_start(struct loops *loops, bool mirror)
{
    loops->levels.template.mirror = mirror;
    assert_int_equal(levels_prepare(&loops->levels), WR_OK);
    loops->random = wr_random_of(7, 1);
    assert_true(
        wr_joins_make(&loops->levels.pieces.pieces, loops->levels.arena, &loops->joins));
    assert_true(wr_sums_make(&loops->joins, &loops->sums));
}

static void loops_end(struct loops *loops)
{
    wr_sums_finish(&loops->sums);
    levels_end(&loops->levels);
}

static struct wr_ring_search search_for(struct loops *loops, uint32_t length,
                                        enum wr_ring_climb climb, wr_ring *rings, uint32_t most)
{
    return (struct wr_ring_search){
        .sums = &loops->sums, .length = length, .climb = climb, .most = most, .rings = rings};
}

/* Every doorway of the ring is linked, the oracle finds no fault, and whichever door is shut,
 * one comes to every room the other way round. */
static void assert_walkable(struct loops *loops, const wr_ring *ring)
{
    struct wr_draft draft;
    struct wr_build_summary summary = {0};
    loops->levels.round = true;
    levels_draft_ring(&loops->levels, ring, &draft);
    assert_int_equal(levels_judge(&loops->levels, &draft, &summary), 0);
    assert_int_equal(summary.links, ring->length);
    assert_int_equal(summary.unreachable, 0);
}

static uint32_t find_rings(struct loops *loops, enum wr_ring_climb climb, uint32_t length)
{
    wr_ring rings[3];
    struct wr_ring_search search = search_for(loops, length, climb, rings, 3);
    assert_true(wr_rings_find(&search, &loops->random));
    for (uint32_t i = 0; i < search.found; i++) {
        assert_true((double)wr_ring_gap(&loops->levels.pieces.pieces, &rings[i]) <=
                    2 * WR_CENTIMETRE * WR_UNITS_PER_METRE);
        assert_walkable(loops, &rings[i]);
    }
    return search.found;
}

static const uint32_t wanted[] = {4, 5, 6, 8};

static void the_burrow_closes_rings_on_one_storey_and_two(void **state)
{
    struct loops loops;
    (void)state;
    assert_true(levels_start(&loops.levels, BURROW, false));
    loops_start(&loops, false);
    for (int i = 0; i < 4; i++) {
        assert_true(find_rings(&loops, WR_RING_LEVEL, wanted[i]) > 0);
        assert_true(find_rings(&loops, WR_RING_CLIMBS, wanted[i]) > 0);
    }
    loops_end(&loops);
}

static void black_vulkar_closes_rings(void **state)
{
    struct loops loops;
    (void)state;
    if (!levels_start(&loops.levels, VULKAR, true))
        skip();
    loops_start(&loops, false);
    for (int i = 0; i < 4; i++)
        assert_true(find_rings(&loops, WR_RING_LEVEL, wanted[i]) > 0);
    loops_end(&loops);
}

static void black_vulkar_closes_no_ring_of_five_within_a_centimetre(void **state)
{
    struct loops loops;
    wr_ring ring;
    (void)state;
    if (!levels_start(&loops.levels, VULKAR, true))
        skip();
    loops_start(&loops, false);
    loops.levels.pieces.pieces.tolerance = wr_units_of(WR_CENTIMETRE);
    wr_sums_finish(&loops.sums);
    assert_true(wr_sums_make(&loops.joins, &loops.sums));
    struct wr_ring_search search = search_for(&loops, 5, WR_RING_ANY, &ring, 1);
    assert_true(wr_rings_find(&search, &loops.random));
    assert_int_equal(search.found, 0);
    assert_true(search.proved);
    loops_end(&loops);
}

static void black_vulkar_closes_no_ring_of_three(void **state)
{
    for (int mirror = 0; mirror < 2; mirror++) {
        struct loops loops;
        wr_ring ring;
        (void)state;
        if (!levels_start(&loops.levels, VULKAR, true))
            skip();
        loops_start(&loops, mirror);
        struct wr_ring_search search = search_for(&loops, 3, WR_RING_ANY, &ring, 1);
        search.budget = WR_RING_ALL;
        assert_true(wr_rings_find(&search, &loops.random));
        assert_int_equal(search.found, 0);
        assert_true(search.proved);
        loops_end(&loops);
    }
}

static void closed_lengths_are_those_that_counting_gives(void **state)
{
    struct loops loops;
    wr_ring_lengths lengths;
    const char *ids[] = {"bend", "passage-6"};
    (void)state;
    assert_true(levels_start(&loops.levels, BURROW, false));
    loops.levels.template.include = (wr_choice){.names = ids, .count = 2};
    loops_start(&loops, false);
    /* Rooms of one cell: closed ways on a square lattice that never touch themselves. */
    assert_true(wr_rings_survey(NULL, &loops.sums, WR_RING_ANY, &loops.random, &lengths));
    assert_string_equal(wr_ring_lengths_text(&lengths).text,
                        "loops of 4, 6 and 8 rooms, not of 3, 5 or 7");
    loops_end(&loops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_burrow_closes_rings_on_one_storey_and_two),
        cmocka_unit_test(black_vulkar_closes_rings),
        cmocka_unit_test(black_vulkar_closes_no_ring_of_five_within_a_centimetre),
        cmocka_unit_test(black_vulkar_closes_no_ring_of_three),
        cmocka_unit_test(closed_lengths_are_those_that_counting_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
