/* Rosters: which levels are the same, and how many there may be. */
#include "builder/generate/roster.h"
#include "tests/support/test.h"

/* One square room that looks alike however it is turned, beside nothing. */
static const wr_piece PIECE = {.weight = 1, .may_turn = true};
static wr_stance stances[1];
static const struct wr_pieces PIECES = {
    .turn_count = 4, .pieces = &PIECE, .piece_count = 1, .stances = stances, .stance_count = 1};

static struct wr_roster start(struct wr_arena *arena)
{
    struct wr_roster roster = {.pieces = &PIECES, .arena = arena};
    roster.levels = WR_TAKE(arena, wr_roster_level, WR_ROSTER_LEVELS);
    assert_non_null(roster.levels);
    assert_true(wr_key_set_start(&roster.keys, arena));
    return roster;
}

static bool add(struct wr_roster *roster, uint64_t mark)
{
    wr_standing room = {0};
    wr_roster_level level = {.rooms = &room, .marks = &mark, .room_count = 1};
    return wr_roster_add(roster, &level);
}

static void a_level_that_is_met_again_is_listed_once(void **state)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_roster roster = start(arena);
    (void)state;
    for (uint64_t mark = 0; mark < 30; mark++)
        assert_true(add(&roster, mark % 10));
    assert_int_equal(roster.count, 10);
    assert_false(roster.many);
    wr_arena_destroy(arena);
}

static void a_roster_never_lists_more_levels_than_it_has_room_for(void **state)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_roster roster = start(arena);
    (void)state;
    for (uint64_t mark = 0; mark < WR_ROSTER_LEVELS + WR_ROSTER_ROOMS; mark++)
        assert_true(add(&roster, mark));
    assert_int_equal(roster.count, WR_ROSTER_LEVELS);
    assert_true(roster.many);
    wr_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_that_is_met_again_is_listed_once),
        cmocka_unit_test(a_roster_never_lists_more_levels_than_it_has_room_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
