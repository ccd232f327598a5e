#!/usr/bin/env python3
"""Every slug in the sources has its section in docs/diagnostics.md and a test that expects it, and
every section its slug."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Literals of lower-case words joined by hyphens are slugs, but for these.
OTHERS = {"add-to", "best-of", "k1-row", "k2-row", "strip-border", "map-only", "dry-run", "see-all", "game-folder", "quants-per-metre", "in-place", "no-progress", "warren-archive", "warren-gff", "warren-map", "warren-materials", "warren-report",
          "warren-template", "xdg-open", "no-fit", "not-found", "no-memory"}


def sources():
    for layer in ("core", "kits", "templates", "builder"):
        for path in sorted((ROOT / layer).rglob("*.c")):
            yield path.read_text(encoding="utf-8")


def argument(text, start, index):
    """The index-th argument of the call whose bracket opens before start."""
    depth, at = 0, start
    while index > 0 or depth > 0 or text[at] not in ",)":
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth < 0:
            return ""
        if text[at] == "," and depth == 0:
            index, start = index - 1, at + 1
        at += 1
    return text[start:at].strip()


def used_slugs():
    slugs = {"no-memory"}
    for text in sources():
        slugs |= set(re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)+)"', text)) - OTHERS
        for call in re.finditer(r"\bwr_(fail|warn|note)\(", text):
            slug = argument(text, call.end(), 3 if call[1] == "fail" else 2)
            if re.fullmatch(r'"[a-z0-9]+"', slug):
                slugs.add(slug.strip('"'))
    return slugs


def expected_slugs():
    """Those that tests and cases name: quoted, or in the brackets of a printed finding."""
    files = (ROOT / "tests").rglob("*")
    tests = [path for path in files if path.suffix in (".c", ".h") or path.name == "case.txt"]
    slugs = set()
    for path in tests:
        slugs |= set(re.findall(r'["\[]([a-z0-9]+(?:-[a-z0-9]+)*)\\?["\]]', path.read_text("utf-8")))
    return slugs


def main():
    told = re.findall(r"^## (.+)$", (ROOT / "docs/diagnostics.md").read_text("utf-8"), re.M)
    used = used_slugs()
    faults = []
    if told != sorted(set(told)):
        faults.append("docs/diagnostics.md is not in order, or has a section twice")
    faults += [f"not in docs/diagnostics.md: {slug}" for slug in sorted(used - set(told))]
    faults += [f"in no source: {slug}" for slug in sorted(set(told) - used)]
    faults += [f"no test expects it: {slug}" for slug in sorted(used - expected_slugs())]
    print("\n".join(faults) or f"{len(told)} slugs")
    return 1 if faults else 0


sys.exit(main())
