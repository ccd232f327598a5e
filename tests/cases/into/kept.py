"""Tells which resources of one .mod another lacks, has besides, and holds other bytes of."""
import struct
import sys


def resources(path):
    with open(path, "rb") as file:
        mod = file.read()
    count, keys, items = struct.unpack_from("<I4xII", mod, 16)
    for i in range(count):
        name, number = struct.unpack_from("<16s4xH", mod, keys + 24 * i)
        start, size = struct.unpack_from("<II", mod, items + 8 * i)
        yield (name.rstrip(b"\0").decode(), number), mod[start:start + size]


old, new = (dict(resources(path)) for path in sys.argv[1:])
for what, found in (("gone", old.keys() - new.keys()), ("added", new.keys() - old.keys()),
                    ("other", {key for key in old.keys() & new.keys() if old[key] != new[key]})):
    print(what, *(f"{name}.{number}" for name, number in sorted(found)))
