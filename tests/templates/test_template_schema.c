/* The published schema and the rules agree: what one refuses, the other does. */
#include "tests/templates/both_judge.h"
#include "tests/templates/template_faults.h"
#include "tests/templates/templates_of.h"

static const char *const good[] = {
    HEAD GROW "}",
    HEAD GROW ", '$schema': 'x', 'title': '', 'game': 'k1', 'kits': ['../a', 'b']}",
    "{'format': 'warren-template', 'version': 1.0, 'id': '0_z', 'kit': ['a', 'b'], " GROW "}",
    HEAD GROW ", 'game': 'k2', 'include': '#hall', 'exclude': ['#cap', 'Great hall']}",
    HEAD GROW
    ", 'include': ['burrow:hub', 'burrow:#hall'], 'repeat': 'apart', 'mirror': false}",
    HEAD GROW ", 'rooms': [{'rooms': 'hub'}]}",
    HEAD GROW
    ", 'rooms': [{'rooms': ['hub', '#x'], 'weight': 0.5, 'count': 0, 'mirror': true}]}",
    HEAD GROW ", 'rooms': [{'rooms': 'a', 'count': [1, 3], 'repeat': 'free'},\n"
              " {'rooms': 'b', 'count': [2, null], 'weight': 1000},\n"
              " {'rooms': 'c', 'count': [0, 1], 'repeat': 'never', 'weight': 0}]}",
    HEAD GROW ", 'entry': {'rooms': '#start'}, 'exit': {'rooms': ['cell', 'lift']}}",
    HEAD GROW ", 'nodes': [{'name': 'a'}], 'entry': {'node': 'a'}, 'exit': {'node': 'a'}}",
    HEAD GROW ", 'storeys': 1, 'spread': -1, 'distance': 0, 'budget': 1}",
    HEAD GROW ", 'storeys': 1000, 'spread': 1, 'distance': 1000, 'budget': 5000000000}",
    HEAD GROW ", 'bounds': {'min': [-1e5, 0, 0], 'max': [1e5, 1, 0]}}",
    HEAD GROW
    ", 'neighbours': [{'rooms': 'a', 'must': ['b']}, {'rooms': ['c'], 'must_not': 'd'}]}",
    HEAD GROW ", 'door_pairs': [['narrow', 'wide'], ['burrow:wide', 'other:gate']]}",
    HEAD WAYS ", 'caps': '#cap', 'corridor': {'length': [0, 100], 'rooms': '#corridor'}}",
    HEAD WAYS ", 'longest_run': 1}",
    HEAD WAYS ", 'longest_run': 100}",
    HEAD WAYS ", 'longest_run': null}",
    HEAD "'grow': {'rooms': [1, 1000000], 'branching': 0, 'dead_ends': 1}}",
    HEAD "'grow': {'rooms': [10, 12], 'branching': 0.5, 'loops': 2, 'loop_lengths': [3, 12]}}",
    HEAD "'grow': {'rooms': 200, 'loops': [1, null], 'loop_lengths': [100],\n"
         " 'critical_path': [2, null], 'dead_ends': 0.25}}",
    HEAD "'grow': {'rooms': 20, 'loop_share': 0.1, 'critical_path': 20}}",
    HEAD "'patterns': [{'pattern': 'hub'}, {'pattern': 'two_ways', 'times': [0, 2]}]}",
    HEAD "'patterns': [{'pattern': 'lock_and_key', 'length': 100, 'rooms': '#dead-end'},\n"
         " {'pattern': 'shortcut', 'times': 3, 'length': [1, 2]},\n"
         " {'pattern': 'hidden_route'}], 'nodes': [{'name': 'a'}]}",
    HEAD "'nodes': [{'name': 'a'}]}",
    HEAD "'nodes': [{'name': 'a'}], 'links': []}",
    HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b'}]}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'hidden': true,\n"
              " 'corridor': {'length': 0}}]}",
    HEAD TRIO "'links': [{'from': 'a', 'to': 'b', 'corridor': {'length': [1, 2]}},\n"
              " {'from': 'b', 'to': 'c', 'hidden': false}, {'from': 'a', 'to': 'c'}]}",
    HEAD "'nodes': [{'name': 'a', 'rooms': 'hub', 'key': 'red', 'position': [0, 1, 2],\n"
         " 'turn': -450, 'mirror': 'xy'}, {'name': 'b'}], 'entry': {'node': 'a'},\n"
         " 'links': [{'from': 'a', 'to': 'b', 'lock': 'red', 'optional': true}]}",
};

/* Further wrong ones, beside the faults whose words are tested elsewhere. */
static const char *const bad[] = {
    "{'format': 'warren-template'}",
    HEAD GROW ", 'format': 'warren-template '}",
    HEAD GROW ", 'kit': 'other', 'id': null}",
    HEAD GROW ", 'title': null}",
    HEAD GROW ", '$schema': 1}",
    HEAD GROW ", 'kits': ['']}",
    HEAD GROW ", 'mirror': 'x'}",
    HEAD GROW ", 'repeat': null}",
    HEAD GROW ", 'include': ''}",
    HEAD GROW ", 'include': [['hub']]}",
    HEAD GROW ", 'rooms': {}}",
    HEAD GROW ", 'rooms': [{'rooms': 'hub', 'weight': 1001}]}",
    HEAD GROW ", 'rooms': [{'rooms': 'hub', 'count': [1, 2, 3]}]}",
    HEAD GROW ", 'rooms': [{'rooms': 'hub', 'count': null}]}",
    HEAD GROW ", 'rooms': [{'rooms': 'hub', 'count': 1000001}]}",
    HEAD GROW ", 'rooms': [{'rooms': 'hub', 'repeat': 'often'}]}",
    HEAD GROW ", 'nodes': {}}",
    HEAD GROW ", 'nodes': [{'name': 'a', 'mirror': 'x'}]}",
    HEAD GROW ", 'nodes': [{'name': 'a', 'rooms': []}]}",
    HEAD GROW ", 'nodes': [{'name': 'a', 'turn': '90', 'position': [0, 0, 0]}]}",
    HEAD GROW ", 'entry': {'node': 5}}",
    HEAD GROW ", 'entry': {'rooms': ''}}",
    HEAD GROW ", 'exit': null}",
    HEAD GROW ", 'storeys': 1.5}",
    HEAD GROW ", 'storeys': 1001}",
    HEAD GROW ", 'spread': '1'}",
    HEAD GROW ", 'distance': 1001}",
    HEAD GROW ", 'budget': 0.5}",
    HEAD GROW ", 'bounds': {'min': [0, 0, 0], 'max': [1, 1, 1], 'x': 1}}",
    HEAD GROW ", 'bounds': {'min': [0, 0, 0], 'max': [1, 1, 1e6]}}",
    HEAD GROW ", 'neighbours': []}",
    HEAD GROW ", 'neighbours': [{'rooms': 'a', 'must': ''}]}",
    HEAD GROW ", 'door_pairs': []}",
    HEAD GROW ", 'door_pairs': [['a', 'b', 'c']]}",
    HEAD GROW ", 'door_pairs': [['a', 5]]}",
    HEAD GROW ", 'caps': '#'}",
    HEAD WAYS ", 'corridor': {'rooms': '#corridor'}}",
    HEAD WAYS ", 'corridor': {'length': [1, null]}}",
    HEAD WAYS ", 'longest_run': 0}",
    HEAD WAYS ", 'longest_run': 101}",
    HEAD WAYS ", 'longest_run': [1, 3]}",
    HEAD GROW ", 'longest_run': 3}",
    HEAD "'grow': {'rooms': [-1, 5]}}",
    HEAD "'grow': {'rooms': 5, 'branching': '1'}}",
    HEAD "'grow': {'rooms': 5, 'loop_share': 1.5}}",
    HEAD "'grow': {'rooms': 5, 'loops': -1}}",
    HEAD "'grow': {'rooms': 5, 'loop_lengths': 4}}",
    HEAD "'grow': {'rooms': 500, 'loop_lengths': [101]}}",
    HEAD "'grow': {'rooms': 5, 'critical_path': [null, 3]}}",
    HEAD "'grow': {'rooms': 5, 'dead_ends': 2}}",
    HEAD "'patterns': 'hub'}",
    HEAD "'patterns': [{'pattern': 5}]}",
    HEAD "'patterns': [{'pattern': 'hub', 'times': [1, null]}]}",
    HEAD "'patterns': [{'pattern': 'hub', 'length': 101}]}",
    HEAD "'patterns': [{'pattern': 'hub', 'rooms': [5]}]}",
    HEAD "'links': []}",
    HEAD PAIR ", 'links': [{'from': 5, 'to': 'b'}]}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n', 'x'], 'to': 'b'}]}",
    HEAD PAIR ", 'links': [{'from': ['a', ''], 'to': 'b'}]}",
    HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'lock': true}]}",
    HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'corridor': {'length': 1.5}}]}",
};

static bool rules_allow(struct findings *f, const char *text)
{
    struct wr_template *template = template_of(f, text);
    wr_template_free(template);
    return template != NULL;
}

static const struct both_kind template_kind = {"templates/template.schema.json", template_text,
                                               rules_allow};

static void both_take_every_right_template(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        both_judge(&template_kind, good[i], true, true);
}

static void both_refuse_every_wrong_template(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        both_judge(&template_kind, bad[i], false, false);
    for (size_t i = 0; i < sizeof template_faults / sizeof *template_faults; i++)
        both_judge(&template_kind, template_faults[i].text, false, template_faults[i].beyond);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_take_every_right_template),
        cmocka_unit_test(both_refuse_every_wrong_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
