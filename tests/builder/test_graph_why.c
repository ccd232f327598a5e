/* Why a graph has no level: each rule that can be in the way is named, with the rooms it keeps
 * apart and no others, in small graphs and in large ones. */
#include "tests/support/ways.h"

#define CHAIN_OF_THREE "'links': [{'from': 'a', 'to': 'b'}, {'from': 'b', 'to': 'c'}]"

/* A graph without a level, and what has to be said of it. */
struct hopeless {
    const char *text, *said;
};

static void assert_why(const char *text, const char *said)
{
    struct generated g;
    generated_start(&g, text);
    assert_false(generated_try(&g, 1));
    const char *heard = findings_said(&g.findings);
    if (!strstr(heard, said))
        fail_msg("'%s' was not said, but: %s", said, heard);
    generated_end(&g);
}

static void the_rule_in_the_way_is_named(void **state)
{
    static const struct hopeless cases[] = {
        {HEAD "'nodes': [{'name': 'a', 'rooms': ['tee', 'cross']}, {'name': 'b', 'rooms': "
              "['tee', 'cross']}, {'name': 'c', 'rooms': ['tee', 'cross']}], " CHAIN_OF_THREE
              ", 'rooms': [{'rooms': ['tee', 'cross'], 'count': [0, 1]}, "
              "{'rooms': 'hub', 'count': [0, null]}]}",
         "'count' and 'repeat' of rooms are in the way: without that rule, 'a', 'b' and 'c' "
         "can "
         "stand together, with it no way was found"},
        {HEAD "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', 'rooms': 'tee'}, "
              "{'name': 'c', 'rooms': 'tee'}], " CHAIN_OF_THREE
              ", 'neighbours': [{'rooms': 'hub', 'must': 'crypt'}]}",
         "'must' of neighbours is in the way: without that rule, 'a', 'b' and 'c' can stand"},
        {HEAD "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', 'rooms': 'bend'}, "
              "{'name': 'c', 'rooms': 'bend'}], 'distance': 60, " CHAIN_OF_THREE "}",
         "'distance' is in the way: without that rule, 'a', 'b' and 'c' can stand together, "
         "with it they cannot"},
        {HEAD "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', 'rooms': 'stairs-l'}, "
              "{'name': 'c', 'rooms': 'tee'}], 'storeys': 1, " CHAIN_OF_THREE "}",
         "'storeys' is in the way: without that rule, 'b' can stand, with it not"},
        {HEAD "'nodes': [{'name': 'a', 'rooms': 'cross'}, {'name': 'b', 'rooms': 'bend'}, "
              "{'name': 'c', 'rooms': 'bend'}, {'name': 'd', 'rooms': 'bend'}], "
              "'links': [{'from': ['a', 'north'], 'to': 'b'}, {'from': 'b', 'to': 'c'}, "
              "{'from': 'c', 'to': 'd'}, {'from': 'd', 'to': ['a', 'south']}], 'rooms': "
              "[{'rooms': 'hub', 'count': [0, null]}]}",
         "the doorways links name are in the way: without that rule, 'a', 'b', 'c' and 'd' can "
         "stand together, with it they cannot"},
        {HEAD "'nodes': [{'name': 'a', 'rooms': 'hub'}, {'name': 'b', 'rooms': 'stairs-l'}, "
              "{'name': 'c', 'rooms': 'tee'}], 'storeys': 1, 'bounds': {'min': [0, 0, -1], "
              "'max': [2, 2, 9]}, " CHAIN_OF_THREE "}",
         "'b' can stand nowhere"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_why(cases[i].text, cases[i].said);
}

/* ---- Large graphs ------------------------------------------------------------------------ */

enum { LONG_CHAIN = 60, TEXT = 16384 };

/* A chain of crossings, with more nodes, links and rules. */
static void start_chain(char *text, const char *nodes, const char *links, const char *rules)
{
    int size = snprintf(text, TEXT, HEAD "%s, 'budget': 200000, 'nodes': [%s", rules, nodes);
    for (int i = 0; i < LONG_CHAIN; i++)
        size += snprintf(text + size, TEXT - (size_t)size,
                         "%s{'name': 'n%d', 'rooms': ['tee', 'cross']}", i ? ", " : "", i);
    size += snprintf(text + size, TEXT - (size_t)size, "], 'links': [%s", links);
    for (int i = 1; i < LONG_CHAIN; i++)
        size += snprintf(text + size, TEXT - (size_t)size, "%s{'from': 'n%d', 'to': 'n%d'}",
                         i > 1 ? ", " : "", i - 1, i);
    snprintf(text + size, TEXT - (size_t)size, "]}");
}

#define BEND(name) "{'name': '" name "', 'rooms': 'bend'}, "
#define TEE(name) "{'name': '" name "', 'rooms': 'tee'}, "
#define LINK(from, to) "{'from': '" from "', 'to': '" to "'}, "
#define NO_HUB "'rooms': [{'rooms': 'hub', 'count': [0, null]}]"

static void a_link_that_cannot_be_is_found_in_a_long_chain(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text, "{'name': 'x', 'rooms': 'crypt'}, {'name': 'y', 'rooms': 'grotto'}, ",
                "{'from': 'n50', 'to': 'x'}, {'from': 'x', 'to': 'y'}, ",
                NO_HUB ", 'neighbours': [{'rooms': 'crypt', 'must_not': 'grotto'}]");
    assert_why(text, "are in the way: without that rule, 'x' and 'y' can stand together, with "
                     "it they cannot");
}

static void of_two_loops_that_cannot_close_the_smaller_one_is_named(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text,
                BEND("a") BEND("b") BEND("c") BEND("d") BEND("e") BEND("f") BEND("p") BEND("q")
                    BEND("r") BEND("s"),
                LINK("n10", "a") LINK("a", "b") LINK("b", "c") LINK("c", "d") LINK("d", "e")
                    LINK("e", "f") LINK("f", "n10") LINK("n40", "p") LINK("p", "q")
                        LINK("q", "r") LINK("r", "s") LINK("s", "n40"),
                NO_HUB);
    assert_why(text, "the loop of 5 rooms ('p', 'n40', 's', 'r', 'q') cannot close");
}

/* Of corners alone, at sixteen of which one has to look for a while. */
static void lengths_of_loops_that_would_close_are_named(void **state)
{
    enum { CORNERS = 15 };
    static char text[TEXT];
    (void)state;
    int size = snprintf(text, TEXT, HEAD NO_HUB ", 'nodes': [");
    for (int i = 0; i < CORNERS; i++)
        size += snprintf(text + size, TEXT - (size_t)size, "%s{'name': 'n%d', 'rooms': 'bend'}",
                         i ? ", " : "", i);
    size += snprintf(text + size, TEXT - (size_t)size, "], 'links': [");
    for (int i = 0; i < CORNERS; i++)
        size += snprintf(text + size, TEXT - (size_t)size, "%s{'from': 'n%d', 'to': 'n%d'}",
                         i ? ", " : "", i, (i + 1) % CORNERS);
    snprintf(text + size, TEXT - (size_t)size, "]}");
    assert_why(text, "loops close that have 12 and 16 rooms");
}

static void rooms_that_stand_too_far_apart_are_found_with_what_is_between(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text,
                "{'name': 'x', 'rooms': 'crypt', 'position': [0, 0, 0]}, "
                "{'name': 'y', 'rooms': 'grotto', 'position': [120, 0, 0]}, " BEND("u")
                    BEND("v"),
                LINK("x", "u") LINK("u", "v") LINK("v", "y") LINK("y", "n0"), NO_HUB);
    assert_why(text, "'x', 'y', 'u' and 'v' cannot stand together as they are linked");
}

static void of_rounds_that_share_a_room_the_one_that_cannot_close_is_named(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text,
                "{'name': 'h', 'rooms': 'cross'}, {'name': 'q', 'rooms': 'tee'}, " BEND("a")
                    BEND("b") BEND("c") BEND("d") BEND("p") BEND("r") BEND("s") BEND("t")
                        BEND("u"),
                LINK("h", "a") LINK("a", "b") LINK("b", "c") LINK("c", "d") LINK("d", "h")
                    LINK("h", "p") LINK("p", "q") LINK("q", "r") LINK("r", "s") LINK("s", "t")
                        LINK("t", "u") LINK("u", "h") LINK("q", "n0"),
                NO_HUB);
    assert_why(text, "the loop of 5 rooms");
}

#define BOUNDS(x, y)                                                                           \
    "'bounds': {'min': [0, 0, -1], 'max': [" #x ", " #y ", 9]}, 'rooms': "                     \
    "[{'rooms': 'hub', 'count': [0, null]}]"
#define STRAIGHT(name) "{'name': '" name "', 'rooms': 'passage-18'}, "

static void what_cannot_stand_far_from_all_rounds_is_found_by_growing(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text, STRAIGHT("a") STRAIGHT("b") STRAIGHT("c") STRAIGHT("d"),
                LINK("n59", "a") LINK("a", "b") LINK("b", "c") LINK("c", "d"), BOUNDS(66, 66));
    assert_why(text, "'bounds' is in the way: without that rule, 'a', 'b', 'c' and 'd' can "
                     "stand together, with it they cannot");
}

static void
too_many_neighbours_are_counted_before_a_link_that_cannot_be_is_searched(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text,
                "{'name': 'x', 'rooms': 'great-hall'}, {'name': 'y', 'rooms': 'crypt'}, " TEE(
                    "a") TEE("b") TEE("c") TEE("d"),
                LINK("x", "a") LINK("x", "b") LINK("x", "c") LINK("x", "d") LINK("x", "n0")
                    LINK("x", "y"),
                NO_HUB ", 'neighbours': [{'rooms': 'crypt', 'must_not': 'great-hall'}]");
    assert_why(text, "'x' is linked to 6 rooms, but the rooms it may be (1) have doorways that "
                     "fit no more than 4 of them at once");
}

static void rooms_at_one_place_are_named_without_what_is_between(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text,
                "{'name': 'x', 'rooms': 'crypt', 'position': [0, 0, 0]}, "
                "{'name': 'y', 'rooms': 'grotto', 'position': [0, 0, 0]}, ",
                LINK("x", "n0") LINK("y", "n59"), NO_HUB);
    assert_why(text, "'x' and 'y' cannot both stand where they are put");
}

static void bounds_a_long_chain_does_not_fit_are_named_where_few_rooms_fit(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text, "", "", BOUNDS(18, 18));
    assert_why(text, "'bounds' is in the way: without that rule, ");
}

static void what_is_not_placed_is_not_named_where_it_is_nearly_all(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text, "", "",
                "'rooms': [{'rooms': 'hub', 'count': [0, null]}, "
                "{'rooms': ['tee', 'cross'], 'count': [0, 25]}]");
    assert_why(text, "of 60 rooms stood at once; no place was left for 'n");
    assert_why(text, "raise the budget, let rooms come more often, or put corridors on links");
}

static void what_was_not_placed_is_found_however_far_it_is_from_the_first_room(void **state)
{
    static char text[TEXT];
    (void)state;
    start_chain(text,
                "{'name': 'a', 'rooms': ['crypt', 'grotto']}, {'name': 'b', 'rooms': ['crypt', "
                "'grotto']}, {'name': 'c', 'rooms': ['crypt', 'grotto']}, {'name': 'z'}, " BEND(
                    "u") BEND("v"),
                LINK("n5", "z") LINK("n59", "a") LINK("a", "u") LINK("u", "b") LINK("b", "v")
                    LINK("v", "c"),
                "'rooms': [{'rooms': 'hub', 'count': [0, null]}, "
                "{'rooms': ['crypt', 'grotto'], 'count': [0, 1]}]");
    assert_why(text, "'count' and 'repeat' of rooms are in the way: without that rule, 'a', "
                     "'b', 'c', 'u' and 'v' can stand together");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_in_the_way_is_named),
        cmocka_unit_test(a_link_that_cannot_be_is_found_in_a_long_chain),
        cmocka_unit_test(of_two_loops_that_cannot_close_the_smaller_one_is_named),
        cmocka_unit_test(lengths_of_loops_that_would_close_are_named),
        cmocka_unit_test(rooms_that_stand_too_far_apart_are_found_with_what_is_between),
        cmocka_unit_test(of_rounds_that_share_a_room_the_one_that_cannot_close_is_named),
        cmocka_unit_test(what_cannot_stand_far_from_all_rounds_is_found_by_growing),
        cmocka_unit_test(
            too_many_neighbours_are_counted_before_a_link_that_cannot_be_is_searched),
        cmocka_unit_test(rooms_at_one_place_are_named_without_what_is_between),
        cmocka_unit_test(bounds_a_long_chain_does_not_fit_are_named_where_few_rooms_fit),
        cmocka_unit_test(what_is_not_placed_is_not_named_where_it_is_nearly_all),
        cmocka_unit_test(what_was_not_placed_is_found_however_far_it_is_from_the_first_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
