// Files in and out: maps, kits, what is saved.
import type { Asking, Module } from "./asking";
import { plural } from "./element";
import type { Given } from "./given";
import type { WarrenMap } from "./map";
import type { Studio } from "./studio";
import { isZip, unzip, ZipFault } from "./zip";

export function download(name: string, data: Uint8Array | string | Blob, type: string): void {
  const blob = data instanceof Blob ? data : new Blob([data as BlobPart], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const LARGEST_MAP = 64 << 20, LARGEST_FILE = 1 << 30; // bytes

/** A map as Warren reads it, or why it does not. */
export async function readMap(asking: Asking, name: string, text: string): Promise<{ map: WarrenMap } | { why: string }> {
  if (text.length > LARGEST_MAP) return { why: `${name} is larger than a map can be` };
  const reply = await asking.ask("readMap", { text });
  if (reply.ok) return { map: JSON.parse(reply.answer) as WarrenMap };
  const first = reply.findings[0];
  return { why: first ? `${name}:${first.line ?? 0}:${first.column ?? 0}: ${first.message}` : `${name} cannot be read` };
}

/** What came of files that were brought: words, and the map that is to be opened. */
export interface Brought {
  words: string;
  name?: string;
  map?: WarrenMap;
}

type Files = Record<string, Uint8Array>;

const ARCHIVE = /^(MOD|RIM|ERF|SAV|HAK) V1\.0/;
const begins = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes.subarray(0, 8));
const isModule = (bytes: Uint8Array): boolean => ARCHIVE.test(begins(bytes));
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

export class Kits {
  /** Of kits that were brought, not bundled. */
  files: Files = {};
  brought: string[] = [];
  modules: Module[] = [];
  readonly paths: string[] = [];

  constructor(private readonly asking: Asking, private readonly studio: Studio, private readonly changed: () => void,
              private readonly rolling: () => Asking | null) {}

  /** Adds a kit whose files were brought; what is wrong with it, or null. */
  async add(path: string): Promise<string | null> {
    const reply = await this.asking.kit(path);
    if (!reply.ok) return reply.findings.find(({ severity }) => severity === "error")?.message ?? `${path} cannot be read`;
    if (!this.paths.includes(path)) this.paths.push(path);
    this.studio.shapes.add(reply.answer.kit, reply.answer.meshes);
    void this.rolling()?.kit(path);
    this.changed();
    return null;
  }

  /** Whatever somebody chose or dropped: maps, modules, zips, or all files of a folder. */
  async takeAll(list: readonly File[]): Promise<Brought> {
    const files: Files = {};
    for (const file of list) {
      if (file.size > LARGEST_FILE) return { words: `${file.name} is larger than anything that can be opened here` };
      files[`brought/${file.webkitRelativePath || file.name}`] = new Uint8Array(await file.arrayBuffer());
    }
    const paths = Object.keys(files), zips = paths.filter((path) => isZip(files[path]));
    try {
      for (const path of zips) await this.unpack(path, files);
    } catch (fault) {
      if (!(fault instanceof ZipFault)) throw fault;
      return { words: `${list[0].name} is not taken: ${fault.message}` };
    }
    return this.takeFiles(files, paths.length === 1 ? nameOf(paths[0]) : "what was brought", !zips.length);
  }

  private async unpack(path: string, files: Files): Promise<void> {
    const inside = await unzip(files[path]), folder = path.replace(/\.zip$/i, "");
    delete files[path];
    for (const [name, bytes] of Object.entries(inside)) files[`${folder}/${name}`] = bytes;
  }

  /** `isWhole`: nothing was unpacked, and one file is what somebody wants to open, whatever it is called. */
  private async takeFiles(files: Files, name: string, isWhole = true): Promise<Brought> {
    const paths = Object.keys(files), kits = kitsAmong(paths), module = paths.find((path) => isModule(files[path]) && !/_(s|dlg)\.\w+$/i.test(path));
    if (module) return this.takeModule(files, module);
    if (kits.length) return { words: await this.take(files, kits) };
    const layout = paths.find((path) => /\.lyt$/i.test(path));
    if (layout) return this.takeModule(files, layout.slice(0, layout.lastIndexOf("/")));
    const map = isWhole && paths.length === 1 ? paths[0] : paths.find((path) => /\.(indoor|json)$/i.test(path) && /"(warren-map|module_id)"/.test(textOf(files[path])));
    if (!map) return { words: `There is no kit, no module and no map in ${name}` };
    const found = await readMap(this.asking, nameOf(map), textOf(files[map]));
    return "why" in found ? { words: found.why } : { words: "", name: nameOf(map), map: found.map };
  }

  /** Comes apart into a kit and a map, as `warren kit extract` takes it. */
  private async takeModule(files: Files, path: string): Promise<Brought> {
    const name = nameOf(path), module = { path, folder: `brought/taken/${name.replace(/\.\w+$/, "").toLowerCase()}` };
    await this.asking.bring(files);
    const reply = await this.asking.module(module);
    if (!reply.ok) {
      this.asking.forget(Object.keys(files));
      return { words: `${name} is not taken: ${reply.findings.find(({ severity }) => severity === "error")?.message ?? "it ended what reads it"}` };
    }
    await this.rolling()?.bring(files);
    await this.rolling()?.module(module);
    Object.assign(this.files, files);
    this.modules = [...this.modules.filter(({ folder }) => folder !== module.folder), module];
    const why = await this.add(`${module.folder}/kit.xml`);
    if (why) return { words: `${name} is not taken: ${why}` };
    this.brought = [...new Set([...this.brought, `${module.folder}/kit.xml`])];
    const { rooms, skipped, map } = reply.answer;
    const words = `Took ${plural(rooms, "room")} out of ${name}${skipped ? `; ${plural(skipped, "room")} left out` : ""}`;
    const found = await readMap(this.asking, name, map);
    return "why" in found ? { words: found.why } : { words, name, map: found.map };
  }

  async takeKept(files: Files, kits: readonly string[], modules: readonly Module[]): Promise<void> {
    if (!kits.length && !modules.length) return;
    await this.asking.bring(files);
    for (const module of modules) await this.asking.module(module);
    this.modules = [...modules];
    await this.take(files, kits);
  }

  private async take(files: Files, kits: readonly string[]): Promise<string> {
    await this.asking.bring(files);
    await this.rolling()?.bring(files);
    Object.assign(this.files, files);
    const said: string[] = [];
    for (const path of kits) {
      const why = await this.add(path);
      if (why) said.push(why);
      else this.brought = [...new Set([...this.brought, path])];
    }
    return said.length ? `Not taken: ${said.join(" · ")}` : `Took ${kits.length === 1 ? "a kit" : `${kits.length} kits`}`;
  }

  /** What the program put into the page; the map it is, if it is one. */
  async takeGiven(given: Given): Promise<Brought> {
    if (given.module) return this.takeModule(given.files, given.module);
    const words = given.kits.length ? await this.take(given.files, given.kits) : "";
    const found = given.map === null ? null : await readMap(this.asking, given.name, given.map);
    if (!found) return { words };
    return "why" in found ? { words: found.why } : { words: words.startsWith("Not") ? words : "", name: given.name, map: found.map };
  }
}

/** A kit is a kit.xml, or a JSON file beside a folder of its name. */
function kitsAmong(paths: readonly string[]): string[] {
  const xml = paths.filter((path) => path.endsWith("/kit.xml"));
  const holocron = paths.filter((path) => path.endsWith(".json") && paths.some((other) => other.startsWith(`${path.slice(0, -5)}/`)));
  return [...xml, ...holocron];
}
