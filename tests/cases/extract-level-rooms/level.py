#!/usr/bin/env python3
"""Writes a level of two rooms and the corridor between them: one floor, with regions; or a floor each, in groups."""
import sys

LOOPS = ("1 0 2 3", "0 1 5 4", "2 0 4 6", "3 2 6 7", "1 3 7 5", "4 5 7 6")
ROOMS = {"hall": (-400, -200, -100, 200), "corridor": (-100, -50, 100, 50), "Great Chamber": (100, -200, 400, 200)}
grouped = sys.argv[1] == "groups"


def box(x0, y0, z0, x1, y1, z1, texture):
    corners = [(x, y, z) for z in (z1, z0) for x, y in ((x1, y0), (x1, y1), (x0, y0), (x0, y1))]
    faces = "".join(f"\t4  {loop} : {texture} ( 1 0 0 0 ) ( 0 -1 0 0 ) 0 0 0 1 1 : 0000 0 50 ndef\n" for loop in LOOPS)
    points = "\n\t".join(" ".join(map(str, corner)) for corner in corners)
    return f"\tvertices 8\n\tfaces 6\n\t{points}\n{faces}"


floors = [box(x0, y0, -16, x1, y1, 0, "stone") for x0, y0, x1, y1 in ROOMS.values()]
entities = ["level 0 {\n\t<rooms.$$w>\n\t<palette.pcx>\n\t30\n\t0\n\t60\n\t<ndef>\n}\n",
            "start 1 {\n\tplayer\n}\n",
            # a doorway of 80 quants in the middle of the chamber's eastern side, which is 400 long
            "model 2 {\n\t1 1 1\n\t<door.mdl>\n\tdoor_east\n\tndef\n\t80 0 0 0 0 0 0 0\n\t0000\n\t0\n\t50\n\tndef\n\tndef\n}\n"]
if not grouped:
    for name, (x0, y0, x1, y1) in ROOMS.items():
        entities.append(f"region {len(entities)} {{\n\t{name}\n\t{x0} {y0} 0\n\t{x1} {y1} 120\n}}\n")
objects = ["object 1, 2, 3, 4, 5\n\tlevel 0"] if grouped else ["object 1, 2, 3, 4, 5\n\tlevel 0\n\tregion 3, 4, 5"]
places = ["(0 0 0)", *["(0 0 0)"] * 3, "(-250 0 30)", "(400 0 0)"]
if grouped:
    objects += [f"object {6 + i}" for i in range(3)] + ["start 1", "model 2"] + [f"block {i}" for i in range(3)]
    places += ["(0 0 0)"] * 3
    names = ["Root", *ROOMS, "player", "door", *["floor"] * 3]
else:
    objects += [f"block {i}" for i in range(3)] + ["start 1", "model 2"]
    names = ["Root", *["floor"] * 3, "player", "door"]
print(f"// WMP2\n// made by hand\n\nversion 710\n\nblocks 3\nentities {len(entities)}\nobjects {len(objects)}\n\n"
      "wed {\n\tpalette {\n\t}\n}\n")
for number, floor in enumerate(floors):
    print(f"block {number} {{\n{floor}\t{{\n\t\t0000\n\t\tndef\n\t\t{number}\n\t}}\n}}\n")
print("\n".join(entities))
for number, members in enumerate(objects):
    print(f"object {number} {{   // {names[number]}\n\t{places[number]} (0 0 0) (1 1 1)\n\t{members}\n}}\n")
