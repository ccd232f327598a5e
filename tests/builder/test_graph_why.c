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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rule_in_the_way_is_named),
        cmocka_unit_test(a_link_that_cannot_be_is_found_in_a_long_chain),
        cmocka_unit_test(of_two_loops_that_cannot_close_the_smaller_one_is_named),
        cmocka_unit_test(rooms_that_stand_too_far_apart_are_found_with_what_is_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
