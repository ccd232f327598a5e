"""Changes a module as somebody with another tool would: turns bytes of resources of a .mod, or leaves resources out.

  edit.py FROM TO NAME.NUMBER[@OFFSET=BYTES]...
"""
import struct
import sys

source, target, edits = sys.argv[1], sys.argv[2], sys.argv[3:]
with open(source, "rb") as file:
    data = file.read()
count, = struct.unpack_from("<I", data, 16)
keys, places = struct.unpack_from("<II", data, 24)
parts = {}
for i in range(count):
    name, kind = struct.unpack_from("<16s4xH", data, keys + 24 * i)
    at, size = struct.unpack_from("<II", data, places + 8 * i)
    parts[name.rstrip(b"\0").decode() + f".{kind}"] = bytearray(data[at:at + size])
for edit in edits:
    name, _, change = edit.partition("@")
    if not change:
        del parts[name]
        continue
    at, _, new = change.partition("=")
    place = parts[name].index(at[1:].encode()) if at[0] == "/" else int(at, 0)
    new = new.encode() if at[0] == "/" else bytes.fromhex(new)
    parts[name][place:place + len(new)] = new
names, table = b"", b""
at = 160 + 32 * len(parts)
for i, (name, part) in enumerate(parts.items()):
    stem, kind = name.split(".")
    names += struct.pack("<16sIHH", stem.encode(), i, int(kind), 0)
    table += struct.pack("<II", at, len(part))
    at += len(part)
head = bytearray(data[:160])
struct.pack_into("<I", head, 16, len(parts))
struct.pack_into("<II", head, 24, 160, 160 + len(names))
with open(target, "wb") as file:
    file.write(bytes(head) + names + table + b"".join(parts.values()))
