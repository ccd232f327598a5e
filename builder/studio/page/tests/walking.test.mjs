// Somebody walks through a level of two storeys by keys, and a judge that reads the module's own files watches each step.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Floor } from "./floor.mjs";
import { openMap, place, program, source, visit, visitor } from "./visitor.mjs";

const deep = JSON.parse(readFileSync(join(source, "examples/deep-burrow/map.json"), "utf8"));

/** The level with its vault locked, and the key in the crypt or nowhere one comes by. */
function level(lock, keyIn) {
  const rooms = deep.rooms.map((room) => (room.name === keyIn ? { ...room, key: "iron" } : room));
  return { ...deep, rooms, links: [{ ...lock, lock: "iron", optional: true }] };
}

function floorOf(map) {
  const file = join(place, "walked.json"), out = join(place, "walked");
  writeFileSync(file, JSON.stringify(map));
  execFileSync(program, ["build", file, "-o", out, "--force", "--quiet", "--kit", join(source, "kits/library")]);
  return new Floor(out);
}

/** Which doorways of the vault and the guard-room are one. */
const vaultDoor = (page) => page.evaluate(() => {
  const { map, doorways, looked } = window.warren, named = (room) => map.rooms[room].name;
  const own = doorways.filter(({ link, room }) => link >= 0 && ["vault", "guard-room"].includes(named(room)));
  const [from] = own.filter((door) => own.some((other) => other !== door && other.link === door.link));
  const to = own.find((other) => other !== from && other.link === from.link);
  void looked;
  return { from: [named(from.room), from.name], to: [named(to.room), to.name], at: from.at };
});

async function enter(page) {
  await page.focus("#plan");
  await page.keyboard.press("w");
  await page.waitForFunction(() => window.warren.stands);
  return page.evaluate(() => window.warren.stands.at);
}

/** Walks from point to point as fingers would: turning keys and W. Gives every place one stood at, and whether one came there. */
const walk = (page, way) => page.evaluate((way) => new Promise((resolve) => {
  const held = new Set(), trail = [];
  const press = (key, down) => {
    if (held.has(key) === down) return;
    if (down) held.add(key);
    else held.delete(key);
    document.getElementById("plan").dispatchEvent(new KeyboardEvent(down ? "keydown" : "keyup", { key, bubbles: true, cancelable: true }));
  };
  const end = (came) => {
    window.clearInterval(timer);
    for (const key of [...held]) press(key, false);
    resolve({ came, trail });
  };
  let next = 0, moved = performance.now(), last = [0, 0], stuck = 0;
  const timer = window.setInterval(() => {
    const { at } = window.warren.stands, goal = way[next], now = performance.now();
    trail.push(at);
    if (Math.hypot(at[0] - last[0], at[1] - last[1]) > 0.05) [moved, last] = [now, at];
    if (now - moved > 3000) { // a corner was cut: back to the point before, as people do
      if (++stuck > 12) return end(false);
      next = Math.max(0, next - 1);
      moved = now;
    }
    if (Math.hypot(goal[0] - at[0], goal[1] - at[1]) < (next + 1 === way.length ? 0.6 : 0.25)) {
      if (++next === way.length) return end(true);
      moved = now;
    }
    const aim = Math.atan2(way[next][1] - at[1], way[next][0] - at[0]);
    const off = Math.atan2(Math.sin(aim - window.warren.facing), Math.cos(aim - window.warren.facing));
    if (Math.abs(off) >= 0.35) moved = now; // one turns first
    press("ArrowLeft", off > 0.16);
    press("ArrowRight", off < -0.16);
    press("w", Math.abs(off) < 0.35);
  }, 15);
}), way);

function judged(floor, trail) {
  for (const at of trail) assert.ok(floor.faceAt(at) >= 0, `stands at ${at}, where there is no floor`);
  for (let i = 1; i < trail.length; i++) {
    const far = Math.hypot(trail[i][0] - trail[i - 1][0], trail[i][1] - trail[i - 1][1]);
    for (let k = 1; k < far / 0.1; k++) {
      const part = k / (far / 0.1), at = trail[i].map((value, axis) => trail[i - 1][axis] + (value - trail[i - 1][axis]) * part);
      assert.ok(floor.faces.some((_, face) => face === floor.faceAt(at, 0.12)) || far > 0.5, `went through a wall at ${at}`);
    }
  }
}

const inside = (map, name) => map.rooms.find((room) => room.name === name).position;

test("from the entry over two storeys to the vault, by keys: with its key, and not without", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await page.setViewportSize({ width: 480, height: 360 }); // software draws what is seen
  await openMap(page, deep);
  const lock = await vaultDoor(page), map = level({ from: lock.from, to: lock.to }, "crypt"), floor = floorOf(map);
  const vault = inside(deep, "vault"), goal = [vault[0], vault[1] - 2, vault[2]];
  const crypt = [28, 0, 0];

  await openMap(page, map);
  const entry = await enter(page), toCrypt = floor.way(entry, crypt), toDoor = floor.way(crypt, lock.at), on = floor.way(lock.at, goal);
  assert.ok(toCrypt && toDoor && on, "the judge finds a way");
  const first = await walk(page, toCrypt);
  assert.ok(first.came, `came to ${first.trail.at(-1)}, not into the crypt`);
  judged(floor, first.trail);
  assert.match(await page.textContent("#walk p"), /iron/);
  const second = await walk(page, toDoor.slice(0, -1));
  judged(floor, second.trail);
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelector("#walk p").textContent.startsWith("The key"));
  const third = await walk(page, on);
  assert.ok(third.came, `came to ${third.trail.at(-1)}, not into the vault`);
  judged(floor, third.trail);
  assert.ok(third.trail.at(-1)[2] > 4, "it is on the upper storey");
  await page.keyboard.press("Escape");

  await openMap(page, level({ from: lock.from, to: lock.to }, "north-cell"));
  const again = await enter(page), whole = floor.way(again, goal);
  const fourth = await walk(page, whole);
  judged(floor, fourth.trail);
  assert.equal(fourth.came, false, "the door let one through without its key");
  assert.ok(Math.hypot(fourth.trail.at(-1)[0] - lock.at[0], fourth.trail.at(-1)[1] - lock.at[1]) < 1.5, `stopped at ${fourth.trail.at(-1)}`);
  assert.deepEqual(faults, []);
  await context.close();
});
