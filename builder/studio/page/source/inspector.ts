// The panel of what is selected: the map, one room and its doorways, or several rooms.
import { Details } from "./details";
import { freeGroup, withGroup, withLength } from "./edits";
import { fill, h, plural } from "./element";
import { Fields } from "./fields";
import type { Doorway, LevelRoom } from "./level";
import { freeName, renamed, withPlacements, type MapRoom, type WarrenMap } from "./map";
import { Seeing } from "./seeing";
import { Settings } from "./settings";
import type { Studio } from "./studio";
import { normalTurn, roundedPoint, type Placement } from "./values";

export class Inspector {
  private shownFor = "";
  private shownMap: WarrenMap | null = null;

  private readonly fields = new Fields();
  private readonly settings: Settings;
  private readonly details: Details;
  private readonly seeing: Seeing;

  /** `cap` closes the doorways that are open, `sight` shows what a room sees. */
  constructor(private readonly place: HTMLElement, private readonly studio: Studio, attach: (doorway: Doorway) => void,
              private readonly cap: () => void, sight: () => void) {
    this.settings = new Settings(studio, this.fields);
    this.details = new Details(studio, this.fields, attach);
    this.seeing = new Seeing(studio, this.fields, sight);
  }

  show(): void {
    const { studio } = this, active = document.activeElement;
    const key = `${studio.map === studio.history.now}/${[...studio.selected].join("\n")}/${studio.arePinned}/${studio.looked.map === studio.map}/${studio.sight.isOn}/${studio.shown.sight !== null}`;
    // what somebody types into is left alone until it is done
    if ((key === this.shownFor && studio.history.now === this.shownMap) || (this.place.contains(active) && active instanceof HTMLInputElement && active.dataset.edited)) return;
    this.shownFor = key;
    this.shownMap = studio.history.now;
    const rooms = studio.selectedRooms;
    fill(this.place, ...(rooms.length === 0 ? this.map() : rooms.length === 1 ? this.room(rooms[0]) : this.rooms(rooms)));
  }

  private field(label: string, value: string, change: (value: string) => void, properties: Record<string, unknown> = {}): HTMLElement {
    return this.fields.text(label, value, change, properties);
  }

  private number(label: string, value: number, change: (value: number) => void, step = 0.5): HTMLElement {
    return this.field(label, String(value), (text) => {
      const number = Number(text);
      if (Number.isFinite(number) && number !== value) change(number);
      else this.again();
    }, { type: "number", step });
  }

  private again(): void {
    this.shownFor = "";
    this.show();
  }

  // ---- The map ----

  private map(): HTMLElement[] {
    const { studio } = this, map = studio.map;
    const set = (member: string, name: string) => (value: string) => {
      if (value !== (map[member] ?? "")) studio.do(name, { ...map, [member]: value || undefined } as WarrenMap);
    };
    return [
      h("h3", {}, "The map"),
      this.field("Name of the module", map.id, (value) => {
        if (value && value !== map.id) studio.do("Name the module", { ...map, id: value.toLowerCase() });
      }, { pattern: "[a-z0-9_]{1,16}", maxlength: 16, title: "1 to 16 of a-z, 0-9 and _" }),
      this.field("Title, as players read it", map.title ?? "", set("title", "Name the level")),
      h("label", { class: "field" }, h("span", {}, "Game"), this.game(map)),
      this.settings.show(),
      h("button", { type: "button", id: "cap", disabled: !studio.doorways.some(({ state }) => state === "open"), onclick: () => this.cap() }, "Close the open doorways"),
      h("p", { class: "quiet" }, `${plural(map.rooms.length, "room")}. Click a room to see it here, an open doorway to build on.`),
    ];
  }

  private game(map: WarrenMap): HTMLElement {
    const now = (map.game as string) ?? "k1";
    const select = h("select", {}, h("option", { value: "k1", selected: now === "k1" }, "Knights of the Old Republic"),
                     h("option", { value: "k2", selected: now === "k2" }, "The Sith Lords"));
    select.addEventListener("change", () => this.studio.do("Choose the game", { ...map, game: select.value }));
    return select;
  }

  // ---- One room ----

  private set(room: LevelRoom, name: string, change: Partial<Placement>): void {
    const placement = { ...room.placement, ...change };
    this.studio.do(`${name} ${room.room.name}`, withPlacements(this.studio.map, new Map([[room.room.name, placement]])));
  }

  private change(room: LevelRoom, name: string, change: Partial<MapRoom>): void {
    const { studio } = this;
    const rooms = studio.map.rooms.map((other) => (other.name === room.room.name ? ({ ...other, ...change } as MapRoom) : other));
    studio.do(name, { ...studio.map, rooms });
  }

  private room(room: LevelRoom): HTMLElement[] {
    const { placement } = room, [x, y, z] = placement.position;
    const move = (axis: number) => (value: number) => {
      const position = [...placement.position] as [number, number, number];
      position[axis] = value;
      this.set(room, "Move", { position: roundedPoint(position) });
    };
    return [
      h("h3", {}, room.shape?.room.name ?? room.room.room ?? "Room"),
      this.field("Name", room.room.name, (value) => this.rename(room, value)),
      h("div", { class: "row" }, this.number("x", x, move(0)), this.number("y", y, move(1)), this.number("z", z, move(2))),
      h("div", { class: "row" },
        this.number("Turn", placement.turn, (turn) => this.set(room, "Turn", { turn: normalTurn(turn) }), 90),
        h("label", { class: "field" }, h("span", {}, "Mirrored"), this.mirrors(room))),
      ...this.lengths(room),
      this.tools(),
      this.field("Key that lies here", room.room.key ?? "", (value) =>
        this.change(room, value ? `Lay key ${value} into ${room.room.name}` : `Take the key out of ${room.room.name}`, { key: value || undefined }),
        { placeholder: "none" }),
      this.entry(room),
      this.group(),
      ...this.details.doorways(room),
      this.details.things(room),
      this.seeing.show(room),
    ];
  }

  private lengths({ room, shape }: LevelRoom): HTMLElement[] {
    const { studio } = this, now = (room.stretch as readonly number[] | undefined) ?? [];
    const fields = (shape?.room.stretches ?? []).map(({ axis, from, to, step, slides }, i) =>
      this.field(slides ? `Door moved along ${axis}, ${from} to ${to} m` : `Longer along ${axis} by, ${from} to ${to} m`, String(now[i] ?? 0), (text) => {
        const length = Math.min(to, Math.max(from, Number(text)));
        if (Number.isFinite(length) && length !== (now[i] ?? 0)) studio.do(`Make ${room.name} ${slides ? "another" : "longer"}`, withLength(studio.map, room.name, i, length));
        else this.again();
      }, { type: "number", min: from, max: to, step: step || "any" }));
    return fields.length ? [h("div", { class: "lengths" }, ...fields)] : [];
  }

  private rename(room: LevelRoom, value: string): void {
    const { studio } = this;
    if (!value || value === room.room.name) return this.again();
    const name = freeName(studio.map, value);
    studio.do(`Rename ${room.room.name}`, renamed(studio.map, room.room.name, name), [name]);
  }

  private mirrors(room: LevelRoom): HTMLElement {
    const select = h("select", {}, ...(["none", "x", "y", "xy"] as const).map((mirror) =>
      h("option", { value: mirror, selected: mirror === room.placement.mirror }, mirror === "none" ? "no" : mirror)));
    select.addEventListener("change", () => this.set(room, "Mirror", { mirror: select.value as Placement["mirror"] }));
    return select;
  }

  private entry(room: LevelRoom): HTMLElement {
    const { studio } = this, map = studio.map, here = studio.looked.look?.entry.room === room.index;
    const spawn = room.shape?.room.markers.find((marker) => marker.kind === "spawn");
    const entry = spawn ? { room: room.room.name, marker: spawn.name } : { room: room.room.name };
    if (here) return h("p", { class: "quiet" }, "The player arrives here.");
    if (!spawn) return h("p", { class: "quiet" }, "");
    return h("button", { type: "button", onclick: () => studio.do(`Arrive in ${room.room.name}`, { ...map, entry }) },
             "Let the player arrive here");
  }

  private group(): HTMLElement {
    const { studio } = this, groups = new Set(studio.selectedRooms.map(({ room }) => room.group ?? ""));
    const name = groups.size === 1 ? [...groups][0] : "";
    return this.field("Group, one room of the module", name, (value) =>
      studio.do(value ? `Merge into ${value}` : "Take out of the group", withGroup(studio.map, studio.selected, value)), { placeholder: groups.size > 1 ? "several" : "none" });
  }

  private tools(): HTMLElement {
    const { studio } = this;
    const tool = (label: string, key: string, act: () => void) =>
      h("button", { type: "button", title: `${label} (${key})`, onclick: act }, label);
    return h("div", { class: "tools" }, tool("Turn", "R", () => studio.turn(90)), tool("Mirror", "M", () => studio.mirror()),
             tool("Duplicate", "Ctrl+D", () => studio.duplicate()), tool(studio.arePinned ? "Unpin" : "Pin", "P", () => studio.pin()), tool("Delete", "Del", () => studio.remove()));
  }

  // ---- Several rooms ----

  private rooms(rooms: readonly LevelRoom[]): HTMLElement[] {
    return [h("h3", {}, plural(rooms.length, "room")), this.tools(),
            h("button", { type: "button", onclick: () => {
              const group = freeGroup(this.studio.map);
              this.studio.do(`Merge ${rooms.length} rooms`, withGroup(this.studio.map, this.studio.selected, group));
            } }, "Merge into one room of the module"),
            this.group(),
            h("p", { class: "quiet" }, rooms.slice(0, 40).map(({ room }) => room.name).join(", "))];
  }
}
