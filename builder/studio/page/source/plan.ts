// The plan: the level from above, on a canvas.
import { boxOf, boundsOf, isOnStorey, storeyOf, type Doorway, type LevelRoom } from "./level";
import { floorColour, type Shape } from "./shapes";
import type { Seen } from "./sight";
import { turned, type Flat, type Placement, type Point } from "./values";

export interface Ghost {
  readonly shape: Shape;
  readonly placement: Placement;
  readonly fits: boolean;
  readonly snapped: boolean;
}

/** What the plan shows beside the level itself. */
export interface Shown {
  rooms: readonly LevelRoom[];
  doorways: readonly Doorway[];
  heights: readonly number[];
  storey: number; // -1: all
  selected: ReadonlySet<string>;
  pinned: ReadonlySet<string>;
  hovered: Doorway | null;
  chosen: Doorway | null;
  ghosts: readonly Ghost[];
  marquee: readonly [Flat, Flat] | null;
  faults: readonly { at: Point; kind: "overlap" | "nearly" }[];
  overlapping: ReadonlySet<number>;
  unreached: ReadonlySet<number>;
  entry: { at: Point; facing: number } | null;
  keys: readonly { at: Point }[];
  /** What the selected room sees is marked, and the rest fades; null: nobody wants to know. */
  sight: Seen | null;
}

interface Inks {
  paper: string; grid: string; wall: string; text: string; accent: string; open: string; nearly: string;
  bad: string; linked: string; locked: string; quiet: string;
}

const inkNames = ["paper", "grid", "wall", "text", "accent", "open", "nearly", "bad", "linked", "locked", "quiet"] as const;

/** Whether it is not seen from the room of which somebody wants to know that. */
export const isHidden = ({ sight }: Shown, room: number): boolean => sight !== null && room !== sight.from && !sight.rooms.has(room);

export class Plan {
  private readonly pen: CanvasRenderingContext2D;
  private scale = 12; // pixels a metre
  private middle: Flat = [0, 0];
  private width = 1;
  private height = 1;
  private inks!: Inks;
  private dense = 1;
  /** How long the last picture took to draw, in milliseconds. */
  took = 0;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext("2d")!;
    this.readInks();
  }

  readInks(): void {
    const style = getComputedStyle(document.documentElement);
    this.inks = Object.fromEntries(
      inkNames.map((name) => [name, style.getPropertyValue(`--plan-${name}`).trim()])) as unknown as Inks;
  }

  fitCanvas(): boolean {
    const box = this.canvas.getBoundingClientRect();
    this.dense = window.devicePixelRatio || 1;
    const width = Math.round(box.width * this.dense), height = Math.round(box.height * this.dense);
    this.width = box.width;
    this.height = box.height;
    if (!width || !height || (this.canvas.width === width && this.canvas.height === height)) return false;
    this.canvas.width = width;
    this.canvas.height = height;
    return true;
  }

  // ---- Where things are ----

  toPage(at: readonly number[]): Flat {
    return [this.width / 2 + (at[0] - this.middle[0]) * this.scale, this.height / 2 - (at[1] - this.middle[1]) * this.scale];
  }

  toLevel(page: Flat): Flat {
    return [this.middle[0] + (page[0] - this.width / 2) / this.scale, this.middle[1] - (page[1] - this.height / 2) / this.scale];
  }

  metres(pixels: number): number {
    return pixels / this.scale;
  }

  pan(dx: number, dy: number): void {
    this.middle = [this.middle[0] - dx / this.scale, this.middle[1] + dy / this.scale];
  }

  zoom(factor: number, page: Flat): void {
    const before = this.toLevel(page);
    this.scale = Math.min(120, Math.max(1.5, this.scale * factor));
    const after = this.toLevel(page);
    this.middle = [this.middle[0] + before[0] - after[0], this.middle[1] + before[1] - after[1]];
  }

  fit(rooms: readonly LevelRoom[]): void {
    const [min, max] = boundsOf(rooms);
    this.middle = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
    const room = 1.18;
    this.scale = Math.min(40, this.width / (room * (max[0] - min[0]) + 4), this.height / (room * (max[1] - min[1]) + 8));
  }

  go(at: Point): void {
    this.middle = [at[0], at[1]];
    this.scale = Math.max(this.scale, 14);
  }

  // ---- What is under the pointer ----

  roomAt(page: Flat, shown: Shown): LevelRoom | null {
    const at = this.toLevel(page);
    const inside = shown.rooms.filter((room) => this.holds(room, at, shown));
    inside.sort((a, b) => b.placement.position[2] - a.placement.position[2]);
    return inside[0] ?? null;
  }

  private holds(room: LevelRoom, at: Flat, shown: Shown): boolean {
    const { shape, placement, turned: t, box } = room;
    if (at[0] < box[0][0] || at[0] > box[1][0] || at[1] < box[0][1] || at[1] > box[1][1]) return false;
    if (!isOnStorey(room, shown.heights, shown.storey)) return false;
    if (!shape) return true;
    const dx = at[0] - placement.position[0], dy = at[1] - placement.position[1];
    const x = t.a * dx + t.b * dy, y = t.c * dx + t.d * dy;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    return [...shape.floors.values()].some((floor) => this.pen.isPointInPath(floor, x, y));
  }

  doorwayAt(page: Flat, shown: Shown): Doorway | null {
    const reach = 14;
    let best: Doorway | null = null, least = reach;
    for (const doorway of shown.doorways) {
      if (doorway.state === "linked" || doorway.state === "locked" || doorway.state === "dead") continue;
      if (!this.isHere(doorway.at[2], shown)) continue;
      const [x, y] = this.toPage(doorway.at);
      const far = Math.hypot(x - page[0], y - page[1]);
      if (far < least) [best, least] = [doorway, far];
    }
    return best;
  }

  private isHere(z: number, shown: Shown): boolean {
    return shown.storey < 0 || storeyOf(shown.heights, z) === shown.storey;
  }

  // ---- Drawing ----

  draw(shown: Shown): void {
    const began = performance.now(), { pen, inks } = this;
    pen.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    pen.fillStyle = inks.paper;
    pen.fillRect(0, 0, this.width, this.height);
    this.drawGrid();
    const below = [...shown.rooms].sort((a, b) => a.placement.position[2] - b.placement.position[2]);
    for (const room of below) this.drawRoom(room, shown);
    for (const ghost of shown.ghosts) this.drawGhost(ghost);
    for (const doorway of shown.doorways) this.drawDoorway(doorway, shown);
    if (shown.entry && this.isHere(shown.entry.at[2], shown)) this.drawEntry(shown.entry);
    for (const key of shown.keys) if (this.isHere(key.at[2], shown)) this.drawKey(key.at);
    for (const room of shown.rooms) if (shown.pinned.has(room.room.name) && isOnStorey(room, shown.heights, shown.storey)) this.drawPin(room);
    for (const room of below) this.drawName(room, shown);
    for (const room of shown.rooms) if (shown.sight?.rooms.has(room.index)) this.drawEye(room);
    for (const fault of shown.faults) this.drawFault(fault);
    if (shown.marquee) this.drawMarquee(shown.marquee);
    this.drawScale();
    this.took = performance.now() - began;
  }

  private drawGrid(): void {
    const { pen, inks } = this, step = this.scale > 7 ? 1 : 6;
    for (const [every, alpha] of [[step, 0.5], [6, 1]] as const) {
      if (every * this.scale < 7) continue;
      const [left, top] = this.toLevel([0, 0]), [right, bottom] = this.toLevel([this.width, this.height]);
      pen.beginPath();
      for (let x = Math.ceil(left / every) * every; x <= right; x += every) this.line([x, top], [x, bottom]);
      for (let y = Math.ceil(bottom / every) * every; y <= top; y += every) this.line([left, y], [right, y]);
      pen.strokeStyle = inks.grid;
      pen.globalAlpha = alpha;
      pen.lineWidth = 1;
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  private line(a: Flat, b: Flat): void {
    const [ax, ay] = this.toPage(a), [bx, by] = this.toPage(b);
    this.pen.moveTo(ax, ay);
    this.pen.lineTo(bx, by);
  }

  /** Draws in the coordinates of a room. */
  private inside(placement: Placement, draw: () => void): void {
    const { pen, scale, dense } = this, t = turned(placement), [x, y] = this.toPage(placement.position);
    pen.save();
    pen.setTransform(dense * scale * t.a, -dense * scale * t.b, dense * scale * t.c, -dense * scale * t.d, dense * x, dense * y);
    draw();
    pen.restore();
  }

  private drawRoom(room: LevelRoom, shown: Shown): void {
    const { pen, inks } = this, { shape, placement } = room;
    const faded = !isOnStorey(room, shown.heights, shown.storey) || isHidden(shown, room.index);
    const selected = shown.selected.has(room.room.name);
    if (!shape) return this.drawUnknown(room);
    pen.globalAlpha = faded ? 0.16 : 1;
    this.inside(placement, () => {
      for (const [material, floor] of shape.floors) {
        pen.fillStyle = floorColour(material);
        pen.fill(floor);
      }
      const wash = shown.overlapping.has(room.index) ? inks.bad : selected ? inks.accent : null;
      if (wash) {
        pen.globalAlpha = faded ? 0.1 : 0.3;
        pen.fillStyle = wash;
        for (const floor of shape.floors.values()) pen.fill(floor);
        pen.globalAlpha = faded ? 0.16 : 1;
      }
      pen.lineCap = "round";
      pen.lineJoin = "round";
      pen.strokeStyle = selected ? inks.accent : shown.overlapping.has(room.index) ? inks.bad : inks.wall;
      pen.lineWidth = (selected ? 3 : 2) / this.scale;
      if (shown.unreached.has(room.index)) pen.setLineDash([5 / this.scale, 5 / this.scale]);
      pen.stroke(shape.outline);
    });
    pen.globalAlpha = 1;
  }

  private drawUnknown({ box, room }: LevelRoom): void {
    const { pen, inks } = this, [x, y] = this.toPage([box[0][0], box[1][1]]);
    const width = (box[1][0] - box[0][0]) * this.scale, height = (box[1][1] - box[0][1]) * this.scale;
    pen.setLineDash([4, 4]);
    pen.strokeStyle = inks.bad;
    pen.strokeRect(x, y, width, height);
    pen.setLineDash([]);
    this.label(`${room.name}?`, [x + width / 2, y + height / 2], inks.bad);
  }

  private drawGhost({ shape, placement, fits, snapped }: Ghost): void {
    const { pen, inks } = this, ink = fits ? (snapped ? inks.linked : inks.accent) : inks.bad;
    this.inside(placement, () => {
      pen.globalAlpha = 0.45;
      pen.fillStyle = ink;
      for (const floor of shape.floors.values()) pen.fill(floor);
      pen.globalAlpha = 1;
      pen.strokeStyle = ink;
      pen.lineWidth = 2.5 / this.scale;
      if (!fits) pen.setLineDash([6 / this.scale, 4 / this.scale]);
      pen.stroke(shape.outline);
    });
  }

  private drawDoorway(doorway: Doorway, shown: Shown): void {
    if (!this.isHere(doorway.at[2], shown)) return;
    const { pen, inks } = this, { state, sill } = doorway;
    const ink = { linked: inks.linked, locked: inks.locked, open: inks.open, nearly: inks.nearly, exit: inks.accent,
                  dead: inks.quiet }[state];
    if (sill.length > 1) {
      pen.beginPath();
      sill.forEach((at, i) => {
        const [x, y] = this.toPage(at);
        if (i === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      });
      pen.lineCap = "butt";
      pen.strokeStyle = ink;
      pen.lineWidth = state === "linked" ? 3 : 4;
      if (state === "dead") pen.setLineDash([3, 3]);
      pen.stroke();
      pen.setLineDash([]);
    }
    if (state === "locked") this.drawLock(doorway.at);
    if (state === "open" || state === "nearly" || state === "exit") this.drawHandle(doorway, shown, ink);
  }

  /** What one clicks: a round dot where a doorway is open, a square one where it nearly meets another. */
  private drawHandle(doorway: Doorway, shown: Shown, ink: string): void {
    const { pen, inks } = this, [x, y] = this.toPage(doorway.at);
    const large = doorway === shown.hovered || doorway === shown.chosen;
    const size = large ? 9 : Math.min(7, Math.max(4, this.scale * 0.45));
    pen.beginPath();
    if (doorway.state === "nearly") {
      pen.moveTo(x, y - size * 1.3);
      pen.lineTo(x + size * 1.3, y);
      pen.lineTo(x, y + size * 1.3);
      pen.lineTo(x - size * 1.3, y);
      pen.closePath();
    } else pen.arc(x, y, size, 0, 7);
    pen.fillStyle = large ? ink : inks.paper;
    pen.fill();
    pen.strokeStyle = ink;
    pen.lineWidth = 2.5;
    pen.stroke();
    if (size < 5 || doorway.state !== "open") return;
    pen.beginPath();
    pen.moveTo(x - size / 2, y);
    pen.lineTo(x + size / 2, y);
    pen.moveTo(x, y - size / 2);
    pen.lineTo(x, y + size / 2);
    pen.strokeStyle = large ? inks.paper : ink;
    pen.lineWidth = 2;
    pen.stroke();
  }

  private drawLock(at: Point): void {
    const { pen, inks } = this, [x, y] = this.toPage(at);
    pen.fillStyle = inks.locked;
    pen.strokeStyle = inks.paper;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.roundRect(x - 6, y - 3, 12, 9, 2);
    pen.fill();
    pen.stroke();
    pen.beginPath();
    pen.arc(x, y - 3, 4, Math.PI, 0);
    pen.strokeStyle = inks.locked;
    pen.lineWidth = 2.5;
    pen.stroke();
  }

  private drawKey(at: Point): void {
    const { pen, inks } = this, [x, y] = this.toPage(at);
    pen.strokeStyle = inks.locked;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.arc(x - 4, y, 4, 0, 7);
    pen.moveTo(x, y);
    pen.lineTo(x + 9, y);
    pen.lineTo(x + 9, y + 4);
    pen.moveTo(x + 5, y);
    pen.lineTo(x + 5, y + 3);
    pen.stroke();
  }

  private drawEntry({ at, facing }: { at: Point; facing: number }): void {
    const { pen, inks } = this, [x, y] = this.toPage(at), angle = (-facing * Math.PI) / 180;
    pen.save();
    pen.translate(x, y);
    pen.rotate(angle);
    pen.beginPath();
    pen.moveTo(11, 0);
    pen.lineTo(-7, -8);
    pen.lineTo(-3, 0);
    pen.lineTo(-7, 8);
    pen.closePath();
    pen.fillStyle = inks.linked;
    pen.fill();
    pen.strokeStyle = inks.paper;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.restore();
  }

  /** A round head on a needle, at the middle of the room's upper edge. */
  private drawPin({ box }: LevelRoom): void {
    const { pen, inks } = this, [x, y] = this.toPage([(box[0][0] + box[1][0]) / 2, box[1][1] - (box[1][1] - box[0][1]) * 0.22]);
    pen.strokeStyle = inks.wall;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x, y);
    pen.lineTo(x, y + 9);
    pen.stroke();
    pen.beginPath();
    pen.arc(x, y - 3, 5.5, 0, 7);
    pen.fillStyle = inks.accent;
    pen.fill();
    pen.strokeStyle = inks.paper;
    pen.lineWidth = 1.5;
    pen.stroke();
  }

  /** An eye at the lower edge of a room that is seen. */
  private drawEye({ box }: LevelRoom): void {
    const { pen, inks } = this, [x, y] = this.toPage([(box[0][0] + box[1][0]) / 2, box[0][1] + (box[1][1] - box[0][1]) * 0.25]);
    pen.beginPath();
    pen.ellipse(x, y, 10, 6, 0, 0, 7);
    pen.fillStyle = inks.paper;
    pen.fill();
    pen.strokeStyle = inks.accent;
    pen.lineWidth = 2;
    pen.stroke();
    pen.beginPath();
    pen.arc(x, y, 3, 0, 7);
    pen.fillStyle = inks.accent;
    pen.fill();
  }

  private drawName(room: LevelRoom, shown: Shown): void {
    const wide = (room.box[1][0] - room.box[0][0]) * this.scale;
    if (!room.shape || wide < 52 || isHidden(shown, room.index) || !isOnStorey(room, shown.heights, shown.storey)) return;
    const middle: Flat = [(room.box[0][0] + room.box[1][0]) / 2, (room.box[0][1] + room.box[1][1]) / 2];
    this.pen.font = "12px system-ui, sans-serif";
    if (this.pen.measureText(room.room.name).width > wide - 6) return;
    const [x, y] = this.toPage(middle), signs = [...shown.keys, ...(shown.entry ? [shown.entry] : [])];
    const crowded = signs.some(({ at }) => Math.hypot(this.toPage(at)[0] - x, this.toPage(at)[1] - y) < 18);
    this.label(room.room.name, [x, crowded ? y - 20 : y], "#2b2f36");
  }

  private label(text: string, [x, y]: Flat, ink: string): void {
    const { pen } = this;
    pen.font = "12px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.strokeStyle = "#ffffffe6";
    pen.lineWidth = 3.5;
    pen.strokeText(text, x, y);
    pen.fillStyle = ink;
    pen.fillText(text, x, y);
  }

  private drawFault({ at, kind }: { at: Point; kind: string }): void {
    const { pen, inks } = this, [x, y] = this.toPage(at);
    pen.beginPath();
    pen.arc(x, y, 15, 0, 7);
    pen.strokeStyle = kind === "overlap" ? inks.bad : inks.nearly;
    pen.lineWidth = 2.5;
    pen.setLineDash(kind === "overlap" ? [] : [4, 3]);
    pen.stroke();
    pen.setLineDash([]);
    if (kind !== "overlap") return;
    pen.beginPath();
    pen.moveTo(x - 6, y - 6);
    pen.lineTo(x + 6, y + 6);
    pen.moveTo(x + 6, y - 6);
    pen.lineTo(x - 6, y + 6);
    pen.stroke();
  }

  private drawMarquee([a, b]: readonly [Flat, Flat]): void {
    const { pen, inks } = this, [ax, ay] = this.toPage(a), [bx, by] = this.toPage(b);
    pen.fillStyle = inks.accent;
    pen.strokeStyle = inks.accent;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.12;
    pen.fillRect(ax, ay, bx - ax, by - ay);
    pen.globalAlpha = 1;
    pen.strokeRect(ax, ay, bx - ax, by - ay);
  }

  private drawScale(): void {
    const { pen, inks } = this, length = [1, 5, 10, 20, 50, 100].find((l) => l * this.scale > 60) ?? 200;
    const x = 18, y = this.height - 20, wide = length * this.scale;
    pen.beginPath();
    pen.moveTo(x, y - 4);
    pen.lineTo(x, y);
    pen.lineTo(x + wide, y);
    pen.lineTo(x + wide, y - 4);
    pen.strokeStyle = inks.text;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.font = "11px system-ui, sans-serif";
    pen.textAlign = "left";
    pen.textBaseline = "bottom";
    pen.fillStyle = inks.text;
    pen.fillText(`${length} m`, x + 4, y - 2);
  }
}

/** A picture of a few rooms, as large as its canvas: of the shelf, of offers, of rolls. */
export function picture(canvas: HTMLCanvasElement, rooms: readonly { shape: Shape; placement: Placement }[]): void {
  const pen = canvas.getContext("2d")!, dense = window.devicePixelRatio || 1;
  const width = canvas.clientWidth || Number(canvas.dataset.width), height = canvas.clientHeight || Number(canvas.dataset.height);
  canvas.width = width * dense;
  canvas.height = height * dense;
  const boxes = rooms.map(({ shape, placement }) => boxOf(shape, placement));
  const low = (axis: number) => Math.min(...boxes.map((box) => box[0][axis]));
  const high = (axis: number) => Math.max(...boxes.map((box) => box[1][axis]));
  const wide = high(0) - low(0), deep = high(1) - low(1), margin = 4;
  const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / deep, 7);
  const sorted = [...rooms].sort((a, b) => a.placement.position[2] - b.placement.position[2]);
  for (const { shape, placement } of sorted) {
    const t = turned(placement), k = dense * scale;
    const x = dense * (width / 2 + (placement.position[0] - (low(0) + high(0)) / 2) * scale);
    const y = dense * (height / 2 - (placement.position[1] - (low(1) + high(1)) / 2) * scale);
    pen.setTransform(k * t.a, -k * t.b, k * t.c, -k * t.d, x, y);
    for (const [material, floor] of shape.floors) {
      pen.fillStyle = floorColour(material);
      pen.fill(floor);
    }
    pen.strokeStyle = "#5a616b";
    pen.lineWidth = 1.1 / scale;
    pen.stroke(shape.outline);
  }
}
