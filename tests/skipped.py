#!/usr/bin/env python3
"""Names the tests that did not run in a build folder's last `meson test`; with --none, that
there are any is a failure, but for want of a tool that only `./dev package test` installs."""
import json
import pathlib
import re
import sys

SKIPPED = re.compile(r"^\[  SKIPPED \] (\w+)$|^ok \d+ - (\S+) # SKIP", re.M)
TOOLS = re.compile(r"^ok \d+ - (\S+) # SKIP (\S+ is not installed)", re.M)


def skipped(log):
    for line in log.read_text("utf-8").splitlines():
        test = json.loads(line)
        output = test.get("stdout", "")
        for name, why in TOOLS.findall(output):
            print(f"Did not run: {test['name']}: {name} ({why})")
        if test["result"] != "SKIP":
            continue
        names = [a or b for a, b in SKIPPED.findall(output)] or output.split("\n")[:1]
        yield from (f"{test['name']}: {name}" for name in dict.fromkeys(names))


def main():
    folder, none = pathlib.Path(sys.argv[1]), "--none" in sys.argv
    found = list(skipped(folder / "meson-logs/testlog.json"))
    for name in found:
        print(f"Did not run: {name}")
    return 1 if found and none else 0


sys.exit(main())
