// The page in headless Chromium, as somebody uses it: what it makes is what the program makes.
//
//     WARREN=… PAGE=… SOURCE=… node --test tests/
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { doorway, placeEight } from "./building.mjs";
import {
  hub, kept, links, native, openMap, place, program, ready, rooms, saved, settled, small, source, status, textOf, visit, visitor,
} from "./visitor.mjs";

const SEEDS = 50;

test("rooms that are dragged are linked, undone, done again, kept, and built as the program builds them", async () => {
  const context = await visitor(), { page, faults, asked } = await visit(context);
  await placeEight(page);
  assert.equal(await rooms(page), 8);
  assert.ok(await links(page) >= 4, `${await links(page)} links: ${await status(page)}`);
  const made = await textOf(page);

  for (let i = 0; i < 8; i++) await page.keyboard.press("Control+z");
  assert.equal(await rooms(page), 0);
  assert.ok(await page.locator("#undo").isDisabled());
  for (let i = 0; i < 8; i++) await page.keyboard.press("Control+Shift+z");
  await settled(page);
  assert.equal(await textOf(page), made);

  await kept(page);
  await page.reload();
  await ready(page);
  assert.equal(await textOf(page), made);

  const map = await saved(page, "Map (.json)"), module = await saved(page, "Module for the game");
  assert.equal(map.bytes.toString(), made);
  const expected = native(made);
  assert.equal(module.name, expected.name);
  assert.ok(module.bytes.equals(expected.bytes), "the module is not the program's");
  assert.deepEqual(asked, []);
  assert.deepEqual(faults, []);
  await context.close();
});

test("an open doorway offers rooms that fit, and the one that is taken is linked", async () => {
  const context = await visitor(), { page, faults } = await visit(context), before = await links(page);
  const [x, y] = await doorway(page, "hub", "west");
  await page.mouse.click(x, y);
  await page.waitForSelector("#strip .card");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await links(page), before + 1);
  assert.match(await status(page), /^✓/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("all of it is reached by keys", async () => {
  const context = await visitor(), { page } = await visit(context), before = await rooms(page);
  await page.focus("#plan");
  await page.keyboard.press("o");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#strip .card");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.equal(await rooms(page), before + 1);
  await page.focus("#plan");
  await page.keyboard.press("r");
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+d");
  assert.equal(await rooms(page), before + 2);
  await page.keyboard.press("Delete");
  assert.equal(await rooms(page), before + 1);
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  assert.equal(await rooms(page), 0);
  await context.close();
});

test("a near miss is said in the program's words, and mended by a button", async () => {
  const context = await visitor(), { page } = await visit(context);
  await openMap(page, small([hub, { name: "way", room: "passage-12", position: [12.04, 0.02, 0] }]));
  assert.equal(await links(page), 0);
  assert.match(await page.textContent("#findings"), /hook 'west' of room 'way' is 0\.045 m and 0\.0 degrees from hook 'east' of room 'hub'/);
  await page.click("#findings .mend");
  await settled(page);
  assert.equal(await links(page), 1);
  assert.match(await status(page), /^✓/);
  await context.close();
});

test("floors in each other are shown, and nothing is built of them", async () => {
  const context = await visitor(), { page } = await visit(context);
  await openMap(page, small([hub, { name: "way", room: "passage-12", position: [5, 0, 0] }]));
  assert.match(await status(page), /^✕ the floors of rooms 'hub' and 'way' lie/);
  await page.click("#save");
  await page.getByRole("menuitem", { name: "Module for the game" }).click();
  await page.waitForFunction(() => document.getElementById("words").textContent.startsWith("Not built: the floors"));
  await context.close();
});

test("files that are no map are refused with their place, and the map stays", async () => {
  const context = await visitor(), { page, faults } = await visit(context), before = await textOf(page);
  for (const text of ["{\"format\": \"warren-map\",", "\u0000\u0001", "[".repeat(100000), "<b onclick='alert(1)'>", ""]) {
    await openMap(page, text);
    await page.waitForFunction(() => document.getElementById("words").textContent.includes("given.json"));
    assert.equal(await textOf(page), before);
  }
  const name = "<img src=x onerror=\"document.title='taken'\">";
  await openMap(page, small([{ ...hub, name }]));
  await page.evaluate(() => window.dispatchEvent(new Event("resize")));
  await page.keyboard.press("Control+a");
  assert.equal(await page.locator("#right img").count(), 0);
  assert.notEqual(await page.title(), "taken");
  assert.deepEqual(faults, []);
  await context.close();
});

test(`the first ${SEEDS} seeds of each template are the program's maps`, async () => {
  const context = await visitor(), { page } = await visit(context);
  for (const file of readdirSync(join(source, "templates/library"))) {
    const out = join(place, "levels", file);
    execFileSync(program, ["generate", join(source, "templates/library", file), "-o", out, "--seed", "1", "--count", String(SEEDS),
                           "--map-only", "--quiet", "--kit", join(source, "kits/library")]);
    const rolled = await page.evaluate(async ([path, seeds]) => {
      const { ask } = window.warren, maps = [];
      if (!(await ask("template", { path })).ok) return null;
      for (let seed = 1; seed <= seeds; seed++) maps.push((await ask("roll", { seed })).answer?.map ?? null);
      return maps;
    }, [`templates/library/${file}`, SEEDS]);
    for (let seed = 1; seed <= SEEDS; seed++) {
      const folder = join(out, String(seed)), map = readdirSync(folder).find((name) => name.endsWith(".map.json"));
      assert.equal(rolled[seed - 1], readFileSync(join(folder, map), "utf8"), `${file}, seed ${seed}`);
    }
  }
  await context.close();
});

test("a level is rolled by G, kept by Enter, and taken back by undo", async () => {
  const context = await visitor(), { page, faults } = await visit(context), before = await textOf(page);
  await page.keyboard.press("g");
  await page.waitForFunction(() => document.querySelectorAll(".roll.waiting").length === 0 && document.activeElement.dataset.seed);
  assert.equal(await page.locator(".roll[data-seed]").count(), 12);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.match(await status(page), /^✓ \d+ rooms/);
  assert.notEqual(await textOf(page), before);
  await page.keyboard.press("Control+z");
  assert.equal(await textOf(page), before);
  assert.deepEqual(faults, []);
  await context.close();
});

// ---- Walking ----

const way = { name: "way", room: "passage-12", position: [12, 0, 0] };
const locked = (keyIn) => small(
  [{ ...hub, ...(keyIn === "hub" ? { key: "iron" } : {}) }, { ...way, ...(keyIn === "way" ? { key: "iron" } : {}) }],
  { entry: { room: "hub", position: [6, 0, 0], facing: 0 }, links: [{ from: ["hub", "east"], to: ["way", "west"], lock: "iron" }] });

/** Holds W until one is as far east as that, or stands for two seconds. */
async function walkTo(page, far) {
  await page.keyboard.down("w");
  await page.waitForFunction((far) => {
    const now = performance.now(), { at } = window.warren.stands;
    if (at[0] !== window.stood?.x) window.stood = { x: at[0], since: now };
    return at[0] >= far || now - window.stood.since > 2000;
  }, far, { timeout: 60000, polling: 50 });
  await page.keyboard.up("w");
  return (await page.evaluate(() => window.warren.stands)).at;
}

/** Where one comes to who walks east to the door, tries it, and goes on. */
async function walkEast(page, map, said) {
  await openMap(page, map);
  await page.focus("#plan");
  await page.keyboard.press("w");
  await page.waitForFunction(() => window.warren.stands);
  await walkTo(page, 8);
  await page.keyboard.press("e");
  await page.waitForFunction((said) => document.querySelector("#walk p").textContent.startsWith(said), said);
  const at = await walkTo(page, 10);
  await page.keyboard.press("Escape");
  return at;
}

test("a locked door is walked through with its key, and not without", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  const without = await walkEast(page, locked("way"), "Locked: it needs the key \"iron\"");
  assert.ok(without[0] >= 8 && without[0] < 9, `stands at ${without}`);
  const [x, y] = await walkEast(page, locked("hub"), "The key \"iron\" opens the door");
  assert.ok(x > 9.5 && x <= 21 && Math.abs(y) < 2.3, `stands at ${x} ${y}`);
  assert.deepEqual(faults, []);
  await context.close();
});
