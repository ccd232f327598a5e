"""Packs what is in a .mod as a RIM, or as an ERF, by the suffix of what is made."""
import struct
import sys

path, target = sys.argv[1:]
with open(path, "rb") as file:
    mod = file.read()
count, keys, items = struct.unpack_from("<I4xII", mod, 16)
table, data, start = b"", b"", 120 + 32 * count
for i in range(count):
    name, kind = struct.unpack_from("<16s4xH", mod, keys + 24 * i)
    at, size = struct.unpack_from("<II", mod, items + 8 * i)
    table += struct.pack("<16sIIII", name, kind, i, start + len(data), size)
    data += mod[at:at + size]
rim = b"RIM V1.0" + struct.pack("<III", 0, count, 120) + bytes(100) + table + data
with open(target, "wb") as file:
    file.write(rim if target.endswith(".rim") else b"ERF V1.0" + mod[8:])
