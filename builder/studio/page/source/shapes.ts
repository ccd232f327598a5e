// Rooms of kits, made ready to be drawn: floors by material, walls, doorways, in the room's own coordinates.
import type { Kit, KitRoom, Mesh, Model, Standing } from "./answers";
import { kitOf, roomOf, type MapRoom, type WarrenMap } from "./map";
import type { Flat, Point } from "./values";

export interface Shape {
  readonly kit: Kit;
  readonly room: KitRoom;
  readonly mesh: Mesh;
  readonly walkable: number;
  /** Floors of each material, seen from above. */
  readonly floors: ReadonlyMap<number, Path2D>;
  /** Open edges of the floor but for doorways. */
  readonly walls: readonly (readonly [Point, Point])[];
  readonly outline: Path2D;
  readonly middle: Flat;
  readonly radius: number;
  /** The lowest and the highest point of its floor. */
  readonly rise: Flat;
  /** What one sees of it; undefined: nobody asked yet, null: a grey box. */
  model: Model | null | undefined;
}

/** The colours of floors, as `warren view` draws them. */
const FLOORS = [
  "#dcdcdc", "#d9c3a0", "#b9b4c7", "#c3d69b", "#d8d8d2", "#dcb27f", "#9fcbe8", "#a9a9a9", "#eef1f4", "#e6b3ad",
  "#b4c3d1", "#c6e4ea", "#a5bf9c", "#bfa58c", "#d9dc8f", "#ee9d6c", "#8f8fa3", "#7fafd6", "#efdc96", "#f1efe6",
];
const OTHERS = ["#e9dfb4", "#cfc0e0", "#b3ddcf", "#f0cdb0"];
export const floorColour = (material: number): string => FLOORS[material] ?? OTHERS[material % OTHERS.length];

const vertex = (mesh: Mesh, index: number): Point =>
  [mesh.vertices[3 * index], mesh.vertices[3 * index + 1], mesh.vertices[3 * index + 2]];

export const corner = (mesh: Mesh, edge: number): Point => {
  const face = Math.floor(edge / 3);
  return vertex(mesh, mesh.faces[3 * face + (edge % 3)]);
};

export const nextCorner = (edge: number): number => (edge % 3 === 2 ? edge - 2 : edge + 1);

function floorsOf(mesh: Mesh, walkable: number): Map<number, Path2D> {
  const floors = new Map<number, Path2D>();
  for (let face = 0; face < walkable; face++) {
    const path = floors.get(mesh.materials[face]) ?? new Path2D();
    floors.set(mesh.materials[face], path);
    for (let k = 0; k < 3; k++) {
      const [x, y] = vertex(mesh, mesh.faces[3 * face + k]);
      if (k === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    path.closePath();
  }
  return floors;
}

function riseOf(mesh: Mesh, walkable: number): Flat {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < 3 * walkable; i++) {
    const z = mesh.vertices[3 * mesh.faces[i] + 2];
    low = Math.min(low, z);
    high = Math.max(high, z);
  }
  return low <= high ? [low, high] : [0, 0];
}

const key = (a: Point, b: Point): string => `${a.join()};${b.join()}`;

function sills(room: KitRoom): Set<string> {
  const out = new Set<string>();
  for (const hook of room.hooks)
    for (let i = 0; i + 1 < hook.sill.length; i++) out.add(key(hook.sill[i], hook.sill[i + 1]));
  return out;
}

function shapeOf(kit: Kit, room: KitRoom, mesh: Mesh, model?: Model | null): Shape {
  const walkable = room.walkable, doorways = sills(room);
  const walls: [Point, Point][] = [], outline = new Path2D();
  for (let i = 0; i < mesh.edges.length; i += 2) {
    const a = corner(mesh, mesh.edges[i]), b = corner(mesh, nextCorner(mesh.edges[i]));
    if (doorways.has(key(a, b))) continue;
    walls.push([a, b]);
    outline.moveTo(a[0], a[1]);
    outline.lineTo(b[0], b[1]);
  }
  const [min, max] = room.box;
  return {
    kit, room, mesh, walkable, walls, outline, model: room.model ? model : null,
    floors: floorsOf(mesh, walkable),
    middle: [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2],
    radius: Math.hypot(max[0] - min[0], max[1] - min[1]) / 2,
    rise: riseOf(mesh, walkable),
  };
}

/** Rooms that no kit has as they stand: longer ones, and those of which a map carries the floor or all. */
function standingKey(map: WarrenMap, room: MapRoom): string | null {
  if (room.embedded !== undefined) return `carried\n${String(room.embedded)}`;
  if (room.walkmesh !== undefined) return `${kitOf(map, room)}\n${roomOf(room)}\n${String(room.walkmesh)}`;
  const lengths = (room.stretch as readonly number[] | undefined) ?? [];
  return lengths.some((length) => length !== 0) ? `${kitOf(map, room)}\n${roomOf(room)}\n${lengths.join()}`.toLowerCase() : null;
}

const NO_KIT: Kit = { id: "", name: "", doors: [], rooms: [] };

/** All rooms of all kits, by the names a map may call them. */
export class Shapes {
  private readonly byName = new Map<string, Shape>();
  private readonly standing = new Map<string, Shape>();
  readonly kits: Kit[] = [];

  add(kit: Kit, meshes: Record<string, Mesh>): void {
    const former = this.kits.findIndex((other) => other.id === kit.id);
    if (former >= 0) this.kits.splice(former, 1);
    this.kits.push(kit);
    for (const room of kit.rooms) {
      const shape = shapeOf(kit, room, meshes[room.id]);
      for (const kitName of [kit.id, kit.name])
        for (const name of [room.name, room.id]) this.byName.set(`${kitName}\n${name}`.toLowerCase(), shape);
    }
  }

  find(kit: string, room: string): Shape | undefined {
    return this.byName.get(`${kit}\n${room}`.toLowerCase());
  }

  /** A room of a map as it stands there; as its kit has it until that was told. */
  of(map: WarrenMap, room: MapRoom): Shape | undefined {
    const key = standingKey(map, room);
    return (key === null ? undefined : this.standing.get(key)) ?? this.find(kitOf(map, room), roomOf(room));
  }

  /** Rooms of a map that nobody told of yet, one of those that are alike. */
  untold(map: WarrenMap): number[] {
    const keys = map.rooms.map((room) => standingKey(map, room));
    return keys.flatMap((key, i) => (key !== null && !this.standing.has(key) && keys.indexOf(key) === i ? [i] : []));
  }

  tell(map: WarrenMap, rooms: readonly number[], told: readonly (Standing | null)[]): void {
    told.forEach((standing, i) => {
      const room = map.rooms[rooms[i]], key = standingKey(map, room);
      if (!standing || key === null) return;
      const kit = this.find(kitOf(map, room), roomOf(room))?.kit ?? NO_KIT;
      this.standing.set(key, shapeOf(kit, standing.room, standing.mesh, standing.model));
    });
  }

  /** Another map carries other rooms. */
  forgetStanding(): void {
    this.standing.clear();
  }
}
