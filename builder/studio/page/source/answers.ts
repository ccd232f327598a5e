// What Warren answers, as builder/studio writes it.
import type { Flat, Mirror, Placement, Point } from "./values";

export interface Finding {
  severity: "error" | "warning" | "note";
  slug: string;
  message: string;
  hint?: string;
  file?: string;
  line?: number;
  column?: number;
}

export interface KitHook {
  name: string;
  at: Point;
  door: string;
  out: Flat;
  links: boolean;
  sill: Point[];
}

export interface KitRoom {
  id: string;
  name: string;
  tags: string[];
  box: [Point, Point];
  /** So many of its faces, the first ones, are walked on. */
  walkable: number;
  /** Whether it has a model; a grey box stands for it otherwise. */
  model: boolean;
  hooks: KitHook[];
  markers: { name: string; kind: string; at: Point; facing: number }[];
  stretches: Stretch[];
}

/** Where a room may be longer, and by how much; a step of 0: by any length. */
export interface Stretch {
  axis: "x" | "y";
  from: number;
  to: number;
  step: number;
  slides: boolean;
}

export interface Kit {
  id: string;
  name: string;
  doors: { name: string; width: number; height: number }[];
  rooms: KitRoom[];
}

export interface Mesh {
  vertices: Float32Array;
  faces: Uint32Array;
  materials: Uint32Array;
  edges: Uint32Array;
}

/** What one sees of a room: meshes behind each other, each with its texture. */
export interface Model {
  meshes: { texture: string; faces: number }[];
  vertices: Float32Array;
  /** Of each vertex its normal, u and v. */
  looks: Float32Array;
  faces: Uint32Array;
}

/** A texture; the lowest row first. */
export interface Picture {
  width: number;
  height: number;
  /** One sees through it where its alpha says so. */
  clear: boolean;
  pixels: Uint8Array;
}

/** A room as it stands in a map, which no kit has in this way. */
export interface Standing {
  room: KitRoom;
  mesh: Mesh;
  model: Model | null;
}

export interface Look {
  id: string;
  verdict: string;
  rooms: { name: string; box: [Point, Point]; index: number; islands: number[] }[];
  hooks: { room: number; hook: number; at: Point; out: Flat; link: number; exit: number }[];
  links: {
    hooks: [number, number];
    at: Point;
    distance: number;
    door: string;
    stated: boolean;
    inner: boolean;
    hidden: boolean;
    lock: string | null;
  }[];
  near_misses: {
    hooks: [number, number];
    distance: number;
    angle: number;
    slug: string | null;
    reason: string | null;
    room: number;
    mend?: { position: Point; turn: number; mirror: Mirror };
  }[];
  overlaps: { rooms: [number, number]; depth: number; refused: boolean; at: Point }[];
  islands: { floor: number; rooms: number; reached: boolean }[];
  unreachable: number;
  entry: { room: number; at: Point; facing: number; marker: string | null };
}

export interface Offer {
  room: string;
  hook: number;
  placement: Placement;
  slug: string | null;
  reason: string | null;
  blocker: number;
  links: number;
}

export interface Level {
  seed: number;
  metrics: Record<string, number>;
  exit: number;
  map: string;
}

export interface Built {
  links: number;
  resources: number;
  name: string;
  bytes: Uint8Array;
}

export interface Stand {
  at: Point;
  face: number;
  room: number;
}

export interface Floor {
  vertices: Float32Array;
  faces: Uint32Array;
  materials: Uint32Array;
  rooms: Uint32Array;
}

/** What stands before a level is rolled; an empty text: nothing. Rooms by their names, doorways as "room:hook". */
export interface Keeping {
  text: string;
  rooms: readonly string[];
  doorways: readonly string[];
  add: boolean;
}

/** Each question, what it is given, and what it answers. */
export interface Questions {
  files: { given: { files: Record<string, Uint8Array | string> }; answer: null };
  kit: { given: { path: string }; answer: { kit: Kit; meshes: Record<string, Mesh> } };
  model: { given: { kit: string; room: string }; answer: Model };
  texture: { given: { kit: string; name: string }; answer: Picture };
  module: { given: { path: string; folder: string }; answer: { rooms: number; skipped: number; links: number; map: string } };
  readMap: { given: { text: string }; answer: string };
  writeIndoor: { given: { text: string }; answer: string };
  look: { given: { text: string }; answer: Look };
  standing: { given: { text: string; rooms: readonly number[] }; answer: (Standing | null)[] };
  sights: { given: { text: string }; answer: number[][] };
  offers: { given: { text: string; room: number; hook: number; kit: string; fitting: boolean }; answer: Offer[] };
  keep: { given: Keeping; answer: null };
  template: { given: { path: string }; answer: { id: string; title: string } };
  roll: { given: { seed: number }; answer: Level };
  build: { given: { text: string }; answer: Built };
  /** All files of a build but the .mod, by name. */
  folder: { given: { text: string }; answer: Record<string, Uint8Array> };
  scene: { given: { text: string }; answer: Uint8Array };
  walkAbout: { given: { text: string }; answer: { floor: Floor; seen: number[][]; look: Look } };
  stand: { given: { at: Point }; answer: Stand };
  walk: { given: { x: number; y: number; shut: number[] }; answer: Stand };
}

export type Question = keyof Questions;

export interface Asked {
  id: number;
  question: Question;
  given: unknown;
}

export interface Answered {
  id: number;
  result: string;
  answer: unknown;
  findings: Finding[];
  milliseconds: number;
}
