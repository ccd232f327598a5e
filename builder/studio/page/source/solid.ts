// The level in 3D: floors as they are, grey walls around them, frames where doorways are linked; and the eyes of
// somebody who walks in it.
import {
  AmbientLight, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, Group,
  HemisphereLight, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera,
  Plane, Raycaster, Scene, SphereGeometry, Vector2, Vector3, WebGLRenderer, BoxGeometry, Matrix4,
} from "three";
import type { Asking } from "./asking";
import type { Leaf } from "./doors";
import { boundsOf, type Doorway, type LevelRoom } from "./level";
import { Cladding } from "./clad";
import { FLOOR, Paints, WALLS, type Tint } from "./paints";
import { isHidden, type Shown } from "./plan";
import { floorColour, type Shape } from "./shapes";
import { turned, type Placement, type Point } from "./values";

const LEAF = 2.55; // metres, how high a door's leaf is
const WALL = 2.8; // metres: grey boxes have no ceiling, and walls to look over

/** Whether a face stands upright: walls are drawn by themselves. */
function isUpright({ vertices, faces }: Shape["mesh"], face: number): boolean {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * face + k]);
  const side = (to: number) => [0, 1, 2].map((axis) => vertices[to + axis] - vertices[a + axis]);
  const [u, v] = [side(b), side(c)];
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  return Math.abs(n[2]) < 0.2 * Math.hypot(...n);
}

/** Floors with the colours of their materials, walkable or not. */
function floorGeometry({ mesh }: Shape): BufferGeometry {
  const positions: number[] = [], colours: number[] = [], colour = new Color();
  for (let face = 0; face < mesh.materials.length; face++) {
    if (isUpright(mesh, face)) continue;
    colour.set(floorColour(mesh.materials[face]));
    for (let k = 0; k < 3; k++) {
      const from = 3 * mesh.faces[3 * face + k];
      positions.push(mesh.vertices[from], mesh.vertices[from + 1], mesh.vertices[from + 2]);
      colours.push(colour.r, colour.g, colour.b);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Walls are seen from inside only, so that one looks into rooms from above; darker at their foot, so that one sees
 *  where they stand. */
function wallGeometry({ walls }: Shape): BufferGeometry {
  const positions: number[] = [], colours: number[] = [], foot = [0.62, 0.62, 0.62], top = [1, 1, 1];
  for (const [a, b] of walls) {
    const c = [b[0], b[1], b[2] + WALL], d = [a[0], a[1], a[2] + WALL];
    positions.push(...b, ...a, ...d, ...b, ...d, ...c); // the floor is on the left of a → b
    colours.push(...foot, ...foot, ...top, ...foot, ...top, ...top);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function rimGeometry({ walls }: Shape): BufferGeometry {
  const positions: number[] = [];
  for (const [a, b] of walls) {
    positions.push(a[0], a[1], a[2] + WALL, b[0], b[1], b[2] + WALL);
    positions.push(a[0], a[1], a[2] + 0.02, b[0], b[1], b[2] + 0.02);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  return geometry;
}

interface Parts {
  floor: BufferGeometry;
  walls: BufferGeometry;
  rim: BufferGeometry;
}

function matrixOf(placement: Placement): Matrix4 {
  const t = turned(placement), [x, y, z] = placement.position;
  return new Matrix4().set(t.a, t.c, 0, x, t.b, t.d, 0, y, 0, 0, 1, z, 0, 0, 0, 1);
}

function tintOf(shown: Shown, room: number, name: string): Tint {
  if (shown.overlapping.has(room)) return "bad";
  if (shown.selected.has(name)) return "chosen";
  return isHidden(shown, room) ? "far" : "plain";
}

export class Solid {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(55, 1, 0.1, 2000);
  private readonly rooms = new Group();
  private readonly signs = new Group();
  private readonly leaves = new Group();
  private readonly leaf = new MeshLambertMaterial({ color: "#7d6a55" });
  private readonly parts = new Map<Shape, Parts>();
  private readonly paints = new Paints();
  readonly cladding: Cladding;
  private readonly rim = new LineBasicMaterial({ color: "#59616c" });
  private readonly target = new Vector3();
  private turn = -0.9;
  private tilt = 0.85;
  private far = 60;
  took = 0;
  /** Somebody who walks sees from here. */
  eyes: { at: Point; turn: number; tilt: number } | null = null;

  /** `changed`: models or textures came, and all is to be drawn anew. */
  constructor(readonly canvas: HTMLCanvasElement, asking: Asking, changed: () => void) {
    this.cladding = new Cladding(asking, this.paints, changed);
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    const sun = new DirectionalLight("#fff6e6", 1.6), sky = new HemisphereLight("#e8f0ff", "#8a8272", 1.5);
    sun.position.set(30, -50, 80);
    this.scene.add(this.rooms, this.signs, this.leaves, sun, sky, new AmbientLight("#ffffff", 0.35));
    sky.position.set(0, 0, 1);
    this.camera.up.set(0, 0, 1);
    this.readInks();
  }

  readInks(): void {
    const style = getComputedStyle(document.documentElement);
    const ink = (name: string) => style.getPropertyValue(`--plan-${name}`).trim();
    this.scene.background = new Color(ink("paper"));
    this.paints.set(ink("paper"), ink("accent"), ink("bad"));
  }

  private partsOf(shape: Shape): Parts {
    let parts = this.parts.get(shape);
    if (!parts) {
      parts = { floor: floorGeometry(shape), walls: wallGeometry(shape), rim: rimGeometry(shape) };
      this.parts.set(shape, parts);
    }
    return parts;
  }

  private model(shape: Shape, placement: Placement, tint: Tint): Group {
    const clad = this.cladding.of(shape), group = new Group();
    if (clad) group.add(new Mesh(clad.geometry, clad.paints.map((paint) => this.paints.of(paint, tint))));
    else {
      const { floor, walls, rim } = this.partsOf(shape);
      group.add(new Mesh(floor, this.paints.of(FLOOR, tint)), new Mesh(walls, this.paints.of(WALLS, tint)));
      if (tint !== "far") group.add(new LineSegments(rim, this.rim));
    }
    group.matrixAutoUpdate = false;
    group.matrix.copy(matrixOf(placement));
    return group;
  }

  /** Makes the scene anew; geometry is shared by all rooms of one kind. */
  show(shown: Shown): void {
    this.rooms.clear();
    for (const { shape, placement, room, index } of shown.rooms) {
      if (!shape) continue;
      const model = this.model(shape, placement, tintOf(shown, index, room.name));
      model.userData.room = index;
      this.rooms.add(model);
    }
    for (const { shape, placement } of shown.ghosts) this.rooms.add(this.model(shape, placement, "ghost"));
    this.showSigns(shown);
  }

  private showSigns(shown: Shown): void {
    const style = getComputedStyle(document.documentElement);
    this.signs.clear();
    for (const doorway of shown.doorways) {
      const ink = style.getPropertyValue(`--plan-${doorway.state === "dead" ? "quiet" : doorway.state === "exit" ? "accent" : doorway.state}`);
      if (doorway.state === "linked" || doorway.state === "locked") this.signs.add(...frame(doorway, ink.trim()));
      else if (doorway.state !== "dead") this.signs.add(ball(doorway, ink.trim(), doorway === shown.hovered));
    }
    if (shown.entry) this.signs.add(post(shown.entry.at, style.getPropertyValue("--plan-linked").trim(), 2.2));
  }

  /** Only these rooms are drawn; null: all. */
  drawOnly(rooms: ReadonlySet<number> | null): void {
    for (const model of this.rooms.children) model.visible = !rooms || rooms.has(model.userData.room as number);
  }

  /** Leaves of doors, which stand until others are hung. */
  hang(leaves: readonly Leaf[]): void {
    this.leaves.clear();
    for (const leaf of leaves) {
      const [a, b] = leaf.ends, mesh = new Mesh(BOX, this.leaf);
      mesh.rotation.z = Math.atan2(b[1] - a[1], b[0] - a[0]);
      mesh.scale.set(Math.hypot(b[0] - a[0], b[1] - a[1]), 0.14, LEAF);
      mesh.userData.leaf = leaf;
      this.leaves.add(mesh);
    }
    this.raise();
  }

  /** Puts every leaf where it is by now; one that is out of the way is in the lintel. */
  raise(): void {
    for (const mesh of this.leaves.children) {
      const { ends: [a, b], raised } = mesh.userData.leaf as Leaf;
      mesh.position.set((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 + LEAF * (0.5 + raised));
      mesh.visible = raised < 0.98;
    }
  }

  set signsSeen(seen: boolean) {
    this.signs.visible = seen;
  }

  // ---- Camera ----

  fitCanvas(): boolean {
    const box = this.canvas.getBoundingClientRect();
    const size = this.renderer.getSize(new Vector2());
    if (!box.width || !box.height || (size.x === box.width && size.y === box.height)) return false;
    this.renderer.setPixelRatio(window.devicePixelRatio || 1);
    this.renderer.setSize(box.width, box.height, false);
    this.camera.aspect = box.width / box.height;
    this.camera.updateProjectionMatrix();
    return true;
  }

  fit(rooms: readonly LevelRoom[]): void {
    this.fitCanvas();
    const [min, max] = boundsOf(rooms);
    this.target.set((min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2);
    const high = Math.tan((this.camera.fov * Math.PI) / 360), narrow = high * Math.min(1, this.camera.aspect);
    this.far = (0.38 * Math.hypot(max[0] - min[0], max[1] - min[1]) + 4) / narrow;
  }

  go(at: Point): void {
    this.target.set(at[0], at[1], at[2]);
    this.far = Math.min(this.far, 30);
  }

  orbit(dx: number, dy: number): void {
    this.turn -= dx * 0.006;
    this.tilt = Math.min(1.5, Math.max(0.12, this.tilt + dy * 0.006));
  }

  pan(dx: number, dy: number): void {
    const k = this.far / 700, cos = Math.cos(this.turn), sin = Math.sin(this.turn);
    this.target.x += (-dx * -sin - dy * cos) * k;
    this.target.y += (-dx * cos - dy * sin) * k;
  }

  zoom(factor: number): void {
    this.far = Math.min(600, Math.max(3, this.far / factor));
  }

  private aim(): void {
    if (this.eyes) {
      const { at, turn, tilt } = this.eyes;
      this.camera.position.set(at[0], at[1], at[2] + 1.65);
      this.camera.lookAt(at[0] + Math.cos(turn) * Math.cos(tilt), at[1] + Math.sin(turn) * Math.cos(tilt),
                         at[2] + 1.65 + Math.sin(tilt));
      return;
    }
    const flat = this.far * Math.cos(this.tilt);
    this.camera.position.set(this.target.x + flat * Math.cos(this.turn), this.target.y + flat * Math.sin(this.turn),
                             this.target.z + this.far * Math.sin(this.tilt));
    this.camera.lookAt(this.target);
  }

  draw(): void {
    const began = performance.now();
    this.aim();
    this.renderer.render(this.scene, this.camera);
    this.took = performance.now() - began;
  }

  // ---- What is under the pointer ----

  private ray(x: number, y: number): Raycaster {
    const box = this.canvas.getBoundingClientRect(), caster = new Raycaster();
    caster.setFromCamera(new Vector2((x / box.width) * 2 - 1, 1 - (y / box.height) * 2), this.camera);
    return caster;
  }

  doorwayAt(x: number, y: number): Doorway | null {
    const hit = this.ray(x, y).intersectObjects(this.signs.children, false).find((found) => found.object.userData.doorway);
    return (hit?.object.userData.doorway as Doorway) ?? null;
  }

  roomAt(x: number, y: number): number {
    const hit = this.ray(x, y).intersectObjects(this.rooms.children, true).find((found) => found.object.type === "Mesh");
    return (hit?.object.parent?.userData.room as number | undefined) ?? -1;
  }

  /** Where the pointer meets a level plane. */
  planeAt(x: number, y: number, z: number): Point | null {
    const at = this.ray(x, y).ray.intersectPlane(new Plane(new Vector3(0, 0, 1), -z), new Vector3());
    return at ? [at.x, at.y, at.z] : null;
  }
}

// ---- Signs ----

const BOX = new BoxGeometry(1, 1, 1), BALL = new SphereGeometry(0.45, 16, 12);
const paints = new Map<string, MeshBasicMaterial>();

function paint(ink: string): MeshBasicMaterial {
  let material = paints.get(ink);
  if (!material) paints.set(ink, (material = new MeshBasicMaterial({ color: ink })));
  return material;
}

function bar(ink: string, at: Point, size: Point, turn = 0): Mesh {
  const mesh = new Mesh(BOX, paint(ink));
  mesh.position.set(...at);
  mesh.scale.set(...size);
  mesh.rotation.z = turn;
  return mesh;
}

function between(a: Point, b: Point, high: number, ink: string): Mesh {
  const middle: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 + high];
  return bar(ink, middle, [Math.hypot(b[0] - a[0], b[1] - a[1]), 0.18, 0.18], Math.atan2(b[1] - a[1], b[0] - a[0]));
}

const post = (at: Point, ink: string, high: number): Mesh =>
  bar(ink, [at[0], at[1], at[2] + high / 2], [0.18, 0.18, high]);

function frame({ sill, state }: Doorway, ink: string): Mesh[] {
  if (sill.length < 2) return [];
  const a = sill[0], b = sill[sill.length - 1], high = WALL - 0.2;
  const parts = [post(a, ink, high), post(b, ink, high), between(a, b, high, ink)];
  if (state === "locked") parts.push(between(a, b, 1.1, ink));
  return parts;
}

function ball(doorway: Doorway, ink: string, large: boolean): Mesh {
  const mesh = new Mesh(BALL, paint(ink));
  mesh.position.set(doorway.at[0], doorway.at[1], doorway.at[2] + 1.2);
  mesh.scale.setScalar(large ? 1.5 : 1);
  mesh.userData.doorway = doorway;
  return mesh;
}
