// The studio: the map and what was done to it, what is selected, and what Warren says of it. Views look at it and
// are told when it changed; they never change it but by what it offers here.
import type { Finding, Look, Standing } from "./answers";
import { Asking, Newest, type Reply } from "./asking";
import { History } from "./history";
import { doorways, levelRooms, storeyOf, storeys, type Doorway, type LevelRoom } from "./level";
import { mapText, placementOf, withoutRooms, withAdded, withPlacements, freeName, type MapRoom, type WarrenMap } from "./map";
import type { Ghost, Shown } from "./plan";
import { Shapes } from "./shapes";
import { Sight } from "./sight";
import { mirroredAbout, moved, roundedPoint, turnedAbout, type Flat, type Placement, type Point } from "./values";

interface Looked {
  map: WarrenMap;
  look: Look | null;
  findings: Finding[];
}

export class Studio {
  readonly shapes = new Shapes();
  readonly sight: Sight;
  history: History;
  selected: ReadonlySet<string> = new Set();
  /** Rooms that stay where they are when a level is rolled. */
  pinned: ReadonlySet<string> = new Set();
  hovered: Doorway | null = null;
  chosen: Doorway | null = null;
  ghosts: readonly Ghost[] = [];
  marquee: readonly [Flat, Flat] | null = null;
  storey = -1;
  /** Somebody looks at a level that is not theirs to change. */
  fixed = false;
  rooms: readonly LevelRoom[] = [];
  doorways: readonly Doorway[] = [];
  heights: readonly number[] = [0];
  looked: Looked;
  /** How long the last look took: in the worker, and until it was seen here. */
  took = { worker: 0, whole: 0 };
  private preview: WarrenMap | null = null;
  private readonly listeners: (() => void)[] = [];
  private readonly looking: Newest<WarrenMap, [Reply<Look>, number]>;

  constructor(readonly asking: Asking, first: WarrenMap) {
    this.history = new History({ name: "Open", map: first });
    this.looked = { map: first, look: null, findings: [] };
    this.sight = new Sight(asking, () => this.tell());
    this.looking = new Newest(
      async (map) => {
        const began = performance.now();
        const text = mapText(map), reply = await asking.ask("look", { text });
        if (reply.ok) await this.learn(map, (rooms) => asking.ask("standing", { text, rooms }));
        return [reply, performance.now() - began];
      },
      ([reply, whole], map) => this.takeLook(map, reply, whole));
  }

  get map(): WarrenMap {
    return this.preview ?? this.history.now;
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  tell(): void {
    this.sight.want(this.looked, this.selected);
    for (const listener of this.listeners) listener();
  }

  /** Has told what a map's rooms look like that no kit has as they stand. */
  async learn(map: WarrenMap, ask: (rooms: number[]) => Promise<Reply<(Standing | null)[]>>): Promise<void> {
    const rooms = this.shapes.untold(map);
    if (!rooms.length) return;
    const reply = await ask(rooms);
    if (!reply.ok) return;
    this.shapes.tell(map, rooms, reply.answer);
    this.rooms = levelRooms(this.map, this.shapes);
    this.heights = storeys(this.rooms);
  }

  private takeLook(map: WarrenMap, reply: Reply<Look>, whole: number): void {
    if (reply.result === "ended") return;
    this.took = { worker: reply.milliseconds, whole };
    this.looked = { map, look: reply.ok ? reply.answer : null, findings: reply.findings };
    this.doorways = doorways(this.rooms, this.looked.look);
    this.keepDoorways();
    this.tell();
  }

  /** The doorways one hovers and chose are those of the level as it now is. */
  private keepDoorways(): void {
    const same = (doorway: Doorway | null) =>
      doorway && (this.doorways.find((d) => d.room === doorway.room && d.hook === doorway.hook) ?? null);
    this.hovered = same(this.hovered);
    this.chosen = same(this.chosen);
  }

  private changed(): void {
    const map = this.map, names = new Set(map.rooms.map((room) => room.name));
    this.rooms = levelRooms(map, this.shapes);
    this.heights = storeys(this.rooms);
    this.doorways = doorways(this.rooms, this.looked.look);
    this.keepDoorways();
    this.selected = new Set([...this.selected].filter((name) => names.has(name)));
    if (map === this.history.now) this.pinned = new Set([...this.pinned].filter((name) => names.has(name)));
    if (this.storey >= this.heights.length) this.storey = -1;
    if (map.rooms.length > 0) this.looking.want(map);
    else this.looked = { map, look: null, findings: [] };
    this.tell();
  }

  /** Kits came, or a worker was started again. */
  again(): void {
    this.changed();
  }

  get isSettled(): boolean {
    return this.looking.idle && this.sight.isSettled && this.looked.map === this.map;
  }

  // ---- Commands ----

  do(name: string, map: WarrenMap, selected?: Iterable<string>, gesture?: string): void {
    if (this.fixed) return;
    this.preview = null;
    this.history.do(name, map, gesture);
    if (selected) this.selected = new Set(selected);
    this.chosen = null;
    this.ghosts = [];
    this.changed();
  }

  open(name: string, map: WarrenMap): void {
    this.preview = null;
    this.history = new History({ name, map });
    this.shapes.forgetStanding();
    this.selected = new Set();
    this.storey = -1;
    this.chosen = null;
    this.ghosts = [];
    this.changed();
  }

  /** Shows a map that is no state of the history: while something is dragged. */
  try(map: WarrenMap | null): void {
    this.preview = map;
    this.changed();
  }

  go(index: number): void {
    this.preview = null;
    if (this.history.go(index)) this.changed();
  }

  undo(): void {
    this.go(this.history.index - 1);
  }

  redo(): void {
    this.go(this.history.index + 1);
  }

  // ---- Selection ----

  select(names: Iterable<string>): void {
    this.selected = new Set(names);
    this.tell();
  }

  toggle(name: string): void {
    const names = new Set(this.selected);
    if (!names.delete(name)) names.add(name);
    this.select(names);
  }

  get selectedRooms(): LevelRoom[] {
    return this.rooms.filter((room) => this.selected.has(room.room.name));
  }

  /** Rooms that hang together with one, through links. */
  together(index: number): string[] {
    const look = this.looked.look, found = new Set([index]);
    if (look)
      for (let size = 0; size !== found.size; ) {
        size = found.size;
        for (const link of look.links) {
          const [a, b] = link.hooks.map((hook) => look.hooks[hook].room);
          if (found.has(a) || found.has(b)) found.add(a).add(b);
        }
      }
    return [...found].map((room) => this.map.rooms[room]?.name).filter(Boolean);
  }

  private phrase(verb: string): string {
    const [first] = this.selected;
    return this.selected.size === 1 ? `${verb} ${first}` : `${verb} ${this.selected.size} rooms`;
  }

  get middle(): Flat {
    const boxes = this.selectedRooms.map((room) => room.box);
    const mean = (axis: number) =>
      (Math.min(...boxes.map((box) => box[0][axis])) + Math.max(...boxes.map((box) => box[1][axis]))) / 2;
    return [mean(0), mean(1)];
  }

  // ---- Edits of what is selected ----

  private place(verb: string, change: (placement: Placement) => Placement, gesture?: string): void {
    if (!this.selected.size) return;
    const changes = new Map(this.selectedRooms.map((room) => [room.room.name, change(room.placement)]));
    this.do(this.phrase(verb), withPlacements(this.map, changes), undefined, gesture && `${gesture} ${[...this.selected].join("\n")}`);
  }

  /** One room turns about its own origin, several about the middle of all, on the half metre. */
  private get pivot(): Flat {
    const rooms = this.selectedRooms;
    if (rooms.length === 1) return [rooms[0].placement.position[0], rooms[0].placement.position[1]];
    const half = (value: number) => Math.round(value * 2) / 2;
    return [half(this.middle[0]), half(this.middle[1])];
  }

  turn(by: number): void {
    if (!this.selected.size) return;
    const pivot = this.pivot;
    this.place("Turn", (placement) => turnedAbout(placement, pivot, by));
  }

  mirror(): void {
    if (!this.selected.size) return;
    const pivot = this.pivot;
    this.place("Mirror", (placement) => mirroredAbout(placement, pivot[0]));
  }

  nudge(by: Point): void {
    this.place("Move", (placement) => ({ ...placement, position: roundedPoint(moved(placement.position, by)) }), "nudge");
  }

  remove(): void {
    if (this.selected.size) this.do(this.phrase("Delete"), withoutRooms(this.map, this.selected), []);
  }

  /** Copies beside what they were made of, selected in its place. */
  duplicate(): void {
    const rooms = this.selectedRooms;
    if (!rooms.length) return;
    const wide = Math.max(...rooms.map((room) => room.box[1][0])) - Math.min(...rooms.map((room) => room.box[0][0]));
    this.paste(rooms.map((room) => room.room), [Math.ceil(wide) + 1, 0, 0], this.phrase("Duplicate"));
  }

  paste(rooms: readonly MapRoom[], by: Point, name: string): void {
    let map = this.map;
    const names: string[] = [];
    for (const { resref: _resref, ...room } of rooms) {
      const free = freeName(map, room.name);
      names.push(free);
      map = withAdded(map, [{ ...room, name: free, position: roundedPoint(moved(placementOf(room as MapRoom).position, by)) } as MapRoom]);
    }
    this.do(name, map, names);
  }

  private roomOf(map: WarrenMap, kit: string, room: string, placement: Placement): MapRoom {
    return {
      name: freeName(map, room),
      ...(kit === map.kit ? {} : { kit }),
      room,
      position: roundedPoint(placement.position),
      ...(placement.turn ? { turn: placement.turn } : {}),
      ...(placement.mirror !== "none" ? { mirror: placement.mirror } : {}),
    };
  }

  add(kit: string, room: string, placement: Placement): void {
    const added = this.roomOf(this.map, kit, room, placement);
    this.do(`Add ${added.name}`, withAdded(this.map, [added]), [added.name]);
  }

  /** Closes open doorways with a cap of their room's kit each, where one fits; says how many were closed. */
  async cap(): Promise<number> {
    let map = this.map, closed = 0;
    for (const { room, hook } of this.doorways.filter(({ state }) => state === "open")) {
      const kit = this.rooms[room].shape?.kit;
      if (!kit) continue;
      const reply = await this.asking.ask("offers", { text: mapText(map), room, hook, kit: kit.id, fitting: true });
      const caps = new Set(kit.rooms.filter(({ tags }) => tags.includes("cap")).map(({ id }) => id));
      const offer = reply.ok ? reply.answer.find((found) => caps.has(found.room)) : undefined;
      if (!offer) continue;
      map = withAdded(map, [this.roomOf(map, kit.id, offer.room, offer.placement)]);
      closed++;
    }
    if (closed) this.do(`Close ${closed} doorway${closed === 1 ? "" : "s"}`, map);
    return closed;
  }

  mend(index: number): void {
    const miss = this.looked.look?.near_misses[index];
    if (!miss?.mend || miss.room < 0) return;
    const room = this.map.rooms[miss.room];
    this.do(`Mend ${room.name}`, withPlacements(this.map, new Map([[room.name, miss.mend]])), [room.name]);
  }

  // ---- Pins ----

  get arePinned(): boolean {
    return this.selected.size > 0 && [...this.selected].every((name) => this.pinned.has(name));
  }

  /** Pins what is selected, or lets it go where all of it is pinned. */
  pin(): void {
    const pinned = new Set(this.pinned), free = this.arePinned;
    for (const name of this.selected) if (free) pinned.delete(name);
      else pinned.add(name);
    this.pinned = pinned;
    this.tell();
  }

  // ---- What views show ----

  get shown(): Shown {
    const { look } = this.looked, overlapping = new Set<number>(), unreached = new Set<number>();
    const current = look && look.rooms.length === this.rooms.length ? look : null;
    for (const overlap of current?.overlaps ?? []) if (overlap.refused) overlap.rooms.forEach((room) => overlapping.add(room));
    if (current && current.entry.room >= 0)
      current.rooms.forEach((room, i) => {
        if (room.islands.length && !room.islands.some((island) => current.islands[island]?.reached)) unreached.add(i);
      });
    return {
      rooms: this.rooms, doorways: this.doorways, heights: this.heights, storey: this.storey, selected: this.selected, pinned: this.pinned,
      hovered: this.hovered, chosen: this.chosen, ghosts: this.ghosts, marquee: this.marquee, overlapping, unreached,
      faults: (current?.overlaps ?? []).filter((overlap) => overlap.refused).map(({ at }) => ({ at, kind: "overlap" as const })),
      entry: current && current.entry.room >= 0 ? current.entry : null,
      sight: current && this.sight.from(current, this.looked.map, this.selected),
      keys: this.rooms.filter((room) => room.room.key).map((room) => ({ at: room.placement.position })),
    };
  }

  storeyOfRoom(index: number): number {
    return storeyOf(this.heights, this.rooms[index].placement.position[2]);
  }
}
