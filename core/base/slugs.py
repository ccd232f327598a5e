#!/usr/bin/env python3
"""Cuts docs/diagnostics.md into the table of core/base/slugs.h, a row a finding."""
import pathlib
import sys


def literal(line):
    """A C string of one line, in plain ASCII: bytes beyond it as three octal digits."""
    octets = line.encode("utf-8")
    plain = {ord('"'): '\\"', ord("\\"): "\\\\", ord("?"): "\\?"}  # no trigraphs
    return '"' + "".join(plain.get(b) or (chr(b) if 32 <= b < 127 else f"\\{b:03o}") for b in octets) + '\\n"'


def rows(page):
    sections = ("\n" + page).split("\n## ")[1:]
    for section in sections:
        slug, text = section.split("\n", 1)
        yield slug.strip(), text.strip("\n").split("\n")


def main():
    page, out = (pathlib.Path(path) for path in sys.argv[1:])
    table = list(rows(page.read_text("utf-8")))
    names = [slug for slug, _ in table]
    if not table or names != sorted(set(names)):
        sys.exit(f"{page}: its sections are not in order, or one is there twice")
    body = "".join(f'    {{"{slug}",\n' + "\n".join("     " + literal(line) for line in lines) + "},\n"
                   for slug, lines in table)
    head = f'/* Made of docs/{page.name} by core/base/slugs.py. */\n#include "core/base/slugs.h"\n\n'
    out.write_text(head + "const struct wr_slug wr_slugs[] = {\n" + body + "};\n"
                   f"const size_t wr_slug_count = {len(table)};\n", "ascii")


main()
