"""Edits a module as somebody with another tool would: adds a resource to an archive."""
import struct
import sys

path, name, kind, text = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4].encode()
data = open(path, "rb").read()
count, = struct.unpack_from("<I", data, 16)
keys, places = struct.unpack_from("<II", data, 24)
names = data[keys:keys + 24 * count] + struct.pack("<16sIHH", name.encode(), count, kind, 0)
rows = [struct.unpack_from("<II", data, places + 8 * i) for i in range(count)]
parts = [data[at:at + size] for at, size in rows] + [text]
head = bytearray(data[:160])
struct.pack_into("<I", head, 16, count + 1)
struct.pack_into("<II", head, 24, 160, 160 + len(names))
at, table = 160 + len(names) + 8 * len(parts), b""
for part in parts:
    table += struct.pack("<II", at, len(part))
    at += len(part)
open(path, "wb").write(bytes(head) + names + table + b"".join(parts))
