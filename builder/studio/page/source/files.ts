// Files in and out: maps, kits, what is saved.
import type { Asking } from "./asking";
import type { WarrenMap } from "./map";
import type { Studio } from "./studio";

export function download(name: string, data: Uint8Array | string | Blob, type: string): void {
  const blob = data instanceof Blob ? data : new Blob([data as BlobPart], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

const LARGEST_MAP = 64 << 20; // bytes

/** A map as Warren reads it, or why it does not. */
export async function openMap(asking: Asking, file: File): Promise<{ map: WarrenMap } | { why: string }> {
  if (file.size > LARGEST_MAP) return { why: `${file.name} is larger than a map can be` };
  const reply = await asking.ask("readMap", { text: await file.text() });
  if (reply.ok) return { map: JSON.parse(reply.answer) as WarrenMap };
  const first = reply.findings[0];
  return { why: first ? `${file.name}:${first.line ?? 0}:${first.column ?? 0}: ${first.message}` : `${file.name} cannot be read` };
}

export class Kits {
  /** Of kits that were brought, not bundled. */
  files: Record<string, Uint8Array> = {};
  brought: string[] = [];
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

  /** Takes all kits of a folder; says what came of it. */
  async takeFolder(list: readonly File[]): Promise<string> {
    const files: Record<string, Uint8Array> = {};
    for (const file of list) files[`brought/${file.webkitRelativePath || file.name}`] = new Uint8Array(await file.arrayBuffer());
    const found = kitsAmong(Object.keys(files));
    if (!found.length) return "There is no kit.xml and no HolocronToolset kit in that folder";
    return this.take(files, found);
  }

  async takeKept(files: Record<string, Uint8Array>, kits: readonly string[]): Promise<void> {
    if (kits.length) await this.take(files, kits);
  }

  private async take(files: Record<string, Uint8Array>, kits: readonly string[]): Promise<string> {
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
}

/** A kit is a kit.xml, or a JSON file beside a folder of its name. */
function kitsAmong(paths: readonly string[]): string[] {
  const xml = paths.filter((path) => path.endsWith("/kit.xml"));
  const holocron = paths.filter((path) => path.endsWith(".json") && paths.some((other) => other.startsWith(`${path.slice(0, -5)}/`)));
  return [...xml, ...holocron];
}
