/* Why a level does not grow, in words that name what is in the way. */
#include "builder/generate/wishes.h"
#include "tests/support/grown.h"

static void loops_that_cannot_close_are_told(void **state)
{
    static struct grown grown;
    static const char *const rooms[] = {"bend", "passage-6"};
    static const uint32_t odd[] = {3, 5}, mixed[] = {4, 5};
    (void)state;
    start(&grown);
    struct levels *levels = &grown.levels;
    levels->template.include = (wr_choice){.names = rooms, .count = 2};
    levels->template.grow.loops = (wr_span){1, 1};
    levels->template.grow.loop_lengths = odd;
    levels->template.grow.loop_length_count = 2;
    assert_int_equal(levels_prepare(levels), WR_OK);
    assert_int_equal(wr_grow_tables_make(levels->findings.context, &levels->template,
                                         &levels->pieces, levels->arena, &grown.tables),
                     WR_NO_FIT);
    assert_said(
        &levels->findings,
        "0:0: error [loop-cannot-close] no loop of the wanted lengths can close: the "
        "rooms that take part close loops of 4, 6 and 8 rooms, not of 3, 5 or 7 (ask for "
        "lengths the kit closes, or for no loops)\n");
    levels->template.grow.loop_lengths = mixed;
    prepare(&grown);
    assert_said(
        &levels->findings,
        "0:0: warning [loop-cannot-close] no loop of 5 rooms can close: the rooms that "
        "take part close loops of 4, 6 and 8 rooms, not of 3, 5 or 7 (take it out of the "
        "list)\n");
    end(&grown);
}

static void assert_reason(struct grown *grown, const char *slug)
{
    char expected[64];
    assert_int_equal(make(grown, 1), WR_NO_FIT);
    snprintf(expected, sizeof expected, "0:0: error [%s] ", slug);
    const char *said = findings_said(&grown->levels.findings);
    if (strncmp(said, expected, strlen(expected)) != 0)
        fail_msg("%s is not [%s]", said, slug);
    end(grown);
}

static void what_stands_in_the_way_is_told(void **state)
{
    static struct grown grown;
    static const char *const none[] = {"cathedral"}, *const crossings[] = {"cross"};
    const wr_room_rule few = {.weight = NAN, .count = {0, 1}};
    const wr_room_rule many = {.weight = NAN, .count = {3, WR_NONE}};
    (void)state;
    start(&grown);
    grown.levels.template.bounds = (wr_box){{0, 0, 0}, {1, 1, 1}};
    prepare(&grown);
    assert_reason(&grown, "no-entry-stands");

    start(&grown);
    grown.levels.template.bounds = (wr_box){{-15, -15, -1}, {15, 15, 1}};
    grown.levels.template.grow.rooms = (wr_span){80, 80};
    grown.levels.template.budget = 30000;
    prepare(&grown);
    assert_reason(&grown, "rule-in-the-way");

    start(&grown);
    grown.levels.template.rules = &few;
    grown.levels.template.rule_count = 1;
    grown.levels.template.grow.rooms = (wr_span){80, 80};
    prepare(&grown);
    assert_reason(&grown, "rooms-run-out");

    start(&grown);
    grown.levels.template.rules = &many;
    grown.levels.template.rule_count = 1;
    prepare(&grown);
    assert_reason(&grown, "rooms-too-few");

    start(&grown);
    grown.levels.template.entry = (wr_choice){.names = none, .count = 1};
    prepare(&grown);
    assert_reason(&grown, "no-room-fits");

    start(&grown);
    grown.levels.template.include = (wr_choice){.names = crossings, .count = 1};
    grown.levels.template.grow.loops = (wr_span){6, 6};
    grown.levels.template.budget = 30000;
    prepare(&grown);
    assert_reason(&grown, "rule-in-the-way");
}

/* Rooms, from `least` to `most`, with so many loops. */
static void ask_loops(struct grown *grown, const char *const *rooms, uint32_t count,
                      wr_span rooms_wanted, wr_span loops)
{
    start(grown);
    grown->levels.template.include = (wr_choice){.names = rooms, .count = count};
    grown->levels.template.grow.rooms = rooms_wanted;
    grown->levels.template.grow.loops = loops;
    prepare(grown);
}

static void more_loops_than_rooms_can_hold_are_told_at_once(void **state)
{
    static struct grown grown;
    static const char *const ways[] = {"bend", "passage-6", "cell"};
    static const char *const crossings[] = {"cross"};
    (void)state;
    ask_loops(&grown, ways, 3, (wr_span){20, 20}, (wr_span){2, 2});
    assert_int_equal(make(&grown, 1), WR_NO_FIT);
    assert_int_equal(grown.draft.steps, 0);
    assert_said(&grown.levels.findings,
                "0:0: error [loops-too-many] the level wants 2 loops, but its 20 rooms hold no "
                "more than 1: they have not the doorways for more (ask for fewer loops, more "
                "rooms, or rooms with more doorways)\n");
    end(&grown);
    ask_loops(&grown, crossings, 1, (wr_span){10, 10}, (wr_span){8, WR_NONE});
    assert_int_equal(make(&grown, 1), WR_NO_FIT);
    assert_said(
        &grown.levels.findings,
        "0:0: error [loops-too-many] the level wants 8 loops, but its 10 rooms hold no "
        "more than 7: none can stand over another, and loops lie beside each other (ask "
        "for fewer loops, more rooms, or rooms with more doorways)\n");
    end(&grown);
}

static void a_share_of_loops_that_no_rooms_hold_is_told(void **state)
{
    static struct grown grown;
    static const char *const crossings[] = {"cross"};
    (void)state;
    ask_loops(&grown, crossings, 1, (wr_span){30, 30}, (wr_span){WR_NONE, WR_NONE});
    grown.levels.template.grow.loop_share = 0.6f;
    assert_reason(&grown, "loops-too-many");
}

/* Where the template leaves the numbers open, those that can be are drawn. */
static void loops_are_drawn_among_those_that_rooms_hold(void **state)
{
    static struct grown grown;
    static const char *const crossings[] = {"cross"};
    (void)state;
    ask_loops(&grown, crossings, 1, (wr_span){4, 12}, (wr_span){3, 40});
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct wr_making making = making_of(&grown, seed);
        struct wr_wishes wishes;
        assert_int_equal(wr_wishes_make(&making, &wishes), WR_OK);
        assert_in_range(wishes.rooms, 6, 12);
        assert_in_range(wishes.loops, 3, wishes.rooms - 3);
    }
    end(&grown);
}

/* One that nothing but a long search could refuse is given up early. */
static void a_level_that_gets_no_more_loops_is_given_up(void **state)
{
    static struct grown grown;
    static const char *const crossings[] = {"cross"};
    (void)state;
    ask_loops(&grown, crossings, 1, (wr_span){10, 10}, (wr_span){6, 6});
    assert_int_equal(make(&grown, 1), WR_NO_FIT);
    assert_in_range(grown.draft.steps, 1, 400000);
    end(&grown);
}

/* The last loop is often found late. */
static void a_level_that_lacks_one_loop_is_not_given_up_early(void **state)
{
    static struct grown grown;
    static const char *const crossings[] = {"cross"};
    (void)state;
    ask_loops(&grown, crossings, 1, (wr_span){10, 10}, (wr_span){5, 5});
    assert_int_equal(make(&grown, 1), WR_NO_FIT);
    assert_true(grown.draft.steps > 1000000);
    end(&grown);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_that_cannot_close_are_told),
        cmocka_unit_test(what_stands_in_the_way_is_told),
        cmocka_unit_test(more_loops_than_rooms_can_hold_are_told_at_once),
        cmocka_unit_test(a_share_of_loops_that_no_rooms_hold_is_told),
        cmocka_unit_test(loops_are_drawn_among_those_that_rooms_hold),
        cmocka_unit_test(a_level_that_gets_no_more_loops_is_given_up),
        cmocka_unit_test(a_level_that_lacks_one_loop_is_not_given_up_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
