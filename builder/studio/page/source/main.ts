// The page: brings model, worker and views together.
import type { Kit } from "./answers";
import { Asking } from "./asking";
import { RoomDrag } from "./dragging";
import { byId, isTyping, plural } from "./element";
import { download, Kits, type Brought } from "./files";
import { endDrag, onPlan, onSolid, reachOf, type Hands } from "./gestures";
import { readGiven } from "./given";
import { Drafting } from "./drafting";
import { Hints } from "./hints";
import { Inspector } from "./inspector";
import { Know, type Place } from "./know";
import type { Doorway } from "./level";
import { mapText, type MapRoom, type WarrenMap } from "./map";
import { menu } from "./menu";
import { Plan } from "./plan";
import { Rolls } from "./rolls";
import { Saving } from "./saving";
import { Shelf } from "./shelf";
import type { Shape } from "./shapes";
import { Solid } from "./solid";
import { keep, latest } from "./store";
import { Strip } from "./strip";
import { Studio } from "./studio";
import { Walking } from "./walking";

interface Bundled {
  files: Record<string, string>;
  kits: string[];
  templates: Record<string, string>;
  welcome: WarrenMap;
}

const EMPTY: WarrenMap = { format: "warren-map", version: 1, id: "level", rooms: [] };
const began = performance.now();
const textOf = (id: string): string => byId(id).textContent ?? "";
const bundled = JSON.parse(textOf("bundled")) as Bundled;
const given = readGiven(textOf("given"));
const code = textOf("worker"), wasm = textOf("wasm");

const asking = new Asking(code, wasm);
const studio = new Studio(asking, EMPTY);
const plan = new Plan(byId<HTMLCanvasElement>("plan"));
const stage = byId("stage"), words = byId("words");
let solid: Solid | null = null, walking: Walking | null = null;
let workId = "", view = "plan", clipboard: readonly MapRoom[] = [];

// ---- Words over the picture ----

let told = "", toldTimer = 0;

/** Stays for a while, also while all is drawn anew. */
function say(text: string, milliseconds = 8000): void {
  words.textContent = told = text;
  window.clearTimeout(toldTimer);
  toldTimer = window.setTimeout(() => {
    if (words.textContent === told) words.textContent = "";
    told = "";
  }, milliseconds);
}

// ---- Drawing, once a frame at most ----

let waits = false;

function redraw(): void {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => {
    waits = false;
    draw();
  });
}

function draw(): void {
  if (walking?.isOn) return;
  const shown = studio.shown;
  plan.fitCanvas();
  if (view !== "solid") plan.draw(shown);
  if (view !== "plan" && solid) {
    solid.fitCanvas();
    solid.show(shown);
    solid.draw();
  }
  words.textContent = hands.drag?.words ?? told;
}

/** Models came; whoever walks sees them, too. */
function clad(): void {
  if (walking?.isOn) walking.redress();
  else redraw();
}

/** 3D is made when it is first looked at: the plan is there sooner without it. */
function theSolid(): Solid {
  if (solid) return solid;
  solid = new Solid(byId<HTMLCanvasElement>("solid"), asking, clad);
  onSolid(solid, studio, hands);
  solid.fit(studio.rooms);
  walking = new Walking(studio, solid);
  walking.onend = (room) => {
    look(view === "walking" ? "plan" : view);
    const name = studio.map.rooms[room]?.name;
    if (name) studio.select([name]);
  };
  return solid;
}

function look(which: string): void {
  view = which;
  stage.className = which;
  for (const [name, id] of [["plan", "view-plan"], ["both", "view-both"], ["solid", "view-solid"], ["walking", "view-walk"]])
    byId(id).setAttribute("aria-pressed", String(name === which));
  if (which !== "plan") theSolid();
  redraw();
}

function fit(): void {
  plan.fitCanvas();
  plan.fit(studio.rooms);
  solid?.fit(studio.rooms);
  redraw();
}

// ---- Hands ----

const strip = new Strip(byId("strip"), studio, redraw, (doorway) => void rolls.open(doorway));

function attach(doorway: Doorway): void {
  if (studio.fixed) return plan.go(doorway.at);
  hints.done("doorway");
  if (doorway.state !== "nearly") {
    plan.go(doorway.at);
    return void strip.open(doorway);
  }
  const hook = studio.looked.look?.hooks.findIndex(({ room, hook: h }) => room === doorway.room && h === doorway.hook) ?? -1;
  const index = studio.looked.look?.near_misses.findIndex(({ hooks }) => hooks.includes(hook)) ?? -1;
  byId("findings").querySelector<HTMLElement>(`.mend[data-miss="${index}"], [data-miss="${index}"]`)?.focus();
}

const hands: Hands = { drag: null, redraw, doorway: attach };
onPlan(plan, studio, hands);

function dragFromShelf(shape: Shape, event: PointerEvent): void {
  strip.close();
  const z = studio.storey >= 0 ? studio.heights[studio.storey] : (studio.selectedRooms[0]?.placement.position[2] ?? 0);
  const drag = new RoomDrag(studio, shape, null, z), target = event.target as HTMLElement;
  hands.drag = drag;
  (target.closest("button") ?? target).setPointerCapture(event.pointerId);
  const over = (e: PointerEvent): boolean => {
    const box = stage.getBoundingClientRect();
    return e.clientX > box.left && e.clientX < box.right && e.clientY > box.top && e.clientY < box.bottom;
  };
  const move = (e: PointerEvent) => {
    const inSolid = view === "solid" || (view === "both" && e.clientX > plan.canvas.getBoundingClientRect().right);
    const box = (inSolid ? solid!.canvas : plan.canvas).getBoundingClientRect();
    const at = [e.clientX - box.left, e.clientY - box.top] as const;
    const level = inSolid ? solid!.planeAt(at[0], at[1], z) : plan.toLevel(at);
    if (over(e) && level) drag.move([level[0], level[1]], e.altKey, reachOf(plan));
    redraw();
  };
  const stop = (e: PointerEvent) => {
    for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener);
    if (hands.drag === drag) endDrag(hands, e.type === "pointerup" && over(e));
    redraw();
  };
  const listeners = [["pointermove", move], ["pointerup", stop], ["pointercancel", stop]] as const;
  for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener);
}

/** A tap on the shelf: to the doorway that was chosen, else where it fits best, else in the middle of the picture. */
async function placeFromShelf(shape: Shape): Promise<void> {
  const middle = plan.toLevel([plan.canvas.clientWidth / 2, plan.canvas.clientHeight / 2]);
  const far = ({ at }: Doorway) => Math.hypot(at[0] - middle[0], at[1] - middle[1]);
  const open = studio.doorways.filter(({ state }) => state === "open").sort((a, b) => far(a) - far(b));
  const offer = await Strip.best(studio, shape, studio.chosen ? [studio.chosen] : open);
  strip.close();
  if (offer) return studio.add(shape.kit.id, shape.room.id, offer.placement);
  const position = [Math.round(middle[0]), Math.round(middle[1]), 0] as const;
  studio.add(shape.kit.id, shape.room.id, { position, turn: 0, mirror: "none" });
}

// ---- Panels ----

const shelf = new Shelf(byId("shelf"), studio.shapes, { drag: dragFromShelf, place: (shape) => void placeFromShelf(shape) });
const inspector = new Inspector(byId("inspector"), studio, attach, () => void studio.cap().then((closed) =>
  say(closed ? `Closed ${plural(closed, "doorway")}` : "No cap of the kit fits an open doorway")), sight);

function goTo({ rooms, at }: Place): void {
  if (rooms.length) studio.select(rooms);
  const box = studio.selectedRooms[0]?.box;
  const point = at ?? (box && ([(box[0][0] + box[1][0]) / 2, (box[0][1] + box[1][1]) / 2, box[0][2]] as const));
  if (!point) return;
  if (studio.storey >= 0 && studio.selectedRooms.length) studio.storey = studio.storeyOfRoom(studio.selectedRooms[0].index);
  plan.go(point);
  solid?.go(point);
  studio.tell();
}

const know = new Know(byId("findings"), byId("finding-count"), byId("status"), byId("storeys"), studio, goTo);
let rolling: Asking | null = null;
function theRolling(): Asking {
  if (rolling) return rolling;
  rolling = new Asking(code, wasm);
  void rolling.bring(bundled.files);
  void rolling.bring(kits.files);
  for (const module of kits.modules) void rolling.module(module);
  for (const kit of kits.paths) void rolling.kit(kit);
  return rolling;
}

const rolls = new Rolls(studio, theRolling, () => {
  const busy = rolling?.isBusy ?? false;
  if (busy) rolling!.stop();
  if (busy) rolling = null;
  return busy;
}, new Map(Object.entries(bundled.templates)), bundled.files);
const drafting = new Drafting(theRolling, (path, title, text) => rolls.add(path, title, text));
const hints = new Hints(byId("hint"));
const kits = new Kits(asking, studio, () => shelf.show(), () => rolling);

function toldOf(): void {
  const { history } = studio, undo = byId<HTMLButtonElement>("undo"), redo = byId<HTMLButtonElement>("redo");
  undo.disabled = !history.undoes;
  redo.disabled = !history.redoes;
  undo.title = history.undoes ? `Undo: ${history.undoes} (Ctrl+Z)` : "Nothing to undo";
  redo.title = history.redoes ? `Redo: ${history.redoes} (Ctrl+Shift+Z)` : "Nothing to redo";
  const title = byId<HTMLInputElement>("title");
  if (document.activeElement !== title) title.value = studio.map.title ?? "";
  byId("rolls-around").textContent = studio.pinned.size ? `${plural(studio.pinned.size, "pinned room")} stay${studio.pinned.size === 1 ? "s" : ""} where ${studio.pinned.size === 1 ? "it is" : "they are"}.` : "";
  byId("storey").hidden = studio.heights.length < 2;
  byId("sight").setAttribute("aria-pressed", String(studio.sight.isOn));
  inspector.show();
  know.show();
  redraw();
}

studio.listen(toldOf);

// ---- Keeping ----

let keptMap: WarrenMap | null = null, keptPins: ReadonlySet<string> | null = null, keepTimer = 0;
let written: WarrenMap | null = null; // the map that lies in the browser by now

async function keepNow(): Promise<void> {
  const map = studio.history.now;
  if ((map === keptMap && studio.pinned === keptPins) || !workId || studio.fixed) return;
  [keptMap, keptPins] = [map, studio.pinned];
  try {
    await keep({ id: workId, map: mapText(map), when: Date.now(), files: kits.files, kits: kits.brought, modules: kits.modules, pinned: [...studio.pinned] });
    written = map;
    byId("kept").textContent = "Kept in this browser";
  } catch {
    byId("kept").textContent = "This browser keeps nothing: save the map as a file";
  }
}

studio.listen(() => {
  window.clearTimeout(keepTimer);
  keepTimer = window.setTimeout(() => void keepNow(), 250);
});
window.addEventListener("pagehide", () => void keepNow());

asking.onrestart = (why) => {
  say(`Warren was started again (${why}); the map is as it was`);
  studio.again();
};

asking.onend = (why) => {
  say(`Warren does not run here: ${why}. Save the map as a file`, 1e8);
};

// ---- Files ----

const saving = new Saving(studio, plan.canvas, say);
byId("save").addEventListener("click", (event) => menu(event.currentTarget as HTMLElement, saving.ways));
byId("open").addEventListener("click", (event) => menu(event.currentTarget as HTMLElement, [
  { label: "File (.json, .indoor, .mod, .rim, .zip)", note: "a map, a module, or a kit in a zip", act: () => byId("open-map").click() },
  { label: "Folder", note: "with kits, or of a module", act: () => byId("open-kit").click() },
]));
byId("new").addEventListener("click", () => {
  hints.end();
  newWork();
  studio.open("New map", { ...EMPTY });
  fit();
});
byId("done").addEventListener("click", (event) => menu(event.currentTarget as HTMLElement, studio.history.entries.map(({ name }, i) => ({
  label: name, current: i === studio.history.index, act: () => studio.go(i) }))));

function newWork(): void {
  workId = crypto.randomUUID();
  sessionStorage.setItem("work", workId);
}

async function take(list: readonly File[]): Promise<void> {
  if (!list.length) return;
  say(`Reading ${list.length === 1 ? list[0].name : "files"} …`, 1e8);
  opened(await kits.takeAll(list));
}

let taken = 0, saidOfFiles = ""; // how often files were, and what was said of the last

function opened(brought: Brought): void {
  open(brought);
  taken++;
  saidOfFiles = brought.words;
}

function open({ words: why, name, map }: Brought): void {
  say(why);
  keptMap = null;
  if (!map) return studio.again();
  hints.end();
  newWork();
  studio.open(`Open ${name}`, map);
  fit();
}

for (const id of ["open-map", "open-kit"])
  byId<HTMLInputElement>(id).addEventListener("change", (event) => {
    const input = event.target as HTMLInputElement, list = [...(input.files ?? [])];
    input.value = "";
    void take(list);
  });
window.addEventListener("dragover", (event) => event.preventDefault());
window.addEventListener("drop", (event) => {
  event.preventDefault();
  if (!studio.fixed) void take([...(event.dataTransfer?.files ?? [])]);
});

// ---- Buttons and keys ----

byId("undo").addEventListener("click", () => studio.undo());
byId("redo").addEventListener("click", () => studio.redo());
byId("edit-template").addEventListener("click", () => {
  const { path, text } = rolls.chosenTemplate;
  drafting.open(path.startsWith("templates/own/") ? path : path.replace("templates/library/", "templates/own/"), text);
});
byId("save-template").addEventListener("click", () => {
  const { path, text } = rolls.chosenTemplate;
  download(path.slice(path.lastIndexOf("/") + 1), text, "application/json");
});
byId("fit").addEventListener("click", fit);
byId("view-plan").addEventListener("click", () => look("plan"));
byId("view-both").addEventListener("click", () => look("both"));
byId("view-solid").addEventListener("click", () => look("solid"));
byId("view-walk").addEventListener("click", () => void walk());
byId("nearer").addEventListener("click", () => zoom(1.25));
byId("farther").addEventListener("click", () => zoom(0.8));
byId("sight").addEventListener("click", sight);
byId("storey").addEventListener("click", () => storey(1));
byId<HTMLInputElement>("title").addEventListener("change", (event) => {
  const title = (event.target as HTMLInputElement).value.trim();
  if (title !== (studio.map.title ?? "")) studio.do("Name the level", { ...studio.map, title: title || undefined });
});

function zoom(factor: number): void {
  plan.zoom(factor, [plan.canvas.clientWidth / 2, plan.canvas.clientHeight / 2]);
  solid?.zoom(factor);
  redraw();
}

function storey(by: number): void {
  const count = studio.heights.length;
  if (count > 1) studio.storey = ((studio.storey + 1 + by + count + 1) % (count + 1)) - 1;
  studio.tell();
}

async function walk(): Promise<void> {
  hints.done("walk");
  strip.close();
  studio.select([]);
  theSolid();
  const former = view;
  solid!.show(studio.shown);
  stage.className = "walking";
  for (const id of ["view-plan", "view-both", "view-solid", "view-walk"]) byId(id).setAttribute("aria-pressed", String(id === "view-walk"));
  const why = await walking!.start();
  if (why) {
    look(former);
    say(`Cannot walk: ${why}`);
  }
}

/** What the selected room sees, or all as it is. */
function sight(): void {
  studio.sight.isOn = !studio.sight.isOn;
  if (studio.sight.isOn && studio.selected.size !== 1) say("Select a room: those it sees are marked, and the rest fades");
  studio.tell();
}

function nextRoom(by: number): void {
  const names = studio.map.rooms.map((room) => room.name);
  if (!names.length) return;
  const at = names.findIndex((name) => studio.selected.has(name));
  studio.select([names[(at + by + names.length) % names.length]]);
}

function nextDoorway(): void {
  const open = studio.doorways.filter(({ state }) => state === "open" || state === "nearly");
  if (!open.length) return;
  studio.hovered = open[(open.indexOf(studio.hovered!) + 1) % open.length];
  plan.go(studio.hovered.at);
  say(`${studio.map.rooms[studio.hovered.room].name}, ${studio.hovered.name}: Enter builds on it`);
  redraw();
}

function nudge(key: string, fine: boolean): void {
  const step = fine ? 0.05 : 0.5;
  const by: Record<string, readonly [number, number]> = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
  if (studio.selected.size) studio.nudge([...by[key], 0] as [number, number, number]);
  else {
    plan.pan(-by[key][0] * 80, by[key][1] * 80);
    redraw();
  }
}

const copy = () => (clipboard = studio.selectedRooms.map(({ room }) => room));

const controlKeys: Record<string, (event: KeyboardEvent) => void> = {
  z: (event) => (event.shiftKey ? studio.redo() : studio.undo()),
  y: () => studio.redo(),
  a: () => studio.select(studio.map.rooms.map((room) => room.name)),
  d: () => studio.duplicate(),
  c: copy,
  x: () => {
    copy();
    studio.remove();
  },
  v: () => clipboard.length && studio.paste(clipboard, [2, -2, 0], clipboard.length === 1 ? `Paste ${clipboard[0].name}` : `Paste ${clipboard.length} rooms`),
  s: () => saving.map(),
};

const keys: Record<string, (event: KeyboardEvent) => void> = {
  r: (event) => (hands.drag ? hands.drag.turn() : studio.turn(event.shiftKey ? -90 : 90)),
  p: () => studio.pin(),
  m: () => (hands.drag ? hands.drag.mirror() : studio.mirror()),
  f: fit,
  g: () => {
    hints.done("roll");
    void rolls.next();
  },
  w: () => void walk(),
  o: nextDoorway,
  v: sight,
  "[": () => nextRoom(-1),
  "]": () => nextRoom(1),
  "1": () => look("plan"),
  "2": () => look("both"),
  "3": () => look("solid"),
  "+": () => zoom(1.25),
  "=": () => zoom(1.25),
  "-": () => zoom(0.8),
  delete: () => studio.remove(),
  backspace: () => studio.remove(),
  pageup: () => storey(1),
  pagedown: () => storey(-1),
  enter: () => studio.hovered && attach(studio.hovered),
  escape: () => {
    if (hands.drag) endDrag(hands, false);
    else if (strip.isOpen) strip.close();
    else studio.select([]);
  },
};

/** Beside letters, what moves the picture and not the level. */
const SEEN_KEYS = ["pageup", "pagedown", "escape", "arrowleft", "arrowright", "arrowup", "arrowdown"];

window.addEventListener("keydown", (event) => {
  if (isTyping(event) || rolls.isOpen || drafting.isOpen || walking?.isOn) return;
  const key = event.key.toLowerCase(), control = event.ctrlKey || event.metaKey;
  const onButton = (event.target as HTMLElement).closest("button, dialog, [role=menu]");
  const act = control ? controlKeys[key] : event.altKey ? undefined : keys[key];
  if (studio.fixed && !control && !"fw123+=-[]ov".includes(key) && !SEEN_KEYS.includes(key)) return;
  if (hands.drag && key === "tab") hands.drag.next();
  else if (!control && event.key.startsWith("Arrow") && !onButton) nudge(event.key, event.shiftKey);
  else if (act && !(onButton && key === "enter")) act(event);
  else return;
  event.preventDefault();
});
new ResizeObserver(redraw).observe(stage);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  plan.readInks();
  solid?.readInks();
  redraw();
});

// ---- Beginning ----

/** Whether a kit of that folder's name came with the work: it is the one that is meant. */
const isHere = (path: string): boolean => studio.shapes.kits.some(({ id }) => path.endsWith(`/${id}/kit.xml`));

/** A kit alone is shown as its rooms in rows. */
function kitMap(kit: Kit): WarrenMap {
  const columns = Math.ceil(Math.sqrt(kit.rooms.length)), rooms: MapRoom[] = [];
  let x = 0, y = 0, deep = 0;
  kit.rooms.forEach((room, i) => {
    const [min, max] = room.box;
    rooms.push({ name: room.id, kit: kit.id, room: room.id, position: [x - min[0], y - max[1], 0] });
    x += Math.ceil(max[0] - min[0]) + 4;
    deep = Math.max(deep, Math.ceil(max[1] - min[1]) + 4);
    if ((i + 1) % columns === 0) [x, y, deep] = [0, y - deep, 0];
  });
  return { ...EMPTY, id: "kit", title: kit.name, rooms };
}

let keptForLater: readonly string[] = []; // pins, of rooms that are not there yet

async function lastWork(): Promise<WarrenMap | null> {
  const work = await latest();
  if (!work) return null;
  await kits.takeKept(work.files, work.kits, work.modules ?? []);
  workId = work.id;
  keptForLater = work.pinned ?? [];
  return JSON.parse(work.map) as WarrenMap;
}

/** What the program gave, when it is new to this tab; else what was worked on last. */
async function firstMap(): Promise<WarrenMap> {
  const isNew = given && (given.viewer || !sessionStorage.getItem("work"));
  try {
    if (!isNew) return (await lastWork()) ?? bundled.welcome;
  } catch {
    return bundled.welcome;
  }
  const { words: why, map } = await kits.takeGiven(given);
  if (why) say(why);
  const kit = studio.shapes.kits.at(-1);
  return map ?? (given.viewer && kit ? kitMap(kit) : { ...EMPTY });
}

/** Somebody else's level: it is seen and walked in. */
function onlyView(): void {
  document.body.classList.add("viewer");
  document.title = `${studio.map.title || given!.name} - Warren`;
  byId<HTMLInputElement>("title").readOnly = true;
  studio.fixed = true;
  toldOf();
}

async function begin(): Promise<void> {
  look("plan");
  await asking.bring(bundled.files);
  const map = await firstMap();
  for (const kit of bundled.kits) if (!isHere(kit)) await kits.add(kit);
  shelf.show();
  if (!workId) newWork();
  studio.open("Open", map);
  studio.pinned = new Set(keptForLater);
  studio.tell();
  if (given?.viewer) onlyView();
  if (map === bundled.welcome) hints.start();
  fit();
  draw();
  document.documentElement.dataset.ready = String(Math.round(performance.now() - began));
}

void begin();

// What tests and measurements look at.
Object.assign(window, { warren: {
  get map() { return studio.map; },
  get text() { return mapText(studio.map); },
  get settled() { return studio.isSettled; },
  get looked() { return studio.looked; },
  get took() { return { ...studio.took, plan: plan.took, solid: solid?.took ?? 0 }; },
  get facing() { return walking?.facing ?? 0; },
  get stands() { return walking?.stands ?? null; },
  toPage: (at: readonly number[]) => {
    const box = plan.canvas.getBoundingClientRect(), [x, y] = plan.toPage(at);
    return [x + box.left, y + box.top];
  },
  get cladding() { return solid?.cladding.told ?? null; },
  get sight() {
    const sight = studio.shown.sight;
    return sight && { from: sight.from, rooms: [...sight.rooms] };
  },
  get busy() { return asking.isBusy; },
  get taken() { return taken; },
  get saidOfFiles() { return saidOfFiles; },
  get kept() { return written === studio.history.now; },
  get rooms() { return studio.rooms.map(({ room, box }) => ({ name: room.name, box })); },
  get doorways() { return studio.doorways; },
  open: (text: string) => studio.open("Open", JSON.parse(text) as WarrenMap),
  ask: (question: never, given: never) => asking.ask(question, given),
} });
