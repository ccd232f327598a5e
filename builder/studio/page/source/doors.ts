// Doors of a level somebody walks in: they open before who comes near and close behind, once they are not locked.
import type { Look } from "./answers";
import type { Doorway } from "./level";
import type { Point } from "./values";

const OPENS = 2.4, CLOSES = 3.4, REACH = 2.5; // metres, to its middle
const STOREY = 2; // metres: a door so far above or below is another storey's
const SPEED = 3; // times a second a leaf goes its whole way

export interface Leaf {
  readonly ends: readonly [Point, Point];
  /** 0: it is shut, 1: it is out of the way. */
  raised: number;
}

interface Door extends Leaf {
  readonly middle: Point;
  /** The ground lines nobody passes while it is shut: one of each room. */
  readonly sills: readonly (readonly [number, number, number, number])[];
  key: string | null;
  open: boolean;
}

const far = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], (a[2] - b[2]) * 2);

function doorOf(sides: readonly Doorway[], key: string | null): Door[] {
  const sills = sides.filter(({ sill }) => sill.length > 1).map(({ sill }) => [sill[0], sill[sill.length - 1]] as const);
  if (!sills.length) return [];
  return [{ ends: sills[0], middle: sides[0].at, sills: sills.map(([a, b]) => [a[0], a[1], b[0], b[1]] as const), key, open: false, raised: 0 }];
}

export class Doors {
  readonly all: readonly Door[];

  constructor(doorways: readonly Doorway[], look: Look) {
    const sides = new Map<number, Doorway[]>();
    for (const doorway of doorways) if (doorway.link >= 0) sides.set(doorway.link, [...(sides.get(doorway.link) ?? []), doorway]);
    this.all = [...sides].flatMap(([link, pair]) => doorOf(pair, look.links[link]?.lock ?? null));
  }

  /** What cannot be walked through now from there; doors of the storey above are not in the way. */
  shut(at: Point): number[] {
    return this.all.filter(({ open, middle }) => !open && Math.abs(middle[2] - at[2]) < STOREY).flatMap(({ sills }) => sills.flat());
  }

  /** Whoever stands there opens and closes what is not locked; leaves move on. */
  near(at: Point, seconds: number): void {
    for (const door of this.all) {
      const distance = far(door.middle, at);
      if (door.key === null && distance < OPENS) door.open = true;
      else if (distance > CLOSES) door.open = false;
      const step = SPEED * seconds;
      door.raised = Math.min(1, Math.max(0, door.raised + (door.open ? step : -step)));
    }
  }

  /** Tries the door one stands at with the keys one has; what is said of it. */
  use(at: Point, keys: ReadonlySet<string>): string {
    const door = [...this.all].sort((a, b) => far(a.middle, at) - far(b.middle, at))[0];
    if (!door || far(door.middle, at) > REACH) return "No door is near.";
    if (door.key === null) return "The door is open.";
    if (!keys.has(door.key)) return `Locked: it needs the key "${door.key}".`;
    const { key } = door;
    door.key = null;
    door.open = true;
    return `The key "${key}" opens the door.`;
  }
}
