"""Watches: changes what was built from, and waits until what is there is what a build alone makes of it.

Nothing here asks how long something takes; a watch that does not wake is given up after a minute."""
import filecmp
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time

SOURCE = pathlib.Path(os.environ["SOURCE"])
PATIENCE = 60
CONTROL_C = 0x3A  # what is left of the status that Windows ends a program with
UNDER_WINE = "WINEPREFIX" in os.environ


def wait_for(what, condition):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.02)
    sys.exit(f"never: {what}")


class Watch:
    def __init__(self, *arguments):
        self.errors = open("errors", "wb")
        self.lines = open("lines", "wb")
        ending = ["env", "--default-signal=INT"]
        self.process = subprocess.Popen(ending + ["warren", *arguments, "--watch"], stdout=self.lines, stderr=self.errors)

    def said(self, text):
        return text in pathlib.Path("errors").read_text("utf-8")

    def printed(self):
        return pathlib.Path("lines").read_text("utf-8").splitlines()

    def end(self):
        assert self.process.poll() is None, "it ended by itself"
        self.process.send_signal(signal.SIGINT)
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            if not (UNDER_WINE and self.is_half_ended()):
                raise
            self.process.kill()
            code = CONTROL_C
        assert code in (-signal.SIGINT, 130, CONTROL_C), code

    def is_half_ended(self):
        """Of 200 programs that end themselves, wine 8 forgets one: its first thread is gone, another waits for what that one held."""
        status = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text("ascii")
        return status.rpartition(")")[2].split()[0] == "Z"


def alike(one, other):
    try:
        names = sorted(os.listdir(one))
        return names == sorted(os.listdir(other)) and filecmp.cmpfiles(one, other, names, shallow=False)[0] == names
    except OSError:
        return False  # a file is just being replaced


def built_alone(*maps):
    shutil.rmtree("alone", ignore_errors=True)
    subprocess.run(["warren", "build", *maps, "-o", "alone", "--quiet"], check=True)


def edit(path, old, new):
    text = pathlib.Path(path).read_text("utf-8")
    assert old in text
    pathlib.Path(path).write_text(text.replace(old, new), "utf-8")


def must_become(what, *maps):
    built_alone(*(maps or ("level.json",)))
    wait_for(what, lambda: alike("out", "alone"))
    print(what)


def copy_sources():
    shutil.copytree(SOURCE / "kits/library/burrow", "kit")
    shutil.copy(SOURCE / "examples/first-map/map.json", "level.json")
    edit("level.json", '"kit": "burrow"', '"kit": "kit/kit.xml"')


def watch_build():
    copy_sources()
    watch = Watch("build", "level.json", "-o", "out")
    must_become("built at first")
    edit("level.json", '"turn": 180', '"turn": 180.0')
    edit("level.json", '"A First Map"', '"Another Map"')
    must_become("built again for the map")
    edit("kit/shrine.obj", "v ", "v  ")
    mesh = pathlib.Path("kit/shrine.obj").read_text("utf-8")
    pathlib.Path("kit/shrine.obj").write_text(mesh.replace("usemtl Stone", "usemtl Wood"), "utf-8")
    before = {name: (pathlib.Path("out") / name).read_bytes() for name in os.listdir("out")}
    must_become("built again for a walkmesh")
    assert any((pathlib.Path("out") / name).read_bytes() != data for name, data in before.items()), "the same"
    edit("kit/kit.xml", 'name="Burrow"', 'name="My Burrow"')
    edit("level.json", '"Another Map"', '"A Map"')
    must_become("built again for the kit")
    good = pathlib.Path("level.json").read_text("utf-8")
    pathlib.Path("level.json").write_text(good.replace('"shrine", "pos', '"shrin", "pos'), "utf-8")
    wait_for("the bad map is reported", lambda: watch.said("[room-not-found]"))
    print("a bad map is reported and waited out:", alike("out", "alone"))
    os.rename("kit/shrine.obj", "kit/hidden.obj")
    pathlib.Path("level.json").write_text(good.replace('"A Map"', '"The Map"'), "utf-8")
    wait_for("the missing walkmesh is reported", lambda: watch.said("[kit-file-missing]"))
    os.rename("kit/hidden.obj", "kit/shrine.obj")
    must_become("built again when what was missing came")
    watch.end()
    print("left:", [name for name in os.listdir("out") if name.startswith(".")])


def watch_folder():
    os.mkdir("maps")
    shutil.copy("level.json", "maps/one.json")
    edit("maps/one.json", "kit/kit.xml", "../kit/kit.xml")
    watch = Watch("build", "maps", "-o", "many", "--json", "--force")
    wait_for("one is built", lambda: len(watch.printed()) == 2)
    shutil.copy("maps/one.json", "new.json")
    edit("new.json", '"id": "first"', '"id": "second"')
    os.rename("new.json", "maps/two.json")
    wait_for("a map that is new is built", lambda: os.path.exists("many/second/second.lyt") and len(watch.printed()) >= 5)
    time.sleep(0.5)
    print("lines of a round of one, and of one of two:", len(watch.printed()))
    watch.end()


def watch_quietly():
    watch = Watch("build", "level.json", "-o", "out", "--force", "--quiet")
    wait_for("a line", lambda: len(watch.printed()) == 1)
    edit("level.json", '"The Map"', '"Some Map"')
    wait_for("another line", lambda: len(watch.printed()) == 2)
    print("\n".join(watch.printed()))
    print("to the error stream:", pathlib.Path("errors").read_text("utf-8"))
    watch.end()


def pack(path, folder):
    """Puts a folder's files into an archive of tar, which takes the place of the one before at once."""
    with tarfile.open("new.tar", "w") as tar:
        tar.add(folder, "")
    os.replace("new.tar", path)


def watch_pack():
    shutil.rmtree("out")
    os.mkdir("loose")
    shutil.copy("level.json", "loose/level.json")
    edit("loose/level.json", "kit/kit.xml", "../kit/kit.xml")
    pack("maps.tar", "loose")
    watch = Watch("build", "maps.tar/level.json", "-o", "out")
    must_become("built from a pack", "loose/level.json")
    edit("loose/level.json", '"Some Map"', '"Packed Map"')
    pack("maps.tar", "loose")
    must_become("built again when the pack changed", "loose/level.json")
    pathlib.Path("maps.tar").write_bytes(pathlib.Path("maps.tar").read_bytes()[:1200])
    wait_for("the torn pack is reported", lambda: watch.said("[tar-short]"))
    edit("loose/level.json", '"Packed Map"', '"Last Map"')
    pack("maps.tar", "loose")
    must_become("built again when the pack was whole", "loose/level.json")
    edit("kit/shrine.obj", "usemtl Wood", "usemtl Stone")
    must_become("built again for a kit beside the pack", "loose/level.json")
    watch.end()


class Reader(threading.Thread):
    """Reads the picture all the time, as a browser that reloads does."""

    def __init__(self, path):
        super().__init__()
        self.path, self.ends, self.faults, self.seen = path, False, [], set()

    def run(self):
        while not self.ends:
            try:
                text = pathlib.Path(self.path).read_text("utf-8")
            except FileNotFoundError:
                self.faults.append("it was not there")
                continue
            if not text.startswith("<svg") or not text.endswith("</svg>\n"):
                self.faults.append(f"half of it: {len(text)}")
            self.seen.add(hash(text))


def watch_view():
    watch = Watch("view", "level.json", "-o", "plan.svg")
    wait_for("a picture", lambda: os.path.exists("plan.svg"))
    reader = Reader("plan.svg")
    reader.start()
    for i in range(12):
        title, last = f"Map {i}", "Some Map" if i == 0 else f"Map {i - 1}"
        edit("level.json", f'"{last}"', f'"{title}"')
        wait_for(title, lambda: title in pathlib.Path("plan.svg").read_text("utf-8"))
    reader.ends = True
    reader.join()
    watch.end()
    print("pictures that were seen:", "many" if len(reader.seen) >= 12 else len(reader.seen), "and faults:", reader.faults[:3])


watch_build()
watch_folder()
watch_quietly()
watch_pack()
watch_view()
