// What pointers do on the plan and in 3D.
import { GroupDrag, RoomDrag, type Drag } from "./dragging";
import type { Doorway } from "./level";
import { kitOf, roomOf } from "./map";
import type { Plan } from "./plan";
import type { Solid } from "./solid";
import type { Studio } from "./studio";
import type { Flat } from "./values";

const STILL = 4; // pixels a click may move

export interface Hands {
  drag: Drag | null;
  redraw(): void;
  doorway(doorway: Doorway): void;
}

const place = (canvas: HTMLElement, event: MouseEvent): Flat => {
  const box = canvas.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};

/** Snapping reaches as far as a finger is wide, and no less than a doorway. */
export const reachOf = (plan: Plan): number => Math.max(3, plan.metres(40));

export function onPlan(plan: Plan, studio: Studio, hands: Hands): void {
  const { canvas } = plan;
  let pressed: { at: Flat; button: number; level: Flat; room: string | null; doorway: Doorway | null; mode: string } | null = null;
  let last: Flat = [0, 0];

  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    const at = place(canvas, event), shown = studio.shown;
    const doorway = event.button === 0 ? plan.doorwayAt(at, shown) : null;
    const room = doorway ? null : (plan.roomAt(at, shown)?.room.name ?? null);
    pressed = { at, button: event.button, level: plan.toLevel(at), room, doorway, mode: "" };
    last = at;
  });

  const begin = (event: PointerEvent) => {
    if (!pressed) return;
    if (pressed.button !== 0 || studio.fixed) pressed.mode = "pan";
    else if (pressed.doorway) pressed.mode = "none";
    else if (pressed.room) {
      if (!studio.selected.has(pressed.room)) studio.select(event.shiftKey ? [...studio.selected, pressed.room] : [pressed.room]);
      const [only] = studio.selectedRooms;
      // what Warren offers is rooms as their kits have them
      const single = studio.selected.size === 1 && only.shape === studio.shapes.find(kitOf(studio.map, only.room), roomOf(only.room)) && only.shape;
      hands.drag = single
        ? new RoomDrag(studio, only.shape!, only, 0,
                       [pressed.level[0] - only.placement.position[0], pressed.level[1] - only.placement.position[1]])
        : new GroupDrag(studio, pressed.level);
      pressed.mode = "drag";
    } else pressed.mode = "marquee";
  };

  canvas.addEventListener("pointermove", (event) => {
    const at = place(canvas, event);
    if (!pressed) {
      const hovered = plan.doorwayAt(at, studio.shown);
      canvas.style.cursor = hovered ? "pointer" : plan.roomAt(at, studio.shown) ? "grab" : "default";
      if (hovered === studio.hovered) return;
      studio.hovered = hovered;
      return hands.redraw();
    }
    if (!pressed.mode && Math.hypot(at[0] - pressed.at[0], at[1] - pressed.at[1]) > STILL) begin(event);
    if (pressed.mode === "pan") plan.pan(at[0] - last[0], at[1] - last[1]);
    if (pressed.mode === "drag") hands.drag?.move(plan.toLevel(at), event.altKey, reachOf(plan));
    if (pressed.mode === "marquee") studio.marquee = [pressed.level, plan.toLevel(at)];
    last = at;
    hands.redraw();
  });

  const click = (event: PointerEvent) => {
    if (!pressed || pressed.button !== 0) return;
    if (pressed.doorway) return hands.doorway(pressed.doorway);
    studio.chosen = null;
    if (!pressed.room) return studio.select(event.shiftKey ? studio.selected : []);
    if (event.shiftKey) studio.toggle(pressed.room);
    else studio.select([pressed.room]);
  };

  const within = ([a, b]: readonly [Flat, Flat]): string[] => {
    const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])], [low, high] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    const middle = (axis: number, box: readonly (readonly number[])[]) => (box[0][axis] + box[1][axis]) / 2;
    return studio.rooms
      .filter(({ box }) => middle(0, box) > left && middle(0, box) < right && middle(1, box) > low && middle(1, box) < high)
      .map(({ room }) => room.name);
  };

  canvas.addEventListener("pointerup", (event) => {
    if (!pressed) return;
    if (!pressed.mode) click(event);
    if (pressed.mode === "drag") endDrag(hands, true);
    if (pressed.mode === "marquee" && studio.marquee) {
      const names = within(studio.marquee);
      studio.marquee = null;
      studio.select(event.shiftKey ? [...studio.selected, ...names] : names);
    }
    pressed = null;
  });

  canvas.addEventListener("pointercancel", () => {
    endDrag(hands, false);
    studio.marquee = null;
    pressed = null;
  });

  canvas.addEventListener("dblclick", (event) => {
    const room = plan.roomAt(place(canvas, event), studio.shown);
    if (room) studio.select(studio.together(room.index));
  });

  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    wheel(event, (factor) => plan.zoom(factor, place(canvas, event)), (dx, dy) => plan.pan(dx, dy));
    hands.redraw();
  }, { passive: false });
}

/** Wheels and pinches zoom, two fingers of a touchpad pan. */
function wheel(event: WheelEvent, zoom: (factor: number) => void, pan: (dx: number, dy: number) => void): void {
  const fingers = !event.ctrlKey && event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40);
  if (fingers) pan(-event.deltaX, -event.deltaY);
  else zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)));
}

export function endDrag(hands: Hands, done: boolean): void {
  const { drag } = hands;
  hands.drag = null;
  drag?.end(done);
}

export function onSolid(solid: Solid, studio: Studio, hands: Hands): void {
  const { canvas } = solid;
  let pressed: { at: Flat; button: number; moved: boolean } | null = null, last: Flat = [0, 0];

  canvas.addEventListener("pointerdown", (event) => {
    if (solid.eyes) return;
    canvas.focus();
    canvas.setPointerCapture(event.pointerId);
    last = place(canvas, event);
    pressed = { at: last, button: event.button, moved: false };
  });
  canvas.addEventListener("pointermove", (event) => {
    if (!pressed) return;
    const at = place(canvas, event);
    pressed.moved ||= Math.hypot(at[0] - pressed.at[0], at[1] - pressed.at[1]) > STILL;
    if (!pressed.moved) return;
    if (pressed.button === 0 && !event.shiftKey) solid.orbit(at[0] - last[0], at[1] - last[1]);
    else solid.pan(at[0] - last[0], at[1] - last[1]);
    last = at;
    hands.redraw();
  });
  canvas.addEventListener("pointerup", (event) => {
    if (!pressed) return;
    const still = !pressed.moved, [x, y] = place(canvas, event);
    pressed = null;
    if (!still) return;
    const doorway = solid.doorwayAt(x, y);
    if (doorway) return hands.doorway(doorway);
    const room = studio.map.rooms[solid.roomAt(x, y)];
    if (!room) return studio.select([]);
    if (event.shiftKey) studio.toggle(room.name);
    else studio.select([room.name]);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    wheel(event, (factor) => solid.zoom(factor), (dx, dy) => solid.pan(dx, dy));
    hands.redraw();
  }, { passive: false });
}
