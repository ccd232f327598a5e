// Three hints for a first visit, one after another; each goes once it is done.
import { fill, h } from "./element";

const steps = [
  { name: "doorway", words: "Click an orange dot, an open doorway: the rooms that fit there are shown." },
  { name: "roll", words: "Press G: Warren rolls twelve whole levels, and you keep one." },
  { name: "walk", words: "Press W: walk through the level before the game does." },
];

export class Hints {
  private at = steps.length;

  constructor(private readonly place: HTMLElement) {}

  start(): void {
    this.at = 0;
    this.show();
  }

  done(name: string): void {
    if (steps[this.at]?.name !== name) return;
    this.at++;
    this.show();
  }

  /** Somebody works at a level of their own. */
  end(): void {
    this.at = steps.length;
    this.show();
  }

  private show(): void {
    const step = steps[this.at];
    this.place.hidden = !step;
    if (!step) return;
    fill(this.place, h("span", {}, `${this.at + 1} of ${steps.length}: ${step.words}`),
         h("button", { type: "button", class: "icon", "aria-label": "No more hints", onclick: () => this.end() }, "✕"));
  }
}
