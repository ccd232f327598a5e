// Inputs of panels, which tell when somebody has finished with them.
import { h } from "./element";

export class Fields {
  private readonly opened = new Map<string, boolean>();

  /** A part that folds; it stays as somebody left it while the panel is made anew. */
  fold(name: string, title: string, ...children: (Node | null)[]): HTMLElement {
    const part = h("details", { class: "more", open: this.opened.get(name) ?? false }, h("summary", {}, title), ...children);
    part.addEventListener("toggle", () => this.opened.set(name, part.open));
    return part;
  }

  text(label: string, value: string, change: (value: string) => void, properties: Record<string, unknown> = {}): HTMLElement {
    const input = h("input", { value, ...properties });
    input.addEventListener("input", () => (input.dataset.edited = "1"));
    input.addEventListener("change", () => {
      delete input.dataset.edited;
      change(input.value.trim());
    });
    return h("label", { class: "field" }, h("span", {}, label), input);
  }

  check(label: string, value: boolean, change: (value: boolean) => void): HTMLElement {
    const input = h("input", { type: "checkbox", checked: value });
    input.addEventListener("change", () => change(input.checked));
    return h("label", { class: "check" }, input, label);
  }

  choice(label: string, value: string, words: Readonly<Record<string, string>>, change: (value: string) => void): HTMLElement {
    const select = h("select", {}, ...Object.entries(words).map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
    select.addEventListener("change", () => change(select.value));
    return h("label", { class: "field" }, h("span", {}, label), select);
  }
}
