#!/usr/bin/env python3
"""Runs commands and compares what they print with what is written below them.

A case is a folder with a case.txt: `$ command` lines, each followed by its output, `! ` before
lines of the error stream, and `= code` where the exit code is not 0; `## ` starts a comment. It
runs in a copy of its folder. In a page of documentation the same goes for ```console blocks, with both streams as a
terminal shows them; `...` stands for any lines. A picture that a page shows is made by one of its commands, under the
same name. --update writes what was printed and drawn.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77  # a command that cannot run here
UNDER_WINE = "WINEPREFIX" in os.environ


def humbled():
    """What begins a command that root runs: nothing is forbidden to root, but to users it is."""
    humble = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
    able = os.geteuid() == 0 and shutil.which("setpriv")
    return humble if able and subprocess.run(humble + ["true"]).returncode == 0 else []


class Runner:
    def __init__(self, options):
        self.options = options
        self.source = pathlib.Path(options.source)
        self.begin = ["chroot", options.root] if options.root else humbled()
        self.environment = {k: v for k, v in os.environ.items() if k not in ("WARREN_KITS", "WARREN_STUDIO")}
        programs = [str(pathlib.Path(p).resolve().parent) for p in options.program]
        self.environment["PATH"] = ":".join(programs + [os.environ["PATH"]])
        self.environment["LC_ALL"] = "C.UTF-8"  # ls and sort; nothing of ours asks for a locale
        self.environment["SOURCE"] = options.source
        self.environment["MAP"] = options.source + "/examples/first-map/map.json"

    def run(self, command, folder, merged):
        if self.options.root:
            command = f"cd '/{folder.relative_to(self.options.root)}'\n{command}"
        done = subprocess.run(
            self.begin + ["bash", "-c", command], cwd=folder, env=self.environment, timeout=300,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if merged else subprocess.PIPE)
        out = self.clean(done.stdout, folder)
        err = [] if merged else self.clean(done.stderr, folder)
        return done.returncode, out, err

    def clean(self, data, folder):
        text = data.decode("utf-8", "backslashreplace")
        for path, name in ((str(folder), "HERE"), (self.options.data, "DATA"),
                           (self.options.source, "SOURCE")):
            if path:  # whole, and not the end of another: sources may stand in /warren
                text = re.sub(rf"(?<![\w.-]){re.escape(path)}(?!\w)", lambda _: name, text)
        return text.splitlines()


def run_case(runner, path, folder):
    shutil.copytree(path.parent, folder, dirs_exist_ok=True)
    (folder / "case.txt").unlink()
    lines = []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("## "):
            lines.append(line)
        elif line.startswith("$ "):
            code, out, err = runner.run(line[2:], folder, merged=False)
            if code == SKIPPED:
                return None
            lines += [line] + out + ["! " + e if e else "!" for e in err]
            lines += [f"= {code}"] if code else []
    return lines


def matches(expected, actual):
    """Whether the lines are equal, `...` standing for any."""
    if "..." not in expected:
        return expected == actual
    at = expected.index("...")
    if expected[:at] != actual[:at]:
        return False
    rest = expected[at + 1:]
    return any(matches(rest, actual[i:]) for i in range(at, len(actual) + 1))


def run_block(runner, block, folder):
    """The block as it should read: where it matches, as it is."""
    lines, at = [], 0
    while at < len(block):
        command, expected = block[at], []
        at += 1
        while at < len(block) and not block[at].startswith("$ "):
            expected.append(block[at])
            at += 1
        _, actual, _ = runner.run(command[2:], folder, merged=True)
        lines += [command] + (expected if matches(expected, actual) else actual)
    return lines


def run_page(runner, path, folder):
    for name in ("examples", "kits", "templates"):
        (folder / name).symlink_to(runner.source / name)
    lines, block = [], None
    for line in path.read_text("utf-8").splitlines():
        if block is None:
            lines.append(line)
            block = [] if line == "```console" else None
        elif line == "```":
            lines += run_block(runner, block, folder) + [line]
            block = None
        else:
            block.append(line)
    return run_pictures(runner, path, folder, lines)


def run_pictures(runner, path, folder, lines):
    """The lines, and which pictures of the page are not what its commands drew."""
    for shown in re.findall(r"!\[.*?\]\((.*?\.svg)\)", "\n".join(lines)):
        kept, made = path.parent / shown, sorted(folder.rglob(pathlib.Path(shown).name))
        if not made:
            raise ValueError(f"{path.name}: no command makes {kept.name}")
        elif not kept.exists() or kept.read_bytes() != made[0].read_bytes():
            if runner.options.update:
                shutil.copyfile(made[0], kept)
            else:
                lines = lines + [f"({shown} is not what the page's commands draw)"]
    return lines


def difference(expected, actual):
    import difflib
    return "\n".join(difflib.unified_diff(expected, actual, "written", "printed", lineterm=""))


def fell_silent(expected, actual):
    """Whether a command failed without a word that should not: Warren always says why."""
    silent = [{lines[i] for i in range(len(lines) - 1) if lines[i].startswith("$ ") and lines[i + 1].startswith("= ")}
              for lines in (expected, actual)]
    return bool(silent[1] - silent[0])


def run(runner, path):
    """What a file should read; None where it cannot run here. Of some ten thousand programs wine 8 loses one before it
    has begun: such a case runs again."""
    actual = run_once(runner, path)
    if UNDER_WINE and actual and fell_silent(path.read_text("utf-8").splitlines(), actual):
        print(f"# {path.parent.name} runs again: a program failed without a word", flush=True)
        actual = run_once(runner, path)
    return actual


def run_once(runner, path):
    place = runner.options.root and f"{runner.options.root}/tmp"
    with tempfile.TemporaryDirectory(prefix="warren-case-", dir=place) as folder:
        run_one = run_page if path.suffix == ".md" else run_case
        return run_one(runner, path, pathlib.Path(folder).resolve())


def judge(number, path, actual, update):
    name = path.name if path.suffix == ".md" else path.parent.name
    if actual is None:
        print(f"ok {number} - {name} # SKIP it cannot run here")
        return True
    expected = path.read_text("utf-8").splitlines()
    same = expected == actual
    if not same and update:
        path.write_text("\n".join(actual) + "\n", "utf-8")
    elif not same:
        print(difference(expected, actual), file=sys.stderr)
    print(f"{'ok' if same or update else 'not ok'} {number} - {name}", flush=True)
    return same or update


def written(given):
    """The file of a case, those of a folder of cases, or a page itself."""
    if not given.is_dir():
        return [given]
    case = given / "case.txt"
    return [case] if case.exists() else sorted(given.glob("*/case.txt"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", action="append", required=True)
    parser.add_argument("--source", required=True, help="the root of the tree, SOURCE in output")
    parser.add_argument("--data", help="the installed data folder, DATA in output, if there is one")
    parser.add_argument("--but", default="", help="names of cases to leave out: a,b,c")
    parser.add_argument("--root", help="a folder that commands take for the root, and begin in its /tmp; "
                        "--program and --source lie in it")
    parser.add_argument("--update", action="store_true", help="write what was printed")
    parser.add_argument("files", nargs="+", help="pages, cases, or folders of cases")
    options = parser.parse_args()
    options.root = options.root and str(pathlib.Path(options.root).resolve())
    files = [file for given in options.files for file in written(pathlib.Path(given))
             if file.parent.name not in options.but.split(",")]
    if not files and options.but:
        print("1..1\nok 1 - no case is new")
        return 0
    runner = Runner(options)
    print(f"1..{len(files)}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        ran = pool.map(lambda path: run(runner, path), files)
        judged = [judge(i + 1, path, actual, options.update)
                  for i, (path, actual) in enumerate(zip(files, ran))]
    return 0 if judged and all(judged) else 1


sys.exit(main())
