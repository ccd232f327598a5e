// How surfaces of the level look in 3D: floors and walls of grey boxes, textures of models, each as its room is now.
import { Color, DataTexture, DoubleSide, FrontSide, LinearFilter, LinearMipmapLinearFilter, MeshLambertMaterial, RepeatWrapping,
         SRGBColorSpace } from "three";
import type { Picture } from "./answers";

export type Tint = "plain" | "chosen" | "bad" | "far" | "ghost";

/** What something is painted with, whatever becomes of its room. */
export interface Paint {
  readonly colour: string;
  /** Vertices have colours of their own. */
  readonly byVertex?: boolean;
  readonly bothSides?: boolean;
  texture?: DataTexture;
  /** One sees through the texture where it says so. */
  clear?: boolean;
}

export const FLOOR: Paint = { colour: "#ffffff", byVertex: true, bothSides: true };
export const WALLS: Paint = { colour: "#c3c8cf", byVertex: true };

/** A quiet colour of its own for each name, where there is no texture. */
export function colourOf(name: string): string {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + letter.charCodeAt(0)) % 3600;
  return name ? `hsl(${hash / 10}, 14%, 66%)` : WALLS.colour;
}

export function textureOf({ width, height, pixels }: Picture): DataTexture {
  const texture = new DataTexture(pixels, width, height);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.anisotropy = 4;
  texture.colorSpace = SRGBColorSpace;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

export class Paints {
  private readonly made = new Map<Paint, Map<Tint, MeshLambertMaterial>>();
  private inks: Readonly<Record<"paper" | "accent" | "bad", Color>> = { paper: new Color(), accent: new Color(), bad: new Color() };

  /** Another palette: all is made anew. */
  set(paper: string, accent: string, bad: string): void {
    this.inks = { paper: new Color(paper), accent: new Color(accent), bad: new Color(bad) };
    for (const [paint, tints] of this.made) for (const [tint, material] of tints) this.dress(material, paint, tint);
  }

  of(paint: Paint, tint: Tint): MeshLambertMaterial {
    let tints = this.made.get(paint);
    if (!tints) this.made.set(paint, (tints = new Map()));
    let material = tints.get(tint);
    if (!material) {
      tints.set(tint, (material = new MeshLambertMaterial({ vertexColors: paint.byVertex ?? false, side: paint.bothSides ? DoubleSide : FrontSide })));
      this.dress(material, paint, tint);
    }
    return material;
  }

  /** The texture of a paint came. */
  again(paint: Paint): void {
    for (const [tint, material] of this.made.get(paint) ?? []) this.dress(material, paint, tint);
  }

  private dress(material: MeshLambertMaterial, paint: Paint, tint: Tint): void {
    material.map = paint.texture ?? null;
    material.color.set(paint.texture ? "#ffffff" : paint.colour);
    material.alphaTest = paint.clear ? 0.5 : 0;
    material.emissive.set("#000000");
    const wash = { chosen: this.inks.accent, bad: this.inks.bad }[tint as string];
    if (wash) {
      material.color.lerp(wash, 0.45);
      material.emissive.copy(wash).multiplyScalar(0.15);
    }
    if (tint === "far") {
      material.color.multiplyScalar(0.16);
      material.emissive.copy(this.inks.paper).multiplyScalar(0.8);
    }
    material.transparent = tint === "ghost";
    material.opacity = tint === "ghost" ? 0.6 : 1;
    material.needsUpdate = true;
  }
}
