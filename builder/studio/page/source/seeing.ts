// The panel's part about what is drawn from a room: what its doorways show, and what the map says otherwise.
import { pairsOf, withSeen } from "./edits";
import { h, plural } from "./element";
import type { Fields } from "./fields";
import type { LevelRoom } from "./level";
import type { Studio } from "./studio";

const WORDS = { seen: "is seen", hidden: "is not seen" };

export class Seeing {
  constructor(private readonly studio: Studio, private readonly fields: Fields, private readonly toggle: () => void) {}

  show({ room, index }: LevelRoom): HTMLElement {
    const { studio } = this, stated = pairsOf(studio.map).filter(({ rooms }) => rooms.includes(room.name));
    const sight = studio.shown.sight, names = sight?.from === index ? [...sight.rooms].map((other) => studio.map.rooms[other].name) : null;
    return this.fields.fold("seeing", stated.length ? `What is seen from here (${plural(stated.length, "statement")})` : "What is seen from here",
      h("button", { type: "button", "aria-pressed": String(studio.sight.isOn), onclick: this.toggle }, studio.sight.isOn ? "Show all rooms alike" : "Show what it sees"),
      names && h("p", { class: "quiet seen" }, names.length ? `Sees ${plural(names.length, "room")}: ${names.join(", ")}` : "Sees no other room."),
      stated.length ? h("ul", { class: "things" }, ...stated.map(({ rooms, seen }) => this.statement(room.name, rooms.find((name) => name !== room.name) ?? "", seen))) : null,
      this.another(room.name, stated.flatMap(({ rooms }) => [...rooms])));
  }

  private state(from: string, to: string, seen: boolean | null): void {
    const words = seen === null ? `Say nothing of ${from} and ${to}` : `Let ${from} and ${to} ${seen ? "see each other" : "not see each other"}`;
    this.studio.do(words, withSeen(this.studio.map, from, to, seen));
  }

  private statement(from: string, to: string, seen: boolean): HTMLElement {
    return h("li", { class: "row" },
      this.fields.choice(to, seen ? "seen" : "hidden", WORDS, (value) => this.state(from, to, value === "seen")),
      h("button", { type: "button", "aria-label": `Say nothing of ${to}`, onclick: () => this.state(from, to, null) }, "Take away"));
  }

  /** Rooms of which nothing is said yet. */
  private another(from: string, told: readonly string[]): HTMLElement {
    const rooms = this.studio.map.rooms.map(({ name }) => name).filter((name) => name !== from && !told.includes(name));
    if (!rooms.length) return h("p", { class: "quiet" }, "");
    return this.fields.choice("Say of another room that it is seen, or not", "", { "": "choose a room …", ...Object.fromEntries(rooms.map((name) => [name, name])) },
                              (to) => to && this.state(from, to, true));
  }
}
