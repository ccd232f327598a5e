/* Maps with one fault each, and what is said of them. The schema refuses each, too, but for
 * those that are beyond it: they break a rule about two places at once, or about what a text
 * stands for. */
#ifndef WR_TESTS_TEMPLATES_MAP_FAULTS_H
#define WR_TESTS_TEMPLATES_MAP_FAULTS_H

#include <stdbool.h>

#define HEAD "{'format': 'warren-map', 'version': 1, 'id': 'demo', 'kit': 'k',\n"
#define ROOM "{'room': 'hub', 'position': [0, 0, 0]}"
#define ROOMS "'rooms': [" ROOM "]"
#define PAIR                                                                                   \
    "'rooms': [{'name': 'a', 'room': 'hub', 'position': [0, 0, 0]},\n"                         \
    " {'name': 'b', 'room': 'hub', 'position': [0, 9, 0]}]"
#define SAID(text) text

static const struct map_fault {
    const char *text, *said;
    bool beyond; /* the schema cannot say it */
} map_faults[] = {
    {HEAD "'rooms': []}", SAID("2:10: error [map-empty] the map places no room\n"), false},
    {HEAD "'links': []}", SAID("1:1: error [json-missing] the file has no 'rooms'\n"), false},
    {"{'format': 'warren-map', 'version': 1, 'id': 'demo', " ROOMS "}",
     SAID("1:64: error [json-missing] rooms[0] has no 'kit' (name it here, or once for all "
          "rooms beside 'rooms')\n"),
     false},
    {"{'format': 'warren-map', 'version': 2, 'id': 'demo', 'new': 1}",
     SAID("1:37: error [map-version] this map is of version 2, and this Warren reads version 1 "
          "(a newer Warren may read it)\n"),
     false},
    {"{'format': 'warren-map', 'version': '1', 'id': 'demo', 'kit': 'k', " ROOMS "}",
     SAID("1:37: error [json-type] version must be a whole number, not a string\n"), false},
    {"{'format': 'warren-map', 'id': 'demo', 'kit': 'k', " ROOMS "}",
     SAID("1:1: error [json-missing] the file has no 'version'\n"), false},
    {"{'format': 'warren-map', 'version': 1, 'kit': 'k', " ROOMS "}",
     SAID("1:1: error [json-missing] the file has no 'id'\n"), false},
    {"{'format': 'warren-template', 'version': 1}",
     SAID("1:12: error [map-format] this is a template, not a map ('warren generate' makes "
          "levels of it)\n"),
     false},
    {"{'format': 5}",
     SAID("1:1: error [map-format] this is neither a Warren map nor an .indoor file (a map "
          "starts with \"format\": \"warren-map\")\n"),
     false},
    {"{}",
     SAID("1:1: error [map-format] this is neither a Warren map nor an .indoor file (a map "
          "starts with \"format\": \"warren-map\")\n"),
     false},
    {"[]",
     SAID("1:1: error [map-format] this is neither a Warren map nor an .indoor file (a map "
          "starts with \"format\": \"warren-map\")\n"),
     false},
    {"{'format': 'warren-map', 'version': 1, 'id': '', 'kit': 'k', " ROOMS "}",
     SAID("1:46: error [map-empty-text] the id is empty\n"), false},
    {"{'format': 'warren-map', 'version': 1, 'id': 'Demo', 'kit': 'k', " ROOMS "}",
     SAID("1:46: error [id-characters] the id 'Demo' holds a character the game does not take "
          "in a name (an id is made of a-z, 0-9 and _)\n"),
     false},
    {"{'format': 'warren-map', 'version': 1, 'id': 'abcdefghijklmnopq', 'kit': 'k', " ROOMS "}",
     SAID("1:46: error [id-too-long] the id 'abcdefghijklmnopq' has 17 characters; with 1 "
          "room it may have at most 10 (the game knows names of 16 characters, and each room's "
          "is "
          "<id>_room<number>)\n"),
     false},
    {HEAD "'gmae': 'k1', " ROOMS "}",
     SAID(
         "2:1: error [json-unknown-key] the file knows no key 'gmae' (did you mean 'game'?)\n"),
     false},
    {HEAD "'game': 'k3', " ROOMS "}",
     SAID("2:9: error [map-game] game cannot be 'k3' (did you mean 'k1'?)\n"), false},
    {HEAD "'kit': 'l', " ROOMS "}",
     SAID("2:1: error [json-duplicate] the key 'kit' stands twice in one object\n"
          "1:54: note [json-duplicate] it stands here first\n"),
     false},
    {HEAD ROOMS "} x",
     SAID("2:52: error [json-trailing] text follows the end of the JSON value (remove it)\n"),
     false},
    {HEAD "'tolerance': 0, " ROOMS "}",
     SAID("2:14: error [map-tolerance] the tolerance is 0.0 m, which is not above 0 and at "
          "most 1.0 m\n"),
     false},
    {HEAD "'tolerance': 1.5, " ROOMS "}",
     SAID("2:14: error [map-tolerance] the tolerance is 1.5 m, which is not above 0 and at "
          "most 1.0 m\n"),
     false},
    {HEAD "'overlap': 0, " ROOMS "}",
     SAID("2:12: error [map-overlap] the overlap is 0.0 m, which is not above 0 and at most "
          "1.0 m\n"),
     false},
    {HEAD "'overlap': 1.5, " ROOMS "}",
     SAID("2:12: error [map-overlap] the overlap is 1.5 m, which is not above 0 and at most "
          "1.0 m\n"),
     false},
    {HEAD "'tolerance': 9007199254740993, " ROOMS "}",
     SAID("2:14: error [json-lossy] the number '9007199254740993' loses bits in a double "
          "(write it as a string, or use a number below 2^53)\n"),
     false},
    {HEAD "'tolerance': NaN, " ROOMS "}",
     SAID("2:14: error [json-syntax] 'NaN' stands where a value should\n"), false},
    {HEAD "'links_only': 1, " ROOMS "}",
     SAID("2:15: error [json-type] links_only must be true or false, not a number\n"), false},
    {HEAD "'lighting': [0, 0.5, 1.5], " ROOMS "}",
     SAID("2:22: error [map-lighting] the blue of the lighting is 1.5 (red, green and blue lie "
          "between 0 and 1)\n"),
     false},
    {HEAD "'lighting': [0, 0.5], " ROOMS "}",
     SAID("2:13: error [json-type] lighting must be a list of three numbers, not of 2\n"),
     false},
    {HEAD "'kits': ['a', ''], " ROOMS "}",
     SAID("2:15: error [map-empty-text] the path to a kit is empty\n"), false},
    {HEAD "'kits': ['a', 5], " ROOMS "}",
     SAID("2:15: error [json-type] kits[1] must be a string, not a number\n"), false},
    {"{'format': 'warren-map', 'version': 1, 'id': 'demo', 'kit': '', " ROOMS "}",
     SAID("1:61: error [map-empty-text] the kit of all rooms is empty\n"), false},
    {HEAD "'rooms': [5]}",
     SAID("2:11: error [json-type] rooms[0] must be an object, not a number\n"), false},
    {HEAD "'rooms': [{'position': [0, 0, 0]}]}",
     SAID("2:11: error [json-missing] rooms[0] has no 'room'\n"), false},
    {HEAD "'rooms': [{'room': 'hub'}]}",
     SAID("2:11: error [json-missing] rooms[0] has no 'position'\n"), false},
    {HEAD "'rooms': [{'room': '', 'position': [0, 0, 0]}]}",
     SAID("2:20: error [map-empty-text] the room to place is empty\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'name': '', 'position': [0, 0, 0]}]}",
     SAID("2:35: error [map-empty-text] the name of a room is empty\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'kit': '', 'position': [0, 0, 0]}]}",
     SAID("2:34: error [map-empty-text] the kit of a room is empty\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'group': '', 'position': [0, 0, 0]}]}",
     SAID("2:36: error [map-empty-text] the group of a room is empty\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'resref': '', 'position': [0, 0, 0]}]}",
     SAID("2:37: error [map-empty-text] the resref of a room is empty\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'resref': 5, 'position': [0, 0, 0]}]}",
     SAID("2:37: error [json-type] rooms[0].resref must be a string, not a number\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'resref': 'M12aa', 'position': [0, 0, 0]}]}",
     SAID("2:37: error [resref-characters] the resref 'M12aa' holds a character the game does "
          "not take in a name (a resref is made of a-z, 0-9 and _)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'resref': '../room', 'position': [0, 0, 0]}]}",
     SAID("2:37: error [resref-characters] the resref '../room' holds a character the game "
          "does not take in a name (a resref is made of a-z, 0-9 and _)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'resref': 'seventeen_letters', 'position': [0, 0, 0]}]}",
     SAID("2:37: error [resref-too-long] the resref 'seventeen_letters' has 17 characters; the "
          "game knows names of 16 (shorten it, or leave it to the build)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'resref': 'com1', 'position': [0, 0, 0]}]}",
     SAID("2:37: error [id-reserved] the resref 'com1' is the name of a device on Windows "
          "(choose another resref)\n"),
     true},
    {HEAD "'rooms': [{'room': 'hub', 'resref': 'a', 'position': [0, 0, 0]},\n"
          "{'room': 'hub', 'position': [0, 0, 0]},\n"
          "{'room': 'hub', 'resref': 'a', 'position': [0, 0, 0]}]}",
     SAID(
         "4:27: error [resref-duplicate] two rooms of the map have the resref 'a', rooms 0 and "
         "2 (a module has each name once)\n"),
     true},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0]}]}",
     SAID("2:39: error [json-type] rooms[0].position must be a list of three numbers, not of "
          "2\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, '0', 0]}]}",
     SAID("2:43: error [json-type] rooms[0].position[1] must be a number, not a string\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 100001, 0]}]}",
     SAID("2:43: error [map-coordinate] the y of room 'room0' is 100001.0 m, farther than 100 "
          "km from the origin (area coordinates lie between -100000 and 100000 m)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, -1e39]}]}",
     SAID("2:46: error [json-range] rooms[0].position[2] is beyond what a float32 holds\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'turn': '90'}]}",
     SAID("2:58: error [json-type] rooms[0].turn must be a number, not a string\n"), false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'mirror': 'z'}]}",
     SAID("2:60: error [map-mirror] rooms[0].mirror cannot be 'z' (did you mean 'x'?)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'mirror': true}]}",
     SAID("2:60: error [json-type] rooms[0].mirror must be a string, not true or false\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'rotation': 90}]}",
     SAID("2:50: error [json-unknown-key] rooms[0] knows no key 'rotation' (did you mean "
          "'turn'?)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'stretch': []}]}",
     SAID("2:61: error [stretch-count] room 'room0' has 0 lengths; a room has 1 to 8 stretches "
          "(give one length a stretch of the kit room)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'walkmesh': 'QldN!'}]}",
     SAID("2:62: error [map-base64] rooms[0].walkmesh is not base64 at its character 5 (base64 "
          "is A-Z, a-z, 0-9, + and /, padded with = to a multiple of 4)\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'walkmesh': 'QldNIFYxLjABAAAA'}]}",
     SAID("0xc: error [bwm-truncated] the header takes 136 bytes, the file has 12\n"), true},
    {HEAD "'rooms': [{'room': 'hub', 'embedded': 'x', 'position': [0, 0, 0]}]}",
     SAID("2:12: error [map-both] a room the map carries itself cannot have a 'room' beside "
          "'embedded' (remove one of the two)\n"
          "2:20: error [embedded-unknown] the map carries no room 'x' itself\n"),
     false},
    {HEAD "'rooms': [{'kit': 'hub', 'embedded': 'x', 'position': [0, 0, 0]}]}",
     SAID("2:12: error [map-both] a room the map carries itself cannot have a 'kit' beside "
          "'embedded' (remove one of the two)\n"
          "2:38: error [embedded-unknown] the map carries no room 'x' itself\n"),
     false},
    {HEAD "'rooms': [{'embedded': 'x', 'position': [0, 0, 0]}]}",
     SAID("2:24: error [embedded-unknown] the map carries no room 'x' itself\n"), true},
    {HEAD "'rooms': [{'name': 'a', 'room': 'hub', 'position': [0, 0, 0]},\n {'name': 'a', "
          "'room': 'hub', 'position': [0, 0, 0]}]}",
     SAID("3:11: error [room-duplicate] two rooms of the map are called 'a', rooms 0 and 1 "
          "(give each room its own name)\n"),
     true},
    {HEAD "'rooms': [{'name': 'room1', 'room': 'hub', 'position': [0, 0, 0]},\n {'room': "
          "'hub', 'position': [0, 0, 0]}]}",
     SAID("3:2: error [room-duplicate] a room without a name would be called 'room1' here, as "
          "room 0 is (give this room a name)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['c', 's']}]}",
     SAID("3:94: error [room-unknown] no room of the map is called 'c' (did you mean 'a'?)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['room_b', 's']}]}",
     SAID("3:94: error [room-unknown] no room of the map is called 'room_b' (known: a, b)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['a', 's']}]}",
     SAID("3:66: error [link-self] a link leads from room 'a' to the same room\n"), true},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's']},\n {'from': ['b', 't'], "
               "'to': ['a', 'n']}]}",
     SAID("4:35: error [link-doorway-twice] doorway 'n' of room 'a' is in two links (a doorway "
          "leads to one room only)\n"),
     true},
    {HEAD ROOMS ",\n'replaces': []}",
     SAID("3:13: error [json-type] replaces must be an object, not a list\n"), false},
    {HEAD ROOMS ",\n'replaces': {'rooms': ['m12aa_01a', 'The Pit']}}",
     SAID(
         "3:13: error [resref-characters] 'replaces' names a room 'The Pit' that no module can "
         "have (a resref is made of 1 to 16 of a-z, 0-9 and _)\n"),
     false},
    {HEAD ROOMS ",\n'replaces': {'doors': [{'row': -1, 'tag': 'd', 'position': [0, 0, 0], "
                "'at': ['room0', 'n']}]}}",
     SAID("3:32: error [json-range] replaces.doors[0].row must be a whole number from 0 to "
          "2147483647\n"),
     false},
    {HEAD ROOMS ",\n'replaces': {'doors': [{'row': 3, 'tag': 'd', 'position': [0, 0, 0], "
                "'at': ['room0']}]}}",
     SAID("3:76: error [json-type] replaces.doors[0].at must be a list of two texts, not of 1 "
          "(write [\"room\", \"doorway\"])\n"),
     false},
    {HEAD ROOMS ",\n'replaces': {'doors': [\n"
                "{'row': 3, 'tag': 'd', 'position': [0, 0, 0], 'at': ['room0', 'n']},\n"
                "{'row': 3, 'tag': 'e', 'position': [0, 0, 0], 'at': ['room0', 's']}]}}",
     SAID("5:1: error [door-row-twice] two doors of the map are row 3 (a row of the GIT is one "
          "door)\n"),
     true},
    {HEAD ROOMS ",\n'replaces': {'doors': [\n"
                "{'row': 3, 'tag': 'd', 'position': [0, 0, 0], 'at': ['gone', 'n']},\n"
                "{'row': 4, 'tag': 'e', 'position': [0, 0, 0], 'at': ['gone', 'n']}]}}",
     SAID(
         "5:1: error [door-doorway-twice] doorway 'n' of room 'gone' has two doors, rows 3 and "
         "4 (a doorway has one door)\n"),
     true},
    {HEAD ROOMS ",\n'replaces': {'doors': [{'row': 3, 'tag': 'd', 'position': [0, 1e6, 0], "
                "'at': ['room0', 'n']}]}}",
     SAID("3:24: error [map-coordinate] the door of row 3 stands farther than 100 km from the "
          "origin (area coordinates lie between -100000 and 100000 m)\n"),
     false},
    {HEAD ROOMS ",\n'replaces': {'doors': [{'row': 3, 'tag': 'd', 'position': [0, 1, 0], "
                "'at': ['room0', '']}]}}",
     SAID("3:24: error [map-empty-text] the doorway of the door of row 3 is empty\n"), false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room1', 'n'], 'module': 'tower'}]}",
     SAID("3:21: error [room-unknown] no room of the map is called 'room1' (did you mean "
          "'room0'?)\n"),
     true},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n']}]}",
     SAID("3:11: error [json-missing] exits[0] has no 'module'\n"), false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'Tower'}]}",
     SAID("3:46: error [exit-module] 'Tower' is no name of a module (a module is called as its "
          "file, without .mod: 1 to 16 of a-z, 0-9 and _)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'a_tower_far_too_high'}]}",
     SAID(
         "3:46: error [exit-module] 'a_tower_far_too_high' is no name of a module (a module is "
         "called as its file, without .mod: 1 to 16 of a-z, 0-9 and _)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', ''], 'module': 'tower'}]}",
     SAID("3:30: error [map-empty-text] the doorway of an exit is empty\n"), false},
    {HEAD ROOMS
     ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'tag': 't\303\251'}]}",
     SAID(
         "3:62: error [map-tag] the game cannot hold the tag 't\303\251' (a tag has at most 32 "
         "characters, of plain ASCII)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'to': 'window'}]}",
     SAID("3:61: error [exit-word] exits[0].to cannot be 'window' (known: waypoint, door)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'by': 'stairs'}]}",
     SAID("3:61: error [exit-word] exits[0].by cannot be 'stairs' (known: door, trigger)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'title': 'T', "
                "'title_line': 5}]}",
     SAID(
         "3:69: error [map-both] an exit with a 'title' cannot have a 'title_line' (remove one "
         "of the two)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower'},\n"
                " {'from': ['room0', 'n'], 'module': 'cellar'}]}",
     SAID(
         "4:21: error [exit-doorway-twice] doorway 'n' of room 'room0' is in a link or another "
         "exit (a doorway leads to one place only)\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's']}],\n"
               "'exits': [{'from': ['b', 's'], 'module': 'tower'}]}",
     SAID("4:26: error [exit-doorway-twice] doorway 's' of room 'b' is in a link or another "
          "exit (a doorway leads to one place only)\n"),
     true},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower'},\n"
                " {'from': ['room0', 'e'], 'module': 'cellar', 'arrival': 'From_Tower'}]}",
     SAID("4:2: error [exit-arrival-twice] two waypoints would have the tag 'from_tower' (give "
          "this exit an 'arrival' of its own, or \"\" where nobody arrives)\n"),
     true},
    {HEAD ROOMS ",\n'entry': {'room': 'room0', 'marker': 'm', 'tag': 'from_tower'},"
                "\n'exits': [{'from': ['room0', 'n'], 'module': 'tower'}]}",
     SAID(
         "4:11: error [exit-arrival-twice] two waypoints would have the tag 'from_tower' (give "
         "this exit an 'arrival' of its own, or \"\" where nobody arrives)\n"),
     true},
    {HEAD ROOMS ",\n'entry': {'room': 'room0', 'marker': 'm', 'tag': ''}}",
     SAID("3:50: error [map-empty-text] the tag of the entry is empty\n"), false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'lock': 'iron'}]}",
     SAID("3:63: error [lock-without-key] no room has the key 'iron' (give a room this "
          "'key')\n"),
     true},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'key': 'iron'}],\n"
          "'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'lock': 'iron', "
          "'by': 'trigger'}]}",
     SAID("3:63: error [exit-lock] an exit that is left by a trigger cannot be locked (say "
          "\"by\": \"door\", or take the lock out)\n"),
     false},
    {HEAD ROOMS ",\n'exits': [{'from': ['room0', 'n'], 'module': 'tower', 'locked': true}]}",
     SAID("3:55: error [json-unknown-key] exits[0] knows no key 'locked' (did you mean "
          "'lock'?)\n"),
     false},
    {HEAD PAIR ", 'visible': [{'rooms': ['a', 'a'], 'seen': true}]}",
     SAID("3:78: error [visible-self] room 'a' is named twice (a room is always drawn from "
          "itself)\n"),
     true},
    {HEAD PAIR ", 'visible': [{'rooms': ['a', 'b'], 'seen': true},\n {'rooms': ['b', 'a'], "
               "'seen': false}]}",
     SAID("4:12: error [visible-twice] room 'b' is in a pair with the same other room already "
          "(take one of them out)\n"),
     true},
    {HEAD PAIR ", 'visible': [{'rooms': ['a', 'c'], 'seen': true}]}",
     SAID("3:84: error [room-unknown] no room of the map is called 'c' (did you mean 'a'?)\n"),
     true},
    {HEAD PAIR ", 'visible': [{'rooms': ['a'], 'seen': true}]}",
     SAID("3:78: error [json-type] visible[0].rooms must be a list of two texts, not of 1 "
          "(write [\"room\", \"room\"])\n"),
     false},
    {HEAD PAIR ", 'visible': [{'rooms': ['a', 'b']}]}",
     SAID("3:68: error [json-missing] visible[0] has no 'seen'\n"), false},
    {HEAD PAIR ", 'visible': [{'rooms': ['a', 'b'], 'seen': true, 'far': 1}]}",
     SAID("3:104: error [json-unknown-key] visible[0] knows no key 'far' (known: rooms, "
          "seen)\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b']}]}",
     SAID("3:93: error [json-type] links[0].to must be a list of two texts, not of 1 (write "
          "[\"room\", \"doorway\"])\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': ['a', ''], 'to': ['b', 's']}]}",
     SAID("3:81: error [map-empty-text] the doorway of a link is empty\n"), false},
    {HEAD PAIR ", 'links': [{'from': ['a', 5], 'to': 'b'}]}",
     SAID("3:81: error [json-type] links[0].from[1] must be a string, not a number\n"
          "3:91: error [json-type] links[0].to must be a list, not a string\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'too': ['b', 's']}]}",
     SAID("3:66: error [json-missing] links[0] has no 'to'\n"
          "3:87: error [json-unknown-key] links[0] knows no key 'too' (did you mean 'to'?)\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'lock': 'iron'}]}",
     SAID("3:113: error [lock-without-key] no room has the key 'iron' (give a room this "
          "'key')\n"),
     true},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'lock': ''}]}",
     SAID("3:113: error [map-empty-text] the lock of a link is empty\n"), false},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'optional': false}]}",
     SAID("3:117: error [optional-without-lock] a link without a lock cannot be optional (give "
          "the link a 'lock')\n"),
     false},
    {HEAD PAIR ", 'links': [{'from': ['a', 'n'], 'to': ['b', 's'], 'hidden': 1}]}",
     SAID("3:115: error [json-type] links[0].hidden must be true or false, not a number\n"),
     false},
    {HEAD "'rooms': [{'room': 'hub', 'position': [0, 0, 0], 'key': ''}]}",
     SAID("2:57: error [map-empty-text] the key of a room is empty\n"), false},
    {HEAD ROOMS ", 'door_pairs': [['narrow'], ['narrow', ''], 'wide']}",
     SAID("2:67: error [json-type] door_pairs[0] must be a list of two strings (write "
          "[\"door\", \"door\"])\n"
          "2:95: error [json-type] door_pairs[2] must be a list of two strings (write "
          "[\"door\", \"door\"])\n"
          "2:90: error [map-empty-text] the door of a pair is empty\n"),
     false},
    {HEAD PAIR ", 'links': [['a', 'b']]}",
     SAID("3:66: error [json-type] links[0] must be an object, not a list\n"), false},
    {HEAD ROOMS ",\n'things': [{'room': 'hall', 'kind': 'sounds', 'position': [0, 0, 0]},\n"
                "{'kind': 'spawn', 'position': [0, 0, 0], 'corners': [[0, 0]]},\n"
                "{'kind': 'spawn', 'position': [0, 0, 0], 'blueprint': 'no name'}]}",
     SAID("3:21: error [room-unknown] no room of the map is called 'hall' (known: room0)\n"
          "3:37: error [marker-kind] 'sounds' is no kind of thing (did you mean 'sound'?)\n"
          "4:42: error [marker-part] a spawn has no 'corners': that is a trigger's or an "
          "encounter's\n"
          "4:54: error [json-type] things[1].corners[0] must be three numbers\n"
          "5:55: error [marker-blueprint] thing 'thing2' has the blueprint 'no name', which "
          "nothing can be called (1 to 16 of the characters A-Z a-z 0-9 _)\n"),
     false},
    {HEAD ROOMS ",\n'things': [{'kind': 'store', 'position': [0, 0, 0], 'fields': [\n"
                "{'label': ' A', 'type': 'int', 'value': '1'},\n"
                "{'label': 'A', 'type': 'whole', 'value': '1'},\n"
                "{'label': 'B', 'type': 'int', 'value': 'x'}]}]}",
     SAID("4:11: error [name-invalid] things[0].fields[0].label can be no label of a value "
          "(1 to 16 characters of ASCII, no space around them)\n"
          "5:24: error [field-type] things[0].fields[1].type is no type of a value (byte, "
          "word, int, float, string, resref, locstring, \xe2\x80\xa6)\n"
          "6:40: error [field-value] things[0].fields[2].value is no value of type int\n"),
     false},
    {HEAD ROOMS ", 'entry': {'room': 'hub', 'marker': 'start'}}",
     SAID("2:70: error [room-unknown] no room of the map is called 'hub' (known: room0)\n"),
     true},
    {HEAD ROOMS ", 'entry': {'room': 'room0'}}",
     SAID("2:61: error [json-missing] entry has no 'position'\n"), false},
    {HEAD ROOMS ", 'entry': {'marker': 'm'}}",
     SAID("2:61: error [json-missing] entry has no 'room'\n"), false},
    {HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': ''}}",
     SAID("2:89: error [map-empty-text] the marker of the entry is empty\n"), false},
    {HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 'm', 'position': [0, 0, 0]}}",
     SAID("2:94: error [map-both] an entry at a marker cannot have a 'position' of its own "
          "(remove one of the two)\n"),
     false},
    {HEAD ROOMS ", 'entry': {'room': 'room0', 'marker': 'm', 'facing': 90}}",
     SAID("2:94: error [map-both] an entry at a marker cannot have a 'facing' of its own "
          "(remove one of the two)\n"),
     false},
    {HEAD ROOMS ", 'entry': {'room': 'room0', 'position': [0, 0, 2e5]}}",
     SAID("2:98: error [map-coordinate] the z of the entry is 200000.0 m, farther than 100 km "
          "from the origin (area coordinates lie between -100000 and 100000 m)\n"),
     false},
    {HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': ''}]}",
     SAID("2:89: error [map-walkmesh] embedded[0].walkmesh does not hold a walkmesh (the text "
          "stands for the bytes of a .wok file, in base64)\n"),
     true},
    {HEAD ROOMS ", 'embedded': [{'walkmesh': '@'}]}",
     SAID("2:65: error [json-missing] embedded[0] has no 'id'\n"), false},
    {HEAD ROOMS ", 'embedded': [{'id': 'x'}]}",
     SAID("2:65: error [json-missing] embedded[0] has no 'walkmesh'\n"), false},
    {HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@'}, {'id': 'x', 'walkmesh': '@'}]}",
     SAID("2:689: error [embedded-duplicate] two embedded rooms have the id 'x'\n"), true},
    {HEAD ROOMS ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [{'id': -2, 'position': "
                "[0, 0, 1e6]}]}]}",
     SAID("2:698: error [json-range] embedded[0].hooks[0].id must be a whole number from -1 to "
          "2147483647\n"),
     false},
    {HEAD ROOMS
     ", 'embedded': [{'id': 'x', 'walkmesh': '@', 'hooks': [{'position': [0, 0, 1e6]}]}]}",
     SAID("0:0: warning [hook-off-perimeter] hook 'hook0' of room 'x' is 1000000.000 m from "
          "the nearest open edge (the middle of the nearest open edge (0) is at \"0.500 0.000 "
          "0.000\")\n"
          "2:711: error [map-coordinate] the z of a hook of an embedded room is 1000000.0 m, "
          "farther than 100 km from the origin (area coordinates lie between -100000 and "
          "100000 m)\n"),
     false},
    {HEAD "'rooms': [{'embedded': 'y', 'position': [0, 0, 0]}], 'embedded': [{'id': 'x', "
          "'walkmesh': '@'}]}",
     SAID("2:24: error [embedded-unknown] the map carries no room 'y' itself\n"), true},
    {HEAD "'rooms': [{'name': 5, 'room': 'hub', 'position': [0, 0, 0]}], 'entry': {'room': "
          "'a', 'marker': 'm'}}",
     SAID("2:20: error [json-type] rooms[0].name must be a string, not a number\n"), false},
};

#endif
