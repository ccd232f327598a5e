#!/usr/bin/env python3
"""A shard that is killed at any moment and resumed makes the bytes of one that was not, does nothing again that is on record,
and loses no more than each of its threads was at. Killed by SIGKILL after so many lines of its manifest, and in the middle of
one, for levels and for walkmeshes, in folders and in packs.

  resumed.py WARREN TEMPLATE
"""
import filecmp
import json
import os
import pathlib
import random
import subprocess
import sys
import tarfile
import tempfile
import time

from often import often

WARREN, TEMPLATE = sys.argv[1:]
JOBS, LEVELS, ROUNDS = 2, often(40, 12), often(6, 2)


def warren(*arguments):
    done = subprocess.run([WARREN, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout


def lines_of(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def kill_after(command, manifest, lines, wait):
    """Runs a command until its manifest has so many lines, and a little longer; then kills it."""
    running = subprocess.Popen([WARREN, *map(str, command)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while running.poll() is None and lines_of(manifest) < lines:
        time.sleep(0.001)
    time.sleep(wait)
    running.kill()
    running.wait()


def units(text):
    return [json.loads(line)["unit"] for line in text.splitlines()[1:]]


def tree(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def compare(one, other):
    assert tree(one) == tree(other), (tree(one), tree(other))
    files = [path for path in tree(one) if (one / path).is_file()]
    same, different, strange = filecmp.cmpfiles(one, other, files, shallow=False)
    assert len(same) == len(files) > 0 and not different and not strange, (different, strange)


def kill_and_resume(command, output, manifest, total, generator):
    """How many lines were there when it was killed."""
    kill_after(command, manifest, generator.randrange(total), generator.random() * 0.01)
    before = manifest.read_bytes() if manifest.exists() else b""
    if generator.random() < 0.5 and before.endswith(b"\n"):  # as if it had been killed in the middle of a write
        with manifest.open("ab") as file:
            file.write(b'{"unit":"torn')
    whole = before[:before.rfind(b"\n") + 1].decode()
    warren(*command, "--resume")
    after = manifest.read_text()
    assert after.startswith(whole), "what was on record was written again"
    done = units(after)
    assert len(done) == len(set(done)) == total, (len(done), len(set(done)), total)
    assert not list(output.rglob(".warren-*")), "litter stayed"
    return whole.count("\n")


def judge(name, command, folder, total, seed):
    whole = folder / f"{name}-whole"
    expected = warren(*command, "-o", whole)
    for number in range(ROUNDS):
        generator = random.Random(seed * 100 + number)
        output, manifest = folder / f"{name}-{number}", folder / f"{name}-{number}.jsonl"
        killed = kill_and_resume([*command, "-o", output, "--manifest", manifest, "--jobs", JOBS], output, manifest, total,
                                 generator)
        compare(whole, output)
        assert warren("gather", manifest) == expected.replace(str(whole), str(output))
        print(f"{name}, seed {seed}, round {number}: killed behind {killed} lines of {total + 1}")


def judge_pack(name, command, folder, order, seed):
    """What goes into a pack, from which bytes go or in which some turned before it is resumed."""
    whole, total = folder / f"{name}-whole.tar", len(order)
    expected = warren(*command, "--pack", whole)
    for number in range(ROUNDS):
        generator = random.Random(seed * 100 + number)
        pack, manifest = folder / f"{name}-{number}.tar", folder / f"{name}-{number}.jsonl"
        own = [*command, "--pack", pack, "--manifest", manifest, "--jobs", JOBS]
        kill_after(own, manifest, generator.randrange(total), generator.random() * 0.01)
        part = pack if pack.exists() else pack.with_suffix(".tar.part")
        data = bytearray(part.read_bytes() if part.exists() else b"")
        kept, harm = lines_of(manifest), generator.choice(["none", "more", "less", "turned"])
        if data and harm == "more":  # as if the line had not been written any more
            data += generator.randbytes(generator.randrange(5000))
        elif data and harm == "less":  # as if the power had gone, too
            data = data[:generator.randrange(len(data))]
        elif data and harm == "turned":
            data[generator.randrange(len(data))] ^= 1
        if part.exists():
            part.write_bytes(data)
        warren(*own, "--resume")
        assert pack.read_bytes() == whole.read_bytes(), (seed, number, kept, harm)
        assert not pack.with_suffix(".tar.part").exists(), "the part stayed"
        assert units(manifest.read_text()) == order, (seed, number)
        before = manifest.read_bytes()
        assert warren(*own, "--resume") == expected.replace(str(whole), str(pack))
        assert manifest.read_bytes() == before and pack.read_bytes() == whole.read_bytes()
        assert warren("gather", manifest) == expected.replace(str(whole), str(pack))
        print(f"{name}, seed {seed}, round {number}: killed behind {kept} lines of {total + 1}; bytes harmed: {harm}")


def names_in(pack, parts):
    """What lies in a pack, in its order, as Python's tarfile reads it: the first parts of the names."""
    with tarfile.open(pack) as tar:
        return list(dict.fromkeys("/".join(member.name.split("/")[:parts]) for member in tar.getmembers()))


def main():
    seed = int(os.environ.get("WARREN_SEED", "1"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        judge("levels", ["generate", TEMPLATE, "--count", LEVELS], folder, LEVELS, seed)
        numbers = [str(number) for number in range(1, LEVELS + 1)]
        judge_pack("packs", ["generate", TEMPLATE, "--count", LEVELS], folder, numbers, seed)
        assert names_in(folder / "packs-whole.tar", 1) == numbers
        levels = folder / "levels-whole"
        meshes = sorted(str(path) for path in levels.rglob("*.wok"))
        judge("walkmeshes", ["rebuild", levels], folder, len(meshes), seed)
        judge_pack("packed walkmeshes", ["rebuild", levels], folder, meshes, seed)
        assert [f"{levels}/{name}" for name in names_in(folder / "packed walkmeshes-whole.tar", 2)] == meshes


main()
