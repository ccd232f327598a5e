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

const NEAR_MISS = "near-miss";

export class Know {
  constructor(private readonly list: HTMLElement, private readonly count: HTMLElement, private readonly status: HTMLElement,
              private readonly storeys: HTMLElement, private readonly studio: Studio, private readonly go: (place: Place) => void) {}

  show(): void {
    const { studio } = this, { look, findings } = studio.looked;
    const told = findings.filter((finding) => finding.severity !== "note");
    // the program warns of each near miss, in their order
    let miss = 0;
    const items = told.map((finding) => this.finding(finding, finding.slug === NEAR_MISS ? miss++ : -1, look));
    this.count.textContent = items.length ? String(items.length) : "";
    const calm = studio.map.rooms.length ? "Nothing to mend." : "Drag a room out of the shelf, or roll a level.";
    fill(this.list, ...(items.length ? items : [h("li", { class: "calm" }, calm)]));
    this.showStatus(look, findings);
  }

  private placeOf(finding: Finding): Place {
    const { map, look } = this.studio.looked;
    const index = finding.line && finding.file === "map.json" ? roomOnLine(map, finding.line) : -1;
    const overlap = finding.slug === "rooms-overlap" && look?.overlaps.find(({ rooms }) => rooms.includes(index));
    if (overlap) return { rooms: overlap.rooms.map((room) => map.rooms[room].name), at: overlap.at };
    return index >= 0 ? { rooms: [map.rooms[index].name], at: null } : { rooms: [], at: null };
  }

  /** `miss`: which near miss it is about, or -1. */
  private finding(finding: Finding, miss: number, look: Look | null): HTMLElement {
    const missed = miss >= 0 ? look?.near_misses[miss] : undefined;
    const place = missed && look
      ? { rooms: missed.hooks.map((hook) => this.studio.looked.map.rooms[look.hooks[hook].room].name), at: look.hooks[missed.hooks[0]].at }
      : this.placeOf(finding);
    return h("li", { class: `finding ${missed ? "nearly" : finding.severity}` },
             h("button", { type: "button", class: "go", "data-miss": missed ? miss : undefined, onclick: () => this.go(place) },
               h("b", {}, missed ? "Near miss" : severityWords[finding.severity]), finding.message,
               !missed?.mend && finding.hint && h("small", {}, finding.hint)),
             missed?.mend && h("button", { type: "button", class: "mend", "data-miss": miss, onclick: () => this.studio.mend(miss) }, "Mend"));
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
      const apart = studio.shown.unreached.size;
      const parts = [plural(rooms, "room"), plural(look.links.length, "link"), plural(studio.heights.length, "storey"),
                     apart ? `${plural(apart, "room")} not reached` : "all reachable"];
      const locks = new Set(look.links.map((link) => link.lock).filter(Boolean)).size;
      if (locks) parts.push(plural(locks, "lock"));
      if (look.near_misses.length) parts.push(look.near_misses.length === 1 ? "1 near miss" : `${look.near_misses.length} near misses`);
      const fine = !apart && !look.near_misses.length;
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
