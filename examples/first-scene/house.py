#!/usr/bin/env python3
"""Writes house.gltf and planks.png: a hall, a cell beside it and what stands in them, as Blender's own exporter of
glTF 2.0 writes such a scene (Y up, one node an object, custom properties as extras).

  house.py [FOLDER]
"""
import base64
import json
import pathlib
import struct
import sys
import zlib

FOLDER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__)
FOLDER = FOLDER if FOLDER.is_dir() else FOLDER.parent
HEIGHT, DOOR = 3.0, 2.25  # metres: of walls and of doorways


def y_up(x, y, z):
    return [x, z, -y]


class Scene:
    def __init__(self):
        self.buffer, self.views, self.accessors, self.meshes, self.nodes = b"", [], [], [], []

    def accessor(self, rows, code, component, kind, edges=False):
        flat = [value for row in rows for value in row]
        data = struct.pack(f"<{len(flat)}{code}", *flat)
        self.views.append({"buffer": 0, "byteOffset": len(self.buffer), "byteLength": len(data)})
        self.buffer += data + bytes(-len(data) % 4)
        accessor = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if edges:
            accessor |= {"min": [min(axis) for axis in zip(*rows)], "max": [max(axis) for axis in zip(*rows)]}
        self.accessors.append(accessor)
        return len(self.accessors) - 1

    def mesh(self, name, material, faces):
        """Faces are lists of corners (x, y, z), counter-clockwise; each has corners of its own."""
        points, normals, places, corners = [], [], [], []
        for face in faces:
            first = len(points)
            ux, uy, uz = (b - a for a, b in zip(face[0], face[1]))
            vx, vy, vz = (b - a for a, b in zip(face[0], face[2]))
            normal = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
            length = sum(part * part for part in normal) ** 0.5
            for x, y, z in face:
                points.append(y_up(x, y, z))
                normals.append(y_up(*(part / length for part in normal)))
                places.append([x / 2, 1 - y / 2] if abs(normal[2]) > 0 else [(x + y) / 2, 1 - z / 2])
            corners += [[corner] for i in range(2, len(face)) for corner in (first, first + i - 1, first + i)]
        attributes = {"POSITION": self.accessor(points, "f", 5126, "VEC3", True),
                      "NORMAL": self.accessor(normals, "f", 5126, "VEC3"),
                      "TEXCOORD_0": self.accessor(places, "f", 5126, "VEC2")}
        primitive = {"attributes": attributes, "indices": self.accessor(corners, "H", 5123, "SCALAR")}
        if material is not None:
            primitive["material"] = material
        self.meshes.append({"name": name, "primitives": [primitive]})
        return len(self.meshes) - 1

    def node(self, name, **members):
        self.nodes.append({"name": name, **members})
        return len(self.nodes) - 1


def floor(cuts_x, cuts_y):
    """A rectangle whose sides are cut where doorways begin and end."""
    return [[(x0, y0, 0), (x1, y0, 0), (x1, y1, 0), (x0, y1, 0)]
            for x0, x1 in zip(cuts_x, cuts_x[1:]) for y0, y1 in zip(cuts_y, cuts_y[1:])]


def wall(from_x, from_y, to_x, to_y, low=0.0):
    """Looks to the left of the way along it."""
    return [(from_x, from_y, low), (to_x, to_y, low), (to_x, to_y, HEIGHT), (from_x, from_y, HEIGHT)]


def png(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    raw = b"".join(b"\0" + bytes(value for colour in row for value in colour) for row in rows)
    packed = b"\x78\x01\x01" + struct.pack("<HH", len(raw), len(raw) ^ 0xffff) + raw + struct.pack(">I", zlib.adler32(raw))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0))
            + chunk(b"IDAT", packed) + chunk(b"IEND", b""))


def main():
    s = Scene()
    stone, wood, plaster = range(3)
    hall = s.mesh("hall", stone, floor([-4, -1, 1, 4], [-3, -1, 1, 3]))
    hall_walls = s.mesh("hall_walls", plaster, [
        wall(-4, -3, -1, -3), wall(-1, -3, 1, -3, DOOR), wall(1, -3, 4, -3),
        wall(4, -3, 4, -1), wall(4, -1, 4, 1, DOOR), wall(4, 1, 4, 3), wall(4, 3, -4, 3), wall(-4, 3, -4, -3)])
    cell = s.mesh("cell", wood, floor([-2, 2], [-2, -1, 1, 2]))
    cell_walls = s.mesh("cell_walls", plaster, [
        wall(-2, 2, -2, 1), wall(-2, 1, -2, -1, DOOR), wall(-2, -1, -2, -2),
        wall(-2, -2, 2, -2), wall(2, -2, 2, 2), wall(2, 2, -2, 2)])
    alarm = s.mesh("alarm", None, [[(-1, -0.5, 0), (1, -0.5, 0), (1, 0.5, 0), (-1, 0.5, 0)]])
    half = 0.5 ** 0.5  # of a turn by a quarter, about Y
    in_hall = [s.node("hall_walls", mesh=hall_walls),
               s.node("hook_south", translation=y_up(0, -3, 0)),
               s.node("spawn_guard", translation=y_up(-2, 1, 0), rotation=[0, half, 0, half],
                      extras={"blueprint": "my_guard"}),
               s.node("trigger_alarm", mesh=alarm, translation=y_up(2, 0, 0)),
               s.node("entry", translation=y_up(0, -2, 0), rotation=[0, half, 0, half])]
    in_cell = [s.node("cell_walls", mesh=cell_walls),
               s.node("placeable_bunk", translation=y_up(1.25, 1.25, 0), extras={"note": "a bunk"})]
    roots = [s.node("hall", mesh=hall, children=in_hall),
             s.node("cell", mesh=cell, translation=y_up(6, 0, 0), children=in_cell)]
    document = {
        "asset": {"generator": "house.py, as Blender exports", "version": "2.0"},
        "scene": 0, "scenes": [{"name": "Scene", "nodes": roots}], "nodes": s.nodes,
        "materials": [
            {"name": "Stone", "pbrMetallicRoughness": {"baseColorFactor": [0.8, 0.8, 0.8, 1], "metallicFactor": 0}},
            {"name": "Wood", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0}},
            {"name": "Plaster", "pbrMetallicRoughness": {"baseColorFactor": [0.6, 0.5, 0.35, 1], "metallicFactor": 0}}],
        "textures": [{"source": 0}], "images": [{"mimeType": "image/png", "name": "planks", "uri": "planks.png"}],
        "meshes": s.meshes, "accessors": s.accessors, "bufferViews": s.views,
        "buffers": [{"byteLength": len(s.buffer),
                     "uri": "data:application/octet-stream;base64," + base64.b64encode(s.buffer).decode()}]}
    (FOLDER / "house.gltf").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    dark, light = (96, 64, 40), (140, 98, 62)
    (FOLDER / "planks.png").write_bytes(png([[dark if y % 4 == 0 else light for x in range(8)] for y in range(8)]))


main()
