// Walking by keys, from where the player arrives to the way out. Every position is judged on the WOK files of the
// module that the program builds of the map.
import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Floor } from "./floor.mjs";
import { hub, openMap, place, settled, small, source, visit, visitor, warren } from "./visitor.mjs";

const SMALL = [560, 420]; // pixels: software draws it quickly, and so one walks at full speed

/** What a build of a map walks on. */
function floorOf(map) {
  const path = join(place, "walked.json"), out = join(place, "walked");
  writeFileSync(path, JSON.stringify(map));
  rmSync(out, { recursive: true, force: true });
  warren("build", path, "-o", out, "--quiet", "--kit", join(source, "kits/library"));
  return new Floor(out);
}

/** Begins to walk; every place one stands at is written down from then on. */
async function begin(page) {
  await page.focus("#plan");
  await page.keyboard.press("w");
  await page.waitForFunction(() => window.warren.stands);
  await page.evaluate(() => {
    window.trail = [];
    const note = () => {
      const now = window.warren.stands;
      if (!now) return;
      if (now !== window.trail.at(-1)) window.trail.push(now);
      requestAnimationFrame(note);
    };
    note();
  });
}

/** Holds a key until what is said of the page is true, or nothing has moved for some seconds. */
async function hold(page, key, until, given) {
  await page.keyboard.down(key);
  await page.waitForFunction(([until, given]) => {
    const { stands, facing } = window.warren, state = `${stands.at} ${facing}`, now = performance.now();
    if (window.was?.state !== state) window.was = { state, now };
    const [x, y] = [given[0] - stands.at[0], given[1] - stands.at[1]], off = Math.atan2(y, x) - facing;
    const turn = Math.atan2(Math.sin(off), Math.cos(off)), far = Math.hypot(x, y);
    window.nearest = Math.min(window.nearest ?? Infinity, far);
    return now - window.was.now > 2500 || (until === "turned" ? Math.sign(turn) !== given[2] || Math.abs(turn) < 0.04 : far < 0.45 || far > window.nearest + 0.1);
  }, [until, given], { timeout: 60000, polling: "raf" });
  await page.keyboard.up(key);
  await page.evaluate(() => (window.nearest = window.was = undefined));
}

/** Turns to a place and walks there, as often as it takes. */
async function walkTo(page, [x, y]) {
  for (let tries = 0; tries < 12; tries++) {
    const { at, off } = await page.evaluate(([x, y]) => {
      const { stands: { at }, facing } = window.warren, off = Math.atan2(y - at[1], x - at[0]) - facing;
      return { at, off: Math.atan2(Math.sin(off), Math.cos(off)) };
    }, [x, y]);
    if (Math.hypot(x - at[0], y - at[1]) < 0.5) return;
    if (Math.abs(off) > 0.1) await hold(page, off > 0 ? "ArrowLeft" : "ArrowRight", "turned", [x, y, Math.sign(off)]);
    else await hold(page, "w", "there", [x, y]);
  }
}

/** Walks the whole way; where one stands at its end, and what is wrong with how one came there. */
async function walked(page, floor, to) {
  const way = floor.way((await page.evaluate(() => window.warren.stands)).at, to);
  assert.ok(way, "the floor of the module leads there");
  for (const spot of way) await walkTo(page, spot);
  const trail = (await page.evaluate(() => window.trail)).map(({ at }) => at);
  const faults = trail.slice(1).map((at, i) => floor.fault(trail[i], at)).filter(Boolean);
  return { at: trail.at(-1), trail, faults };
}

const upstairs = [hub, { name: "stairs", room: "stairs-u", position: [12, 0, 0] }, { name: "over", room: "passage-12", position: [0, 6, 4.5] }];
const levels = {
  "stairs that turn, to a passage above the room one came from": {
    map: small(upstairs, { entry: { room: "hub", marker: "arrival" }, exits: [{ from: ["over", "west"], module: "other" }] }), exit: [-2.6, 6, 4.5] },
  "a ramp": {
    map: small([hub, { name: "ramp", room: "ramp", position: [0, 12, 0], turn: 90 }],
               { entry: { room: "hub", marker: "arrival" }, exits: [{ from: ["ramp", "top"], module: "other" }] }), exit: [0, 26.6, 4.5] },
};

for (const [name, { map, exit }] of Object.entries(levels))
  test(`one walks by keys from the entry to the way out over ${name}, and is on the floor all the way`, async () => {
    const floor = floorOf(map), context = await visitor(...SMALL), { page, faults } = await visit(context);
    await openMap(page, map);
    await settled(page);
    await begin(page);
    const { at, trail, faults: wrong } = await walked(page, floor, exit);
    assert.deepEqual(wrong, []);
    assert.ok(Math.hypot(...at.map((value, axis) => value - exit[axis])) < 1, `stands at ${at}, and the way out is at ${exit}`);
    assert.ok(trail.length > 30 && trail.some(([, , z]) => z > 1 && z < 3.5), "somebody was seen on the way up");
    assert.deepEqual(faults, []);
    await context.close();
  });

test("whoever runs against walls for a while is on the floor at every step", async () => {
  const map = small(upstairs, { entry: { room: "stairs", position: [0, 0, 0], facing: 20 } });
  const floor = floorOf(map), context = await visitor(...SMALL), { page } = await visit(context);
  await openMap(page, map);
  await begin(page);
  let seed = 5;
  for (let i = 0; i < 14; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const key = ["ArrowLeft", "ArrowRight", "d", "a"][seed % 4], before = await page.evaluate(() => window.trail.length);
    await page.keyboard.down("w");
    await page.keyboard.down(key);
    await page.waitForFunction(([before, more]) => window.trail.length > before + more || performance.now() - (window.since ??= performance.now()) > 1500,
                               [before, 4 + (seed % 9)], { polling: "raf" });
    await page.keyboard.up(key);
    await page.keyboard.up("w");
    await page.evaluate(() => (window.since = undefined));
  }
  const trail = (await page.evaluate(() => window.trail)).map(({ at }) => at);
  assert.ok(trail.length > 40, `${trail.length} places`);
  assert.deepEqual(trail.slice(1).map((at, i) => floor.fault(trail[i], at)).filter(Boolean), []);
  await context.close();
});

test("the judge of steps knows walls, air and other storeys", () => {
  const floor = floorOf(small(upstairs, { entry: { room: "hub", marker: "arrival" } }));
  assert.equal(floor.fault([0, -6, 0], [0.3, -6, 0]), null);
  assert.match(floor.fault([0, -6, 0], [0.3, -6, 0.1]), /not on the floor/);
  assert.match(floor.fault([0, -6, 0], [0, -12, 0]), /not on the floor/);
  assert.match(floor.fault([0, 6, 0], [0, 6, 4.5]), /no floor/);
  assert.match(floor.fault([12, 0, 0], [7, 3, 0]), /no floor|not on the floor/);
  assert.match(floor.fault([8, -1, 0], [-3, 6, 4.5]), /no floor/);
});
