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
    HEAD ROOMS ", 'sun': [0, 1, 0.5]}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 'm'}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0, 0]}}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0, 0], 'facing': -1e30}}",
    HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's']}]}",
    HEAD "'rooms': [{'name': 'a', 'room': 'h', 'position': [0, 0, 0], 'key': 'iron'},"
         " {'name': 'b', 'room': 'h', 'position': [0, 9, 0]}], 'door_pairs': [['a', 'k:b']],"
         " 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'lock': 'iron',"
         " 'optional': true, 'hidden': true}]}",
    HEAD ROOMS ", 'door_pairs': [], 'visible': [], 'things': []}",
    HEAD ROOMS ", 'things': [{'kind': 'sound', 'position': [1, 2, 3]}, {'room': 'room0',"
               " 'kind': 'spawn', 'name': 'n', 'position': [0, 0, 0], 'facing': 9,"
               " 'blueprint': 'Rat_1', 'tag': '', 'note': 'x', 'count': '2', 'without':"
               " ['Tag', 'A b']}]}",
    HEAD ROOMS ", 'things': [{'kind': 'encounter', 'position': [1, 2, 3], 'corners':"
               " [[0, 0, 0], [1, 0, 0], [1, 1, 0]], 'arrivals': [{'position': [0, 0, 0]},"
               " {'position': [0, 0, 0], 'facing': 5}]}, {'kind': 'camera', 'position':"
               " [0, 0, 0], 'camera': {'number': -1, 'pitch': 80, 'height': 1, 'view': 55,"
               " 'range': 0, 'orientation': [1, 0, 0, 0]}}]}",
    HEAD ROOMS ", 'things': [{'kind': 'store', 'position': [1, 2, 3], 'fields': ["
               "{'label': 'A', 'type': 'int', 'value': '-5'},"
               "{'label': 'B', 'type': 'vector', 'value': '1 2 3'},"
               "{'label': 'C', 'type': 'locstring', 'value': '-1', 'texts':"
               " [{'language': 0, 'value': 'x'}]},"
               "{'label': 'D', 'type': 'struct', 'id': 3, 'fields': ["
               "{'label': 'E', 'type': 'list', 'items': [{'id': 1, 'fields': []},"
               " {'fields': [{'label': 'F', 'type': 'string', 'value': ''}]}]}]}]}]}",
    HEAD PAIR ", 'visible': [{'rooms': ['a', 'b'], 'seen': false}], 'exits': []}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': '203tel'}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'key': 'iron'}],"
         " 'entry': {'room': 'room0', 'marker': 'm', 'tag': 'start'},"
         " 'exits': [{'from': ['room0', 'n'], 'module': 'abcdefghij_01234', 'tag': '',"
         " 'to': 'door', 'arrival': 'a b~', 'title': '', 'by': 'door', 'lock': 'iron',"
         " 'hidden': true}, {'from': ['room0', 'e'], 'module': 'x', 'to': 'waypoint',"
         " 'title_line': 0, 'arrival': '', 'by': 'trigger', 'hidden': false}]}",
    HEAD "'rooms': [{'name': 'a', 'kit': 'l', 'room': 'h', 'position': [1, 2, 3], 'turn': -450,"
         " 'mirror': 'none', 'group': 'g', 'resref': '0_zabcdefghijklm', 'walkmesh': '@'}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [1, 2, 3], 'turn': 3.4028234e38,"
         " 'mirror': 'xy'}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [1, 2, 3], 'stretch': [3.25]},"
         " {'room': 'h', 'position': [1, 2, 3], 'stretch': [0, -1, 2, 3, 4, 5, 6, 7]}]}",
    "{'format': 'warren-map', 'version': 1, 'id': 'demo', 'embedded': [{'id': 'x',"
    " 'walkmesh': '@'}], 'rooms': [{'embedded': 'x', 'position': [0, 0, 0]}]}",
    HEAD ROOMS ", 'replaces': {}}",
    HEAD ROOMS ", 'replaces': {'rooms': ['a_b'], 'doors': [{'row': 0, 'tag': '',"
               " 'position': [0, 0, 0], 'at': ['gone', 'n']}]}}",
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
    HEAD ROOMS ", 'things': {}}",
    HEAD ROOMS ", 'things': [{'position': [1, 2, 3]}]}",
    HEAD ROOMS ", 'things': [{'kind': 'sound'}]}",
    HEAD ROOMS ", 'things': [{'kind': 'sound', 'position': [1, 2, 3], 'camera': {}}]}",
    HEAD ROOMS ", 'things': [{'kind': 'spawn', 'position': [1, 2, 3], 'arrivals': []}]}",
    HEAD ROOMS ", 'things': [{'kind': 'camera', 'position': [1, 2, 3], 'camera':"
               " {'orientation': [1, 0, 0]}}]}",
    HEAD ROOMS ", 'things': [{'kind': 'camera', 'position': [1, 2, 3], 'facing': 1, 'camera':"
               " {'orientation': [1, 0, 0, 0]}}]}",
    HEAD ROOMS ", 'things': [{'kind': 'store', 'position': [1, 2, 3], 'fields': [5]}]}",
    HEAD ROOMS ", 'things': [{'kind': 'store', 'position': [1, 2, 3], 'fields':"
               " [{'label': 'A', 'type': 'int', 'value': 5}]}]}",
    HEAD ROOMS ", 'things': [{'kind': 'store', 'position': [1, 2, 3], 'fields':"
               " [{'label': 'A', 'type': 'list', 'value': ''}]}]}",
    HEAD ROOMS ", '$schema': 1}",
    HEAD ROOMS ", 'kits': 'a'}",
    HEAD ROOMS ", 'lighting': [0, 0, 0, 0]}",
    HEAD ROOMS ", 'sun': [0, 0]}",
    HEAD ROOMS ", 'sun': [0, 0, 2]}",
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
    HEAD ROOMS ", 'exits': {}}",
    HEAD ROOMS ", 'exits': ['tower']}",
    HEAD ROOMS ", 'exits': [{'module': 'tower'}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0'], 'module': 'tower'}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': ''}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': 5}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': 'a', 'title_line': -1}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': 'a', 'title_line': 0.5}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': 'a', 'hidden': 1}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': 'a', 'tag': "
               "'abcdefghijabcdefghijabcdefghij_33'}]}",
    HEAD ROOMS ", 'exits': [{'from': ['room0', 'n'], 'module': 'a', 'tag': null}]}",
    HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 'm', 'tag': 5}}",
    HEAD ROOMS ", 'visible': {}}",
    HEAD PAIR ", 'visible': [['a', 'b']]}",
    HEAD PAIR ", 'visible': [{'rooms': ['a', 5], 'seen': true}]}",
    HEAD PAIR ", 'visible': [{'rooms': ['a', 'b'], 'seen': 'yes'}]}",
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
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'stretch': 5}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'stretch': []}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'stretch': ['1']}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'stretch': [3.5e38]}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'stretch': [1, 2, 3, 4, 5, 6, 7, 8,"
         " 9]}]}",
    HEAD "'rooms': [{'room': 'h', 'position': [0, 0, 0], 'walkmesh': '@', 'stretch': [1]}]}",
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
