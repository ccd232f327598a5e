"""What is tortured: commands on small inputs, each in a folder of its own, and what they leave there."""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess

KIT = """<kit id="g" name="G" version="1">
  <door name="d" width="2" height="2.5" k1-row="45"/>
  <room id="cell" name="Cell" tags="room"><outline x="6..8" y="4" step="0.5" height="3" floor="Wood"/>
    <hook name="e" wall="east" door="d"/><hook name="w" wall="west" door="d"/>
    <marker name="in" kind="spawn" at="3 2 0" facing="90"/></room>
  <room id="hall" name="Hall" walkmesh="hall.obj" tags="room start"><hook name="n" at="0 6 0" facing="90" door="d"/>
    <hook name="s" at="0 -6 0" facing="270" door="d"/></room>
</kit>
"""
HALL = """usemtl Stone
v -6 -6 0
v -1 -6 0
v 1 -6 0
v 6 -6 0
v 6 6 0
v 1 6 0
v -1 6 0
v -6 6 0
f 1 2 7 8
f 2 3 6 7
f 3 4 5 6
"""
PAGE = '<html><script type="application/json" id="given">null</script></html>'  # of the studio: all but what it is given
TEMPLATE = {"format": "warren-template", "version": 1, "id": "lv", "kit": "g", "kits": ["kit"], "grow": {"rooms": 3}}


def level(name):
    rooms = [{"name": "one", "room": "cell", "position": [0, 0, 0]}, {"name": "two", "room": "cell", "position": [6, 0, 0]},
             {"name": "far", "room": "hall", "position": [30, 0, 0]}]
    return {"format": "warren-map", "version": 1, "id": name, "kit": "g", "kits": ["kit", "../kit"], "rooms": rooms,
            "entry": {"room": "one", "marker": "in"},
            "exits": [{"from": ["two", "e"], "module": "tower", "by": "trigger"}]}


@dataclasses.dataclass
class Command:
    name: str
    arguments: list  # of the program; repeated as they are
    inputs: list = dataclasses.field(default_factory=list)  # of the larder, which are copied into its folder
    writes: bool = True
    whole: bool = True  # where it fails, nothing is new; else only units are whole
    again: list = dataclasses.field(default_factory=list)  # what is added where it is repeated
    start: dict = None  # path: bytes, or None of a folder
    end: dict = None
    seconds: float = 0  # that it takes undisturbed


def commands():
    """All that is asked of the program. Whatever is written may replace what is there, so that they can be repeated."""
    kit = ["kit", "map.json"]
    batch = ["--manifest", "m.jsonl"]
    return [
        Command("build", ["build", "map.json", "-o", "out", "-f"], kit),
        Command("build --mod", ["build", "map.json", "-o", "out", "--mod", "--trx", "-f"], kit),
        Command("build --into", ["build", "map.json", "--into", "old.mod", "--vis", "all"], kit + ["old.mod"]),
        Command("build of maps", ["build", "maps", "-o", "out", "-f", *batch], ["kit", "maps"], whole=False, again=["--resume"]),
        Command("generate", ["generate", "template.json", "-o", "out", "--sheet", "sheet.svg", "-f"], ["kit", "template.json"],
                whole=False),
        Command("generate --count", ["generate", "template.json", "-o", "out", "--count", "3", "-f", *batch],
                ["kit", "template.json"], whole=False, again=["--resume"]),
        Command("rebuild", ["rebuild", "module", "-o", "out", "-f", *batch], ["module"], whole=False, again=["--resume"]),
        Command("generate --pack", ["generate", "template.json", "--pack", "out.tar", "--count", "3", "-f", *batch],
                ["kit", "template.json"], whole=False, again=["--resume"]),
        Command("build --pack", ["build", "maps", "--pack", "out.tar", "-f"], ["kit", "maps"], whole=False),
        Command("rebuild --pack", ["rebuild", "module", "--pack", "out.tar", "-f", *batch], ["module"], whole=False, again=["--resume"]),
        Command("bake --pack", ["bake", "module", "room.wok", "--pack", "out.tar", "-f"], ["module", "room.wok"], whole=False),
        Command("rebuild --in-place", ["rebuild", "bad", "--in-place", "--repair", "--relink", "--vis"], ["bad"], whole=False),
        Command("rebuild of a MOD", ["rebuild", "bad.mod", "--in-place"], ["bad.mod"]),
        Command("bake", ["bake", "old.mod", "-o", "out.trx", "-f"], ["old.mod"]),
        Command("convert to OBJ", ["convert", "room.wok", "-o", "out.obj", "-f"], ["room.wok"]),
        Command("convert to a folder", ["convert", "old.mod", "-o", "out"], ["old.mod"], again=["-f"]),
        Command("convert to glTF", ["convert", "map.json", "-o", "out.glb", "-f"], kit),
        Command("convert a kit", ["convert", "kit/kit.xml", "-o", "other/k.json", "-f"], ["kit"]),
        Command("kit extract", ["kit", "extract", "old.mod", "-o", "out", "--map", "taken.json", "-f"], ["old.mod"],
                whole=False),  # the kit, then its map
        Command("kit extract of a scene", ["kit", "extract", "house.gltf", "-o", "out", "-f"], ["house.gltf", "planks.png"]),
        Command("kit extract of a level", ["kit", "extract", "house.wmp", "-o", "out", "-f"], ["house.wmp"]),
        Command("view to SVG", ["view", "map.json", "-o", "plan.svg", "-f"], kit),
        Command("view to PNG", ["view", "old.mod", "-o", "plan.png", "-f", "-w", "400"], ["old.mod"]),
        Command("view to a page", ["view", "map.json", "-o", "page.html", "-f"], kit),
        Command("view of a module to a page", ["view", "old.mod", "-o", "page.html", "-f"], ["old.mod"]),
        Command("studio", ["studio", "kit", "-o", "page.html", "-f"], ["kit"]),
        Command("gather", ["gather", "one.jsonl", "two.jsonl", "-f"], ["kit", "template.json", "levels", "one.jsonl", "two.jsonl"], whole=False),
        Command("gather --pack", ["gather", "one-pack.jsonl", "two-pack.jsonl", "--pack", "all.tar", "-f"],
                ["kit", "template.json", "one-pack.tar", "two-pack.tar", "one-pack.jsonl", "two-pack.jsonl"]),
        Command("check", ["check", "module", "old.mod", "kit"], ["module", "old.mod", "kit"], writes=False),
        Command("show", ["show", "old.mod"], ["old.mod"], writes=False),
        Command("show --json", ["show", "house.gltf", "--json"], ["house.gltf"], writes=False),
        Command("show a kit", ["show", "kit"], ["kit"], writes=False),
        Command("check --against", ["check", "old.mod", "--against", "bad.mod"], ["old.mod", "bad.mod"], writes=False),
        Command("explain", ["explain", "write-failed"], writes=False),
    ]


# ---- The larder: inputs of all commands, made once -----------------------------------------


def stock(folder, warren, source):
    def run(*arguments):
        subprocess.run([warren, *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    (folder / "kit").mkdir()
    (folder / "kit/kit.xml").write_text(KIT)
    (folder / "kit/hall.obj").write_text(HALL)
    (folder / "map.json").write_text(json.dumps(level("lv")))
    (folder / "maps").mkdir()
    for name in ("la", "lb", "lc"):
        (folder / f"maps/{name}.json").write_text(json.dumps(level(name)))
    (folder / "template.json").write_text(json.dumps(TEMPLATE))
    for path in ("first-scene/house.gltf", "first-scene/planks.png", "first-wed-level/house.wmp"):
        shutil.copy(source / "examples" / path, folder)
    run("build", "map.json", "-o", "module", "--mod")
    (folder / "module/lv.mod").rename(folder / "old.mod")
    shutil.copy(folder / "module/lv_room0.wok", folder / "room.wok")
    shutil.copytree(folder / "module", folder / "bad")
    for path in list((folder / "bad").glob("*.wok")):
        path.write_bytes(spoilt(path.read_bytes()))
    archive = (folder / "old.mod").read_bytes()
    mesh = (folder / "module/lv_room1.wok").read_bytes()
    assert mesh in archive
    (folder / "bad.mod").write_bytes(archive.replace(mesh, spoilt(mesh)))
    for number, name in ((1, "one"), (2, "two")):
        run("generate", "template.json", "-o", "levels", "--count", "4", "--sheet", "sheet.svg", "--shard", f"{number}/2", "--manifest",
            f"{name}.jsonl")
        run("generate", "template.json", "--pack", f"{name}-pack.tar", "--count", "4", "--shard", f"{number}/2", "--manifest",
            f"{name}-pack.jsonl")


def spoilt(mesh):
    """A walkmesh whose last perimeter is wrong."""
    return mesh[:-4] + bytes([mesh[-4] ^ 1]) + mesh[-3:]


# ---- What lies in a folder -----------------------------------------------------------------


def look(folder):
    """All of it: what files hold, None for folders. Lines of a manifest come in any order and took any time."""
    found = {}
    for root, folders, files in os.walk(folder):
        below = os.path.relpath(root, folder)
        for name in folders:
            found[os.path.normpath(os.path.join(below, name))] = None
        for name in files:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                data = file.read()
            found[os.path.normpath(os.path.join(below, name))] = settled(data) if name.endswith(".jsonl") else data
    return found


def settled(manifest):
    return b"\n".join(sorted(re.sub(rb'"seconds":[0-9.]+', b'"seconds":0', manifest).splitlines()))


def lay_out(folder, larder, command):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in command.inputs:
        source = larder / name
        if source.is_dir():
            shutil.copytree(source, folder / name, copy_function=shutil.copyfile)
        else:
            shutil.copyfile(source, folder / name)


def is_litter(path):
    return any(part.startswith(".warren-") for part in pathlib.PurePath(path).parts)


def strange(command, now, killed=False, whole=False):
    """What is neither as it was nor as it is meant to be; of a process that was killed, hidden folders may stay. None where
    nothing is."""
    known = set(command.start) | set(command.end)
    for path, data in now.items():
        if is_litter(path):
            if not killed:
                return f"{path} was left behind"
        elif path.endswith(".jsonl"):  # grows by lines
            continue
        elif path.endswith(".tar.part") and (killed or "m.jsonl" in now):  # what a manifest goes on from
            continue
        elif path not in known:
            return f"{path} is nobody's"
        elif data not in (command.start.get(path, data), command.end.get(path, data)):
            return f"{path} is neither the old file nor the new one"
        elif whole and (path not in command.start or data != command.start[path]):
            return f"{path} is new"
    for path in command.start:
        if path not in now and path in command.end:
            return f"{path} is gone"
    return None


def unfinished(command, now):
    """What is wrong with what a command that failed left: it may have done all of it, where only its last word failed."""
    return strange(command, now, whole=command.whole) if now != command.end else None


def differs(expected, now):
    for path in sorted(set(expected) | set(now)):
        if expected.get(path, b"-") != now.get(path, b"-"):
            return f"{path} is not as after an undisturbed run"
    return None
