#!/usr/bin/env python3
"""Modules whose layouts somebody edited by hand: after `warren rebuild --relink` they pass `check` again, whatever order
their rooms have, and whichever were taken out or came back; `--repair` mends single transitions, and `--vis` lists what rooms
see. Of every template of the library.

  relink.py WARREN TEMPLATES
"""
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile

from often import often

WARREN, TEMPLATES = sys.argv[1:]


def warren(*arguments, code=0):
    done = subprocess.run([WARREN, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == code, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def transitions(wok):
    """The places of the transitions in a walkmesh's bytes."""
    count, offset = struct.unpack_from("<2I", wok, 0x78)
    places = [offset + 8 * i + 4 for i in range(count)]
    return [at for at in places if struct.unpack_from("<i", wok, at)[0] != -1]


class Module:
    def __init__(self, folder):
        self.folder = folder
        self.layout = next(folder.glob("*.lyt"))
        lines = self.layout.read_text().split("\n")
        start = next(i for i, line in enumerate(lines) if "roomcount" in line)
        count = int(lines[start].split()[1])
        self.head, self.rooms, self.tail = lines[:start], lines[start + 1:start + 1 + count], lines[start + 1 + count:]

    def write(self, rooms):
        self.layout.write_text("\n".join(self.head + [f"   roomcount {len(rooms)}"] + rooms + self.tail))

    def relink(self):
        warren("rebuild", self.folder, "--relink", "--in-place")
        warren("check", self.folder)

    def files(self):
        return {path.name: path.read_bytes() for path in self.folder.glob("*.wok")}

    def wok(self, room):
        return self.folder / (room.split()[0] + ".wok")


def edit(module, chance):
    """All edits of a layout; the module is what it was in the end."""
    before = module.files()
    told = warren("rebuild", module.folder, "--relink", "--dry-run")
    assert "mended" not in told and "would-change" not in told, told
    shuffled = chance.sample(module.rooms, len(module.rooms))
    for rooms in (shuffled, shuffled[1:], shuffled[2:], shuffled[:1] + shuffled[3:]):
        for listed in (rooms, module.rooms):
            module.write(listed)
            module.relink()
        assert module.files() == before
    for room in module.rooms:  # one that comes from elsewhere, and leads to rooms of another area
        path = module.wok(room)
        wok = bytearray(path.read_bytes())
        for at in transitions(wok):
            struct.pack_into("<i", wok, at, chance.choice((0, 5, 77)))
        path.write_bytes(wok)
        break
    module.relink()
    assert module.files() == before


def spoil(module, chance):
    """One transition that leads one way, one to a room that does not exist: a repair mends both."""
    before = module.files()
    warren("rebuild", module.folder, "--repair", "--in-place", "--quiet")
    assert module.files() == before
    room = chance.choice([r for r in module.rooms if transitions(module.wok(r).read_bytes())])
    wok = bytearray(module.wok(room).read_bytes())
    at = chance.choice(transitions(wok))
    for other in (-1, 99):
        struct.pack_into("<i", wok, at, other)
        module.wok(room).write_bytes(wok)
        warren("check", module.folder, code=1)
        told = warren("rebuild", module.folder, "--repair", "--in-place")
        assert "[mended-transition]" in told, told
        assert module.files() == before
        told = warren("rebuild", module.folder, "--repair", "--dry-run")
        assert "mended" not in told, told
    module.write(module.rooms[:-1])  # what led there leads nowhere now
    warren("rebuild", module.folder, "--repair", "--in-place")
    warren("check", module.folder)
    module.write(module.rooms)
    module.relink()
    assert module.files() == before


def read_vis(path):
    """What each room sees."""
    seen, rooms = {}, None
    for line in path.read_text().splitlines():
        if line.startswith(" "):
            rooms.add(line.strip())
        else:
            rooms = seen.setdefault(line.split()[0], set())
    return seen


def look(module):
    """A VIS made of walkmeshes lists all that the module's own does, and hides what no doorway shows."""
    path = next(module.folder.glob("*.vis"))
    own = read_vis(path)
    told = warren("rebuild", module.folder, "--vis", "--dry-run")
    assert "[would-change]" in told and read_vis(path) == own, told
    warren("rebuild", module.folder, "--vis", "--in-place")
    made, count = read_vis(path), len(module.rooms)
    assert all(seen <= made[room] for room, seen in own.items())
    assert all(room in made[other] for room, seen in made.items() for other in seen)
    assert sum(map(len, made.values())) < count * (count - 1), "nothing is hidden"
    assert "1 VIS" not in warren("rebuild", module.folder, "--vis", "--in-place")
    module.write(module.rooms[1:] + ["      sky 0.0 0.0 0.0"])
    told = warren("rebuild", module.folder, "--relink", "--vis", "--in-place")
    assert "1 VIS made" in told, told
    edited = read_vis(path)
    gone = module.rooms[0].split()[0]
    assert set(edited) == set(made) - {gone} | {"sky"}
    assert edited["sky"] == set(made) - {gone}
    assert "[vis-" not in warren("check", module.folder)


def main():
    with tempfile.TemporaryDirectory() as temporary:
        for template in sorted(pathlib.Path(TEMPLATES).glob("*.json")):
            for seed in often((1, 2), (1,)):
                out = pathlib.Path(temporary) / f"{template.stem}{seed}"
                warren("generate", template, "--seed", seed, "--count", "1", "-o", out, "--quiet")
                module = Module(next(out.rglob("*.lyt")).parent)
                chance = random.Random(seed)
                edit(module, chance)
                spoil(module, chance)
                look(module)
                shutil.rmtree(out)
                print(f"{template.stem} {seed}: {len(module.rooms)} rooms")


main()
