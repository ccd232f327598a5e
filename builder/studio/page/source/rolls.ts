// Rolling: levels of a template, twelve seeds at a time, of which one is kept.
import type { Finding, Keeping, Level } from "./answers";
import { Asking } from "./asking";
import { byId, fill, h, plural } from "./element";
import { levelRooms } from "./level";
import type { Doorway } from "./level";
import { mapText, type WarrenMap } from "./map";
import { picture } from "./plan";
import type { Studio } from "./studio";

const FIRST = "templates/library/cells.json"; // of which twelve are there at once
const TWELVE = 12;

interface Rolled {
  seed: number;
  level: Level | null;
  why: readonly Finding[];
  milliseconds: number;
}

const NOTHING: Keeping = { text: "", rooms: [], doorways: [], add: false };

const orders: Record<string, string> = {
  seed: "seed", rooms: "rooms", critical_path: "way to the exit", cycle_rank: "loops", dead_ends: "dead ends", variety: "variety",
};

export class Rolls {
  private rolled: Rolled[] = [];
  private chosen = -1;
  private turn = 0; // of rolling: what is older is given up
  private readonly dialog = byId<HTMLDialogElement>("rolls");
  private readonly grid = byId("rolls-grid");
  private readonly progress = byId("rolls-progress");
  private readonly template = byId<HTMLSelectElement>("template");
  private readonly seed = byId<HTMLInputElement>("seed");
  private readonly order = byId<HTMLSelectElement>("rolls-order");
  private loaded = "";
  private readonly pictures = new Map<number, HTMLCanvasElement>();
  /** A wing is rolled at this doorway, in place of a level. */
  private wing: Doorway | null = null;
  private readonly own = new Map<string, string>(); // templates that were edited, by path

  /** `asking` is a worker of its own, so that a long roll stops nobody from working; it ends with `stop`. */
  constructor(private readonly studio: Studio, private readonly asking: () => Asking, private readonly stop: () => boolean,
              templates: ReadonlyMap<string, string>, private readonly bundled: Readonly<Record<string, string>>) {
    fill(this.template, ...[...templates].map(([path, title]) => h("option", { value: path }, title)));
    this.template.value = FIRST;
    fill(this.order, ...Object.entries(orders).map(([value, words]) => h("option", { value }, `by ${words}`)));
    this.order.addEventListener("change", () => this.show());
    byId("roll").addEventListener("click", () => void this.open(null));
    byId("rolls-more").addEventListener("click", () => void this.next());
    byId("rolls-keep").addEventListener("click", () => this.keep());
    byId("rolls-close").addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("close", () => {
      this.turn++;
      if (this.stop()) this.loaded = "";
    });
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  get isOpen(): boolean {
    return this.dialog.open;
  }

  /** The template that is chosen, and its text. */
  get chosenTemplate(): { path: string; text: string } {
    const path = this.template.value;
    return { path, text: this.own.get(path) ?? this.bundled[path] ?? "" };
  }

  /** A template that was edited is one more, and the one that is rolled. */
  add(path: string, title: string, text: string): void {
    this.own.set(path, text);
    const former = [...this.template.options].find(({ value }) => value === path);
    if (former) former.textContent = title;
    else this.template.append(h("option", { value: path }, title));
    this.template.value = path;
    this.loaded = "";
  }

  private get keeping(): Keeping {
    const { studio, wing } = this, text = mapText(studio.map);
    if (wing) return { text, rooms: [], doorways: [`${studio.map.rooms[wing.room].name}:${wing.name}`], add: true };
    return studio.pinned.size ? { text, rooms: [...studio.pinned], doorways: [], add: false } : NOTHING;
  }

  private get title(): string {
    const { studio, wing } = this;
    if (wing) return `Twelve wings at ${studio.map.rooms[wing.room].name}, ${wing.name}`;
    return studio.pinned.size ? `Twelve levels around ${plural(studio.pinned.size, "pinned room")}` : "Twelve levels";
  }

  async open(wing: Doorway | null): Promise<void> {
    this.wing = wing;
    byId("rolls-title").textContent = this.title;
    if (!this.dialog.open) this.dialog.showModal();
    await this.roll(Math.max(0, Math.floor(Number(this.seed.value)) || 0));
  }

  /** G: the same template, the next twelve seeds. */
  async next(): Promise<void> {
    this.seed.value = String((Math.floor(Number(this.seed.value)) || 0) + (this.rolled.length ? TWELVE : 0));
    await this.open(this.wing && this.isOpen ? this.wing : null);
  }

  private async roll(first: number): Promise<void> {
    const turn = ++this.turn, path = this.template.value, asking = this.asking();
    this.rolled = [];
    this.pictures.clear();
    this.chosen = -1;
    this.show();
    this.progress.textContent = "Reading the template …";
    const keeping = this.keeping, key = JSON.stringify([path, this.own.get(path), keeping]);
    if (this.loaded !== key) {
      const own = this.own.get(path), kept = await asking.ask("keep", keeping);
      if (own !== undefined) await asking.bring({ [path]: own });
      const reply = kept.ok ? await asking.ask("template", { path }) : kept;
      if (turn !== this.turn) return;
      this.loaded = reply.ok ? key : "";
      if (!reply.ok) return this.refuse(reply.findings);
    }
    for (let i = 0; i < TWELVE && turn === this.turn; i++) {
      const seed = first + i;
      this.progress.textContent = `Rolling seed ${seed} …`;
      const reply = await asking.ask("roll", { seed });
      if (turn !== this.turn) return;
      this.rolled.push({ seed, level: reply.ok ? reply.answer : null, why: reply.findings.filter(({ severity }) => severity === "error"), milliseconds: reply.milliseconds });
      if (this.chosen < 0 && reply.ok) this.chosen = seed;
      this.show();
    }
    const took = this.rolled.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    this.progress.textContent = `${plural(this.rolled.filter(({ level }) => level).length, "level")} in ${Math.round(took)} ms`;
    this.grid.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
  }

  /** In the program's words, each with its cure. */
  private refuse(findings: readonly Finding[]): void {
    const told = findings.filter(({ severity }) => severity !== "note");
    fill(this.grid, ...(told.length ? told.map((finding) => h("div", { class: `finding why ${finding.severity}` }, h("div", { class: "go" },
      h("b", {}, finding.file ? `${finding.file}${finding.line ? `, line ${finding.line}` : ""}` : "There is no level"), finding.message,
      finding.hint && h("small", {}, finding.hint)))) : [h("p", {}, "The template cannot be used.")]));
    this.progress.textContent = "";
  }

  private get sorted(): Rolled[] {
    const metric = this.order.value;
    const of = ({ level, seed }: Rolled) => (metric === "seed" || !level ? -seed : (level.metrics[metric] ?? 0));
    return [...this.rolled].sort((a, b) => Number(!a.level) - Number(!b.level) || of(b) - of(a) || a.seed - b.seed);
  }

  private show(): void {
    const cards = this.sorted.map((rolled) => this.card(rolled));
    const waiting = Array.from({ length: TWELVE - cards.length }, () => h("div", { class: "roll waiting", "aria-hidden": "true" }));
    fill(this.grid, ...cards, ...waiting);
    for (const { seed, level } of this.rolled) if (level && !this.pictures.get(seed)!.width) void this.drawThumbnail(seed, level);
    byId<HTMLButtonElement>("rolls-keep").disabled = this.chosen < 0;
  }

  private card({ seed, level, why }: Rolled): HTMLElement {
    if (!level)
      return h("div", { class: "roll failed" }, h("strong", {}, `Seed ${seed}`), h("p", {}, why[0]?.message ?? "There is no level of this seed."),
               why[0]?.hint && h("small", {}, why[0].hint));
    const m = level.metrics;
    const loops = m.cycle_rank ? `, ${plural(m.cycle_rank, "loop")}` : "";
    const button = h("button", { type: "button", class: "roll", "data-seed": seed, "aria-pressed": String(this.chosen === seed) },
                     this.pictureOf(seed),
                     h("strong", {}, `Seed ${seed}`),
                     h("span", {}, `${plural(m.rooms, "room")}, ${m.critical_path} to the exit${loops}`));
    button.addEventListener("click", () => this.choose(seed));
    button.addEventListener("dblclick", () => this.keep());
    return button;
  }

  /** Drawn once, however often cards are put in another order. */
  private pictureOf(seed: number): HTMLCanvasElement {
    let canvas = this.pictures.get(seed);
    if (!canvas) this.pictures.set(seed, (canvas = h("canvas", { "aria-hidden": "true", width: 0 })));
    return canvas;
  }

  private async drawThumbnail(seed: number, level: Level): Promise<void> {
    const map = JSON.parse(level.map) as WarrenMap;
    await this.studio.learn(map, (rooms) => this.asking().ask("standing", { text: level.map, rooms }));
    const canvas = this.pictures.get(seed);
    const rooms = levelRooms(map, this.studio.shapes).filter((room) => room.shape);
    if (canvas) picture(canvas, rooms.map(({ shape, placement }) => ({ shape: shape!, placement })));
  }

  private choose(seed: number): void {
    this.chosen = seed;
    for (const card of this.grid.querySelectorAll<HTMLElement>("[data-seed]"))
      card.setAttribute("aria-pressed", String(card.dataset.seed === String(seed)));
    byId<HTMLButtonElement>("rolls-keep").disabled = false;
  }

  private keep(): void {
    const found = this.rolled.find(({ seed }) => seed === this.chosen)?.level;
    if (!found) return;
    const map = JSON.parse(found.map) as WarrenMap;
    this.dialog.close();
    this.studio.storey = -1;
    this.studio.do(this.wing ? `Add a wing, seed ${found.seed}` : `Keep seed ${found.seed} of ${map.id}`, map, []);
    this.dialog.dispatchEvent(new Event("kept"));
  }

  private key(event: KeyboardEvent): void {
    const cards = [...this.grid.querySelectorAll<HTMLElement>("button.roll")];
    const at = cards.indexOf(document.activeElement as HTMLElement);
    const columns = getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    if (step !== undefined && cards.length) {
      const next = cards[Math.min(cards.length - 1, Math.max(0, at + step))];
      next.focus();
      this.choose(Number(next.dataset.seed));
    } else if (event.key === "Enter") this.keep();
    else return;
    event.preventDefault();
  }
}
