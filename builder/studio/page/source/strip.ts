// The strip: rooms that fit an open doorway, tried while one goes through them.
import type { Offer } from "./answers";
import { fill, h, plural } from "./element";
import type { Doorway } from "./level";
import { mapText } from "./map";
import { pictureOf } from "./shelf";
import type { Shape } from "./shapes";
import type { Studio } from "./studio";

interface Choice {
  shape: Shape;
  ways: Offer[];
  way: number;
}

export class Strip {
  private choices: Choice[] = [];
  private asked: Doorway | null = null;

  constructor(private readonly place: HTMLElement, private readonly studio: Studio, private readonly redraw: () => void,
              private readonly wing: (doorway: Doorway) => void) {
    place.addEventListener("keydown", (event) => this.key(event));
  }

  get isOpen(): boolean {
    return !this.place.hidden;
  }

  async open(doorway: Doorway): Promise<void> {
    const { studio } = this, text = mapText(studio.map);
    this.asked = doorway;
    studio.chosen = doorway;
    studio.tell();
    const choices: Choice[] = [];
    for (const kit of studio.shapes.kits) {
      const reply = await studio.asking.ask("offers", { text, room: doorway.room, hook: doorway.hook, kit: kit.id, fitting: true });
      if (reply.ok) choices.push(...this.grouped(kit.id, reply.answer));
    }
    if (this.asked !== doorway) return;
    this.choices = choices;
    this.show(doorway);
  }

  private grouped(kit: string, offers: readonly Offer[]): Choice[] {
    const rooms = new Map<string, Offer[]>();
    for (const offer of offers) rooms.set(offer.room, [...(rooms.get(offer.room) ?? []), offer]);
    return [...rooms].flatMap(([room, ways]) => {
      const shape = this.studio.shapes.find(kit, room);
      return shape ? [{ shape, ways, way: 0 }] : [];
    });
  }

  private show(doorway: Doorway): void {
    const room = this.studio.map.rooms[doorway.room].name;
    const cards = this.choices.map((choice) => this.card(choice));
    fill(this.place,
         h("div", { class: "strip-head" },
           h("strong", {}, `${plural(this.choices.length, "room")} fit${this.choices.length === 1 ? "s" : ""} ${room}, ${doorway.name}`),
           h("span", { class: "quiet" }, "arrows: look at each · R: another way · M: mirrored · Enter: take it · Esc: leave"),
           h("button", { type: "button", onclick: () => {
             this.close();
             this.wing(doorway);
           } }, "Roll a wing here"),
           h("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => this.close() }, "✕")),
         h("div", { class: "strip-cards", role: "listbox", "aria-label": "Rooms that fit" }, ...cards));
    this.place.hidden = false;
    cards[0]?.focus();
    this.redraw();
  }

  private card(choice: Choice): HTMLButtonElement {
    const { shape, ways } = choice;
    const note = ways[0].links > 1 ? `closes ${plural(ways[0].links - 1, "more link")}` : plural(ways.length, "way");
    const button = h("button", { type: "button", class: "card", role: "option", "data-room": shape.room.id },
                     pictureOf(shape, 84, 58), h("span", {}, shape.room.name), h("small", {}, note));
    button.addEventListener("focus", () => this.try(choice));
    button.addEventListener("pointerenter", () => this.try(choice));
    button.addEventListener("click", () => this.take(choice));
    return button;
  }

  private try({ shape, ways, way }: Choice): void {
    this.studio.ghosts = [{ shape, placement: ways[way].placement, fits: true, snapped: true }];
    this.redraw();
  }

  private take({ shape, ways, way }: Choice): void {
    this.close();
    this.studio.add(shape.kit.id, shape.room.id, ways[way].placement);
  }

  close(): void {
    this.asked = null;
    this.place.hidden = true;
    this.studio.chosen = null;
    this.studio.ghosts = [];
    this.studio.tell();
  }

  private get focused(): number {
    return [...this.place.querySelectorAll(".card")].indexOf(document.activeElement!);
  }

  private key(event: KeyboardEvent): void {
    const cards = [...this.place.querySelectorAll<HTMLElement>(".card")], at = this.focused;
    const choice = this.choices[at];
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) cards[(at + step + cards.length) % cards.length]?.focus();
    else if (event.key.toLowerCase() === "r" && choice) this.turn(choice, () => true);
    else if (event.key.toLowerCase() === "m" && choice) {
      const now = choice.ways[choice.way].placement.mirror;
      this.turn(choice, (offer) => offer.placement.mirror !== now);
    } else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private turn(choice: Choice, fits: (offer: Offer) => boolean): void {
    const { ways, way } = choice;
    for (let i = 1; i <= ways.length; i++)
      if (fits(ways[(way + i) % ways.length])) {
        choice.way = (way + i) % ways.length;
        break;
      }
    this.try(choice);
  }

  /** The first way a room fits an open doorway, those nearest to the middle of the picture first. */
  static async best(studio: Studio, shape: Shape, doorways: readonly Doorway[]): Promise<Offer | null> {
    const text = mapText(studio.map);
    for (const { room, hook } of doorways.slice(0, 12)) {
      const reply = await studio.asking.ask("offers", { text, room, hook, kit: shape.kit.id, fitting: true });
      const offer = reply.ok ? reply.answer.find((found) => found.room === shape.room.id) : undefined;
      if (offer) return offer;
    }
    return null;
  }
}

