// A template that is edited: a form for what is common, its JSON for all, and Warren's words on it as one types.
import type { Finding } from "./answers";
import type { Asking } from "./asking";
import { byId, fill, h } from "./element";

type Json = Record<string, unknown>;
type Range = number | [number, number | null];

interface Field {
  label: string;
  /** Where it stands in the template: ["grow", "rooms"]. */
  path: readonly string[];
  kind: "range" | "share" | "whole" | "flag" | "text";
  note: string;
}

const FIELDS: readonly Field[] = [
  { label: "Title", path: ["title"], kind: "text", note: "as players read it" },
  { label: "Rooms", path: ["grow", "rooms"], kind: "range", note: "how many" },
  { label: "Loops", path: ["grow", "loops"], kind: "range", note: "ways that come back" },
  { label: "Branching", path: ["grow", "branching"], kind: "share", note: "0: one long way, 1: wherever a doorway is open" },
  { label: "Dead ends", path: ["grow", "dead_ends"], kind: "share", note: "share of rooms with one doorway" },
  { label: "Way to the exit", path: ["grow", "critical_path"], kind: "range", note: "rooms, entry and exit counted" },
  { label: "Storeys", path: ["storeys"], kind: "whole", note: "at most" },
  { label: "Rooms may be mirrored", path: ["mirror"], kind: "flag", note: "" },
];

const REST = 250; // milliseconds without a key before Warren reads it

function valueAt(template: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], template);
}

/** The template with a value elsewhere, or without it where that is undefined. */
function withValue(template: Json, [key, ...rest]: readonly string[], value: unknown): Json {
  const next = rest.length ? withValue((template[key] as Json) ?? {}, rest, value) : value;
  if (next !== undefined) return { ...template, [key]: next };
  const { [key]: _gone, ...others } = template;
  return others;
}

const numberOf = (text: string): number | null => (text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text));

/** One member a line, what is inside on it, as the templates of the library are written. */
export function templateText(template: Json): string {
  const flat = (value: unknown): string =>
    JSON.stringify(value, null, 1).replace(/\n\s*/g, " ").replace(/([[{]) /g, "$1").replace(/ ([\]}])/g, "$1");
  const told = (value: unknown): string =>
    Array.isArray(value) && typeof value[0] === "object" ? `[\n    ${value.map(flat).join(",\n    ")}\n  ]` : flat(value);
  return `{\n${Object.entries(template).map(([key, value]) => `  ${JSON.stringify(key)}: ${told(value)}`).join(",\n")}\n}\n`;
}

export class Drafting {
  private readonly dialog = byId<HTMLDialogElement>("draft");
  private readonly text = byId<HTMLTextAreaElement>("draft-text");
  private readonly form = byId("draft-form");
  private readonly words = byId("draft-words");
  private readonly use = byId<HTMLButtonElement>("draft-use");
  private timer = 0;
  private turn = 0;
  private path = "";

  /** `done` is told of a template that can be used: its path, its title, its text. */
  constructor(private readonly asking: () => Asking, private readonly done: (path: string, title: string, text: string) => void) {
    this.text.addEventListener("input", () => this.later());
    byId("draft-close").addEventListener("click", () => this.dialog.close());
    this.use.addEventListener("click", () => void this.keep());
  }

  get isOpen(): boolean {
    return this.dialog.open;
  }

  open(path: string, text: string): void {
    this.path = path;
    this.text.value = text;
    this.dialog.showModal();
    this.showForm();
    void this.judge();
  }

  private later(): void {
    window.clearTimeout(this.timer);
    this.use.disabled = true;
    this.timer = window.setTimeout(() => {
      this.showForm();
      void this.judge();
    }, REST);
  }

  private get template(): Json | null {
    try {
      const value = JSON.parse(this.text.value) as unknown;
      return value && typeof value === "object" && !Array.isArray(value) ? (value as Json) : null;
    } catch {
      return null;
    }
  }

  private set(path: readonly string[], value: unknown): void {
    const template = this.template;
    if (!template) return;
    this.text.value = templateText(withValue(template, path, value));
    this.later();
  }

  // ---- The form ----

  private showForm(): void {
    if (this.form.contains(document.activeElement)) return;
    const template = this.template;
    if (!template) return fill(this.form, h("p", { class: "quiet" }, "The form comes back when the text is JSON again."));
    const fields = FIELDS.filter(({ path }) => path[0] !== "grow" || "grow" in template);
    const note = "grow" in template ? null : h("p", { class: "quiet" }, "This template is a graph or patterns: its rooms and links stand in the text.");
    fill(this.form, ...fields.map((field) => this.field(field, valueAt(template, field.path))), note);
  }

  private field({ label, path, kind, note }: Field, value: unknown): HTMLElement {
    const give = (input: HTMLInputElement, read: () => unknown) => {
      input.addEventListener("change", () => this.set(path, read()));
      return input;
    };
    if (kind === "flag") {
      const input = h("input", { type: "checkbox", checked: value !== false });
      return h("label", { class: "check" }, give(input, () => (input.checked ? undefined : false)), label);
    }
    if (kind === "range") return this.range(label, path, note, value as Range | undefined);
    const input = h("input", kind === "text" ? { value: value ?? "" }
      : { type: "number", value: value ?? "", min: 0, max: kind === "share" ? 1 : undefined, step: kind === "share" ? 0.05 : 1, placeholder: "free" });
    const read = () => (kind === "text" ? input.value.trim() || undefined : (numberOf(input.value) ?? undefined));
    return h("label", { class: "field" }, h("span", {}, note ? `${label}, ${note}` : label), give(input, read));
  }

  private range(label: string, path: readonly string[], note: string, value: Range | undefined): HTMLElement {
    const [from, to] = Array.isArray(value) ? value : [value, value];
    const input = (end: string, number: number | null | undefined) =>
      h("input", { type: "number", min: 0, step: 1, value: number ?? "", placeholder: "free", "aria-label": `${label}, ${end}` });
    const least = input("at least", from), most = input("at most", to);
    const change = () => {
      const a = numberOf(least.value), b = numberOf(most.value);
      this.set(path, a === null && b === null ? undefined : a === b ? a : [a ?? 0, b]);
    };
    least.addEventListener("change", change);
    most.addEventListener("change", change);
    return h("div", { class: "field" }, h("span", {}, `${label}, ${note}`), h("div", { class: "row" }, least, h("span", {}, "to"), most));
  }

  // ---- What Warren says ----

  private async judge(): Promise<void> {
    const turn = ++this.turn, asking = this.asking();
    await asking.bring({ [this.path]: this.text.value });
    const reply = await asking.ask("template", { path: this.path });
    if (turn !== this.turn) return;
    this.use.disabled = !reply.ok;
    const told = reply.findings.filter(({ severity }) => severity !== "note");
    fill(this.words, ...(told.length ? told.map((finding) => this.finding(finding))
                                     : [h("li", { class: "calm" }, reply.ok ? "✓ Warren reads it." : "It cannot be used.")]));
  }

  private finding({ severity, message, hint, line, column }: Finding): HTMLElement {
    const at = line ? `Line ${line}, column ${column}` : severity === "error" ? "Error" : "Warning";
    const go = () => {
      const lines = this.text.value.split("\n"), from = lines.slice(0, (line ?? 1) - 1).reduce((sum, { length }) => sum + length + 1, 0);
      this.text.focus();
      this.text.setSelectionRange(from + (column ?? 1) - 1, from + (lines[(line ?? 1) - 1]?.length ?? 0));
    };
    return h("li", { class: `finding ${severity}` }, h("button", { type: "button", class: "go", onclick: go },
      h("b", {}, at), message, hint && h("small", {}, hint)));
  }

  private keep(): void {
    const template = this.template;
    if (!template) return;
    this.dialog.close();
    this.done(this.path, String(template.title ?? template.id ?? "My template"), this.text.value);
  }
}
