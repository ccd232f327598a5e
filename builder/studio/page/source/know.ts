// What Warren says of the level: the list of findings, and the line that tells whether all is right.
import type { Finding, Look } from "./answers";
import { fill, h, plural } from "./element";
import { roomOnLine } from "./map";
import type { Studio } from "./studio";
import type { Point } from "./values";

export interface Place {
  rooms: string[];
  at: Point | null;
}

const severityWords = { error: "Error", warning: "Warning", note: "Note" };

/** "0.125 m apart, 3 degrees off facing" in the words of the program's plan. */
export function missWords(look: Look, index: number, names: (room: number, hook: number) => string): string {
  const miss = look.near_misses[index];
  const [a, b] = miss.hooks.map((hook) => names(look.hooks[hook].room, look.hooks[hook].hook));
  const cm = miss.distance < 1 ? `${(miss.distance * 100).toFixed(1)} cm` : `${miss.distance.toFixed(2)} m`;
  return `${a} and ${b}: ${cm} apart, ${miss.angle.toFixed(1)} degrees off facing${miss.reason ? `: ${miss.reason}` : ""}`;
}

export class Know {
  constructor(private readonly list: HTMLElement, private readonly count: HTMLElement, private readonly status: HTMLElement,
              private readonly storeys: HTMLElement, private readonly studio: Studio, private readonly go: (place: Place) => void) {}

  private hookName = (room: number, hook: number): string => {
    const found = this.studio.rooms[room];
    return `${found?.room.name ?? room}.${found?.shape?.room.hooks[hook]?.name ?? hook}`;
  };

  show(): void {
    const { studio } = this, { look, findings, map } = studio.looked;
    const current = map.rooms.length === studio.map.rooms.length;
    const misses = current && look ? look.near_misses.map((_, i) => this.miss(look, i)) : [];
    const rest = findings.filter((finding) => finding.severity !== "note").map((finding) => this.finding(finding));
    const items = [...rest, ...misses];
    this.count.textContent = items.length ? String(items.length) : "";
    const calm = studio.map.rooms.length ? "Nothing to mend." : "Drag a room out of the shelf, or roll a level.";
    fill(this.list, ...(items.length ? items : [h("li", { class: "calm" }, calm)]));
    this.showStatus(look, findings);
  }

  private miss(look: Look, index: number): HTMLElement {
    const miss = look.near_misses[index], at = look.hooks[miss.hooks[0]].at;
    const rooms = miss.hooks.map((hook) => this.studio.map.rooms[look.hooks[hook].room]?.name).filter(Boolean);
    return h("li", { class: "finding nearly" },
             h("button", { type: "button", class: "go", onclick: () => this.go({ rooms, at }) },
               h("b", {}, "Near miss"), missWords(look, index, this.hookName)),
             miss.mend && h("button", { type: "button", class: "mend", "data-mend": index, onclick: () => this.studio.mend(index) },
                            "Mend"));
  }

  private placeOf(finding: Finding): Place {
    const { map, look } = this.studio.looked;
    const index = finding.line && finding.file === "map.json" ? roomOnLine(map, finding.line) : -1;
    const overlap = finding.slug === "rooms-overlap" && look?.overlaps.find(({ rooms }) => rooms.includes(index));
    if (overlap) return { rooms: overlap.rooms.map((room) => map.rooms[room].name), at: overlap.at };
    return index >= 0 ? { rooms: [map.rooms[index].name], at: null } : { rooms: [], at: null };
  }

  private finding(finding: Finding): HTMLElement {
    return h("li", { class: `finding ${finding.severity}` },
             h("button", { type: "button", class: "go", onclick: () => this.go(this.placeOf(finding)) },
               h("b", {}, severityWords[finding.severity]), finding.message,
               finding.hint && h("small", {}, finding.hint)));
  }

  private showStatus(look: Look | null, findings: readonly Finding[]): void {
    const { studio } = this, first = findings.find(({ severity }) => severity === "error") ??
      findings.find(({ severity }) => severity === "warning");
    const rooms = studio.map.rooms.length;
    if (!rooms) {
      this.status.className = "";
      fill(this.status, "An empty map");
    } else if (first) {
      this.status.className = first.severity === "error" ? "bad" : "warn";
      fill(this.status, `${first.severity === "error" ? "✕" : "!"} ${first.message}`);
    } else if (look) {
      const parts = [plural(rooms, "room"), plural(look.links.length, "link"), plural(studio.heights.length, "storey"),
                     look.unreachable ? `${plural(look.unreachable, "island")} not reached` : "all reachable"];
      const locks = new Set(look.links.map((link) => link.lock).filter(Boolean)).size;
      if (locks) parts.push(plural(locks, "lock"));
      if (look.near_misses.length) parts.push(look.near_misses.length === 1 ? "1 near miss" : `${look.near_misses.length} near misses`);
      const fine = !look.unreachable && !look.near_misses.length;
      this.status.className = fine ? "good" : "warn";
      fill(this.status, `${fine ? "✓" : "!"} ${parts.join(" · ")}`);
    }
    this.showStoreys();
  }

  private showStoreys(): void {
    const { studio } = this, count = studio.heights.length;
    const words = studio.storey < 0 ? (count > 1 ? `all ${count} storeys` : "") : `storey ${studio.storey + 1} of ${count}`;
    fill(this.storeys, words);
  }
}
