// What is taken out of the page: modules, maps, scenes, pictures.
import type { Question } from "./answers";
import type { Reply } from "./asking";
import { plural } from "./element";
import { download } from "./files";
import { mapText } from "./map";
import type { Studio } from "./studio";
import { zipped } from "./zipping";

interface Way {
  label: string;
  note?: string;
  act: () => void;
}

const kib = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`;

export class Saving {
  constructor(private readonly studio: Studio, private readonly plan: HTMLCanvasElement,
              private readonly say: (words: string, milliseconds?: number) => void) {}

  get ways(): Way[] {
    return [
      { label: "Module for the game (.mod)", note: "copy it into the game's modules folder", act: () => void this.module() },
      { label: "Files of the module (.zip)", note: "layout, walkmeshes, report and what else is not in the .mod alone", act: () => void this.folder() },
      { label: "Map (.json)", note: "what the studio and warren build read", act: () => this.map() },
      { label: "Map of HolocronToolset (.indoor)", act: () => void this.indoor() },
      { label: "Scene (.glb)", note: "for Blender and viewers of glTF", act: () => void this.scene() },
      { label: "Picture of the plan (.png)", act: () => this.picture() },
    ];
  }

  private name(ending: string): string {
    return `${this.studio.map.id}.${ending}`;
  }

  /** Asks about the map as it is; null where it cannot be, which is said. */
  private async ask<Q extends Question, T>(question: Q, words: string): Promise<T | null> {
    this.say(words, 1e8);
    const reply = (await this.studio.asking.ask(question, { text: mapText(this.studio.map) } as never)) as Reply<T>;
    if (reply.ok) return reply.answer;
    this.say(`Not built: ${reply.findings.find(({ severity }) => severity === "error")?.message ?? reply.result}`);
    return null;
  }

  private async module(): Promise<void> {
    const built = await this.ask<"build", { name: string; resources: number; bytes: Uint8Array }>("build", "Building …");
    if (!built) return;
    this.say(`Built ${built.name}: ${plural(built.resources, "resource")}, ${kib(built.bytes.length)}`);
    download(built.name, built.bytes, "application/octet-stream");
  }

  private async folder(): Promise<void> {
    const files = await this.ask<"folder", Record<string, Uint8Array>>("folder", "Building …");
    if (!files) return;
    this.say(`Built ${plural(Object.keys(files).length, "file")}`);
    download(this.name("zip"), await zipped(files), "application/zip");
  }

  private async scene(): Promise<void> {
    const bytes = await this.ask<"scene", Uint8Array>("scene", "Making the scene …");
    if (!bytes) return;
    this.say(`Made a scene, ${kib(bytes.length)}`);
    download(this.name("glb"), bytes, "model/gltf-binary");
  }

  map(): void {
    download(this.name("json"), mapText(this.studio.map), "application/json");
  }

  private async indoor(): Promise<void> {
    const text = await this.ask<"writeIndoor", string>("writeIndoor", "");
    if (text !== null) download(this.name("indoor"), text, "application/json");
  }

  private picture(): void {
    this.plan.toBlob((blob) => blob && download(this.name("png"), blob, "image/png"));
  }
}
