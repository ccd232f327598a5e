#!/usr/bin/env python3
"""What Warren writes for HolocronToolset, read by that program's rules, which are written down here anew: kits that it would load,
levels whose rooms and doorways it would find. And kits that come back, from which the same levels are built.

  toolset.py WARREN kits LIBRARY [SEED...]       made-up kits, and the library's, there and back
  toolset.py WARREN levels TEMPLATES [SEED...]   generated levels as .indoor
  toolset.py WARREN real CORPUS [SEED...]        real kits and real .indoor files
"""
import collections
import json
import math
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

from often import often

WARREN, WHAT, WHERE, *SEEDS = sys.argv[1:]
SEEDS = SEEDS or often([], ["1", "2"])
SKIPPED = 77  # as meson takes it
TOUCH = 0.001  # metres within which the toolset joins doorways
ON_EDGE = 0.1  # how far a hook may stand from the edge that bears its id
FACES = math.cos(math.radians(20))
WALKABLE = {1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 18, 30}
NAMES = {1: "Dirt", 3: "Grass", 4: "Stone", 5: "Wood", 9: "Carpet", 10: "Metal", 7: "NonWalk"}
LOSSES = "kit-cannot-hold"


def warren(*arguments, code=0, environment=None):
    done = subprocess.run([WARREN, *map(str, arguments)], capture_output=True, text=True, check=False,
                          env={**os.environ, **(environment or {})})
    assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


# ---- Walkmeshes --------------------------------------------------------------------------------------

Mesh = collections.namedtuple("Mesh", "vertices faces materials transitions")


def read_wok(data):
    """Vertices, faces, materials, and the transition of each edge that bears one, by the face and the corner."""
    assert data[:8] == b"BWM V1.0" and struct.unpack_from("<I", data, 8) == (1,), "is no WOK"
    (count, at, faces, face_at, material_at) = struct.unpack_from("<5I", data, 72)
    edges, edge_at = struct.unpack_from("<2I", data, 120)
    floats = struct.unpack_from(f"<{3 * count}f", data, at)
    corners = struct.unpack_from(f"<{3 * faces}I", data, face_at)
    assert all(corner < count for corner in corners)
    materials = struct.unpack_from(f"<{faces}I", data, material_at)
    pairs = struct.unpack_from(f"<{2 * edges}i", data, edge_at)
    return Mesh([floats[i:i + 3] for i in range(0, 3 * count, 3)], [corners[i:i + 3] for i in range(0, 3 * faces, 3)], materials,
                {divmod(edge, 3): to for edge, to in zip(pairs[::2], pairs[1::2]) if to >= 0})


def triangles(mesh, origin=(0, 0, 0)):
    """What a walkmesh is, whatever the order of its faces and vertices."""
    def corner(v):
        moved = [struct.unpack("<f", struct.pack("<f", c - o))[0] for c, o in zip(mesh.vertices[v], origin)]
        return tuple(c + 0.0 for c in moved)

    def turned(face):
        least = face.index(min(face))
        return face[least:] + face[:least]
    return sorted((turned([corner(v) for v in face]), material) for face, material in zip(mesh.faces, mesh.materials))


def edges_of(mesh, number):
    """The edges that bear an id, as start, end and the direction out of the room, level."""
    for (face, corner), to in mesh.transitions.items():
        if to != number:
            continue
        assert mesh.materials[face] in WALKABLE
        a, b = (mesh.vertices[mesh.faces[face][(corner + i) % 3]] for i in (0, 1))
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        yield a, b, ((b[1] - a[1]) / length, -(b[0] - a[0]) / length)


def distance_to(a, b, point):
    along, to = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, point)]
    length = sum(c * c for c in along)
    t = max(0.0, min(1.0, sum(p * q for p, q in zip(along, to)) / length)) if length else 0.0
    return math.dist(point, [p + t * q for p, q in zip(a, along)])


# ---- Kits as the toolset loads them ---------------------------------------------------------------------

Component = collections.namedtuple("Component", "id name mesh hooks")
Hook = collections.namedtuple("Hook", "position rotation door edge")


def read_model(folder, name):
    mdl, mdx = (folder / f"{name}.mdl").read_bytes(), (folder / f"{name}.mdx").read_bytes()
    zero, size, mdx_size = struct.unpack_from("<3I", mdl)
    assert zero == 0 and size == len(mdl) - 12 and mdx_size == len(mdx), (name, zero, size, len(mdl), mdx_size, len(mdx))


def read_blueprint(folder, name):
    data = (folder / f"{name}.utd").read_bytes()
    assert data[:8] == b"UTD V3.2", data[:8]


def load_kit(path):
    """A kit, as the toolset's loader takes one: a file that is missing, or a member, is a failure here."""
    kit = json.loads(path.read_text(encoding="utf-8"))
    folder = path.parent / kit["id"]
    assert kit["name"] and kit.get("format_version") != 2
    for door in kit["doors"]:
        read_blueprint(folder, door["utd_k1"])
        read_blueprint(folder, door["utd_k2"])
        assert door["width"] > 0 and door["height"] > 0
    components = []
    for component in kit["components"]:
        assert component["name"] and component["id"]
        read_model(folder, component["id"])
        hooks = [Hook((hook["x"], hook["y"], hook["z"]), hook["rotation"], kit["doors"][hook["door"]], hook["edge"])
                 for hook in component["doorhooks"]]
        components.append(Component(component["id"], component["name"], read_wok((folder / f"{component['id']}.wok").read_bytes()),
                                    hooks))
    for name in (folder / "skyboxes").glob("*.mdl") if (folder / "skyboxes").exists() else []:
        read_model(name.parent, name.stem)
    for name in (folder / "doorway").glob("*.mdl") if (folder / "doorway").exists() else []:
        digits = [int(word) for word in "".join(c if c.isdigit() else " " for c in name.stem).split()]
        assert digits[0] < len(kit["doors"]), name
        read_model(name.parent, name.stem)
    return kit["name"], components


def judge_kit(path):
    """Each hook has an id of its own, painted on edges where it stands, which look where it does."""
    name, components = load_kit(path)
    for component in components:
        numbers = [hook.edge for hook in component.hooks]
        assert len(set(numbers)) == len(numbers) and all(number >= 0 for number in numbers), (component.id, numbers)
        for hook in component.hooks:
            edges = list(edges_of(component.mesh, hook.edge))
            assert edges, (component.id, hook)
            near = min(edges, key=lambda edge: distance_to(edge[0], edge[1], hook.position))
            assert distance_to(near[0], near[1], hook.position) <= ON_EDGE, (component.id, hook)
            turn = math.radians(hook.rotation)
            assert -math.sin(turn) * near[2][0] + math.cos(turn) * near[2][1] >= FACES, (component.id, hook, near)
    return name, components


# ---- Kits of Warren's ---------------------------------------------------------------------------------------


def numbers(text):
    return tuple(map(float, text.split()))


def read_obj(path):
    """Triangles as the text has them; how polygons are cut is Warren's to say, and asked of another command."""
    vertices, faces, materials, material = [], [], [], None
    for words in map(str.split, path.read_text().splitlines()):
        if words[:1] == ["v"]:
            vertices.append(tuple(struct.unpack("<f", struct.pack("<f", float(word)))[0] for word in words[1:]))
        elif words[:1] == ["usemtl"]:
            material = next((number for number, name in NAMES.items() if name == words[1]), None)
        elif words[:1] == ["f"]:
            faces.append(tuple(int(word) - 1 for word in words[1:]))
            materials.append(material)
    if None not in materials and all(len(face) == 3 for face in faces):
        return Mesh(vertices, faces, materials, {})
    with tempfile.TemporaryDirectory() as place_of:
        warren("convert", path, "-o", pathlib.Path(place_of) / "mesh.wok")
        return read_wok((pathlib.Path(place_of) / "mesh.wok").read_bytes())


def read_kit(folder):
    """Doors by name and rooms by id: names, walkmeshes in the room's own coordinates, hooks."""
    root = ElementTree.parse(folder / "kit.xml").getroot()
    doors = {door.get("name"): (float(door.get("width")), float(door.get("height"))) for door in root.iter("door")}
    rooms = {}
    for room in root.iter("room"):
        path = folder / room.get("walkmesh")
        mesh = read_obj(path) if path.suffix == ".obj" else read_wok(path.read_bytes())
        hooks = [(numbers(hook.get("at")), doors[hook.get("door")]) for hook in room.iter("hook")]
        rooms[room.get("id")] = room.get("name"), triangles(mesh, numbers(room.get("origin", "0 0 0"))), hooks
    return root.get("id"), root.get("name"), list(doors.values()), rooms


def same_kits(first, second):
    for what, other in zip(first[:3], second[:3]):
        assert what == other, (what, other)
    assert list(first[3]) == list(second[3])
    for room, (name, faces, hooks) in first[3].items():
        assert second[3][room][0] == name
        assert second[3][room][1] == faces, (room, faces[:2], second[3][room][1][:2])
        assert second[3][room][2] == hooks, (room, hooks, second[3][room][2])


# ---- Made-up kits -------------------------------------------------------------------------------------------

SIDES = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


class Floor:
    """A rectangle of squares of two metres, each of two triangles, with a sunken or raised middle, somewhere in an area."""

    def __init__(self, random, origin):
        self.wide, self.deep = random.randint(2, 6), random.randint(2, 6)
        self.origin, self.random = origin, random
        self.height = random.choice([0.0, 0.0, -0.5, 3.25])

    def corner(self, i, k):
        inner = 0 < i < self.wide and 0 < k < self.deep
        return tuple(o + c for o, c in zip(self.origin, (2.0 * i - self.wide, 2.0 * k - self.deep, self.height + 0.125 * inner)))

    def obj(self):
        lines = ["v " + " ".join(map(repr, self.corner(i, k))) for k in range(self.deep + 1) for i in range(self.wide + 1)]
        row = self.wide + 1
        for k in range(self.deep):
            for i in range(self.wide):
                inner = 0 < i < self.wide - 1 and 0 < k < self.deep - 1
                lines.append("usemtl " + NAMES[self.random.choice([1, 3, 4, 5, 9, 10] + [7] * inner)])
                a = 1 + k * row + i
                lines += [f"f {a} {a + 1} {a + 1 + row}", f"f {a} {a + 1 + row} {a + row}"]
        return "\n".join(lines) + "\n"

    def doorways(self):
        """The middles of some squares' sides, in the room's own coordinates, and where they look."""
        for side, (x, y) in SIDES.items():
            for at in self.random.sample(range(self.deep if x else self.wide), self.random.randint(0, 2)):
                along = 2.0 * at + 1
                yield side, ((x * self.wide, along - self.deep) if x else (along - self.wide, y * self.deep)) + (self.height,)


def make_kit(folder, random):
    folder.mkdir()
    doors = [("arch", 'width="2" height="2.5"'), ("gate9", 'width="2" height="3" k1-row="4" k2-row="12"'),
             ("hatch", 'width="2" height="2.25" k1="hatch" meets="*"')][:random.randint(1, 3)]
    lines = [f'<kit id="made{random.randint(0, 99)}" name="Made &amp; found, Gr&#246;&#223;e {random.randint(0, 99)}" version="1">']
    lines += [f'<door name="{name}" {rest}/>' for name, rest in doors]
    for number in range(random.randint(1, 5)):
        origin = random.choice([(0.0, 0.0, 0.0), (random.randint(-40, 40) / 4, random.randint(-40, 40) / 4, 1.5)])
        floor = Floor(random, origin)
        mesh = folder / f"r{number}.obj"
        mesh.write_text(floor.obj())
        if random.random() < 0.5:
            warren("convert", mesh, "-o", mesh.with_suffix(".wok"))
            mesh = mesh.with_suffix(".wok")
        lines.append(f'<room id="Room-{number}" name="Room {number}" walkmesh="{mesh.name}" origin="{" ".join(map(str, origin))}">')
        for count, (side, at) in enumerate(floor.doorways()):
            facing = random.choice(["", f' facing="{side + random.randint(-10, 10)}"'])
            lines.append(f'<hook name="h{count}" at="{" ".join(map(str, at))}" door="{random.choice(doors)[0]}"{facing}/>')
        lines.append("</room>")
    (folder / "kit.xml").write_text("\n".join(lines + ["</kit>"]))
    return folder


def drawn(kit, work):
    """The kit itself, or, where rooms of it are said instead of drawn, what comes back of it: that has walkmeshes."""
    if all(room.get("walkmesh") for room in ElementTree.parse(kit / "kit.xml").getroot().iter("room")):
        return kit
    (work / "said").mkdir()
    warren("convert", kit, "-o", work / "said" / "said.json")
    warren("convert", work / "said" / "said.json", "-o", work / "drawn")
    return work / "drawn"


def there_and_back(kit, work):
    """A kit of Warren's as the toolset's, and back; the last is as the first, and what the toolset has is well."""
    before = read_kit(kit)
    json_path = work / "there" / "some name.json"
    (work / "there").mkdir()
    warren("convert", kit, "-o", json_path)
    judge_kit(json_path)
    said = warren("check", json_path)
    assert "error" not in said and "warning" not in said, said
    warren("convert", json_path, "-o", work / "back")
    said = warren("check", work / "back")
    assert "error" not in said and "warning" not in said, said
    back = read_kit(work / "back")
    same_kits(before, back)
    warren("convert", work / "back", "-o", work / "again.json")
    again = work / "again.json"
    assert again.read_bytes() == json_path.read_bytes()
    for path in sorted((work / "there" / before[0]).rglob("*")):
        if path.is_file():
            assert path.read_bytes() == (work / path.relative_to(work / "there")).read_bytes(), path


def try_kits(work):
    library = pathlib.Path(WHERE)
    for number, kit in enumerate(sorted(library.glob("*/kit.xml"))):
        place = work / f"library{number}"
        place.mkdir()
        kit = drawn(kit.parent, place)
        there_and_back(kit, place)
        print(f"{place.name}, {read_kit(kit)[1]}: {len(read_kit(kit)[3])} rooms there and back")
    hooks = 0
    for seed in SEEDS or range(40):
        place = work / f"made{seed}"
        place.mkdir()
        print("seed", seed, flush=True)
        kit = make_kit(place / "kit", random.Random(int(seed)))
        there_and_back(kit, place)
        hooks += sum(len(room[2]) for room in read_kit(kit)[3].values())
    assert SEEDS or hooks > 200, hooks


# ---- Levels ---------------------------------------------------------------------------------------------------


def place(point, room):
    """Where a point of a component is: mirrored, turned, moved."""
    x, y, z = point
    x, y = -x if room["flip_x"] else x, -y if room["flip_y"] else y
    turn = math.radians(room["rotation"])
    x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
    return tuple(a + b for a, b in zip((x, y, z), room["position"]))


def open_level(path, kits):
    """Loads a level as the toolset does, and joins its doorways: pairs of (room, hook)."""
    level = json.loads(path.read_text(encoding="utf-8"))
    assert level["module_id"] == level["warp"] and len(level["warp"]) <= 16
    assert level["name"]["stringref"] == -1 and len(level["lighting"]) == 3 and isinstance(level["skybox"], str)
    hooks = []
    for number, room in enumerate(level["rooms"]):
        component = next(c for c in kits[room["kit"]] if c.name == room["component"])
        hooks += [(place(hook.position, room), number, index) for index, hook in enumerate(component.hooks)]
    cells = collections.defaultdict(list)
    for hook in hooks:
        cells[tuple(round(c) for c in hook[0])].append(hook)
    joined = set()
    for position, room, index in hooks:
        near = [tuple(round(c + 0.01 * d) for c, d in zip(position, (i, j, k))) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
        for other in {hook for cell in near for hook in cells[cell]}:
            if other[1] > room and math.dist(other[0], position) < TOUCH:
                joined.add(((room, index), (other[1], other[2])))
    return joined


def links_of(report, names):
    rooms = {room["name"]: number for number, room in enumerate(report["rooms"])}
    ids = [room["room"] for room in report["rooms"]]
    return {tuple(sorted((rooms[room], names[ids[rooms[room]]].index(hook)) for room, hook in zip(link["rooms"], link["hooks"])))
            for link in report["links"]}


def same_files(first, second, suffixes):
    files = {path.name: path.read_bytes() for path in first.iterdir() if path.suffix in suffixes}
    others = {path.name: path.read_bytes() for path in second.iterdir() if path.suffix in suffixes}
    assert files.keys() == others.keys() and files, (sorted(files)[:5], sorted(others)[:5])
    for name, data in files.items():
        assert others[name] == data, (name, first, second)


def hook_names(kit):
    root = ElementTree.parse(kit / "kit.xml").getroot()
    return {room.get("id"): [hook.get("name") for hook in room.iter("hook")] for room in root.iter("room")}


def try_levels(work):
    library = pathlib.Path(WHERE)
    kit = library.parent.parent / "kits/library/burrow"
    warren("convert", kit, "-o", work / "kits/burrow.json") if (work / "kits").mkdir() is None else None
    kits = dict([judge_kit(work / "kits/burrow.json")])
    names, joins, turned, same, both = hook_names(kit), 0, 0, 0, 0
    for template in sorted(library.glob("*.json")):
        # An .indoor file holds no lengths of rooms, so that levels of rooms that stretch come apart in it.
        if template.name.endswith(".schema.json") or json.loads(template.read_text())["kit"] != "burrow":
            continue
        for seed in SEEDS or range(1, 5):
            place_of = work / f"{template.stem}{seed}"
            print(template.stem, "seed", seed, flush=True)
            warren("generate", template, "--seed", seed, "-o", place_of, "--quiet")
            level, = place_of.glob("*.map.json")
            indoor = place_of / "level.indoor"
            said = warren("convert", level, "-o", indoor)
            assert "are apart" not in said, said
            rooms = json.loads(indoor.read_text())["rooms"]
            turned += sum(room["flip_x"] or room["flip_y"] or room["rotation"] % 360 != 0 for room in rooms)
            for room, asked in zip(rooms, json.loads(level.read_text())["rooms"]):
                assert room["position"] == asked["position"] and room["rotation"] == asked["turn"]
            joined = open_level(indoor, kits)
            report = json.loads(next(place_of.glob("*.report.json")).read_text())
            links = links_of(report, names)
            # Nothing that is linked is lost; rooms that happen to touch are more, where the map has said which links it wants.
            assert links <= joined, (template, seed, links - joined)
            joins += len(links)
            warren("build", indoor, "-o", place_of / "again", "--quiet")
            warren("build", indoor, "-o", place_of / "theirs", "--kit", work / "kits/burrow.json", "--quiet")
            again, theirs = (json.loads(next((place_of / name).glob("*.report.json")).read_text())["links"]
                             for name in ("again", "theirs"))
            if len(again) == len(theirs):
                both += 1
                same_files(place_of / "again", place_of / "theirs", {".lyt", ".vis", ".wok"})
            if links == joined:
                same += 1
                same_files(place_of, place_of / "again", {".lyt", ".vis", ".wok"})
            warren("convert", indoor, "-o", place_of / "back.json", "--quiet")
            warren("convert", place_of / "back.json", "-o", place_of / "back.indoor", "--quiet")
            assert (place_of / "back.indoor").read_bytes() == indoor.read_bytes()
    print(f"{joins} links, {turned} rooms turned or mirrored, {same} levels the same, {both} of the converted kit too")
    assert SEEDS or (joins > 100 and turned > 100 and same > 10 and both > 10), (joins, turned, same, both)


# ---- Real ones --------------------------------------------------------------------------------------------------


def opposite(hook, other, random):
    """The turn that makes a hook face another one, whose room stands as it is."""
    return (other.rotation + 180 - hook.rotation) % 360


def draw_map(components, name, random):
    """Pairs of rooms that meet, far from one another, each turned; a map of Warren's, as text."""
    rooms = []
    withs = [c for c in components if c.hooks]
    for number in range(6):
        first, second = random.choice(withs), random.choice(withs)
        hook, other = random.choice(first.hooks), random.choice(second.hooks)
        turn = (hook.rotation + 180 - other.rotation) % 360
        ground = {"flip_x": False, "flip_y": False, "rotation": turn, "position": (0, 0, 0)}
        at = [p - q for p, q in zip(hook.position, place(other.position, ground))]
        rooms.append({"room": first.name, "position": [number * 400.0, 0, 0], "turn": 0})
        rooms.append({"room": second.name, "position": [number * 400.0 + at[0], at[1], at[2]], "turn": turn})
    rooms.append({"room": random.choice(components).name, "position": [0, 900, 0], "turn": 33.5, "mirror": "x"})
    return json.dumps({"format": "warren-map", "version": 1, "id": "drawn", "kit": name, "overlap": 1, "rooms": rooms})


def load_loosely(path):
    """Of a real kit what a map needs, whatever else is wrong with it."""
    kit = json.loads(path.read_text(encoding="utf-8"))
    return kit["name"], [Component(c["id"], c["name"], None,
                                   [Hook((h["x"], h["y"], h["z"]), h["rotation"], h["door"], h["edge"]) for h in c["doorhooks"]])
                         for c in kit["components"] if (path.parent / kit["id"] / f"{c['id']}.wok").exists()]


def try_real_kit(path, work):
    kit = work / path.stem
    said = warren("convert", path, "-o", kit)
    said = warren("check", kit)
    assert all("id-on-jamb" in line for line in said.splitlines() if "warning" in line), said
    name, components = load_loosely(path)
    built = linked = 0
    for seed in SEEDS or range(30):
        drawn = draw_map(components, name, random.Random(int(seed)))
        level = work / f"{path.stem}{seed}.json"
        level.write_text(drawn)
        first, second = work / f"{path.stem}{seed}-1", work / f"{path.stem}{seed}-2"
        done = subprocess.run([WARREN, "build", level, "-o", first, "--mod", "--kit", path, "--quiet"], capture_output=True,
                              check=False)
        warren("build", level, "-o", second, "--mod", "--kit", kit, "--quiet", code=done.returncode)
        if done.returncode == 0:
            same_files(first, second, {".lyt", ".vis", ".wok", ".mod"})
            built += 1
            linked += len(json.loads((first / "drawn.report.json").read_text())["links"])
    print(f"{path.stem}: {built} maps with {linked} links are the same")
    assert SEEDS or (built >= 10 and linked >= 20), (built, linked)


def try_real(work):
    corpus = pathlib.Path(WHERE)
    kits, levels = sorted((corpus / "holocron").glob("*.json")), sorted((corpus / "indoor").glob("*.indoor"))
    if not kits or not levels:
        sys.exit(SKIPPED)
    for path in kits:
        try_real_kit(path, work)
    for path in levels:
        texts = [work / f"{path.stem}-{number}{ending}" for number, ending in enumerate([".json", ".indoor", ".json", ".indoor"])]
        for before, after in zip([path] + texts, texts):
            warren("convert", before, "-o", after, "--kit", corpus / "holocron", "--quiet")
        assert texts[0].read_bytes() == texts[2].read_bytes() and texts[1].read_bytes() == texts[3].read_bytes(), path
        before, after = (json.loads(text.read_text()) for text in (path, texts[1]))
        for room, other in zip(before["rooms"], after["rooms"]):
            assert room["kit"] == other["kit"] and room["component"] == other["component"]
            assert all(math.isclose(p, q, rel_tol=1e-6, abs_tol=1e-6) for p, q in zip(room["position"], other["position"]))
            assert ("walkmesh_override" in room) == ("walkmesh_override" in other)
    print(f"{len(levels)} levels there and back")


with tempfile.TemporaryDirectory() as folder:
    {"kits": try_kits, "levels": try_levels, "real": try_real}[WHAT](pathlib.Path(folder))
