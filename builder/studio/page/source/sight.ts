// What a room sees by the VIS: asked for while somebody wants to see it, of one selected room.
import type { Look } from "./answers";
import { Newest, type Asking } from "./asking";
import { mapText, type WarrenMap } from "./map";

/** A room, and those that are drawn while one stands in it; indices into the map's rooms. */
export interface Seen {
  readonly from: number;
  readonly rooms: ReadonlySet<number>;
}

export class Sight {
  isOn = false;
  private map: WarrenMap | null = null; // that was asked about last
  private known: { map: WarrenMap; seen: readonly (readonly number[])[] } | null = null;
  private readonly looking: Newest<WarrenMap, number[][] | null>;

  constructor(asking: Asking, changed: () => void) {
    this.looking = new Newest(
      async (map) => {
        const reply = await asking.ask("sights", { text: mapText(map) });
        return reply.ok ? reply.answer : null;
      },
      (seen, map) => {
        this.known = seen && { map, seen };
        changed();
      });
  }

  /** Asks, where it is wanted and not known of this map yet. */
  want({ map, look }: { map: WarrenMap; look: Look | null }, selected: ReadonlySet<string>): void {
    if (!this.isOn || !look || selected.size !== 1 || this.map === map) return;
    this.map = map;
    this.looking.want(map);
  }

  get isSettled(): boolean {
    return this.looking.idle;
  }

  /** What the selected room sees; null while nobody wants to know, or it is not known. */
  from(look: Look, map: WarrenMap, selected: ReadonlySet<string>): Seen | null {
    const [name] = selected, from = map.rooms.findIndex((room) => room.name === name);
    if (!this.isOn || selected.size !== 1 || from < 0 || this.known?.map !== map) return null;
    const area = look.rooms[from].index, seen = new Set(this.known.seen[area] ?? []);
    return { from, rooms: new Set(look.rooms.flatMap(({ index }, i) => (i !== from && (seen.has(index) || index === area) ? [i] : []))) };
  }
}
