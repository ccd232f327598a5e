// The worker: Warren as WebAssembly, one question after another.
import type { Answered, Asked, Finding, Keeping, KitRoom, Mesh, Model, Offer, Picture, Question, Questions, Standing } from "./answers";

/** What builder/studio/studio.h declares, as emscripten hands it over. */
interface Warren {
  HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(at: number): void;
  [name: `_wr_studio_${string}`]: (...given: number[]) => number;
}

declare const warren: (options: { wasmBinary: ArrayBuffer }) => Promise<Warren>;

const RESULTS = ["ok", "syntax", "invalid", "not-found", "limit", "no-fit", "io", "no-memory", "stopped"];
const ARRAYS = { vertices: 0, faces: 1, materials: 2, edges: 3, rooms: 4, looks: 6, pixels: 7 };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

class Desk {
  readonly studio: number;
  private looked = ""; // the text of the map that was looked at last

  constructor(private readonly warren: Warren) {
    this.studio = warren._wr_studio_create();
    if (!this.studio) throw new Error("there is no memory left");
  }

  /** Bytes in Warren's memory while `use` runs, a NUL behind them. */
  private lent<T>(bytes: Uint8Array, use: (at: number, size: number) => T): T {
    const at = this.warren._malloc(bytes.length + 1) >>> 0;
    if (!at) throw new Error("there is no memory left");
    this.warren.HEAPU8.set(bytes, at);
    this.warren.HEAPU8[at + bytes.length] = 0;
    try {
      return use(at, bytes.length);
    } finally {
      this.warren._free(at);
    }
  }

  private text<T>(text: string, use: (at: number, size: number) => T): T {
    return this.lent(encoder.encode(text), use);
  }

  private string(at: number): string {
    const heap = this.warren.HEAPU8;
    return decoder.decode(heap.subarray(at, heap.indexOf(0, at)));
  }

  said(): string {
    return this.string(this.warren._wr_studio_answer(this.studio));
  }

  findings(): Finding[] {
    return JSON.parse(this.string(this.warren._wr_studio_findings(this.studio))) as Finding[];
  }

  private words(which: number): Uint32Array {
    const at = this.warren._wr_studio_array(this.studio, which) >>> 0;
    const count = this.warren._wr_studio_array_size(this.studio, which);
    return new Uint32Array(this.warren.HEAPU8.slice(at, at + 4 * count).buffer);
  }

  private mesh(): Mesh & { rooms: Uint32Array } {
    return {
      vertices: new Float32Array(this.words(ARRAYS.vertices).buffer),
      faces: this.words(ARRAYS.faces),
      materials: this.words(ARRAYS.materials),
      edges: this.words(ARRAYS.edges),
      rooms: this.words(ARRAYS.rooms),
    };
  }

  put(path: string, data: Uint8Array | string): number {
    const bytes = typeof data === "string" ? encoder.encode(data) : data;
    this.looked = "";
    return this.text(path, (name) =>
      this.lent(bytes, (at, size) => this.warren._wr_studio_put(this.studio, name, at, size)));
  }

  ask(name: `_wr_studio_${string}`, ...given: number[]): number {
    return this.warren[name](this.studio, ...given) >>> 0;
  }

  asText(name: `_wr_studio_${string}`, text: string, ...given: number[]): number {
    return this.text(text, (at, size) => this.ask(name, at, size, ...given));
  }

  asPath(name: `_wr_studio_${string}`, path: string): number {
    this.looked = "";
    return this.text(path, (at) => this.ask(name, at));
  }

  meshOf(kit: string, room: string): Mesh {
    this.text(kit, (k) => this.text(room, (r) => this.ask("_wr_studio_room_mesh", k, r)));
    return this.mesh();
  }

  /** What was found of a map; looked at anew only where another was looked at since. */
  lookAt(text: string): number {
    if (this.looked === text) return 0;
    const result = this.asText("_wr_studio_look", text);
    this.looked = result ? "" : text;
    return result;
  }

  /** A look whose answer is wanted. */
  look(text: string): number {
    this.looked = "";
    return this.lookAt(text);
  }

  /** The model that was given. */
  model(): Model {
    const { meshes } = JSON.parse(this.said()) as Pick<Model, "meshes">;
    return {
      meshes,
      vertices: new Float32Array(this.words(ARRAYS.vertices).buffer),
      looks: new Float32Array(this.words(ARRAYS.looks).buffer),
      faces: this.words(ARRAYS.faces),
    };
  }

  modelOf(kit: string, room: string): number {
    return this.text(kit, (k) => this.text(room, (r) => this.ask("_wr_studio_room_model", k, r)));
  }

  textureOf(kit: string, name: string): number {
    return this.text(kit, (k) => this.text(name, (n) => this.ask("_wr_studio_texture", k, n)));
  }

  picture(): Picture {
    const told = JSON.parse(this.said()) as Omit<Picture, "pixels">;
    return { ...told, pixels: new Uint8Array(this.words(ARRAYS.pixels).buffer) };
  }

  standing(index: number): Standing | null {
    if (this.ask("_wr_studio_standing_room", index)) return null;
    const room = JSON.parse(this.said()) as KitRoom, mesh = this.mesh();
    const bare = !room.model || this.ask("_wr_studio_standing_model", index) !== 0;
    return { room, mesh, model: bare ? null : this.model() };
  }

  floor() {
    return this.mesh();
  }

  file(path: string): Uint8Array {
    return this.text(path, (name) => {
      const at = this.ask("_wr_studio_file", name), size = this.ask("_wr_studio_file_size", name);
      return this.warren.HEAPU8.slice(at, at + size);
    });
  }

  offers(text: string, room: number, hook: number, kit: string, fitting: boolean): number {
    return this.text(kit, (name) => this.asText("_wr_studio_offers", text, room, hook, name, fitting ? 1 : 0));
  }

  module(path: string, folder: string): number {
    return this.text(folder, (to) => this.text(path, (from) => this.ask("_wr_studio_take_module", from, to)));
  }

  keep({ text, rooms, doorways, add }: Keeping): number {
    return this.text(rooms.join("\n"), (r) => this.text(doorways.join("\n"), (d) =>
      this.asText("_wr_studio_keep", text, r, d, add ? 1 : 0)));
  }

  walk(x: number, y: number, shut: number[]): number {
    const bytes = new Uint8Array(new Float32Array(shut).buffer);
    return this.lent(bytes, (at) => this.ask("_wr_studio_walk", x, y, at, shut.length / 4));
  }
}

type Answer<Q extends Question> = [result: number, answer: () => Questions[Q]["answer"]];
type Answers = { [Q in Question]: (desk: Desk, given: Questions[Q]["given"]) => Answer<Q> };

const parsed = (desk: Desk) => JSON.parse(desk.said());

const answers: Answers = {
  files(desk, { files }) {
    let result = 0;
    for (const [path, data] of Object.entries(files)) result = result || desk.put(path, data);
    return [result, () => null];
  },
  kit(desk, { path }) {
    return [desk.asPath("_wr_studio_add_kit", path), () => {
      const kit: Questions["kit"]["answer"]["kit"] = parsed(desk), meshes: Record<string, Mesh> = {};
      for (const room of kit.rooms) meshes[room.id] = desk.meshOf(kit.id, room.id);
      return { kit, meshes };
    }];
  },
  model: (desk, { kit, room }) => [desk.modelOf(kit, room), () => desk.model()],
  texture: (desk, { kit, name }) => [desk.textureOf(kit, name), () => desk.picture()],
  module: (desk, { path, folder }) => [desk.module(path, folder), () => parsed(desk)],
  keep: (desk, given) => [desk.keep(given), () => null],
  readMap: (desk, { text }) => [desk.asText("_wr_studio_read_map", text), () => desk.said()],
  writeIndoor: (desk, { text }) => [desk.asText("_wr_studio_write_indoor", text), () => desk.said()],
  look: (desk, { text }) => [desk.look(text), () => parsed(desk)],
  standing: (desk, { text, rooms }) => [desk.lookAt(text), () => rooms.map((room) => desk.standing(room))],
  sights: (desk, { text }) => [desk.lookAt(text) || desk.ask("_wr_studio_sights"), () => parsed(desk).seen],
  offers: (desk, { text, room, hook, kit, fitting }) => [
    desk.offers(text, room, hook, kit, fitting), () => (parsed(desk) as { offers: Offer[] }).offers],
  template: (desk, { path }) => [desk.asPath("_wr_studio_read_template", path), () => parsed(desk)],
  roll: (desk, { seed }) => [desk.ask("_wr_studio_roll", seed), () => parsed(desk)],
  build(desk, { text }) {
    return [desk.asText("_wr_studio_build", text), () => {
      const { files, links, resources } = parsed(desk) as { files: string[]; links: number; resources: number };
      const path = files.find((file) => file.endsWith(".mod")) ?? "";
      return { links, resources, name: path.slice(path.lastIndexOf("/") + 1), bytes: desk.file(path) };
    }];
  },
  folder: (desk, { text }) => [desk.asText("_wr_studio_build", text), () => {
    const { files } = parsed(desk) as { files: string[] };
    return Object.fromEntries(files.filter((path) => !path.endsWith(".mod")).map((path) => [path.slice("out/".length), desk.file(path)]));
  }],
  scene: (desk, { text }) => [desk.asText("_wr_studio_write_scene", text), () => desk.file("out/level.glb")],
  walkAbout(desk, { text }) {
    const look = desk.look(text);
    const found = look ? null : parsed(desk);
    const sights = look || desk.ask("_wr_studio_sights");
    const seen = sights ? [] : parsed(desk).seen;
    return [sights || desk.ask("_wr_studio_floor"), () => ({ floor: desk.floor(), seen, look: found })];
  },
  stand: (desk, { at }) => [desk.ask("_wr_studio_stand", ...at), () => parsed(desk)],
  walk: (desk, { x, y, shut }) => [desk.walk(x, y, shut), () => parsed(desk)],
};

let desk: Promise<Desk>;

function answer(desk: Desk, asked: Asked): Answered {
  const began = performance.now();
  const question = answers[asked.question] as (desk: Desk, given: unknown) => Answer<Question>;
  const [result, say] = question(desk, asked.given);
  const findings = asked.question === "files" ? [] : desk.findings();
  const said = result === 0 ? say() : null;
  return { id: asked.id, result: RESULTS[result] ?? "ended", answer: said, findings,
           milliseconds: performance.now() - began };
}

async function inflated(base64: string): Promise<ArrayBuffer> {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
}
const port = self as unknown as Port;

port.onmessage = async ({ data }: MessageEvent<Asked | { wasm: string }>) => {
  if ("wasm" in data) {
    desk = inflated(data.wasm).then((wasmBinary) => warren({ wasmBinary })).then((made) => new Desk(made));
    return;
  }
  try {
    port.postMessage(answer(await desk, data));
  } catch (fault) {
    port.postMessage({ id: data.id, result: "ended", answer: null, findings: [], milliseconds: 0,
                       fault: String(fault) });
  }
};
