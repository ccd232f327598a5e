#!/usr/bin/env python3
"""Fails on an include that goes upward, sideways or in a circle, on files that call each other in
a circle, on what belongs into one file only, and on a type's name that two files use. Given a
folder, judges that tree instead of this one."""
import pathlib
import re
import sys

# Which rows a folder may include beside itself. A folder without a row belongs to the one above.
CORE = ["core", "core/base", "core/files", "core/text", "core/walkmesh", "core/format", "core/model", "core/aswm", "core/brush", "core/wmp", "core/scene", "core/ascii"]
BELOW = CORE + ["kits", "templates"]
ROWS = {
    "core": [],
    "core/base": ["core"],
    "core/files": ["core", "core/base"],
    "core/posix": ["core", "core/base", "core/files"],
    "core/windows": ["core", "core/base", "core/files"],
    "core/text": ["core", "core/base"],
    "core/walkmesh": ["core", "core/base"],
    "core/format": ["core", "core/base", "core/files", "core/text", "core/walkmesh"],
    "core/model": ["core", "core/base", "core/text", "core/walkmesh"],
    "core/aswm": ["core", "core/base", "core/text", "core/walkmesh", "core/format"],
    "core/brush": ["core", "core/base", "core/walkmesh"],
    "core/wmp": ["core", "core/base", "core/text", "core/brush"],
    "core/scene": ["core", "core/base", "core/files", "core/text", "core/walkmesh", "core/model", "core/format"],
    "core/ascii": ["core", "core/base", "core/text", "core/walkmesh", "core/scene"],
    "kits": CORE,
    "templates": CORE + ["kits"],
    "builder/solver": CORE,  # it knows pieces, not rooms
    "builder/layout": BELOW,
    "builder/sight": BELOW + ["builder/layout"],
    "builder/area": BELOW + ["builder/layout", "builder/sight"],
    "builder/sketch": BELOW + ["builder/layout"],
    "builder/generate": BELOW + ["builder/solver", "builder/layout"],
    "builder/compare": BELOW,
    "builder/extract": BELOW + ["builder/layout", "builder/sight", "builder/area"],
    "builder/picture": CORE + ["kits"],
    "builder/floorplan": BELOW + ["builder/layout", "builder/generate", "builder/picture"],
    "builder/module": BELOW + ["builder/layout", "builder/sight", "builder/area", "builder/generate",
                               "builder/picture", "builder/floorplan"],
    "builder/manifest": CORE,
    "builder/inspect": BELOW + ["builder/manifest", "builder/layout", "builder/sight", "builder/module"],
    "builder/bake": BELOW + ["builder/manifest", "builder/inspect"],
    "builder/convert": BELOW + ["builder/layout", "builder/area", "builder/module", "builder/inspect", "builder/extract", "builder/bake"],
    "builder/view": BELOW + ["builder/layout", "builder/generate", "builder/picture", "builder/floorplan",
                             "builder/inspect"],
    "builder/page": BELOW + ["builder/inspect"],
    "builder": BELOW + ["builder/layout", "builder/area", "builder/sketch", "builder/generate", "builder/module", "builder/inspect",
                        "builder/view", "builder/page", "builder/compare", "builder/extract", "builder/bake", "builder/convert",
                        "builder/manifest"],  # the pipelines that join them
    "builder/studio": BELOW + ["builder/layout", "builder/area", "builder/sketch", "builder/generate", "builder/module", "builder"],
    "builder/cli": ["builder"],
    "examples": ["builder"],
}
PUBLIC = {"core/core.h", "core/files/files.h", "kits/kits.h", "templates/maps.h", "templates/template.h",
          "builder/builder.h", "builder/area/area.h", "builder/bake/bake.h", "builder/compare/compare.h",
          "builder/convert/convert.h", "builder/extract/extract.h",
          "builder/generate/generate.h",
          "builder/inspect/inspect.h", "builder/manifest/manifest.h", "builder/page/page.h", "builder/layout/building.h", "builder/layout/placed.h",
          "builder/sketch/sketch.h", "builder/view/draw.h"}
PORT = "core/base/system.h"  # what each system has files of its own for
OUTSIDE = {"builder/cli", "examples"}  # they see public headers only

STANDARD = set("""assert ctype errno float inttypes limits math stdalign stdarg stdatomic stdbool
    stddef stdint stdio stdlib string threads""".split())
SYSTEMS = {"core/posix", "core/windows"}  # only these speak to the system, and only one of them is built
DOORS = {  # the one file that includes what is not ours
    "sanitizer": "core/base/fence.h",
    "libxml": "core/text/xml.c",
    "cjson": "core/text/json.c",
    "zlib.h": "core/format/trx_packing.c",
    "png.h": "core/format/png.c",
    "getopt.h": "builder/cli/options.c",
    "emmintrin.h": "core/walkmesh/tree_nodes.h",
}
TYPES = {r"\bxml[A-Z]\w*": "core/text/xml.c", r"\bcJSON\w*": "core/text/json.c",
         "_room%": "builder/layout/names.c"}  # what rooms are called

INCLUDE = re.compile(r'^ *# *include *(["<])([^">]+)', re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
# What a file defines for others: a function or a table, at the beginning of a line.
DEFINED = re.compile(r"^(?!static\b|typedef\b|extern\b)[A-Za-z][^;{}()=#]*?\b(wr_\w+)\s*"
                     r"(?:\([^;{}]*\)\s*\{|(?:\[[^\]]*\])*\s*=)", re.M)
DECLARED = re.compile(r"^(?!static\b)[A-Za-z][\w ]*[ *](wr_\w+)\([^;{}]*\);", re.M)
NAME = re.compile(r"\bwr_\w+")
TAG = re.compile(r"\b(?:struct|enum|union)\s+(wr_\w+)\s*\{|^\}\s*(wr_\w+)\s*;", re.M)


def row_of(file):
    folders = map(str, pathlib.PurePosixPath(file).parents)
    return next((folder for folder in folders if folder in ROWS), None)


def judge_ours(file, header):
    row, other = row_of(file), row_of(header)
    if file in PUBLIC and header not in PUBLIC:
        return f"is public and includes {header}"
    if other == row or (row in OUTSIDE and header in PUBLIC):
        return None
    if row in OUTSIDE:
        return f"includes {header}, which is not public"
    if other not in ROWS[row]:
        return f"includes {header}, which is above it, beside it or not written from the root"
    return None


def judge_system(file, header):
    if header.removesuffix(".h") in STANDARD or row_of(file) in SYSTEMS:
        return None
    if file in (DOORS.get(header), DOORS.get(header.split("/")[0])):
        return None
    return f"includes <{header}>, which belongs into one other file"


def judge_types(file, text):
    code = COMMENT.sub("", text)
    for pattern, door in TYPES.items():
        found = re.search(pattern, code)
        if found and file != door:
            yield f"speaks of {found[0]}, which belongs into {door}"


def circle(graph):
    """One way along the graph that ends where it began, or nothing."""
    done = set()

    def walk(way):
        if way[-1] in way[:-1]:
            return way[way.index(way[-1]):]
        if way[-1] in done:
            return None
        for following in graph.get(way[-1], []):
            found = walk(way + [following])
            if found:
                return found
        done.add(way[-1])
        return None

    return next(filter(None, (walk([start]) for start in sorted(graph))), None)


def calls_of(codes):
    """Which files each file names functions of, which headers do not show."""
    called = {}
    for system in sorted(SYSTEMS):
        built = {file: code for file, code in codes.items() if row_of(file) not in SYSTEMS - {system}}
        homes = {name: file for file, code in built.items() for name in DEFINED.findall(code)}
        called |= {file: sorted({homes.get(name, file) for name in NAME.findall(code)} - {file})
                   for file, code in built.items()}
    return called


def judge_circles(includes, codes):
    graphs = {"files": includes, "folders": ROWS, "files that call": calls_of(codes)}
    for what, graph in graphs.items():
        found = circle(graph)
        if found:
            yield f"{what} in a circle: {' -> '.join(found)}"


def judge_homes(headers, codes):
    """A function is declared beside the file that defines it, but for public ones and the port."""
    homes = {}
    for file, code in codes.items():
        for name in DEFINED.findall(code):
            homes.setdefault(name, []).append(file)
    for header, code in headers.items():
        for name in DECLARED.findall(code):
            found = homes.get(name, [header])
            if header not in PUBLIC | {PORT} and header.rpartition("/")[0] not in {home.rpartition("/")[0] for home in found}:
                yield f"{header}: declares {name}, which is at home in {found[0]}"


def judge_tags(homes):
    for tag, files in sorted(homes.items()):
        if len(files) > 1 and not {row_of(file) for file in files} <= SYSTEMS:
            yield f"{tag} is defined in {' and in '.join(files)}: one word, one idea"


def judge(root):
    includes, codes, headers, homes = {}, {}, {}, {}
    for path in sorted(path for top in {row.split("/")[0] for row in ROWS}
                       for path in (root / top).rglob("*.[ch]") if "node_modules" not in path.parts):
        file, text = path.relative_to(root).as_posix(), path.read_text("utf-8")
        found = INCLUDE.findall(text)
        includes[file] = [header for mark, header in found if mark == '"']
        faults = [judge_ours(file, header) if mark == '"' else judge_system(file, header)
                  for mark, header in found]
        yield from (f"{file}: {fault}" for fault in faults if fault)
        yield from (f"{file}: {fault}" for fault in judge_types(file, text))
        code = TEXT.sub('""', COMMENT.sub("", text))
        (codes if path.suffix == ".c" else headers)[file] = code
        for tag in {tag or name for tag, name in TAG.findall(code)}:
            homes.setdefault(tag, []).append(file)
    yield from judge_circles(includes, codes)
    yield from judge_homes(headers, codes)
    yield from judge_tags(homes)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    faults = list(judge(root if root.is_dir() else root.parent.parent))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


sys.exit(main())
