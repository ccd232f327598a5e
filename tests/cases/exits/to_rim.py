"""Makes the pair X.rim and X_s.rim of a module X.mod, as the games have theirs: information, area and what stands in it
in the first, all else in the second."""
import struct
import sys

MAIN = (2012, 2014, 2023)


def resources(mod):
    count, keys, items = struct.unpack_from("<I4xII", mod, 16)
    for i in range(count):
        name, number = struct.unpack_from("<16s4xH", mod, keys + 24 * i)
        start, size = struct.unpack_from("<II", mod, items + 8 * i)
        yield name, number, mod[start:start + size]


def rim(parts):
    at, table, data = 120 + 32 * len(parts), b"", b""
    for number, (name, kind, content) in enumerate(parts):
        table += struct.pack("<16sIIII", name, kind, number, at + len(data), len(content))
        data += content
    return b"RIM V1.0" + struct.pack("<III", 0, len(parts), 120) + bytes(100) + table + data


path, stem = sys.argv[1:]
with open(path, "rb") as file:
    parts = list(resources(file.read()))
for ending, first in (".rim", True), ("_s.rim", False):
    with open(stem + ending, "wb") as file:
        file.write(rim([part for part in parts if (part[1] in MAIN) == first]))
