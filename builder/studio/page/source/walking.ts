// Walking in the level: on its real floor, with only those rooms drawn that its VIS allows. Warren decides every step.
import type { Look, Stand } from "./answers";
import { Doors } from "./doors";
import { byId } from "./element";
import { mapText } from "./map";
import { Minimap } from "./minimap";
import type { Solid } from "./solid";
import type { Studio } from "./studio";
import type { Point } from "./values";

const SPEED = 5.4, TURN = 2.2; // metres and radians a second
const NO_LOOK = { links: [] } as unknown as Look;

export class Walking {
  private readonly held = new Set<string>();
  private readonly keys = new Set<string>();
  private readonly been = new Set<number>();
  private doors = new Doors([], NO_LOOK);
  private minimap: Minimap | null = null;
  private seen: number[][] = [];
  private areaRooms: number[] = [];
  private at: Stand | null = null;
  private turn = 0;
  private tilt = 0;
  private before = 0;
  private drawn = 0;
  private asking = false;
  private said = "";
  /** Told when somebody leaves, with the room they left from. */
  onend: (room: number) => void = () => {};

  constructor(private readonly studio: Studio, private readonly solid: Solid) {
    window.addEventListener("keydown", (event) => this.key(event, true), true);
    window.addEventListener("keyup", (event) => this.key(event, false), true);
    window.addEventListener("blur", () => this.held.clear());
    let last: number[] | null = null;
    solid.canvas.addEventListener("pointerdown", (event) => (last = [event.clientX, event.clientY]));
    window.addEventListener("pointerup", () => (last = null));
    window.addEventListener("pointermove", (event) => {
      if (!this.at || !last) return;
      this.turn -= (event.clientX - last[0]) * 0.005;
      this.tilt = Math.max(-1.2, Math.min(1.2, this.tilt - (event.clientY - last[1]) * 0.005));
      last = [event.clientX, event.clientY];
    });
  }

  get isOn(): boolean {
    return this.at !== null;
  }

  /** Radians from east, counter-clockwise. */
  get facing(): number {
    return this.turn;
  }

  get stands(): Stand | null {
    return this.at;
  }

  /** False where nobody can arrive; the reason is said. */
  async start(): Promise<string | null> {
    const { studio } = this, about = await studio.asking.ask("walkAbout", { text: mapText(studio.map) });
    if (!about.ok) return about.findings.find(({ severity }) => severity === "error")?.message ?? "the level cannot be walked yet";
    const { look, seen } = about.answer;
    if (look.entry.room < 0) return "nobody can arrive: no room has walkable floor";
    const stand = await studio.asking.ask("stand", { at: look.entry.at });
    if (!stand.ok) return "there is no floor where the player arrives";
    this.seen = seen;
    this.areaRooms = look.rooms.map((room) => room.index);
    this.doors = new Doors(studio.doorways, look);
    this.solid.hang(this.doors.all);
    this.been.clear();
    this.keys.clear();
    this.held.clear();
    this.turn = (look.entry.facing * Math.PI) / 180;
    this.tilt = 0;
    this.at = stand.answer;
    this.before = this.drawn = performance.now();
    this.minimap ??= new Minimap(byId<HTMLCanvasElement>("minimap"));
    this.enter(stand.answer.room);
    byId("walk").hidden = false;
    requestAnimationFrame((now) => this.frame(now));
    return null;
  }

  private key(event: KeyboardEvent, down: boolean): void {
    if (!this.at) return;
    event.preventDefault();
    event.stopPropagation();
    const key = event.key.toLowerCase();
    if (!down) this.held.delete(key);
    else if (key === "escape") this.end();
    else if (key === "e") this.use();
    else this.held.add(key);
  }

  end(): void {
    const room = this.at?.room ?? -1;
    this.at = null;
    this.held.clear();
    this.solid.eyes = null;
    this.solid.drawOnly(null);
    this.solid.hang([]);
    byId("walk").hidden = true;
    this.onend(room);
  }

  private say(words: string): void {
    this.said = words;
    window.setTimeout(() => (this.said = this.said === words ? "" : this.said), 4000);
  }

  private use(): void {
    this.say(this.doors.use(this.at!.at, this.keys));
  }

  private enter(room: number): void {
    this.been.add(room);
    const key = this.studio.map.rooms[room]?.key;
    if (key && !this.keys.has(key)) {
      this.keys.add(key);
      this.say(`You take the key "${key}".`);
    }
    this.drawSeen();
  }

  private drawSeen(): void {
    const area = this.areaRooms[this.at!.room], drawn = new Set([area, ...(this.seen[area] ?? [])]);
    this.solid.drawOnly(new Set(this.areaRooms.flatMap((index, i) => (drawn.has(index) ? [i] : []))));
  }

  /** Models came while one walks. */
  redress(): void {
    this.solid.show(this.studio.shown);
    this.drawSeen();
  }

  private step(seconds: number): Point | null {
    const has = (...keys: string[]) => keys.some((key) => this.held.has(key));
    if (has("arrowleft", "q")) this.turn += TURN * seconds;
    if (has("arrowright")) this.turn -= TURN * seconds;
    const on = Number(has("w", "arrowup")) - Number(has("s", "arrowdown")), side = Number(has("d")) - Number(has("a"));
    if (!on && !side) return null;
    const long = (SPEED * seconds) / Math.hypot(on, side), cos = Math.cos(this.turn), sin = Math.sin(this.turn);
    const [x, y, z] = this.at!.at;
    return [x + (on * cos + side * sin) * long, y + (on * sin - side * cos) * long, z];
  }

  private frame(now: number): void {
    if (!this.at) return;
    this.doors.near(this.at.at, Math.min(0.1, (now - this.drawn) / 1000));
    this.drawn = now;
    const to = this.asking ? null : this.step(Math.min(0.1, (now - this.before) / 1000));
    if (!this.asking) this.before = now;
    if (to) void this.walk(to);
    this.solid.eyes = { at: this.at.at, turn: this.turn, tilt: this.tilt };
    this.solid.fitCanvas();
    this.solid.raise();
    this.solid.draw();
    this.minimap!.draw(this.studio.rooms, this.at.at, this.turn, this.been);
    const room = this.studio.map.rooms[this.at.room]?.name ?? "", keys = [...this.keys].join(", ");
    const words = this.said || `${room}${keys ? ` · keys: ${keys}` : ""} · WASD and arrows walk · drag to look · E opens · Esc leaves`;
    const line = byId("walk").querySelector("p")!;
    if (line.textContent !== words) line.textContent = words;
    requestAnimationFrame((next) => this.frame(next));
  }

  private async walk(to: Point): Promise<void> {
    this.asking = true;
    const reply = await this.studio.asking.ask("walk", { x: to[0], y: to[1], shut: this.doors.shut(this.at!.at) });
    this.asking = false;
    if (!this.at || !reply.ok) return;
    const before = this.at.room;
    this.at = reply.answer;
    if (before !== this.at.room) this.enter(this.at.room);
  }
}
