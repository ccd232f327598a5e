// Where a room that is dragged would stand: at the doorways it comes near, as Warren offers them.
import type { Offer } from "./answers";
import type { Asking } from "./asking";
import { doorways, levelRooms, type Doorway, type LevelRoom } from "./level";
import { mapText, type WarrenMap } from "./map";
import type { Shape, Shapes } from "./shapes";
import type { Placement, Point } from "./values";

export interface Candidate {
  readonly placement: Placement;
  readonly reason: string | null; // why it does not fit; null: it fits
  readonly cost: number;
}

/** What stays while one room is dragged, and what could be put to its open doorways. */
export class Snapping {
  private open: Doorway[] = [];
  private readonly offers = new Map<Doorway, readonly Offer[]>();
  private readonly asked = new Set<Doorway>();
  private readonly text: string;
  private readonly rooms: LevelRoom[];
  private over = false;

  /** `ready` is told when offers came, and the candidates may be others. */
  constructor(private readonly asking: Asking, private readonly shape: Shape, base: WarrenMap,
              shapes: Shapes, private readonly ready: () => void) {
    this.text = mapText(base);
    this.rooms = levelRooms(base, shapes);
    if (base.rooms.length) void this.look();
  }

  private async look(): Promise<void> {
    const reply = await this.asking.ask("look", { text: this.text });
    if (!reply.ok || this.over) return;
    this.open = doorways(this.rooms, reply.answer).filter(({ state }) => state === "open" || state === "nearly");
    this.ready();
  }

  end(): void {
    this.over = true;
  }

  private async ask(doorway: Doorway): Promise<void> {
    if (this.asked.has(doorway)) return;
    this.asked.add(doorway);
    const { room, hook } = doorway;
    const reply = await this.asking.ask("offers", { text: this.text, room, hook, kit: this.shape.kit.id, fitting: false });
    if (!reply.ok || this.over) return;
    this.offers.set(doorway, reply.answer.filter((offer) => offer.room === this.shape.room.id));
    this.ready();
  }

  /** The ways it could stand within reach of a place, the nearest and those that ask for no turn first. */
  near(wanted: Placement, reach: number): Candidate[] {
    const [x, y, z] = wanted.position, found: Candidate[] = [];
    for (const doorway of this.open) {
      if (Math.hypot(doorway.at[0] - x, doorway.at[1] - y) > this.shape.radius * 1.5 + reach) continue;
      void this.ask(doorway);
      for (const offer of this.offers.get(doorway) ?? []) {
        const at = offer.placement.position, far = Math.hypot(at[0] - x, at[1] - y);
        if (far > reach) continue;
        const turn = offer.placement.turn === wanted.turn ? 0 : 0.4, mirror = offer.placement.mirror === wanted.mirror ? 0 : 0.9;
        const cost = far + turn + mirror + 0.2 * Math.abs(at[2] - z) - 0.3 * offer.links + (offer.slug ? 100 : 0);
        found.push({ placement: offer.placement, reason: offer.slug ? offer.reason : null, cost });
      }
    }
    return found.sort((a, b) => a.cost - b.cost);
  }
}

const doorOf = ({ shape }: LevelRoom, doorway: Doorway): string => shape?.room.hooks[doorway.hook].door ?? "";

/** For several rooms at once: how far they would have to move for two doorways to meet, or null. */
export function gap(rooms: readonly LevelRoom[], selected: ReadonlySet<string>, reach: number): Point | null {
  const all = doorways(rooms, null).filter(({ state }) => state === "open");
  const mine = all.filter(({ room }) => selected.has(rooms[room].room.name));
  const others = all.filter(({ room }) => !selected.has(rooms[room].room.name));
  let best: Point | null = null, least = reach;
  for (const a of mine)
    for (const b of others) {
      const far = Math.hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]);
      const facing = a.out[0] * b.out[0] + a.out[1] * b.out[1] < -0.99;
      if (far >= least || !facing || doorOf(rooms[a.room], a) !== doorOf(rooms[b.room], b)) continue;
      if (Math.abs(b.at[2] - a.at[2]) > 2) continue;
      least = far;
      best = [b.at[0] - a.at[0], b.at[1] - a.at[1], b.at[2] - a.at[2]];
    }
  return best;
}
