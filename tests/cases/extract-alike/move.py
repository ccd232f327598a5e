"""Moves the highest vertex of a walkmesh up, by so many metres: no floor and no doorway is touched."""
import struct
import sys

path, metres = sys.argv[1], float(sys.argv[2])
data = bytearray(open(path, "rb").read())
count, at = struct.unpack_from("<II", data, 72)
z = [struct.unpack_from("<f", data, at + 12 * i + 8)[0] for i in range(count)]
top = z.index(max(z))
struct.pack_into("<f", data, at + 12 * top + 8, z[top] + metres)
open(path, "wb").write(data)
