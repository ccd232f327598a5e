// Models of rooms in 3D, with their textures: asked for once they are to be seen, one after another.
import { BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute } from "three";
import type { Model } from "./answers";
import type { Asking } from "./asking";
import { colourOf, textureOf, type Paint, type Paints } from "./paints";
import type { Shape } from "./shapes";

/** A model as three.js draws it: each group of faces has the paint of its index. */
export interface Clad {
  readonly geometry: BufferGeometry;
  readonly paints: readonly Paint[];
}

function geometryOf(model: Model): BufferGeometry {
  const geometry = new BufferGeometry(), looks = new InterleavedBuffer(model.looks, 5);
  geometry.setAttribute("position", new BufferAttribute(model.vertices, 3));
  geometry.setAttribute("normal", new InterleavedBufferAttribute(looks, 3, 0));
  geometry.setAttribute("uv", new InterleavedBufferAttribute(looks, 2, 3));
  geometry.setIndex(new BufferAttribute(model.faces, 1));
  let first = 0;
  model.meshes.forEach(({ faces }, i) => {
    geometry.addGroup(3 * first, 3 * faces, i);
    first += faces;
  });
  return geometry;
}

export class Cladding {
  private readonly clad = new Map<Shape, Clad | null>();
  private readonly paints = new Map<string, Paint>(); // by kit and texture
  private queue: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly asking: Asking, private readonly made: Paints, private readonly changed: () => void) {}

  /** What is there by now, for whoever measures. */
  get told(): { models: number; textures: number; waiting: number } {
    return { models: [...this.clad.values()].filter(Boolean).length, textures: [...this.paints.values()].filter(({ texture }) => texture).length,
             waiting: this.waiting };
  }

  /** The model of a room; null: it has none, or it is not there yet. */
  of(shape: Shape): Clad | null {
    const clad = this.clad.get(shape);
    if (clad !== undefined) return clad;
    this.clad.set(shape, null);
    if (shape.model !== null) this.later(() => this.bring(shape));
    return null;
  }

  private later(work: () => Promise<void>): void {
    this.waiting++;
    this.queue = this.queue.then(work).finally(() => {
      this.waiting--;
      this.changed();
    });
  }

  private async bring(shape: Shape): Promise<void> {
    if (shape.model === undefined) {
      const reply = await this.asking.ask("model", { kit: shape.kit.id, room: shape.room.id });
      shape.model = reply.ok && reply.answer.meshes.length ? reply.answer : null;
    }
    if (!shape.model) return;
    const paints = shape.model.meshes.map(({ texture }) => this.paint(shape.kit.id, texture.toLowerCase()));
    this.clad.set(shape, { geometry: geometryOf(shape.model), paints });
  }

  private paint(kit: string, texture: string): Paint {
    const key = `${kit}\n${texture}`, former = this.paints.get(key);
    if (former) return former;
    const paint: Paint = { colour: colourOf(texture) };
    this.paints.set(key, paint);
    if (texture) this.later(() => this.bringTexture(paint, kit, texture));
    return paint;
  }

  private async bringTexture(paint: Paint, kit: string, name: string): Promise<void> {
    const reply = await this.asking.ask("texture", { kit, name });
    if (!reply.ok) return;
    paint.texture = textureOf(reply.answer);
    paint.clear = reply.answer.clear;
    this.made.again(paint);
  }
}
