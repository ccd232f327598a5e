"""Writes a scene of squares as glTF: each line of its input is a node.

  scene.py FILE.gltf

  NAME [in=PARENT] [at=X,Y,Z] [scale=X,Y,Z] [turn=DEGREES] [mesh=square|under|slab|wall:MATERIAL] [KEY:VALUE ...]

Z is up here, and turns are about it; KEY:VALUE becomes a custom property, a list where VALUE is [1,2].
MATERIAL may have a picture: Oak@oak.png, or a colour: Red@#ff0000.
"""
import base64
import json
import math
import pathlib
import struct
import sys

SQUARE = [(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)]
SHAPES = {
    "square": [SQUARE],
    "under": [SQUARE[::-1]],
    "wall": [[(-1, 0, 0), (1, 0, 0), (1, 0, 3), (-1, 0, 3)]],
    "slab": [SQUARE, [(x, y, -0.25) for x, y, _ in SQUARE[::-1]]] + [
        [(*a[:2], -0.25), (*b[:2], -0.25), b, a] for a, b in zip(SQUARE, SQUARE[1:] + SQUARE[:1])],
}


def up(x, y, z):
    return [x, z, -y]


class Scene:
    def __init__(self):
        self.buffer, self.views, self.accessors = b"", [], []
        self.meshes, self.materials, self.images, self.nodes, self.roots, self.names = [], [], [], [], [], {}

    def accessor(self, data, component, count, kind, **more):
        self.views.append({"buffer": 0, "byteOffset": len(self.buffer), "byteLength": len(data)})
        self.buffer += data + bytes(-len(data) % 4)
        self.accessors.append({"bufferView": len(self.views) - 1, "componentType": component, "count": count,
                               "type": kind, **more})
        return len(self.accessors) - 1

    def material(self, text):
        name, _, look = text.partition("@")
        if not name:
            return None
        looks = {}
        if look.startswith("#"):
            looks = {"baseColorFactor": [int(look[i:i + 2], 16) / 255 for i in (1, 3, 5)] + [1]}
        elif look:
            self.images.append({"uri": look})
            looks = {"baseColorTexture": {"index": len(self.images) - 1}}
        self.materials.append({"name": name, "pbrMetallicRoughness": looks})
        return len(self.materials) - 1

    def mesh(self, text):
        shape, _, look = text.partition(":")
        points = [up(*corner) for face in SHAPES[shape] for corner in face]
        corners = [4 * face + k for face in range(len(SHAPES[shape])) for k in (0, 1, 2, 0, 2, 3)]
        flat = [value for point in points for value in point]
        attributes = {"POSITION": self.accessor(struct.pack(f"<{len(flat)}f", *flat), 5126, len(points), "VEC3",
                                                min=[min(a) for a in zip(*points)], max=[max(a) for a in zip(*points)])}
        primitive = {"attributes": attributes,
                     "indices": self.accessor(struct.pack(f"<{len(corners)}H", *corners), 5123, len(corners), "SCALAR")}
        material = self.material(look)
        if material is not None:
            primitive["material"] = material
        self.meshes.append({"primitives": [primitive]})
        return len(self.meshes) - 1

    @staticmethod
    def extra(text):
        if text.startswith("["):
            return json.loads(text)
        return float(text) if text.replace(".", "").isdigit() else text

    def node(self, line):
        name, *words = line.split()
        node, parent = {"name": name}, None
        for word in words:
            key, mark, value = word.partition("=")
            if not mark:
                key, _, value = word.partition(":")
                node.setdefault("extras", {})[key] = self.extra(value)
            elif key == "in":
                parent = self.names[value]
            elif key == "at":
                node["translation"] = up(*map(float, value.split(",")))
            elif key == "scale":
                x, y, z = map(float, value.split(","))
                node["scale"] = [x, z, y]
            elif key == "turn":
                half = math.radians(float(value)) / 2
                node["rotation"] = [0, math.sin(half), 0, math.cos(half)]
            elif key == "mesh":
                node["mesh"] = self.mesh(value)
        self.nodes.append(node)
        self.names[name] = len(self.nodes) - 1
        if parent is None:
            self.roots.append(self.names[name])
        else:
            self.nodes[parent].setdefault("children", []).append(self.names[name])

    def document(self):
        lists = {"materials": self.materials, "images": self.images, "meshes": self.meshes, "accessors": self.accessors,
                 "bufferViews": self.views, "textures": [{"source": i} for i in range(len(self.images))]}
        data = base64.b64encode(self.buffer).decode()
        return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": self.roots}], "nodes": self.nodes,
                **{key: rows for key, rows in lists.items() if rows},
                **({"buffers": [{"byteLength": len(self.buffer), "uri": "data:application/octet-stream;base64," + data}]}
                   if self.buffer else {})}


def main():
    scene = Scene()
    for line in filter(str.strip, sys.stdin):
        scene.node(line)
    pathlib.Path(sys.argv[1]).write_text(json.dumps(scene.document()), "utf-8")


main()
