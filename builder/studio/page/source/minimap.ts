// A small plan of where one walks: the storey one is on, north up, oneself in the middle.
import type { LevelRoom } from "./level";
import { floorColour } from "./shapes";
import type { Point } from "./values";

const SIZE = 190, SCALE = 4.2; // pixels, and pixels a metre
const STOREY = 2.5; // metres above and below that are drawn full

export class Minimap {
  private readonly pen: CanvasRenderingContext2D;
  private readonly dense = window.devicePixelRatio || 1;

  constructor(canvas: HTMLCanvasElement) {
    canvas.width = canvas.height = SIZE * this.dense;
    this.pen = canvas.getContext("2d")!;
  }

  /** `been`: rooms one has walked in; others are drawn as what one guesses. */
  draw(rooms: readonly LevelRoom[], at: Point, turn: number, been: ReadonlySet<number>): void {
    const { pen, dense } = this, half = (SIZE * dense) / 2, scale = SCALE * dense;
    pen.resetTransform();
    pen.fillStyle = "#14171bd0";
    pen.clearRect(0, 0, 2 * half, 2 * half);
    pen.fillRect(0, 0, 2 * half, 2 * half);
    for (const { shape, placement, turned: t, index, box } of rooms) {
      if (!shape || box[0][0] > at[0] + 30 || box[1][0] < at[0] - 30 || box[0][1] > at[1] + 30 || box[1][1] < at[1] - 30) continue;
      const [x, y, z] = placement.position, near = box[0][2] - STOREY < at[2] && box[1][2] + STOREY > at[2];
      pen.setTransform(scale * t.a, -scale * t.b, scale * t.c, -scale * t.d, half + (x - at[0]) * scale, half - (y - at[1]) * scale);
      pen.globalAlpha = !near || Math.abs(z - at[2]) > 2 * STOREY ? 0.12 : been.has(index) ? 1 : 0.45;
      for (const [material, floor] of shape.floors) {
        pen.fillStyle = floorColour(material);
        pen.fill(floor);
      }
      pen.strokeStyle = "#f2f4f7";
      pen.lineWidth = 0.35;
      pen.stroke(shape.outline);
    }
    this.drawSelf(turn, half);
  }

  private drawSelf(turn: number, half: number): void {
    const { pen, dense } = this;
    pen.globalAlpha = 1;
    pen.setTransform(dense, 0, 0, dense, half, half);
    pen.rotate(-turn);
    pen.beginPath();
    pen.moveTo(9, 0);
    pen.lineTo(-6, 6);
    pen.lineTo(-3, 0);
    pen.lineTo(-6, -6);
    pen.closePath();
    pen.fillStyle = "#1f5fbf";
    pen.strokeStyle = "#ffffff";
    pen.lineWidth = 2;
    pen.fill();
    pen.stroke();
  }
}
