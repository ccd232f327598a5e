// The panel's parts about a room's doorways and about what stands in it.
import { exitsOf, isLink, thingsOf, withExit, withLink, withMember, withThings, type End, type MapThing } from "./edits";
import { h } from "./element";
import type { Fields } from "./fields";
import type { Doorway, LevelRoom } from "./level";
import type { Studio } from "./studio";

const stateWords: Record<Doorway["state"], string> = {
  linked: "linked to", locked: "locked, to", open: "open", nearly: "nearly meets another", exit: "leads out",
  dead: "no doorway: it has no floor",
};

const KINDS: Readonly<Record<string, string>> = {
  waypoint: "Waypoint", placeable: "Placeable", loot: "Loot", spawn: "Creature", sound: "Sound", store: "Store",
};

export class Details {
  constructor(private readonly studio: Studio, private readonly fields: Fields, private readonly attach: (doorway: Doorway) => void) {}

  private end(room: number, hook: number): End {
    const { studio } = this;
    return [studio.map.rooms[room].name, studio.rooms[room].shape!.room.hooks[hook].name];
  }

  // ---- Doorways ----

  doorways(room: LevelRoom): HTMLElement[] {
    const own = this.studio.doorways.filter((doorway) => doorway.room === room.index);
    return [h("h4", {}, "Doorways"), h("ul", { class: "doorways" }, ...own.map((doorway) => this.doorway(doorway, room)))];
  }

  private doorway(doorway: Doorway, { shape }: LevelRoom): HTMLElement {
    const { studio } = this, look = studio.looked.look, link = doorway.link >= 0 ? look?.links[doorway.link] : undefined;
    const other = link && look ? look.hooks[link.hooks.find((hook) => look.hooks[hook].room !== doorway.room) ?? link.hooks[1]] : undefined;
    const words = `${stateWords[doorway.state]}${other ? ` ${studio.map.rooms[other.room]?.name}` : ""}`;
    const from = this.end(doorway.room, doorway.hook), type = shape?.room.hooks[doorway.hook].door;
    return h("li", { class: doorway.state }, h("b", {}, doorway.name), h("span", { title: `a ${type} door` }, `${words} · ${type}`),
             doorway.state === "open" && h("button", { type: "button", onclick: () => this.attach(doorway) }, "Build on"),
             doorway.state === "open" && this.leadOut(from),
             other && this.link(from, this.end(other.room, other.hook), link!.lock),
             doorway.state === "exit" && this.exit(from));
  }

  private link(from: End, to: End, lock: string | null): HTMLElement {
    const { studio, fields } = this, told = studio.map.links?.find(isLink(from, to)), name = from.join(".");
    const change = (words: string, members: Record<string, unknown>) => studio.do(words, withLink(studio.map, from, to, members));
    return h("div", { class: "link" },
      fields.text("Key", lock ?? "", (key) => change(key ? `Lock ${name}` : `Unlock ${name}`, { lock: key }),
                  { placeholder: "no lock", "aria-label": `Key that opens ${name}` }),
      fields.check("hidden", Boolean(told?.hidden), (on) => change(on ? `Hide ${name}` : `Show ${name}`, { hidden: on })),
      lock ? fields.check("may be walked around", Boolean(told?.optional), (on) => change(`Lock ${name}`, { optional: on })) : null);
  }

  private leadOut(from: End): HTMLElement {
    const { studio } = this;
    return h("button", { type: "button", onclick: () =>
      studio.do(`Lead out of ${from.join(".")}`, withExit(studio.map, from, { module: "other" })) }, "Lead out");
  }

  private exit(from: End): HTMLElement {
    const { studio, fields } = this, exit = exitsOf(studio.map).find((found) => found.from.join() === from.join());
    if (!exit) return h("div", {});
    const set = (member: string, words: string) => (value: string) => {
      const { from: _from, ...rest } = exit;
      studio.do(words, withExit(studio.map, from, withMember(rest, member, value) as Record<string, unknown>));
    };
    return h("div", { class: "link" },
      fields.text("To module", exit.module, (value) => value && set("module", `Lead to ${value}`)(value.toLowerCase()), { maxlength: 16 }),
      fields.text("Players arrive at", String(exit.tag ?? ""), set("tag", "Say where players arrive"), { placeholder: `from_${studio.map.id}` }),
      fields.choice("By", String(exit.by ?? ""), { "": "either", door: "a door", trigger: "a trigger" }, set("by", "Choose the way out")),
      h("button", { type: "button", onclick: () => studio.do(`Close ${from.join(".")}`, withExit(studio.map, from, null)) }, "No way out"));
  }

  // ---- Things ----

  things(room: LevelRoom): HTMLElement {
    const { studio } = this, name = room.room.name, all = thingsOf(studio.map);
    const markers = (room.shape?.room.markers ?? []).map((marker) => h("li", { class: "quiet" }, `${marker.name}, ${marker.kind}, of the kit`));
    const items = all.map((thing, i) => (thing.room === name ? this.thing(thing, i) : null)).filter((item) => item !== null);
    return this.fields.fold("things", `What stands here (${markers.length + items.length})`,
      h("ul", { class: "things" }, ...markers, ...items),
      h("button", { type: "button", onclick: () => this.add(room) }, "Put something here"));
  }

  private add(room: LevelRoom): void {
    const { studio } = this, spot = room.shape?.room.markers[0]?.at ?? [0, 0, 0];
    studio.do(`Put a waypoint into ${room.room.name}`, withThings(studio.map,
      [...thingsOf(studio.map), { kind: "waypoint", room: room.room.name, position: [...spot], facing: 0 }]));
  }

  private thing(thing: MapThing, index: number): HTMLElement {
    const { studio, fields } = this, all = thingsOf(studio.map);
    const change = (words: string, next: MapThing | null) =>
      studio.do(words, withThings(studio.map, all.flatMap((other, i) => (i !== index ? [other] : next ? [next] : []))));
    const place = (axis: number) => fields.text("xyz"[axis], String(thing.position[axis]), (text) => {
      const position = thing.position.map((value, i) => (i === axis && Number.isFinite(Number(text)) ? Number(text) : value));
      change("Move what stands here", { ...thing, position });
    }, { type: "number", step: 0.25 });
    const kinds = thing.kind in KINDS ? KINDS : { ...KINDS, [thing.kind]: thing.kind };
    return h("li", {},
      fields.choice("Kind", thing.kind, kinds, (kind) => change(`Make it a ${kind}`, { ...thing, kind })),
      h("div", { class: "row" }, place(0), place(1), place(2)),
      fields.text("Blueprint", String(thing.blueprint ?? ""), (text) => change("Choose the blueprint", withMember(thing, "blueprint", text)), { placeholder: "none" }),
      fields.text("Tag", String(thing.tag ?? ""), (text) => change("Choose the tag", withMember(thing, "tag", text)), { placeholder: "none" }),
      h("button", { type: "button", onclick: () => change("Take away what stands here", null) }, "Take away"));
  }
}
