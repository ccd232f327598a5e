/* The published schema and the rules agree: what one refuses, the other does. */
#include "tests/templates/both_judge.h"
#include "tests/templates/map_faults.h"
#include "tests/templates/maps.h"

static const char *const good[] = {
    HEAD ROOMS "}",
    "{'format': 'warren-map', 'version': 1.0, 'id': '0_z', 'rooms': [{'kit': 'k', 'room': 'h',"
    " 'position': [0, 0, 0]}]}",
    "{'format': 'warren-map', 'version': 1, 'id': 'abcdefghij_01234', 'rooms': [{'kit': 'k',"
    " 'room': 'h', 'position': [-1e5, 1e5, 0.25]}]}",
    HEAD ROOMS ", '$schema': 'x', 'title': '', 'skybox': '', 'kits': [], 'links': []}",
    HEAD ROOMS ", 'game': 'k1', 'links_only': false, 'tolerance': 1}",
    HEAD ROOMS ", 'overlap': 1}",
    HEAD ROOMS ", 'overlap': 0.136}",
    HEAD ROOMS ", 'game': 'k2', 'links_only': true, 'tolerance': 0.001}",
    HEAD ROOMS ", 'lighting': [0, 1, 0.5], 'kits': ['a', '../b']}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 'm'}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0, 0]}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0, 0], 'facing': -1e30}}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's']}]}",
    HEAD "'rooms': [{'name': 'a', 'room': 'h', 'position': [0, 0, 0], 'key': 'iron'},"
         " {'name': 'b', 'room': 'h', 'position': [0, 9, 0]}], 'door_pairs': [['a', 'k:b']],"
         " 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'lock': 'iron',"
         " 'optional': true, 'hidden': true}]}",
    HEAD ROOMS ", 'door_pairs': []}",
    HEAD "'rooms': [{'name': 'a', 'kit': 'l', 'room': 'h', 'position': [1, 2, 3], 'turn': -450,"
         " 'mirror': 'none', 'group': 'g', 'walkmesh': '@'}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [1, 2, 3], 'turn': 3.4028234e38,"
         " 'mirror': 'xy'}]}",
    "{'format': 'warren-map', 'version': 1, 'id': 'demo', 'embedded': [{'id': 'x',"
    " 'walkmesh': '@'}], 'rooms': [{'embedded': 'x', 'position': [0, 0, 0]}]}",
    HEAD ROOMS ", 'embedded': []}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'name': '', 'walkmesh': '@', 'mdl': 'AA==',"
               " 'mdx': 'AAA=', 'hooks': []}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'mdl': '', 'hooks':"
               " [{'position': [0, 0, 0]}, {'name': 'n', 'position': [0, 0, 0], 'facing': 5,"
               " 'id': -1}, {'position': [0, 0, 0], 'id': 2147483647}]}]}",
};

/* Further wrong ones, beside the faults whose words are tested elsewhere. */
static const char *const bad[] = {
    "{'format': 'warren-map'}",
    HEAD ROOMS ", 'format': 'warren-map '}",
    HEAD "'rooms': {}}",
    HEAD "'rooms': null}",
    HEAD ROOMS ", 'title': null}",
    HEAD ROOMS ", '$schema': 1}",
    HEAD ROOMS ", 'kits': 'a'}",
    HEAD ROOMS ", 'lighting': [0, 0, 0, 0]}",
    HEAD ROOMS ", 'lighting': [0, 0, '1']}",
    HEAD ROOMS ", 'entry': 'room0'}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0]}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 'm', 'spot': 1}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 5}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0, 0], 'facing': 'n'}}",
    HEAD ROOMS ", 'links': {}}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n', 'x'], 'to': ['b', 's']}]}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'locked': true}]}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', null]}]}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'lock': true}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'key': ['iron']}]}",
    HEAD ROOMS ", 'door_pairs': [['a', 'b', 'c']]}",
    HEAD ROOMS ", 'door_pairs': {'a': 'b'}}",
    HEAD ROOMS ", 'embedded': {}}",
    HEAD ROOMS ", 'embedded': ['x']}",
    HEAD ROOMS ", 'embedded': [{'id': '', 'walkmesh': '@'}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'mdl': 'A'}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'mdl': 'AB=='}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'mdx': 'AAB='}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [{}]}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [{'position': [0, 0, 0],"
               " 'id': 2147483648}]}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [{'position': [0, 0, 0],"
               " 'id': 0.5}]}]}",
    HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [{'position': [0, 0, 0],"
               " 'edge': 1}]}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'turn': 3.5e38}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'kit': null}]}",
    HEAD "'rooms': [{'room': 'h', 'position': {'x': 0}}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'walkmesh': 5}]}",
};

static bool rules_allow(struct findings *f, const char *text)
{
    struct wr_map *map = map_of(f, text);
    wr_map_free(map);
    return map != NULL;
}

static const struct both_kind map_kind = {"templates/map.schema.json", map_text, rules_allow};

static void both_take_every_right_map(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        both_judge(&map_kind, good[i], true, true);
}

static void both_refuse_every_wrong_map(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        both_judge(&map_kind, bad[i], false, false);
    for (size_t i = 0; i < sizeof map_faults / sizeof *map_faults; i++)
        both_judge(&map_kind, map_faults[i].text, false, map_faults[i].beyond);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_take_every_right_map),
        cmocka_unit_test(both_refuse_every_wrong_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
