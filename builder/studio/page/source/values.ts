// Values of Warren: metres, degrees counter-clockwise, Z up; and where a room stands.

export type Point = readonly [number, number, number];
export type Flat = readonly [number, number];
export type Mirror = "none" | "x" | "y" | "xy";

/** Mirrored first, then turned, then moved. */
export interface Placement {
  readonly position: Point;
  readonly turn: number;
  readonly mirror: Mirror;
}

/** The part of a placement that does not move: x' = a x + c y, y' = b x + d y. */
export interface Turned {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

const QUARTERS: readonly Flat[] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** Quarter turns are exact, as they are in Warren. */
function direction(turn: number): Flat {
  const quarter = turn / 90;
  if (Number.isInteger(quarter)) return QUARTERS[((quarter % 4) + 4) % 4];
  const angle = (turn * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

export function turned(placement: Placement): Turned {
  const [cos, sin] = direction(placement.turn);
  const mx = placement.mirror === "x" || placement.mirror === "xy" ? -1 : 1;
  const my = placement.mirror === "y" || placement.mirror === "xy" ? -1 : 1;
  return { a: cos * mx, b: sin * mx, c: -sin * my, d: cos * my };
}

export function placed(placement: Placement, at: Point): Point {
  const t = turned(placement);
  const [x, y, z] = placement.position;
  return [t.a * at[0] + t.c * at[1] + x, t.b * at[0] + t.d * at[1] + y, at[2] + z];
}

export function normalTurn(turn: number): number {
  const rest = ((turn % 360) + 360) % 360;
  return Math.round(rest * 1e4) / 1e4;
}

export function isMirrored(mirror: Mirror): boolean {
  return mirror === "x" || mirror === "y";
}

export const moved = (at: Point, by: Point): Point => [at[0] + by[0], at[1] + by[1], at[2] + by[2]];

/** No more digits than a float32 holds, so that the text of a map stays short. */
export const rounded = (value: number): number => Math.round(value * 1e4) / 1e4 || 0;

export const roundedPoint = (at: Point): Point => [rounded(at[0]), rounded(at[1]), rounded(at[2])];

export function turnedAbout(placement: Placement, middle: Flat, by: number): Placement {
  const [cos, sin] = direction(by);
  const [x, y, z] = placement.position;
  const dx = x - middle[0], dy = y - middle[1];
  return {
    position: roundedPoint([middle[0] + cos * dx - sin * dy, middle[1] + sin * dx + cos * dy, z]),
    turn: normalTurn(placement.turn + by),
    mirror: placement.mirror,
  };
}

/** Mirrored left to right, about a line through the middle that runs north. */
export function mirroredAbout(placement: Placement, x: number): Placement {
  const flips: Record<Mirror, Mirror> = { none: "x", x: "none", y: "xy", xy: "y" };
  return {
    position: roundedPoint([2 * x - placement.position[0], placement.position[1], placement.position[2]]),
    turn: normalTurn(-placement.turn),
    mirror: flips[placement.mirror],
  };
}
