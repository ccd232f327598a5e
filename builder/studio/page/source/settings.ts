// The panel's part about the map as a whole: what it is called, how doorways meet, light and sky.
import { withMember } from "./edits";
import { h } from "./element";
import type { Fields } from "./fields";
import type { Studio } from "./studio";

type Colour = readonly [number, number, number];

const GREY: Colour = [0.5, 0.5, 0.5];
const hex = (colour: Colour): string => `#${colour.map((part) => Math.round(part * 255).toString(16).padStart(2, "0")).join("")}`;
const colourOf = (text: string): Colour =>
  [1, 3, 5].map((at) => Math.round((parseInt(text.slice(at, at + 2), 16) / 255) * 1000) / 1000) as unknown as Colour;

type Pairs = readonly (readonly [string, string])[] | undefined;

const pairsText = (pairs: Pairs): string => (pairs ?? []).map((pair) => pair.join(" + ")).join(", ");
const pairsOf = (text: string): string[][] =>
  text.split(",").map((pair) => pair.split("+").map((door) => door.trim()).filter(Boolean)).filter(({ length }) => length === 2);

export class Settings {
  constructor(private readonly studio: Studio, private readonly fields: Fields) {}

  private set(name: string, member: string, value: unknown): void {
    this.studio.do(name, withMember(this.studio.map, member, value));
  }

  show(): HTMLElement {
    const { studio, fields } = this, map = studio.map;
    const length = (label: string, member: string, usual: number) => fields.text(label, String(map[member] ?? ""), (text) => {
      const value = Number(text);
      this.set(`Set ${label.toLowerCase()}`, member, text === "" || !(value > 0 && value <= 1) ? undefined : value);
    }, { type: "number", min: 0.001, max: 1, step: 0.01, placeholder: String(usual) });
    const light = (label: string, member: string, usual: Colour) => {
      const input = h("input", { type: "color", value: hex((map[member] as Colour | undefined) ?? usual), "aria-label": label });
      input.addEventListener("change", () => this.set(`Set ${label.toLowerCase()}`, member, colourOf(input.value)));
      return h("label", { class: "field" }, h("span", {}, label), input);
    };
    return fields.fold("settings", "Settings",
      fields.check("Only links that the map states", Boolean(map.links_only), (on) => this.set("Choose which links there are", "links_only", on)),
      h("div", { class: "row" }, length("Doorways meet within, m", "tolerance", 0.01), length("Floors may overlap by, m", "overlap", 0.12)),
      fields.text("Doors that may meet, as narrow + wide", pairsText(map.door_pairs as Pairs), (text) =>
        this.set("Say which doors may meet", "door_pairs", pairsOf(text)), { placeholder: "as their kits say" }),
      h("div", { class: "row" }, light("Light", "lighting", GREY), light("Sun", "sun", (map.lighting as Colour | undefined) ?? GREY)),
      fields.text("Sky, a model", String(map.skybox ?? ""), (text) => this.set("Choose the sky", "skybox", text.toLowerCase()), { placeholder: "none" }));
  }
}
