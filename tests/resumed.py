#!/usr/bin/env python3
"""A shard that is killed at any moment and resumed makes the bytes of one that was not, does nothing again that is on record,
and loses no more than each of its threads was at. Killed by SIGKILL after so many lines of its manifest, and in the middle of
one, for levels and for walkmeshes.

  resumed.py WARREN TEMPLATE
"""
import filecmp
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

WARREN, TEMPLATE = sys.argv[1:]
JOBS, LEVELS, ROUNDS = 2, 40, 6


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


def main():
    seed = int(os.environ.get("WARREN_SEED", "1"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        judge("levels", ["generate", TEMPLATE, "--count", LEVELS], folder, LEVELS, seed)
        meshes = [path for path in (folder / "levels-whole").rglob("*.wok")]
        judge("walkmeshes", ["rebuild", folder / "levels-whole"], folder, len(meshes), seed)


main()
