#!/usr/bin/env python3
"""Modules whose layouts somebody edited by hand, for both games: after `warren rebuild --relink --vis --paths --minimap` they
pass `check`, and have the path points and the minimap that a build of what is left would have made. Rooms are swapped, taken
out and put back. Of every template of the library.

  remade.py WARREN TEMPLATES
"""
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

from often import often

WARREN, TEMPLATES = sys.argv[1:]
# Doorways to rooms that are gone have left vertices, where a build of what is left has none: of places that serve equally
# well others may become points.
CUT = 0.1
# A build draws closed doorways over the walls that they are in a walkmesh, as lines of their own.
MOST_SHADES, WORST_SHADE = 0.005, 96
ALL = ["--relink", "--vis", "--paths", "--minimap"]
ARE, LYT, PTH, TGA = 2012, 3000, 3003, 3
MAP = ["WorldPt1X", "WorldPt1Y", "WorldPt2X", "WorldPt2Y", "MapPt1X", "MapPt1Y", "MapPt2X", "MapPt2Y", "MapResX", "NorthAxis", "MapZoom"]


def warren(*arguments, code=0):
    done = subprocess.run([WARREN, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


class Archive:
    """A .mod, of which resources of a length of their own are read and overwritten."""

    def __init__(self, path):
        self.path, self.bytes = path, bytearray(path.read_bytes())
        count, keys, places = (struct.unpack_from("<I", self.bytes, at)[0] for at in (16, 24, 28))
        self.places = {}
        for i in range(count):
            name, _, kind = struct.unpack_from("<16sIH", self.bytes, keys + 24 * i)
            self.places[name.rstrip(b"\0").decode(), kind] = struct.unpack_from("<2I", self.bytes, places + 8 * i)

    def get(self, name, kind):
        at, size = self.places[name, kind]
        return bytes(self.bytes[at:at + size])

    def put(self, name, kind, data):
        at, size = self.places[name, kind]
        self.bytes[at:at + size] = data.ljust(size)
        self.path.write_bytes(self.bytes)


def gff(data):
    """The root of a GFF as a dictionary, as far as areas and paths need it."""
    head = struct.unpack_from("<12I", data, 8)
    structs, fields, labels, _, indices, lists = head[0::2]

    def read_struct(number):
        _, at, count = struct.unpack_from("<3I", data, structs + 12 * number)
        numbers = [at] if count == 1 else struct.unpack_from(f"<{count}I", data, indices + at)
        return dict(map(read_field, numbers))

    def read_field(number):
        kind, label, value = struct.unpack_from("<3I", data, fields + 12 * number)
        name = data[labels + 16 * label:labels + 16 * label + 16].rstrip(b"\0").decode()
        if kind == 15:
            count = struct.unpack_from("<I", data, lists + value)[0]
            return name, [read_struct(i) for i in struct.unpack_from(f"<{count}I", data, lists + value + 4)]
        if kind == 14:
            return name, read_struct(value)
        return name, struct.unpack("<f", struct.pack("<I", value))[0] if kind == 8 else value

    return read_struct(0)


def paths_of(archive, area):
    """Path points, and the connections between them as pairs of points."""
    root = gff(archive.get(area, PTH))
    points = [(point["X"], point["Y"]) for point in root["Path_Points"]]
    hops = set()
    for place, point in zip(points, root["Path_Points"]):
        first = point["First_Conection"]
        for hop in root["Path_Conections"][first:first + point["Conections"]]:
            hops.add((place, points[hop["Destination"]]))
    return sorted(points), hops


def map_of(archive, area):
    said = gff(archive.get(area, ARE))["Map"]
    return [said[name] for name in MAP]


class Module:
    def __init__(self, template, game, seed, folder):
        warren("generate", template, "--seed", seed, "--count", "1", "--game", game, "--mod", "-o", folder, "--quiet")
        self.game, self.folder = game, folder
        self.path = next(folder.rglob("*.mod"))
        self.map = json.loads(next(folder.rglob("*.map.json")).read_text())
        self.area = self.map["id"]
        lines = Archive(self.path).get(self.area, LYT).decode().split("\n")
        start = next(i for i, line in enumerate(lines) if "roomcount" in line)
        count = int(lines[start].split()[1])
        self.head, self.rooms, self.tail = lines[:start], lines[start + 1:start + 1 + count], lines[start + 1 + count:]
        assert count == len(self.map["rooms"])

    def edit(self, order):
        """The layout of some rooms, in an order, without hooks of doors: theirs are those of the first."""
        lines = self.head + [f"   roomcount {len(order)}"] + [self.rooms[i] for i in order] + self.tail
        Archive(self.path).put(self.area, LYT, "\n".join(lines).encode())

    def build(self, order):
        """What a build makes of the same rooms, under the same names."""
        names = [self.map["rooms"][i]["name"] for i in order]
        level = dict(self.map, rooms=[self.map["rooms"][i] for i in order])
        level["rooms"] = [{key: value for key, value in room.items() if key != "key"} for room in level["rooms"]]
        level["links"] = [{key: link[key] for key in ("from", "to")} for link in level.get("links", [])
                          if link["from"][0] in names and link["to"][0] in names]
        source = self.folder / "less.map.json"
        source.write_text(json.dumps(level))
        warren("build", source, "--game", self.game, "--mod", "-o", self.folder / "less", "--force", "--quiet")
        return Archive(self.folder / "less" / f"{self.area}.mod")

    def judge(self, order):
        warren("rebuild", self.path, *ALL, "--in-place")
        checked = warren("check", self.path)
        faults = [line for line in checked.splitlines() if any(f"[{slug}" in line for slug in ("pth-", "vis-", "layout-", "are-map", "module-m"))]
        assert not faults, faults
        again = warren("rebuild", self.path, *ALL, "--dry-run")
        assert "would-change" not in again and "mended" not in again, again
        ours, built = Archive(self.path), self.build(order)
        points, hops = paths_of(ours, self.area)
        assert all((b, a) in hops for a, b in hops)
        same, least = paths_of(built, self.area), 1 - CUT if len(order) < len(self.rooms) else 1
        assert len(set(points) & set(same[0])) >= least * len(set(points)), (self.area, order)
        assert len(hops & same[1]) >= (2 * least - 1) * len(hops), (self.area, order)
        assert map_of(ours, self.area) == map_of(built, self.area)
        picture = f"lbl_map{self.area}"
        off = [abs(a - b) for a, b in zip(ours.get(picture, TGA), built.get(picture, TGA), strict=True)]
        assert max(off) < WORST_SHADE and sum(map(bool, off)) < MOST_SHADES * len(off), (self.area, order, max(off), sum(map(bool, off)))
        return len(points)


def try_module(module, chance):
    count = len(module.rooms)
    names = [room["name"] for room in module.map["rooms"]]
    entry = names.index(module.map["entry"]["room"])
    whole, points = list(range(count)), []
    swapped = whole[:]
    a, b = chance.sample(whole, 2)
    swapped[a], swapped[b] = b, a
    shuffled = chance.sample(whole, count)
    fewer = [room for room in shuffled if room == entry or chance.random() < 0.8]
    for order in (whole, swapped, fewer, shuffled, whole):
        module.edit(order)
        points.append(module.judge(order))
    return points


def main():
    with tempfile.TemporaryDirectory() as temporary:
        one, two = (11, "k1"), (12, "k2")
        for number, template in enumerate(sorted(pathlib.Path(TEMPLATES).glob("*.json"))):
            for seed, game in often((one, two), (one,) if number % 2 else (two,)):
                folder = pathlib.Path(temporary) / f"{template.stem}{seed}"
                module = Module(template, game, seed, folder)
                print(f"{template.stem}, {game}, seed {seed}: {len(module.rooms)} rooms", flush=True)
                points = try_module(module, random.Random(seed))
                print(f"  path points: {', '.join(map(str, points))}")


main()
