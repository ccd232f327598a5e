// The floor of a built module, read from its WOK files here and by nothing of the page: what one stands on, and the
// way from one place to another.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const WALKED = new Set([1, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 16, 18, 20, 21, 22, 30]); // materials
const CELL = 2; // metres
const key = (point) => point.map((value) => Math.round(value * 1000)).join();
const cellOf = (x, y) => `${Math.floor(x / CELL)},${Math.floor(y / CELL)}`;

function readTriangles(path) {
  const bytes = readFileSync(path), word = (at) => bytes.readUInt32LE(at);
  const [vertices, faceCount, faces, materials] = [0x4c, 0x50, 0x54, 0x58].map(word);
  const vertex = (index) => [0, 4, 8].map((at) => bytes.readFloatLE(vertices + 12 * index + at));
  return Array.from({ length: faceCount }, (_, i) => i).filter((i) => WALKED.has(word(materials + 4 * i)))
    .map((i) => [0, 4, 8].map((at) => vertex(word(faces + 12 * i + at))));
}

/** How far a point is outside of a triangle seen from above, metres; 0 inside. Its corners go counter-clockwise. */
function outside(triangle, x, y) {
  let far = 0;
  for (let k = 0; k < 3; k++) {
    const [ax, ay] = triangle[k], [bx, by] = triangle[(k + 1) % 3];
    far = Math.max(far, -((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / (Math.hypot(bx - ax, by - ay) || 1));
  }
  return far;
}

function heightOn([a, b, c], x, y) {
  const n = [(b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1]), (b[2] - a[2]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[2] - a[2]),
             (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])];
  return a[2] - (n[0] * (x - a[0]) + n[1] * (y - a[1])) / n[2];
}

const steps = (from, to, long) => Array.from({ length: Math.ceil(Math.hypot(...to.map((value, axis) => value - from[axis])) / long) + 1 }, (_, i) => i).map((i, _, all) => i / Math.max(1, all.length - 1));
const between = (from, to, part) => from.map((value, axis) => value + (to[axis] - value) * part);

export class Floor {
  constructor(folder) {
    this.triangles = readdirSync(folder).filter((name) => name.endsWith(".wok")).flatMap((name) => readTriangles(join(folder, name)));
    this.cells = new Map();
    this.triangles.forEach((triangle, i) => {
      const [xs, ys] = [0, 1].map((axis) => triangle.map((point) => point[axis]));
      for (let x = Math.floor((Math.min(...xs) - 0.2) / CELL); x <= (Math.max(...xs) + 0.2) / CELL; x++)
        for (let y = Math.floor((Math.min(...ys) - 0.2) / CELL); y <= (Math.max(...ys) + 0.2) / CELL; y++)
          this.cells.set(`${x},${y}`, [...(this.cells.get(`${x},${y}`) ?? []), i]);
    });
  }

  /** The triangle one stands on there, give or take so many metres; -1: none. */
  under([x, y, z], aside = 0.005, above = 0.02) {
    return (this.cells.get(cellOf(x, y)) ?? []).find((i) =>
      outside(this.triangles[i], x, y) <= aside && Math.abs(heightOn(this.triangles[i], x, y) - z) <= above) ?? -1;
  }

  /** Whether one can go straight from here to there: floor all the way, also `wide` metres to both sides. */
  isStraight(from, to, wide) {
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1, side = [-(to[1] - from[1]) / long, (to[0] - from[0]) / long];
    let z = from[2];
    for (const part of steps(from, to, 0.15)) {
      const at = between(from, to, part), on = this.under([at[0], at[1], z], 0.01, 0.4);
      if (on < 0) return false;
      z = heightOn(this.triangles[on], at[0], at[1]);
      for (const by of [-wide, wide]) if (this.under([at[0] + side[0] * by, at[1] + side[1] * by, z], 0.01, 0.4) < 0) return false;
    }
    return Math.abs(z - to[2]) < 0.4;
  }

  /** What is wrong with a step that somebody made; null: nothing. */
  fault(from, to) {
    if (this.under(to) < 0) return `${to} is not on the floor`;
    for (const part of steps(from, to, 0.05))
      if (this.under(between(from, to, part), 0.08, 0.35) < 0) return `from ${from} to ${to} leads through what is no floor`;
    return null;
  }

  get neighbours() {
    const edges = new Map(), out = this.triangles.map(() => []);
    this.triangles.forEach((triangle, i) => triangle.forEach((point, k) => {
      const next = triangle[(k + 1) % 3], back = edges.get(`${key(next)};${key(point)}`);
      edges.set(`${key(point)};${key(next)}`, i);
      if (back === undefined) return;
      out[i].push({ to: back, over: between(point, next, 0.5) });
      out[back].push({ to: i, over: between(point, next, 0.5) });
    }));
    return out;
  }

  /** Places to walk to one after another, from triangle to triangle; null: there is no way. */
  way(from, to) {
    const [first, last] = [from, to].map((at) => this.under(at, 0.3, 0.5)), { neighbours } = this, came = new Map([[first, null]]), far = new Map([[first, 0]]);
    const waiting = [{ triangle: first, at: from, far: 0 }];
    while (waiting.length) {
      waiting.sort((a, b) => b.far - a.far);
      const now = waiting.pop();
      for (const { to: next, over } of neighbours[now.triangle] ?? []) {
        const long = now.far + Math.hypot(...over.map((value, axis) => value - now.at[axis]));
        if (long >= (far.get(next) ?? Infinity)) continue;
        far.set(next, long);
        came.set(next, { triangle: now.triangle, over });
        waiting.push({ triangle: next, at: over, far: long });
      }
    }
    if (!came.has(last)) return null;
    const places = [to];
    for (let step = came.get(last); step; step = came.get(step.triangle)) places.unshift(step.over);
    return this.straightened([from, ...places]);
  }

  straightened(places) {
    const out = [];
    for (let i = 0; i + 1 < places.length; ) {
      let next = places.length - 1;
      while (next > i + 1 && !this.isStraight(places[i], places[next], 0.35)) next--;
      out.push(places[(i = next)]);
    }
    return out;
  }
}
