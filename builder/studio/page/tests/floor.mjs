// The floor of a module, read from its WOK files, and the way over it: a judge of walking that shares nothing with the page
// or with Warren. Metres; a point is three numbers.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const WALKABLE = new Set([1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 16, 18, 20, 21, 22]); // surfacemat.2da of the first game
const NEAR = 0.03;

function facesOf(bytes) {
  const word = (at) => bytes.readUInt32LE(at);
  const vertices = Array.from({ length: word(0x48) }, (_, i) => [0, 4, 8].map((k) => bytes.readFloatLE(word(0x4c) + 12 * i + k)));
  return Array.from({ length: word(0x50) }, (_, i) => i)
    .filter((i) => WALKABLE.has(word(word(0x58) + 4 * i)))
    .map((i) => [0, 4, 8].map((k) => vertices[word(word(0x54) + 12 * i + k)]));
}

const middle = (a, b) => a.map((value, k) => (value + b[k]) / 2);
const long = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** How high a face is above a place; null beside it. `slack`: metres that count as on it. */
function heightAt([a, b, c], x, y, slack) {
  const sides = [[a, b], [b, c], [c, a]].map(([p, q]) => ((q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0])) / Math.hypot(q[0] - p[0], q[1] - p[1]));
  const turn = Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
  if (sides.some((side) => side * turn < -slack)) return null;
  const u = b.map((value, k) => value - a[k]), v = c.map((value, k) => value - a[k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return a[2] - (n[0] * (x - a[0]) + n[1] * (y - a[1])) / n[2];
}

export class Floor {
  constructor(folder) {
    this.faces = readdirSync(folder).filter((name) => name.endsWith(".wok")).flatMap((name) => facesOf(readFileSync(join(folder, name))));
    this.next = this.faces.map(() => []);
    const edges = new Map(); // by the cell of their middle
    const cell = (at) => at.map((value) => Math.floor(value / 0.25));
    this.faces.forEach((face, i) => {
      for (let k = 0; k < 3; k++) {
        const ends = [face[k], face[(k + 1) % 3]], at = middle(...ends), key = cell(at).join();
        edges.set(key, [...(edges.get(key) ?? []), { face: i, ends, at }]);
      }
    });
    for (const own of [...edges.values()].flat()) {
      const [x, y, z] = cell(own.at);
      for (let i = 0; i < 27; i++)
        for (const other of edges.get([x + (i % 3) - 1, y + (Math.floor(i / 3) % 3) - 1, z + Math.floor(i / 9) - 1].join()) ?? [])
          if (other.face !== own.face && Math.min(
            Math.max(long(own.ends[0], other.ends[1]), long(own.ends[1], other.ends[0])),
            Math.max(long(own.ends[0], other.ends[0]), long(own.ends[1], other.ends[1]))) < NEAR)
            this.next[own.face].push({ face: other.face, door: own.at });
    }
  }

  /** The face a point stands on: within 10 cm of its height. -1: none. */
  faceAt([x, y, z], slack = 0.02) {
    return this.faces.findIndex((face) => {
      const height = heightAt(face, x, y, slack);
      return height !== null && Math.abs(height - z) < 0.1;
    });
  }

  /** Points to walk to one after another, each straight over one face. */
  way(from, to) {
    const start = this.faceAt(from), goal = this.faceAt(to, 0.1), best = new Map([[start, { cost: 0, at: from, before: -1 }]]), open = [start];
    while (open.length) {
      open.sort((a, b) => best.get(b).cost - best.get(a).cost);
      const face = open.pop(), here = best.get(face);
      if (face === goal) break;
      for (const { face: other, door } of this.next[face]) {
        const cost = here.cost + long(here.at, door);
        if (cost >= (best.get(other)?.cost ?? Infinity)) continue;
        best.set(other, { cost, at: door, before: face });
        open.push(other);
      }
    }
    const way = [to];
    for (let face = goal; face !== start; face = best.get(face).before) {
      if (!best.has(face)) return null;
      way.unshift(best.get(face).at);
    }
    return way;
  }
}
