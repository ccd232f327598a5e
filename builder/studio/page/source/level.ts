// The level as views draw it: the map's rooms with their shapes, and what was found of them last.
import type { KitHook, Look } from "./answers";
import { placementOf, type MapRoom, type WarrenMap } from "./map";
import type { Shape, Shapes } from "./shapes";
import { placed, turned, type Flat, type Placement, type Point, type Turned } from "./values";

export interface LevelRoom {
  readonly index: number;
  readonly room: MapRoom;
  readonly placement: Placement;
  readonly turned: Turned;
  readonly shape: Shape | undefined;
  readonly box: readonly [Point, Point];
}

export type DoorwayState = "linked" | "locked" | "open" | "nearly" | "exit" | "dead";

export interface Doorway {
  readonly room: number;
  readonly hook: number;
  readonly at: Point;
  readonly out: Flat;
  readonly sill: readonly Point[];
  readonly state: DoorwayState;
  readonly link: number;
  readonly name: string;
}

const NO_BOX: readonly [Point, Point] = [[-1, -1, 0], [1, 1, 0]];

export function boxOf(shape: Shape | undefined, placement: Placement): readonly [Point, Point] {
  const [min, max] = shape?.room.box ?? NO_BOX;
  const corners = [0, 1, 2, 3].map((i) =>
    placed(placement, [i & 1 ? min[0] : max[0], i & 2 ? min[1] : max[1], 0]));
  const xs = corners.map((at) => at[0]), ys = corners.map((at) => at[1]), z = placement.position[2];
  return [[Math.min(...xs), Math.min(...ys), min[2] + z], [Math.max(...xs), Math.max(...ys), max[2] + z]];
}

export function levelRooms(map: WarrenMap, shapes: Shapes): LevelRoom[] {
  return map.rooms.map((room, index) => {
    const placement = placementOf(room), shape = shapes.of(map, room);
    return { index, room, placement, turned: turned(placement), shape, box: boxOf(shape, placement) };
  });
}

function stateOf(look: Look, index: number, hook: KitHook, nearly: ReadonlySet<number>): DoorwayState {
  const found = look.hooks[index];
  if (found.link >= 0) return look.links[found.link].lock ? "locked" : "linked";
  if (found.exit >= 0) return "exit";
  if (!hook.links) return "dead";
  return nearly.has(index) ? "nearly" : "open";
}

/** The doorways of a level, with what the look of the same map says of them; all open before there is one. */
export function doorways(rooms: readonly LevelRoom[], look: Look | null): Doorway[] {
  const out: Doorway[] = [];
  const nearly = new Set(look?.near_misses.flatMap((miss) => miss.hooks));
  let index = 0;
  for (const { shape, placement, turned: t, index: room } of rooms)
    shape?.room.hooks.forEach((hook, i) => {
      const told = look?.hooks[index]?.room === room && look.hooks[index].hook === i;
      out.push({
        room, hook: i, name: hook.name,
        at: placed(placement, hook.at),
        out: [t.a * hook.out[0] + t.c * hook.out[1], t.b * hook.out[0] + t.d * hook.out[1]],
        sill: hook.sill.map((at) => placed(placement, at)),
        state: told && look ? stateOf(look, index, hook, nearly) : hook.links ? "open" : "dead",
        link: told && look ? look.hooks[index].link : -1,
      });
      index++;
    });
  return out;
}

/** Heights of the floors rooms begin at, from below: rooms within 2 m of each other share a storey. */
export function storeys(rooms: readonly LevelRoom[]): number[] {
  const heights = [...new Set(rooms.map((room) => room.placement.position[2]))].sort((a, b) => a - b);
  return heights.filter((height, i) => i === 0 || height - heights[i - 1] > 2);
}

export function storeyOf(heights: readonly number[], z: number): number {
  let storey = 0;
  while (storey + 1 < heights.length && heights[storey + 1] <= z + 0.01) storey++;
  return storey;
}

/** Whether a room has floor on a storey: stairs have on two of them. -1: all storeys. */
export function isOnStorey({ placement, shape }: LevelRoom, heights: readonly number[], storey: number): boolean {
  const [low, high] = shape?.rise ?? [0, 0], z = placement.position[2];
  return storey < 0 || (storeyOf(heights, z + low) <= storey && storeyOf(heights, z + high) >= storey);
}

export function boundsOf(rooms: readonly LevelRoom[]): readonly [Point, Point] {
  if (rooms.length === 0) return [[-12, -12, 0], [12, 12, 3]];
  const of = (pick: (...values: number[]) => number, end: 0 | 1): Point =>
    [0, 1, 2].map((axis) => pick(...rooms.map((room) => room.box[end][axis]))) as unknown as Point;
  return [of(Math.min, 0), of(Math.max, 1)];
}
