// The panel of what is selected: the map, one room and its doorways, or several rooms.
import { fill, h, plural } from "./element";
import type { Doorway, LevelRoom } from "./level";
import { freeName, renamed, withPlacements, type MapLink, type MapRoom, type WarrenMap } from "./map";
import type { Studio } from "./studio";
import { normalTurn, roundedPoint, type Placement } from "./values";

const stateWords: Record<Doorway["state"], string> = {
  linked: "linked to", locked: "locked, to", open: "open", nearly: "nearly meets another", exit: "leads out",
  dead: "no doorway: it has no floor",
};

export class Inspector {
  private shownFor = "";

  constructor(private readonly place: HTMLElement, private readonly studio: Studio,
              private readonly attach: (doorway: Doorway) => void) {}

  show(): void {
    const { studio } = this, active = document.activeElement;
    const key = `${studio.history.index}/${studio.map === studio.history.now}/${[...studio.selected].join("\n")}/${studio.arePinned}/${studio.looked.map === studio.map}`;
    // what somebody types into is left alone until it is done
    if (key === this.shownFor || (this.place.contains(active) && active instanceof HTMLInputElement && active.dataset.edited)) return;
    this.shownFor = key;
    const rooms = studio.selectedRooms;
    fill(this.place, ...(rooms.length === 0 ? this.map() : rooms.length === 1 ? this.room(rooms[0]) : this.rooms(rooms)));
  }

  private field(label: string, value: string, change: (value: string) => void, properties: Record<string, unknown> = {}): HTMLElement {
    const input = h("input", { value, ...properties });
    input.addEventListener("input", () => (input.dataset.edited = "1"));
    input.addEventListener("change", () => {
      delete input.dataset.edited;
      change(input.value.trim());
    });
    return h("label", { class: "field" }, h("span", {}, label), input);
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
    const { studio } = this, { placement } = room, [x, y, z] = placement.position;
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
      this.tools(),
      this.field("Key that lies here", room.room.key ?? "", (value) =>
        this.change(room, value ? `Lay key ${value} into ${room.room.name}` : `Take the key out of ${room.room.name}`, { key: value || undefined }),
        { placeholder: "none" }),
      this.entry(room),
      h("h4", {}, "Doorways"),
      h("ul", { class: "doorways" }, ...studio.doorways.filter((doorway) => doorway.room === room.index).map((doorway) => this.doorway(doorway))),
    ];
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

  private tools(): HTMLElement {
    const { studio } = this;
    const tool = (label: string, key: string, act: () => void) =>
      h("button", { type: "button", title: `${label} (${key})`, onclick: act }, label);
    return h("div", { class: "tools" }, tool("Turn", "R", () => studio.turn(90)), tool("Mirror", "M", () => studio.mirror()),
             tool("Duplicate", "Ctrl+D", () => studio.duplicate()), tool(studio.arePinned ? "Unpin" : "Pin", "P", () => studio.pin()), tool("Delete", "Del", () => studio.remove()));
  }

  // ---- Doorways ----

  private doorway(doorway: Doorway): HTMLElement {
    const { studio } = this, look = studio.looked.look, link = doorway.link >= 0 ? look?.links[doorway.link] : undefined;
    const other = link && look ? look.hooks[link.hooks.find((hook) => look.hooks[hook].room !== doorway.room) ?? link.hooks[1]] : undefined;
    const words = `${stateWords[doorway.state]}${other ? ` ${studio.map.rooms[other.room]?.name}` : ""}`;
    return h("li", { class: doorway.state }, h("b", {}, doorway.name), h("span", {}, words),
             doorway.state === "open" && h("button", { type: "button", onclick: () => this.attach(doorway) }, "Build on"),
             other && this.lock(doorway, other, link!.lock));
  }

  private lock(doorway: Doorway, other: { room: number; hook: number }, lock: string | null): HTMLElement {
    const { studio } = this, map = studio.map;
    const end = (room: number, hook: number): [string, string] => [map.rooms[room].name, studio.rooms[room].shape!.room.hooks[hook].name];
    const from = end(doorway.room, doorway.hook), to = end(other.room, other.hook);
    const is = (link: MapLink) => [link.from, link.to].some((e) => e.join() === from.join()) && [link.from, link.to].some((e) => e.join() === to.join());
    return this.field("Key", lock ?? "", (value) => {
      const former = map.links?.find(is), rest = (map.links ?? []).filter((link) => !is(link));
      const { lock: _lock, optional: _optional, ...bare } = former ?? { from, to };
      const next = value ? { ...bare, lock: value } : bare;
      const plain = !value && !("hidden" in bare) && !map.links_only;
      const links = plain ? rest : [...rest, next as MapLink];
      const { links: _links, ...others } = map;
      studio.do(value ? `Lock ${from.join(".")}` : `Unlock ${from.join(".")}`,
                (links.length ? { ...others, links } : others) as WarrenMap);
    }, { placeholder: "no lock", "aria-label": `Key that opens ${from.join(".")}` });
  }

  // ---- Several rooms ----

  private rooms(rooms: readonly LevelRoom[]): HTMLElement[] {
    return [h("h3", {}, plural(rooms.length, "room")), this.tools(),
            h("p", { class: "quiet" }, rooms.slice(0, 40).map(({ room }) => room.name).join(", "))];
  }
}
