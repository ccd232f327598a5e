#!/usr/bin/env python3
"""Modules that are taken apart and put together again: of every template of the library, for both games, as generated, mirrored, turned,
with rooms merged, under names of their own; and of real rooms, where there are any. `warren check --against` finds no
difference in meaning, and neither does a reader of its own here.

  returned.py WARREN library TEMPLATES [SEED...]
  returned.py WARREN real CORPUS [SEED...]
"""
import concurrent.futures
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

from often import often

WARREN, WHAT, WHERE, *SEEDS = sys.argv[1:]
ROUNDS = [(game, seed) for game in ("k1", "k2") for seed in SEEDS] or [("k1", "21"), ("k2", "22")]
SKIPPED = 77  # as meson takes it
SAME, SAME_TURN = 1e-4, 1e-3  # metres, radians
MDL, WOK, GIT, LYT, VIS, PTH, MDX, TGA = 2002, 2016, 2023, 3000, 3001, 3003, 3008, 3
# Closed doorways without a door are walls of the kit that is taken: a minimap draws them a pixel thinner. Inside a merged room
# a doorway is none any more, which moves the points around it.
MOST_SHADES, MOST_POINTS, MOST_POINTS_MERGED = 0.003, 0.1, 0.35


def warren(*arguments):
    done = subprocess.run([WARREN, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), (arguments, done.returncode, done.stderr)
    return done.returncode, done.stdout, done.stderr


def made(*arguments):
    code, said, faults = warren(*arguments)
    assert code == 0, (arguments, said, faults)


def resources(path):
    data = path.read_bytes()
    count, keys, places = (struct.unpack_from("<I", data, at)[0] for at in (16, 24, 28))
    found = {}
    for i in range(count):
        name, _, kind = struct.unpack_from("<16sIH", data, keys + 24 * i)
        at, size = struct.unpack_from("<2I", data, places + 8 * i)
        found[name.rstrip(b"\0").decode(), kind] = data[at:at + size]
    return found


# ---- An own reader of each kind -----------------------------------------------------------------


def layout(data):
    """Sections of a LYT, each a list of words and numbers."""
    sections, name = {}, None
    for words in map(str.split, data.decode().splitlines()):
        if len(words) == 2 and words[0].endswith("count"):
            name = words[0]
            sections[name] = []
        elif name and words and words[0] != "donelayout":
            sections[name].append(words)
    return sections


def hook_off(row, other):
    """Hooks are numbered, and known again by room and place."""
    near = math.dist([float(one) for one in row[-7:-4]], [float(one) for one in other[-7:-4]])
    return near, row[0] != other[0]


def same_layout(old, new, inside):
    a, b = layout(old), layout(new)
    assert a.keys() == b.keys()
    for name, rows in a.items():
        hooks = name == "doorhookcount"
        assert len(rows) == len(b[name]) + (inside if hooks else 0), name
        others = b[name][:]
        if hooks and inside:
            rows = sorted(rows, key=lambda row: min(hook_off(row, one) for one in others))[:-inside]
        for row in rows:
            other = min(others, key=lambda one: hook_off(row, one)) if hooks else others[0]
            others.remove(other)
            texts = 2 if hooks else 1
            assert (row[0] == other[0] or hooks) and len(row) == len(other), (row, other)
            numbers = [abs(float(p) - float(q)) for p, q in zip(row[texts:], other[texts:])]
            assert max(numbers[:-4] if hooks else numbers) <= SAME, (row, other)
            turned = [abs(float(p) + float(q)) for p, q in zip(row[-4:], other[-4:])] if hooks else [0]
            assert min(max(numbers[-4:]), max(turned)) <= SAME_TURN or not hooks or row[0] != other[0], (row, other)


def seen(data):
    pairs, room = set(), None
    for line in filter(str.strip, data.decode().splitlines()):
        if line[0].isspace():
            pairs.add((room, line.split()[0]))
        else:
            room = line.split()[0]
    return pairs


def walkmesh(data):
    """Corners of faces, materials, adjacency, edges with what they lead to, perimeters."""
    vertex_count, vertices, face_count, faces, materials = struct.unpack_from("<5I", data, 72)
    adjacency_count, adjacency, edge_count, edges, perimeter_count, perimeters = struct.unpack_from("<6I", data, 112)
    points = [struct.unpack_from("<3f", data, vertices + 12 * i) for i in range(vertex_count)]
    corners = [tuple(points[v] for v in struct.unpack_from("<3I", data, faces + 12 * i)) for i in range(face_count)]
    return corners, (struct.unpack_from(f"<{face_count}I", data, materials),
                     struct.unpack_from(f"<{3 * adjacency_count}i", data, adjacency),
                     struct.unpack_from(f"<{2 * edge_count}i", data, edges),
                     struct.unpack_from(f"<{perimeter_count}I", data, perimeters))


def off(a, b):
    return max((math.dist(p, q) for p, q in zip(a, b)), default=0)


def same_walkmesh(old, new):
    (corners, tables), (others, other_tables) = walkmesh(old), walkmesh(new)
    assert len(corners) == len(others) and tables == other_tables
    assert max((off(a, b) for a, b in zip(corners, others)), default=0) <= SAME


def model(mdl, mdx):
    """Of each node its name, place, images, and vertices."""
    data = mdl[12:]
    k2 = 8 if struct.unpack_from("<I", data)[0] == 4285200 else 0
    names = struct.unpack_from("<I", data, 184)[0]
    nodes = []

    def text(at):
        return data[at:data.index(b"\0", at)].decode("latin-1").lower()

    def visit(at):
        flags, _, name = struct.unpack_from("<3H", data, at)
        node = [text(struct.unpack_from("<I", data, names + 4 * name)[0]), struct.unpack_from("<7f", data, at + 16), [], []]
        nodes.append(node)
        mesh = at + 80 + (92 if flags & 2 else 0) + (224 if flags & 4 else 0) + (36 if flags & 16 else 0)
        if flags & 32:
            node[2] = [data[mesh + i:mesh + i + 32].split(b"\0")[0] for i in (88, 120)]
            stride, count = struct.unpack_from("<I", data, mesh + 252)[0], struct.unpack_from("<H", data, mesh + 304)[0]
            rows = struct.unpack_from("<I", data, mesh + 324 + k2)[0]
            if 12 <= stride < 1000 and rows < len(mdx):
                node[3] = [struct.unpack_from("<3f", mdx, rows + stride * i) for i in range(count)]
        children, count = struct.unpack_from("<2I", data, at + 44)
        for child in struct.unpack_from(f"<{count}I", data, children):
            visit(child)

    visit(struct.unpack_from("<I", data, 40)[0])
    return nodes


def same_model(old, new):
    assert len(old) == len(new)
    for (name, place, images, points), (other, there, others, moved) in zip(old, new):
        assert name == other and images == others and len(points) == len(moved), (name, other)
        assert max(abs(p - q) for p, q in zip(place, there)) <= SAME and off(points, moved) <= SAME, name


def gff(data):
    """A GFF's values, lists as lists."""
    head = struct.unpack_from("<12I", data, 8)
    structs, fields, labels, store, indices, lists = head[0::2]

    def read_struct(number):
        kind, at, count = struct.unpack_from("<3I", data, structs + 12 * number)
        numbers = [at] if count == 1 else struct.unpack_from(f"<{count}I", data, indices + at)
        return {"": kind, **dict(map(read_field, numbers))}

    def read_field(number):
        kind, label, value = struct.unpack_from("<3I", data, fields + 12 * number)
        name = data[labels + 16 * label:labels + 16 * label + 16].rstrip(b"\0").decode()
        if kind == 15:
            count = struct.unpack_from("<I", data, lists + value)[0]
            return name, [read_struct(i) for i in struct.unpack_from(f"<{count}I", data, lists + value + 4)]
        if kind == 14:
            return name, read_struct(value)
        if kind == 8:
            return name, struct.unpack("<f", struct.pack("<I", value))[0]
        if kind == 11:
            return name, data[store + value + 1:store + value + 1 + data[store + value]].lower()
        if kind in (10, 12, 13):
            return name, data[store + value + 4:store + value + 4 + struct.unpack_from("<I", data, store + value)[0]]
        long = {6: 8, 7: 8, 9: 8, 16: 16, 17: 12}.get(kind)
        return name, data[store + value:store + value + long] if long else value

    return read_struct(0)


def same_values(old, new, way=""):
    assert type(old) is type(new), way
    if isinstance(old, dict):
        assert old.keys() == new.keys(), (way, old.keys() ^ new.keys())
        for name, value in old.items():
            same_values(value, new[name], f"{way}.{name}")
    elif isinstance(old, list):
        assert len(old) == len(new), way
        for i, value in enumerate(old):
            same_values(value, new[i], f"{way}[{i}]")
    elif isinstance(old, float):
        apart = abs(old - new)
        turned = abs(math.remainder(apart, 2 * math.pi)) if way.endswith("Bearing") else math.inf
        assert apart <= SAME or turned <= SAME_TURN, (way, old, new)
    else:
        assert old == new, (way, old, new)


def by_place(git):
    """What stands in an area, in an order of its own."""
    def key(row):
        at = [row.get(name, row.get(name + "Position", 0)) for name in "XYZ"]
        return (row.get("Tag", b""), row.get("TemplateResRef", b""), *(round(one, 2) for one in at))

    return {name: sorted(value, key=key) if isinstance(value, list) else value for name, value in git.items()}


def same_paths(old, new, merged):
    """Where places serve equally well, rounding decides which of them are points."""
    points = [[(point["X"], point["Y"]) for point in gff(data)["Path_Points"]] for data in (old, new)]
    known = {(round(x / SAME) + i, round(y / SAME) + k) for x, y in points[0] for i in (-1, 0, 1) for k in (-1, 0, 1)}
    most = MOST_POINTS_MERGED if merged else MOST_POINTS
    kept = sum((round(x / SAME), round(y / SAME)) in known for x, y in points[1])
    assert kept >= (1 - most) * max(map(len, points)), (kept, *map(len, points))


def same(old, new, inside):
    """Fails on the first difference in meaning; how many resources have other bytes."""
    assert old.keys() == new.keys(), old.keys() ^ new.keys()
    others = 0
    for (name, kind), data in old.items():
        other = new[name, kind]
        others += data != other
        if data == other:
            continue
        if kind == LYT:
            same_layout(data, other, inside)
        elif kind == VIS:
            assert seen(data) == seen(other), name
        elif kind == WOK:
            same_walkmesh(data, other)
        elif kind in (MDL, MDX):
            same_model(model(old[name, MDL], old[name, MDX]), model(new[name, MDL], new[name, MDX]))
        elif kind == PTH:
            same_paths(data, other, inside > 0)
        elif kind == TGA:
            shades = sum(p != q for p, q in zip(data, other, strict=True))
            assert shades <= MOST_SHADES * len(data), (name, shades)
        else:
            order = by_place if kind == GIT else lambda tree: tree
            same_values(order(gff(data)), order(gff(other)), f"{name}.{kind}")
    return others


# ---- There and back -----------------------------------------------------------------------------


def changed(level, mirror, turn, move, way):
    """A map mirrored in x, turned and moved as a whole."""
    cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def place(at):
        x, y, z = at
        x = -x if mirror else x
        return [x * cosine - y * sine + move[0], x * sine + y * cosine + move[1], z + move[2]]

    flipped = {"none": "x", "x": "none", "y": "xy", "xy": "y"}
    for i, room in enumerate(level["rooms"]):
        room["position"] = place(room["position"])
        room["turn"] = turn + (-room.get("turn", 0) if mirror else room.get("turn", 0))
        if mirror:
            room["mirror"] = flipped[room.get("mirror", "none")]
        if way == "named":
            room["resref"] = f"m12aa_{97 - i:02}{'abc'[i % 3]}"
    if way == "merged":
        names = next({link["from"][0], link["to"][0]} for link in level["links"] if link.keys() <= {"from", "to"})
        for room in level["rooms"]:
            if room["name"] in names:
                room["group"] = "both"
    return level


WAYS = {"plain": (False, 0, (0, 0, 0)), "turned": (False, 37, (100.3, -7.77, 2.125)), "mirrored": (True, -90, (-0.1, 300, 0)),
        "merged": (False, 211, (0, 0, 0)), "named": (True, 143, (-31.7, 12.5, -4))}


def is_known(finding):
    """What is compared here by what it is for: pictures, paths, and the doorways of a merged room, of which one is none any more."""
    name, said = finding["file"].rpartition(".")[2], finding["message"]
    return name in ("tga", "pth") or (name == "lyt" and said.startswith("a hook of") and ("is not there any more" in said or "was one of" in said))


def go(template, game, seed, way, folder, kits):
    """Makes a level, takes it apart, puts it together again and compares."""
    made("generate", template, "--seed", seed, "--count", 1, "--map-only", "--game", game, "-o", folder / "map", "--quiet", *kits)
    source = next((folder / "map").rglob("*.map.json"))
    level = changed(json.loads(source.read_text()), *WAYS[way], way)
    source.write_text(json.dumps(level))
    made("build", source, "--game", game, "--mod", "-o", folder / "old", "--overlap", 1, "--quiet", *kits)
    old = folder / "old" / f"{level['id']}.mod"
    made("kit", "extract", old, "-o", folder / "kit", "--map", folder / "kit/map.json", "--quiet")
    made("build", folder / "kit/map.json", "--mod", "-o", folder / "new", "--overlap", 1, "--quiet")
    new = folder / "new" / f"{level['id']}.mod"
    code, said, faults = warren("check", new, "--against", old, "--json")
    told = [json.loads(line) for line in faults.splitlines()]
    left = [one for one in told if not is_known(one)]
    total = json.loads(said.splitlines()[-1])
    assert not left and (code == 1) == bool(told), (template, game, seed, way, left)
    inside = sum("is not there any more" in one["message"] for one in told)
    assert inside <= (way == "merged") and (way == "merged" or not any("was one of" in one["message"] for one in told)), told
    others = same(resources(old), resources(new), inside)
    assert total["resources"] - total["same"] <= others, (total, others)
    return len(level["rooms"]), others, total["moved"]


def tries(folder):
    """Templates, with the options by which their kits are found, and the ways they go."""
    if WHAT == "library":
        return [(template, (), WAYS)
                for template in sorted(pathlib.Path(WHERE).glob("*.json"))]
    kit = pathlib.Path(WHERE) / "holocron/blackvulkar.json"
    if not kit.exists():
        sys.exit(SKIPPED)
    template = folder / "bv.json"
    template.write_text(json.dumps({"format": "warren-template", "version": 1, "id": "bv", "kit": "blackvulkar", "grow": {"rooms": 8}}))
    return [(template, ("--kit", kit), [way for way in WAYS if way != "merged"])]


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        trips = [(template, game, seed, way, kits) for template, kits, ways in tries(folder)
                 for game, seed in ROUNDS for way in ways][::often(1, 7)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            ends = [pool.submit(go, template, game, seed, way, folder / str(i), kits)
                    for i, (template, game, seed, way, kits) in enumerate(trips)]
            wrong = 0
            for (template, game, seed, way, _), done in zip(trips, ends):
                fault = done.exception()
                wrong += fault is not None
                told = f"WRONG: {fault!r:.1500}" if fault else "{} rooms, {} resources of other bytes, {} m off".format(*done.result())
                print(f"{template.stem}, {game}, seed {seed}, {way}: {told}", flush=True)
        sys.exit(f"{wrong} of {len(trips)} came back otherwise" if wrong else 0)


main()
