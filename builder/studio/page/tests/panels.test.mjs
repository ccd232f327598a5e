// What the panels change: groups, doorways, ways out, caps, what stands in rooms, settings; and what undo takes back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hub, links, native, openMap, rooms, saved, settled, small, status, textOf, visit, visitor } from "./visitor.mjs";

const way = { name: "way", room: "passage-12", position: [12, 0, 0] };
const two = small([hub, way], { entry: { room: "hub", position: [6, 0, 0], facing: 0 } });

const mapOf = (page) => page.evaluate(() => window.warren.map);

/** Selects a room as by its key, and waits for the panel. */
async function select(page, name) {
  await page.focus("#plan");
  await page.keyboard.press("Escape");
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press("]");
    if ((await page.getByLabel("Name", { exact: true }).inputValue().catch(() => "")) === name) return;
  }
  assert.fail(`no room ${name}`);
}

async function fill(page, label, value) {
  await page.getByLabel(label, { exact: true }).first().fill(value);
  await page.getByLabel(label, { exact: true }).first().press("Tab");
  await settled(page);
}

async function builtAlike(page) {
  const module = await saved(page, "Module for the game"), expected = native(await textOf(page));
  assert.equal(module.name, expected.name);
  assert.ok(module.bytes.equals(expected.bytes), "the module is not the program's");
  return module.bytes.toString("latin1");
}

test("two rooms are merged into one of the module, and taken apart again", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, two);
  await page.focus("#plan");
  await page.keyboard.press("Control+a");
  await page.click("text=Merge into one room of the module");
  await settled(page);
  assert.deepEqual((await mapOf(page)).rooms.map(({ group }) => group), ["group-1", "group-1"]);
  assert.match(await builtAlike(page), /roomcount 1/);
  await fill(page, "Group, one room of the module", "");
  assert.deepEqual((await mapOf(page)).rooms.map(({ group }) => group), [undefined, undefined]);
  assert.deepEqual(faults, []);
  await context.close();
});

test("doors are locked, hidden and may be walked around; a doorway leads out; all of it is built", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, two);
  await select(page, "hub");
  await fill(page, "Key that lies here", "iron");
  await fill(page, "Key that opens hub.east", "iron");
  await page.getByRole("checkbox", { name: "hidden" }).first().check();
  await settled(page);
  assert.deepEqual((await mapOf(page)).links, [{ from: ["hub", "east"], to: ["way", "west"], lock: "iron", hidden: true }]);
  await page.getByRole("checkbox", { name: "hidden" }).first().uncheck();
  await page.getByRole("button", { name: "Lead out" }).first().click();
  await settled(page);
  await fill(page, "To module", "Cellar");
  const { exits } = await mapOf(page);
  assert.equal(exits.length, 1);
  assert.equal(exits[0].module, "cellar");
  assert.match(await builtAlike(page), /cellar/);
  await page.getByRole("button", { name: "No way out" }).click();
  assert.equal((await mapOf(page)).exits, undefined);
  assert.deepEqual(faults, []);
  await context.close();
});

test("open doorways are closed by caps at one stroke", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, two);
  const open = await page.evaluate(() => window.warren.doorways.filter(({ state }) => state === "open").length);
  assert.ok(open >= 3);
  await page.click("#cap");
  await page.waitForFunction(() => document.getElementById("words").textContent.startsWith("Closed"));
  await settled(page);
  assert.equal(await page.evaluate(() => window.warren.doorways.filter(({ state }) => state === "open").length), 0);
  assert.equal(await rooms(page), 2 + open);
  assert.match(await status(page), /^✓/);
  await page.keyboard.press("Control+z");
  assert.equal(await rooms(page), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("things are put into a room, settings are made, and the module has them", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, two);
  await select(page, "hub");
  await page.locator("summary", { hasText: "What stands here" }).click();
  await page.click("text=Put something here");
  await settled(page);
  await page.getByLabel("Kind").selectOption("placeable");
  await fill(page, "Blueprint", "plc_bench");
  assert.equal((await mapOf(page)).things[0].blueprint, "plc_bench");
  await page.focus("#plan");
  await page.keyboard.press("Escape");
  await page.locator("summary", { hasText: "Settings" }).click();
  await fill(page, "Doorways meet within, m", "0.2");
  await page.getByLabel("Light", { exact: true }).fill("#ff8000");
  await settled(page);
  const map = await mapOf(page);
  assert.equal(map.tolerance, 0.2);
  assert.deepEqual(map.lighting, [1, 0.502, 0]);
  assert.match(await builtAlike(page), /plc_bench/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("what one gesture did is undone at once", async () => {
  const context = await visitor(), { page } = await visit(context);
  await openMap(page, two);
  await select(page, "way");
  for (let i = 0; i < 6; i++) await page.keyboard.press("ArrowRight");
  assert.deepEqual((await mapOf(page)).rooms[1].position, [15, 0, 0]);
  await page.waitForTimeout(1400);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Control+z");
  assert.deepEqual((await mapOf(page)).rooms[1].position, [15, 0, 0]);
  await page.keyboard.press("Control+z");
  assert.deepEqual((await mapOf(page)).rooms[1].position, [12, 0, 0]);
  await settled(page);
  assert.equal(await links(page), 1);
  await context.close();
});
