"""unpack.py X.mod FOLDER: the resources of a module as files."""
import pathlib
import struct
import sys

SUFFIXES = {3: "tga", 2002: "mdl", 2012: "are", 2014: "ifo", 2016: "wok", 2022: "txi", 2023: "git", 2042: "utd",
            3000: "lyt", 3001: "vis", 3003: "pth", 3008: "mdx"}
data = pathlib.Path(sys.argv[1]).read_bytes()
folder = pathlib.Path(sys.argv[2])
folder.mkdir()
count, keys, places = struct.unpack_from("<I4xII", data, 16)
for i in range(count):
    name, kind = struct.unpack_from("<16s4xH", data, keys + 24 * i)
    offset, size = struct.unpack_from("<II", data, places + 8 * i)
    name = name.rstrip(b"\0").decode()
    (folder / f"{name}.{SUFFIXES[kind]}").write_bytes(data[offset:offset + size])
    print(f"{name}.{SUFFIXES[kind]}")
