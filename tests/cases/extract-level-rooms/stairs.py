#!/usr/bin/env python3
"""Writes a level of a floor, five steps of 8 quants that are 12 deep, and a landing."""
LOOPS = ("1 0 2 3", "0 1 5 4", "2 0 4 6", "3 2 6 7", "1 3 7 5", "4 5 7 6")
print("version 510\n\nblocks 7\nentities 0\nobjects 0\n")
for step in range(7):
    x0, x1, top = (100 + 12 * step if step else -200), (112 + 12 * step if step < 6 else 400), 8 * step
    corners = [(x, y, z) for z in (top, -16) for x, y in ((x1, -50), (x1, 50), (x0, -50), (x0, 50))]
    print(f"block {step} {{\nvertices 8\nfaces 6")
    print("\n".join(" ".join(map(str, corner)) for corner in corners))
    print("\n".join(f"4 {loop} : stone 0 0 0 1 1 : 0000 0 50 ndef" for loop in LOOPS))
    print(f"{{\n0000\nndef\n{step}\n}}\n}}\n")
