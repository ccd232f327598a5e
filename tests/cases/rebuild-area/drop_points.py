"""Spoils what a layout's path points and minimap say: moves a point of the PTH, and paints over the picture."""
import struct
import sys

PTH, TGA = 3003, 3
path, target = sys.argv[1:]
with open(path, "rb") as file:
    mod = bytearray(file.read())
count, keys, items = struct.unpack_from("<I4xII", mod, 16)
for i in range(count):
    name, kind = struct.unpack_from("<16s4xH", mod, keys + 24 * i)
    at, size = struct.unpack_from("<II", mod, items + 8 * i)
    if kind == TGA and name.startswith(b"lbl_map"):
        mod[at + 18:at + size] = bytes(size - 18)
    if kind == PTH:
        fields, count_of, = struct.unpack_from("<II", mod, at + 16)
        for f in range(count_of):
            row = at + fields + 12 * f
            if struct.unpack_from("<I", mod, row)[0] == 8:  # a number with a fraction
                struct.pack_into("<f", mod, row + 8, struct.unpack_from("<f", mod, row + 8)[0] + 0.5)
with open(target, "wb") as file:
    file.write(mod)
