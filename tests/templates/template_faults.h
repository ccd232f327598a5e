/* Templates with one kind of fault each, and what is said of them. The schema refuses each,
 * too, but for those that are beyond it: they break a rule about two places at once. */
#ifndef WR_TESTS_TEMPLATES_TEMPLATE_FAULTS_H
#define WR_TESTS_TEMPLATES_TEMPLATE_FAULTS_H

#include <stdbool.h>

#define HEAD "{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': 'burrow',\n"
#define GROW "'grow': {'rooms': 8}"
#define WAYS "'patterns': [{'pattern': 'hub'}]"
#define PAIR "'nodes': [{'name': 'a'}, {'name': 'b'}]"
#define TRIO "'nodes': [{'name': 'a'}, {'name': 'b'}, {'name': 'c'}],\n"
#define SAID(text) text

static const struct template_fault {
    const char *text, *said;
    bool beyond; /* the schema cannot say it */
} template_faults[] = {
    {"{'format': 'warren-map', 'version': 1}",
     SAID("1:12: error [template-format] this is a map, not a template ('warren build' builds "
          "it)\n"),
     false},
    {"{'format': 5}",
     SAID("1:1: error [template-format] this is no template of Warren's (a template starts "
          "with \"format\": \"warren-template\")\n"),
     false},
    {"[]",
     SAID("1:1: error [template-format] this is no template of Warren's (a template starts "
          "with \"format\": \"warren-template\")\n"),
     false},
    {"{'format': 'warren-template', 'version': 2, 'new': 1}",
     SAID("1:42: error [template-version] this template is of version 2, and this Warren reads "
          "version 1 (a newer Warren may read it)\n"),
     false},
    {"{'format': 'warren-template', 'version': '1', 'id': 'demo', 'kit': 'k', 'grow': "
     "{'rooms': 1}}",
     SAID("1:42: error [json-type] version must be a whole number, not a string\n"), false},
    {"{'format': 'warren-template', 'version': 1, 'grow': {'rooms': 1}}",
     SAID("1:1: error [json-missing] the file has no 'id'\n"
          "1:1: error [json-missing] the file has no 'kit'\n"),
     false},
    {"{'format': 'warren-template', 'version': 1, 'id': 'Demo', 'kit': 'k', 'grow': {'rooms': "
     "1}}",
     SAID("1:51: error [id-characters] the id 'Demo' holds a character the game does not take "
          "in a name (an id is made of a-z, 0-9 and _)\n"),
     false},
    {"{'format': 'warren-template', 'version': 1, 'id': 'abcdefghijklmnopq', 'kit': 'k', "
     "'grow': {'rooms': 1}}",
     SAID("1:51: error [id-too-long] the id 'abcdefghijklmnopq' has 17 characters, and the "
          "game takes no more than 16\n"),
     false},
    {"{'format': 'warren-template', 'version': 1, 'id': '', 'kit': [], 'grow': {'rooms': 1}}",
     SAID("1:51: error [template-empty-text] id is empty\n"
          "1:62: error [template-empty-list] kit is an empty list (leave it out, or name "
          "something)\n"),
     false},
    {"{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': ['', 5], 'grow': "
     "{'rooms': 1}}",
     SAID("1:67: error [template-empty-text] kit[0] is empty\n"
          "1:71: error [json-type] kit[1] must be a string, not a number\n"),
     false},
    {"{'format': 'warren-template', 'version': 1, 'id': 'demo', 'kit': {}, 'grow': {'rooms': "
     "1}}",
     SAID("1:66: error [json-type] kit must be a string or a list of strings, not an object\n"),
     false},
    {HEAD GROW ", 'kits': [], 'game': 'k3', 'title': 5}",
     SAID("2:58: error [json-type] title must be a string, not a number\n"
          "2:43: error [template-word] game cannot be 'k3' (did you mean 'k1'?)\n"
          "2:31: error [template-empty-list] kits is an empty list (leave it out, or name "
          "something)\n"),
     false},
    {HEAD GROW ", 'kits': '../kits'}",
     SAID("2:31: error [json-type] kits must be a list, not a string\n"), false},
    {HEAD GROW ", 'exlude': '#cap'}",
     SAID("2:23: error [json-unknown-key] the file knows no key 'exlude' (did you mean "
          "'exclude'?)\n"),
     false},
    {HEAD GROW ", 'exclude': '#', 'include': []}",
     SAID("2:50: error [template-empty-list] include is an empty list (leave it out, or name "
          "something)\n"
          "2:34: error [template-empty-text] the tag in exclude is empty (write \"#hall\")\n"),
     false},
    {HEAD GROW ", 'exclude': ['#'], 'include': 7}",
     SAID(
         "2:52: error [json-type] include must be a string or a list of strings, not a number\n"
         "2:35: error [template-empty-text] the tag in exclude[0] is empty (write "
         "\"#hall\")\n"),
     false},
    {HEAD GROW ", 'repeat': 'once', 'mirror': 'no'}",
     SAID("2:33: error [template-word] repeat cannot be 'once' (known: free, apart, never)\n"
          "2:51: error [json-type] mirror must be true or false, not a string\n"),
     false},
    {HEAD GROW ", 'rooms': [{'rooms': 'hub', 'count': [3, 2]}]}",
     SAID("2:59: error [template-span] rooms[0].count is from 3 to 2 (write the smaller number "
          "first)\n"),
     true},
    {HEAD GROW ", 'rooms': [{'rooms': 'hub', 'count': 2, 'repeat': 'never'}]}",
     SAID("2:72: error [template-repeat] rooms[0] asks for 2 of a room that must not repeat "
          "(ask for one, or let it repeat)\n"),
     true},
    {HEAD GROW ", 'rooms': [{'weight': -1, 'count': [null, 2]}, 'hub']}",
     SAID("2:33: error [json-missing] rooms[0] has no 'rooms'\n"
          "2:44: error [template-range] rooms[0].weight must be from 0 to 1000\n"
          "2:58: error [json-type] rooms[0].count[0] must be a whole number, not null\n"
          "2:69: error [json-type] rooms[1] must be an object, not a string\n"),
     false},
    {HEAD GROW ", 'rooms': [{'rooms': 'hub', 'weight': 1e39, 'most': 2}]}",
     SAID("2:60: error [json-range] rooms[0].weight is beyond what a float32 holds\n"
          "2:66: error [json-unknown-key] rooms[0] knows no key 'most' (known: rooms, weight, "
          "count, repeat, mirror)\n"),
     false},
    {HEAD GROW ", 'rooms': []}",
     SAID("2:32: error [template-empty-list] rooms is an empty list (leave it out, or name "
          "something)\n"),
     false},
    {HEAD "'title': 'Nothing'}",
     SAID("1:1: error [template-way] the template does not say what the level is (add 'nodes' "
          "and 'links', 'grow' or 'patterns')\n"),
     false},
    {HEAD "'grow': {'rooms': 3}, 'patterns': [{'pattern': 'hub'}]}",
     SAID("2:35: error [template-way] a level that grows cannot have 'patterns' beside 'grow' "
          "(remove one of the two)\n"),
     false},
    {HEAD "'grow': {'rooms': 3}, 'links': []}",
     SAID("2:32: error [template-way] 'links' cannot stand beside 'grow' (links are for a "
          "level that is a graph)\n"),
     false},
    {HEAD "'patterns': [{'pattern': 'hub'}], 'nodes': [{'name': 'a'}], 'links': []}",
     SAID("2:70: error [template-way] 'links' cannot stand beside 'patterns' (links are for a "
          "level that is a graph)\n"),
     false},
    {HEAD "'grow': {}}", SAID("2:9: error [json-missing] grow has no 'rooms'\n"), false},
    {HEAD "'grow': 8}", SAID("2:9: error [json-type] grow must be an object, not a number\n"),
     false},
    {HEAD "'grow': {'rooms': -1}}",
     SAID("2:19: error [json-range] grow.rooms must be a whole number from 0 to 1000000\n"),
     false},
    {HEAD "'grow': {'rooms': [5, 4]}}",
     SAID("2:19: error [template-span] grow.rooms is from 5 to 4 (write the smaller number "
          "first)\n"),
     true},
    {HEAD "'grow': {'rooms': [5, null]}}",
     SAID("2:23: error [json-type] grow.rooms[1] must be a whole number, not null\n"), false},
    {HEAD "'grow': {'rooms': '8'}}",
     SAID("2:19: error [json-type] grow.rooms must be a whole number or a list of two (write "
          "5, or [3, 7])\n"),
     false},
    {HEAD "'grow': {'rooms': [1, 2, 3]}}",
     SAID("2:19: error [json-type] grow.rooms must be a whole number or a list of two (write "
          "5, or [3, 7])\n"),
     false},
    {HEAD "'grow': {'rooms': 2.5}}",
     SAID("2:19: error [json-range] grow.rooms must be a whole number from 0 to 1000000\n"),
     false},
    {HEAD "'grow': {'rooms': 1000001}}",
     SAID("2:19: error [json-range] grow.rooms must be a whole number from 0 to 1000000\n"),
     false},
    {HEAD "'grow': {'rooms': 8, 'branching': 2, 'dead_ends': -0.5, 'loop': 1}}",
     SAID("2:35: error [template-range] grow.branching must be from 0 to 1\n"
          "2:51: error [template-range] grow.dead_ends must be from 0 to 1\n"
          "2:57: error [json-unknown-key] grow knows no key 'loop' (did you mean 'loops'?)\n"),
     false},
    {HEAD "'grow': {'rooms': 8, 'loops': 1, 'loop_share': 0.1}}",
     SAID("2:48: error [template-both] growth cannot have a 'loop_share' beside 'loops' "
          "(remove one of the two)\n"),
     false},
    {HEAD "'grow': {'rooms': 8, 'loop_lengths': [4, 2, 'x', 9]}}",
     SAID("2:42: error [json-range] grow.loop_lengths[1] must be a whole number from 3 to 100\n"
          "2:45: error [json-type] grow.loop_lengths[2] must be a whole number, not a string\n"
          "2:50: error [grow-loops] a loop of 9 rooms does not fit a level of at most 8 (ask "
          "for more rooms, or shorter loops)\n"),
     false},
    {HEAD "'grow': {'rooms': 8, 'loop_lengths': [4, 9]}}",
     SAID("2:42: error [grow-loops] a loop of 9 rooms does not fit a level of at most 8 (ask "
          "for more rooms, or shorter loops)\n"),
     true},
    {HEAD "'grow': {'rooms': 8, 'loops': 0, 'loop_lengths': [4]}}",
     SAID("2:50: error [grow-loops] lengths are given for the loops of a level without any "
          "(ask for loops, or for no lengths)\n"),
     true},
    {HEAD "'grow': {'rooms': 8, 'loop_share': 0, 'loop_lengths': [4]}}",
     SAID("2:55: error [grow-loops] lengths are given for the loops of a level without any "
          "(ask for loops, or for no lengths)\n"),
     true},
    {HEAD "'grow': {'rooms': 8, 'loop_lengths': []}}",
     SAID("2:38: error [template-empty-list] grow.loop_lengths is an empty list (leave it out, "
          "or name something)\n"),
     false},
    {HEAD "'grow': {'rooms': 2, 'loops': [1, null]}}",
     SAID("2:31: error [grow-loops] a loop takes 3 rooms, and the level has at most 2 (ask for "
          "more rooms)\n"),
     true},
    {HEAD "'grow': {'rooms': 8, 'critical_path': 9}}",
     SAID("2:39: error [grow-path] the path takes 9 rooms of a level of at most 8 (ask for "
          "more rooms, or a shorter path)\n"),
     true},
    {HEAD "'grow': {'rooms': 8, 'critical_path': 1}}",
     SAID("2:39: error [json-range] grow.critical_path must be a whole number from 2 to "
          "1000000\n"),
     false},
    {HEAD "'grow': {'rooms': 8, 'critical_path': [4, 2]}}",
     SAID("2:39: error [template-span] grow.critical_path is from 4 to 2 (write the smaller "
          "number first)\n"),
     true},
    {HEAD "'grow': {'rooms': 8, 'critical_path': 4}, 'nodes': [{'name': 'a'}],\n"
          " 'entry': {'node': 'a'}, 'exit': {'node': 'a'}}",
     SAID("2:39: error [grow-path] a path of 4 rooms cannot lead from node 'a' to itself (name "
          "another node as the exit)\n"),
     true},
    {HEAD "'grow': {'rooms': 1}, " PAIR "}",
     SAID("2:19: error [grow-rooms] the template names 2 nodes for a level of at most 1 rooms "
          "(allow more rooms, or name fewer nodes)\n"),
     true},
    {HEAD "'patterns': []}",
     SAID("2:13: error [template-empty-list] patterns is an empty list (leave it out, or name "
          "something)\n"),
     false},
    {HEAD "'patterns': [{'pattern': 'lock'}, {'times': [2, 1]}, 'hub']}",
     SAID("2:26: error [template-word] patterns[0].pattern cannot be 'lock' (known: "
          "lock_and_key, shortcut, hidden_route, hub, two_ways)\n"
          "2:35: error [json-missing] patterns[1] has no 'pattern'\n"
          "2:45: error [template-span] patterns[1].times is from 2 to 1 (write the smaller "
          "number first)\n"
          "2:54: error [json-type] patterns[2] must be an object, not a string\n"),
     false},
    {HEAD "'patterns': [{'pattern': 'hub', 'length': 0, 'times': -1, 'ways': 2}]}",
     SAID("2:55: error [json-range] patterns[0].times must be a whole number from 0 to 1000\n"
          "2:43: error [json-range] patterns[0].length must be a whole number from 1 to 100\n"
          "2:59: error [json-unknown-key] patterns[0] knows no key 'ways' (known: pattern, "
          "times, length, rooms)\n"),
     false},
    {HEAD PAIR "}",
     SAID("2:26: error [graph-apart] no links lead from node 'a' to node 'b' (add a link "
          "between the two parts)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'c'}]}",
     SAID("2:72: error [node-unknown] no node of the template is called 'c' (did you mean "
          "'a'?)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': ['lonely', 'north']}]}",
     SAID("2:73: error [node-unknown] no node of the template is called 'lonely' (known: a, "
          "b)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'a'}, {'from': 'a', 'to': 'b'}]}",
     SAID("2:52: error [link-self] a link leads from node 'a' to itself\n"), true},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b'},\n"
               " {'from': 'b', 'to': 'a'}]}",
     SAID("3:2: error [link-twice] nodes 'a' and 'b' are linked twice (put a node on one of "
          "the two ways)\n"),
     true},
    {HEAD TRIO "'links': [{'from': ['a', 'n'], 'to': 'b'}, {'from': 'c', 'to': ['a', 'n']}]}",
     SAID("3:70: error [link-doorway-twice] doorway 'n' of node 'a' is in two links (a doorway "
          "leads to one room only)\n"),
     true},
    {HEAD TRIO "'links': [{'from': 'a', 'to': 'b'}]}",
     SAID("2:41: error [graph-apart] no links lead from node 'a' to node 'c' (add a link "
          "between the two parts)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'lock': 'gold'}]}",
     SAID("2:85: error [lock-without-key] no node holds the key 'gold' (give a node this "
          "'key')\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': 'a'}, 5]}",
     SAID("2:52: error [json-missing] links[0] has no 'to'\n"
          "2:67: error [json-type] links[1] must be an object, not a number\n"),
     false},
    {HEAD PAIR ", 'links': {}}",
     SAID("2:51: error [json-type] links must be a list, not an object\n"), false},
    {HEAD PAIR ", 'links': [{'from': ['a'], 'to': ['b', 5]}]}",
     SAID("2:61: error [json-type] links[0].from must be a string or a list of two (write "
          "\"node\", or [\"node\", \"doorway\"])\n"
          "2:80: error [json-type] links[0].to[1] must be a string, not a number\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'hidden': 1, 'locked': true}]}",
     SAID("2:87: error [json-type] links[0].hidden must be true or false, not a number\n"
          "2:90: error [json-unknown-key] links[0] knows no key 'locked' (did you mean "
          "'lock'?)\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': '', 'lock': ''}]}",
     SAID("2:72: error [template-empty-text] links[0].to is empty\n"
          "2:84: error [template-empty-text] links[0].lock is empty\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'corridor': {}}]}",
     SAID("2:89: error [json-missing] links[0].corridor has no 'length'\n"), false},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'corridor': {'length': [2, 1]}}]}",
     SAID("2:100: error [template-span] links[0].corridor.length is from 2 to 1 (write the "
          "smaller number first)\n"),
     true},
    {HEAD PAIR
     ", 'links': [{'from': 'a', 'to': 'b', 'corridor': {'length': 101, 'room': '#x'}}]}",
     SAID("2:100: error [json-range] links[0].corridor.length must be a whole number from 0 to "
          "100\n"
          "2:105: error [json-unknown-key] links[0].corridor knows no key 'room' (did you mean "
          "'rooms'?)\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'corridor': 2}]}",
     SAID("2:89: error [json-type] links[0].corridor must be an object, not a number\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': 'a', 'to': 'b', 'optional': false}]}",
     SAID("2:89: error [optional-without-lock] a link without a lock cannot be optional (give "
          "the link a 'lock')\n"),
     false},
    {HEAD "'nodes': [{'name': 'a'}, {'name': 'b', 'key': 'red'}], 'entry': {'node': 'a'},\n"
          " 'links': [{'from': 'a', 'to': 'b', 'lock': 'red'}]}",
     SAID("3:45: error [key-unreachable] the key 'red' lies behind its lock (move the key to "
          "the entry's side of the lock)\n"),
     true},
    {HEAD
     "'nodes': [{'name': 'a'}, {'name': 'b', 'key': 'red'}, {'name': 'c', 'key': 'blue'}],\n"
     " 'entry': {'node': 'a'}, 'links': [{'from': 'a', 'to': 'b', 'lock': 'blue'},\n"
     " {'from': 'a', 'to': 'c', 'lock': 'red'}]}",
     SAID("3:69: error [key-unreachable] the key 'blue' lies behind its lock (move the key to "
          "the entry's side of the lock)\n"
          "4:35: error [key-unreachable] the key 'red' lies behind its lock (move the key to "
          "the entry's side of the lock)\n"),
     true},
    {HEAD "'nodes': [{'name': 'a'}, {'name': 'a'}]}",
     SAID("2:35: error [node-duplicate] two nodes are called 'a', nodes 0 and 1 (give each "
          "node its own name)\n"),
     true},
    {HEAD "'nodes': [{'rooms': 'hub'}, 'b', {'name': '', 'key': 5}]}",
     SAID("2:11: error [json-missing] nodes[0] has no 'name'\n"
          "2:29: error [json-type] nodes[1] must be an object, not a string\n"
          "2:43: error [template-empty-text] nodes[2].name is empty\n"
          "2:54: error [json-type] nodes[2].key must be a string, not a number\n"),
     false},
    {HEAD "'nodes': [{'name': 'a', 'turn': 90}]}",
     SAID("2:11: error [json-missing] nodes[0] has no 'position'\n"), false},
    {HEAD "'nodes': [{'name': 'a', 'position': [0, 0], 'mirror': 'z'}]}",
     SAID(
         "2:37: error [json-type] nodes[0].position must be a list of three numbers, not of 2\n"
         "2:55: error [template-word] nodes[0].mirror cannot be 'z' (did you mean 'x'?)\n"),
     false},
    {HEAD "'nodes': [{'name': 'a', 'position': [0, 2e5, 0], 'turn': 1e39, 'at': 1}]}",
     SAID("2:41: error [template-coordinate] nodes[0].position[1] is farther than 100 km from "
          "the origin (area coordinates lie between -100000 and 100000 m)\n"
          "2:58: error [json-range] nodes[0].turn is beyond what a float32 holds\n"
          "2:64: error [json-unknown-key] nodes[0] knows no key 'at' (known: name, rooms, key, "
          "position, turn, mirror)\n"),
     false},
    {HEAD "'nodes': []}",
     SAID("2:10: error [template-empty-list] nodes is an empty list (leave it out, or name "
          "something)\n"),
     false},
    {HEAD GROW ", 'entry': {'node': 'gate'}}",
     SAID("2:41: error [node-unknown] no node of the template is called 'gate'\n"), true},
    {HEAD "'nodes': [{'name': 'gate'}], 'entry': {'node': 'gat'}}",
     SAID("2:48: error [node-unknown] no node of the template is called 'gat' (did you mean "
          "'gate'?)\n"),
     true},
    {HEAD GROW ", 'entry': {}, 'exit': 'hub'}",
     SAID("2:32: error [json-missing] entry has no 'node'\n"
          "2:44: error [json-type] exit must be an object, not a string\n"),
     false},
    {HEAD "'nodes': [{'name': 'a'}], 'entry': {'node': 'a', 'rooms': 'hub'}}",
     SAID("2:59: error [template-both] the entry cannot have 'rooms' beside 'node' (remove one "
          "of the two)\n"),
     false},
    {HEAD GROW ", 'exit': {'rooms': '#end', 'marker': 'x'}}",
     SAID("2:49: error [json-unknown-key] exit knows no key 'marker' (known: node, rooms)\n"),
     false},
    {HEAD GROW ", 'storeys': 0, 'spread': 1.5, 'distance': -1, 'budget': 0}",
     SAID("2:34: error [json-range] storeys must be a whole number from 1 to 1000\n"
          "2:47: error [template-range] spread must be from -1 to 1\n"
          "2:64: error [template-range] distance must be from 0 to 1000\n"
          "2:78: error [json-range] budget must be a whole number from 1 up\n"),
     false},
    {HEAD GROW ", 'bounds': {'min': [0, 0, 0], 'max': [0, 1, 1]}}",
     SAID("2:33: error [template-bounds] the bounds are empty along x (each of 'min' lies "
          "below its 'max')\n"),
     true},
    {HEAD GROW ", 'bounds': {'min': [0, 0, 0], 'max': [1, 1, -1]}}",
     SAID("2:33: error [template-bounds] the bounds are empty along z (each of 'min' lies "
          "below its 'max')\n"),
     true},
    {HEAD GROW ", 'bounds': {'min': [0, 0], 'size': [1, 1, 1]}}",
     SAID("2:41: error [json-type] bounds.min must be a list of three numbers, not of 2\n"
          "2:33: error [json-missing] bounds has no 'max'\n"
          "2:49: error [json-unknown-key] bounds knows no key 'size' (known: min, max)\n"),
     false},
    {HEAD GROW ", 'bounds': [0, 1]}",
     SAID("2:33: error [json-type] bounds must be an object, not a list\n"), false},
    {HEAD GROW ", 'neighbours': [{'rooms': 'hub', 'must': 'cross', 'must_not': 'tee'}, "
               "{'rooms': 'hub'}, 1]}",
     SAID("2:84: error [template-both] a rule for neighbours cannot have 'must_not' beside "
          "'must' (make two rules of it)\n"
          "2:92: error [json-missing] neighbours[1] has no 'must'\n"
          "2:110: error [json-type] neighbours[2] must be an object, not a number\n"),
     false},
    {HEAD GROW ", 'neighbours': [{'must': 'hub', 'rooms': [], 'mustnt': 'cell'}]}",
     SAID("2:63: error [template-empty-list] neighbours[0].rooms is an empty list (leave it "
          "out, or name something)\n"
          "2:67: error [json-unknown-key] neighbours[0] knows no key 'mustnt' (did you mean "
          "'must'?)\n"),
     false},
    {HEAD GROW ", 'door_pairs': [['narrow'], ['narrow', ''], 'wide']}",
     SAID("2:38: error [json-type] door_pairs[0] must be a list of two strings (write "
          "[\"door\", \"door\"])\n"
          "2:61: error [template-empty-text] door_pairs[1][1] is empty\n"
          "2:66: error [json-type] door_pairs[2] must be a list of two strings (write "
          "[\"door\", \"door\"])\n"),
     false},
    {HEAD GROW ", 'corridor': {'length': 1}}",
     SAID("2:35: error [template-way] 'corridor' cannot stand beside 'grow' (corridors are for "
          "the links of a graph and the ways of patterns)\n"),
     false},
    {HEAD GROW ", 'longest_run': null}",
     SAID("2:38: error [template-way] 'longest_run' cannot stand beside 'grow' (growth has "
          "'repeat' and the weights of rooms instead)\n"),
     false},
    {HEAD WAYS ", 'caps': true, 'corridor': {'length': 1, 'rooms': []}}",
     SAID("2:84: error [template-empty-list] corridor.rooms is an empty list (leave it out, or "
          "name something)\n"
          "2:43: error [json-type] caps must be a string or a list of strings, not true or "
          "false\n"),
     false},
};

#endif
