// Dragging rooms: a new one from the shelf, or those that are selected. A drag is one command, and nothing is done
// before it ends.
import { levelRooms, type LevelRoom } from "./level";
import { withoutRooms, withPlacements } from "./map";
import type { Shape } from "./shapes";
import { gap, Snapping, type Candidate } from "./snapping";
import type { Studio } from "./studio";
import { moved, roundedPoint, type Flat, type Placement } from "./values";

const GRID = 0.5; // metres

const onGrid = (value: number): number => Math.round(value / GRID) * GRID;

export interface Drag {
  move(at: Flat, free: boolean, reach: number): void;
  /** The next way it fits. */
  next(): void;
  turn(): void;
  mirror(): void;
  /** Ends it; false: nothing is done. */
  end(done: boolean): void;
  /** Why it would not fit, or what it does, for people. */
  readonly words: string;
}

/** One room, which snaps to doorways: a new one, or one that stands. */
export class RoomDrag implements Drag {
  private at: Flat = [0, 0];
  private free = false;
  private reach = 3;
  private index = 0;
  private seen = false;
  private wanted: Placement;
  private candidates: Candidate[] = [];
  private readonly snapping: Snapping;
  words = "";

  constructor(private readonly studio: Studio, private readonly shape: Shape, private readonly moves: LevelRoom | null,
              z: number, private readonly held: Flat = [0, 0]) {
    const map = studio.map;
    this.wanted = moves?.placement ?? { position: [0, 0, z], turn: 0, mirror: "none" };
    const base = moves ? withoutRooms(map, new Set([moves.room.name])) : map;
    this.snapping = new Snapping(studio.asking, shape, base, studio.shapes, () => this.seen && this.show());
  }

  move(at: Flat, free: boolean, reach: number): void {
    if (Math.hypot(at[0] - this.at[0], at[1] - this.at[1]) > 0.6) this.index = 0;
    this.at = at;
    this.free = free;
    this.reach = reach;
    this.seen = true;
    this.show();
  }

  next(): void {
    this.index++;
    this.show();
  }

  turn(): void {
    this.wanted = { ...this.wanted, turn: (this.wanted.turn + 90) % 360 };
    this.show();
  }

  mirror(): void {
    this.wanted = { ...this.wanted, mirror: this.wanted.mirror === "none" ? "x" : "none" };
    this.show();
  }

  private get placement(): Placement {
    const x = this.at[0] - this.held[0], y = this.at[1] - this.held[1], z = this.wanted.position[2];
    const position = this.free ? ([x, y, z] as const) : ([onGrid(x), onGrid(y), z] as const);
    return { ...this.wanted, position: roundedPoint(position) };
  }

  private get chosen(): { placement: Placement; snapped: boolean; reason: string | null } {
    const raw = { ...this.placement, position: [this.at[0] - this.held[0], this.at[1] - this.held[1], this.wanted.position[2]] as const };
    this.candidates = this.free ? [] : this.snapping.near(raw, this.reach);
    const fitting = this.candidates.filter(({ reason }) => !reason);
    if (fitting.length) return { placement: fitting[this.index % fitting.length].placement, snapped: true, reason: null };
    const near = this.candidates.find(({ placement }) =>
      Math.hypot(placement.position[0] - raw.position[0], placement.position[1] - raw.position[1]) < this.reach / 2);
    return { placement: this.placement, snapped: false, reason: near?.reason ?? null };
  }

  private show(): void {
    const { placement, snapped, reason } = this.chosen;
    this.words = reason ? `does not fit here: ${reason}` : snapped ? "fits" : "";
    if (this.moves) {
      this.studio.ghosts = [];
      this.studio.try(withPlacements(this.studio.history.now, new Map([[this.moves.room.name, placement]])));
    } else {
      this.studio.ghosts = [{ shape: this.shape, placement, fits: !reason, snapped }];
      this.studio.tell();
    }
  }

  end(done: boolean): void {
    const { placement } = this.chosen;
    this.snapping.end();
    this.studio.ghosts = [];
    this.studio.try(null);
    if (!done || !this.seen) return this.studio.tell();
    if (!this.moves) return this.studio.add(this.shape.kit.id, this.shape.room.id, placement);
    const name = this.moves.room.name;
    this.studio.do(`Move ${name}`, withPlacements(this.studio.map, new Map([[name, placement]])), [name]);
  }
}

/** Several rooms, which keep their places to each other. */
export class GroupDrag implements Drag {
  private by: Flat = [0, 0];
  private readonly names: ReadonlySet<string>;
  words = "";

  constructor(private readonly studio: Studio, private readonly from: Flat) {
    this.names = new Set(studio.selected);
  }

  private placements(by: readonly [number, number, number]): Map<string, Placement> {
    const rooms = this.studio.history.now.rooms.filter((room) => this.names.has(room.name));
    return new Map(rooms.map((room) => [room.name, {
      position: roundedPoint(moved(room.position, by)), turn: room.turn ?? 0, mirror: room.mirror ?? "none"}]));
  }

  move(at: Flat, free: boolean, reach: number): void {
    const dx = at[0] - this.from[0], dy = at[1] - this.from[1];
    this.by = free ? [dx, dy] : [onGrid(dx), onGrid(dy)];
    const { studio } = this;
    let map = withPlacements(studio.history.now, this.placements([...this.by, 0]));
    const near = free ? null : gap(levelRooms(map, studio.shapes), this.names, Math.min(reach, 2));
    if (near) {
      map = withPlacements(studio.history.now, this.placements(moved([...this.by, 0], near)));
      this.words = "fits";
    } else this.words = "";
    studio.try(map);
  }

  next(): void {}
  turn(): void {}
  mirror(): void {}

  end(done: boolean): void {
    const map = this.studio.map, changed = map !== this.studio.history.now;
    this.studio.try(null);
    if (done && changed) this.studio.do(`Move ${this.names.size} rooms`, map, this.names);
  }
}
