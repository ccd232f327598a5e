/* Why a level does not grow, in words that name what is in the way. */
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
    static const char *const none[] = {"cathedral"};
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
    grown.levels.template.grow.loops = (wr_span){30, 30};
    grown.levels.template.budget = 30000;
    prepare(&grown);
    assert_reason(&grown, "rule-in-the-way");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_that_cannot_close_are_told),
        cmocka_unit_test(what_stands_in_the_way_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
