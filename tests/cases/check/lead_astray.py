"""Lets a walkmesh's transitions to one room lead to another."""
import struct
import sys

path, old, new = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
data = bytearray(open(path, "rb").read())
count, at = struct.unpack_from("<II", data, 0x78)
for i in range(count):
    if struct.unpack_from("<i", data, at + 8 * i + 4)[0] == old:
        struct.pack_into("<i", data, at + 8 * i + 4, new)
open(path, "wb").write(data)
