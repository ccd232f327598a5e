// The shelf: rooms of all kits with their pictures, to be searched, dragged and placed.
import { h, fill, plural } from "./element";
import { picture } from "./plan";
import type { Shape, Shapes } from "./shapes";
import type { Flat } from "./values";

const AT_ORIGIN = { position: [0, 0, 0], turn: 0, mirror: "none" } as const;

export interface ShelfActs {
  /** A card is dragged, and the pointer is its from then on. */
  drag(shape: Shape, event: PointerEvent): void;
  place(shape: Shape): void;
}

export function pictureOf(shape: Shape, width: number, height: number): HTMLCanvasElement {
  const canvas = h("canvas", { "data-width": width, "data-height": height, "aria-hidden": "true",
                               style: `width:${width}px;height:${height}px` });
  picture(canvas, [{ shape, placement: AT_ORIGIN }]);
  return canvas;
}

export const sizeOf = ({ room }: Shape): string => {
  const [min, max] = room.box;
  return `${Math.round(max[0] - min[0])} × ${Math.round(max[1] - min[1])} m, ${plural(room.hooks.length, "doorway")}`;
};

export class Shelf {
  private words = "";
  private readonly list = h("ul", { class: "cards", id: "shelf-list" });
  private readonly search = h("input", { type: "search", placeholder: "Search rooms and #tags", "aria-label": "Search rooms and tags" });

  constructor(place: HTMLElement, private readonly shapes: Shapes, private readonly acts: ShelfActs) {
    this.search.addEventListener("input", () => {
      this.words = this.search.value.toLowerCase().trim();
      this.show();
    });
    fill(place, this.search, this.list);
  }

  private matches({ room }: Shape): boolean {
    return this.words.split(/\s+/).every((word) =>
      word.startsWith("#")
        ? room.tags.some((tag) => tag.toLowerCase().startsWith(word.slice(1)))
        : `${room.name} ${room.id} ${room.tags.join(" ")}`.toLowerCase().includes(word));
  }

  show(): void {
    const items: HTMLElement[] = [];
    for (const kit of this.shapes.kits) {
      const rooms = kit.rooms.map((room) => this.shapes.find(kit.id, room.id)!).filter((shape) => this.matches(shape));
      if (!rooms.length) continue;
      if (this.shapes.kits.length > 1) items.push(h("li", { class: "kit" }, kit.name));
      items.push(...rooms.map((shape) => this.card(shape)));
    }
    fill(this.list, ...(items.length ? items : [h("li", { class: "none" }, "No room of that name or tag")]));
  }

  private card(shape: Shape): HTMLElement {
    const button = h("button", { class: "card", type: "button", title: `${shape.room.name}: ${sizeOf(shape)}`,
                                 "data-kit": shape.kit.id, "data-room": shape.room.id },
                     pictureOf(shape, 84, 58), h("span", {}, shape.room.name));
    this.dragged(button, shape);
    return h("li", {}, button);
  }

  /** A press that moves is a drag, one that does not a click. */
  private dragged(button: HTMLButtonElement, shape: Shape): void {
    let from: Flat | null = null, moved = false;
    button.addEventListener("pointerdown", (event) => {
      if (event.button === 0) [from, moved] = [[event.clientX, event.clientY], false];
    });
    button.addEventListener("pointermove", (event) => {
      if (!from || Math.hypot(event.clientX - from[0], event.clientY - from[1]) < 5) return;
      [from, moved] = [null, true];
      this.acts.drag(shape, event);
    });
    button.addEventListener("pointerup", () => (from = null));
    button.addEventListener("dragstart", (event) => event.preventDefault());
    button.addEventListener("click", () => {
      if (!moved) this.acts.place(shape);
      moved = false;
    });
  }
}
