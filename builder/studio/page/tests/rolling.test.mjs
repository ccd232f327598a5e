// Rolling around what is pinned, wings at a doorway, templates that are edited, and why there is no level.
import assert from "node:assert/strict";
import { test } from "node:test";
import { hub, openMap, rooms, settled, small, status, textOf, visit, visitor } from "./visitor.mjs";

const rolled = (page) => page.waitForFunction(() => document.querySelectorAll(".roll.waiting").length === 0 && document.querySelectorAll(".roll").length > 0,
                                              null, { timeout: 120000 });

async function choose(page, template) {
  await page.selectOption("#template", `templates/library/${template}.json`);
}

/** Where rooms stand, as the map says it. */
const stood = (page, names) => page.evaluate((names) => JSON.stringify(
  names.map((name) => window.warren.map.rooms.find((room) => room.name === name)).map(({ name, room, position, turn = 0 }) => [name, room, position, turn])), names);

const pinned = [hub, { name: "way", room: "passage-12", position: [12, 0, 0] }, { name: "far", room: "tee", position: [24, 0, 0], turn: 90 }];

test("three rooms that are pinned never move, whatever is rolled around them", async () => {
  const context = await visitor(), { page, faults } = await visit(context), names = pinned.map(({ name }) => name);
  await openMap(page, small(pinned));
  await page.focus("#plan");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("p");
  assert.match(await page.textContent("#rolls-around"), /3 pinned rooms stay/);
  const before = await stood(page, names), seen = new Set();
  await choose(page, "cells");
  for (let i = 0; i < 20; i++) {
    await page.evaluate((i) => (document.getElementById("seed").value = String(1 + 12 * i)), i);
    await page.click("#roll");
    await rolled(page);
    assert.equal(await page.textContent("#rolls-title"), "Twelve levels around 3 pinned rooms");
    await page.locator("button.roll").nth(i % 5).click();
    await page.click("#rolls-keep");
    await settled(page);
    assert.equal(await stood(page, names), before, `roll ${i}`);
    seen.add(await textOf(page));
    assert.ok(await rooms(page) > 10, await status(page));
  }
  assert.ok(seen.size >= 18, `${seen.size} different levels`);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a wing is rolled at the doorway that was chosen, and the rest stays", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, small(pinned.slice(0, 2)));
  await choose(page, "cells");
  const at = await page.evaluate(() => window.warren.toPage(window.warren.doorways.find(({ room, name }) => room === 0 && name === "west").at));
  await page.mouse.click(...at);
  await page.click("text=Roll a wing here");
  await rolled(page);
  assert.equal(await page.textContent("#rolls-title"), "Twelve wings at hub, west");
  await page.locator("button.roll").first().click();
  await page.click("#rolls-keep");
  await settled(page);
  const links = await page.evaluate(() => window.warren.map.links.flatMap(({ from, to }) => [from.join(":"), to.join(":")]));
  assert.ok(links.includes("hub:west"));
  assert.ok(!links.includes("hub:south") && !links.includes("hub:north"));
  await page.keyboard.press("Control+z");
  assert.equal(await rooms(page), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a template is edited by a form and as text, with the place of each fault", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await choose(page, "road");
  await page.click("#edit-template");
  await page.getByLabel("Rooms, at least").fill("15");
  await page.getByLabel("Rooms, at most").fill("16");
  await page.getByLabel("Rooms, at most").press("Tab");
  await page.waitForFunction(() => document.getElementById("draft-words").textContent.includes("Warren reads it") &&
                                   document.getElementById("draft-text").value.includes("16"));
  const good = await page.inputValue("#draft-text");
  assert.deepEqual(JSON.parse(good).grow.rooms, [15, 16]);

  await page.fill("#draft-text", good.replace('"branching"', '"braching"'));
  await page.waitForFunction(() => document.getElementById("draft-words").textContent.includes("braching"));
  assert.match(await page.textContent("#draft-words"), /Line \d+, column \d+/);
  assert.ok(await page.locator("#draft-use").isDisabled());
  await page.fill("#draft-text", "{");
  await page.waitForFunction(() => /Line 1/.test(document.getElementById("draft-words").textContent));

  await page.fill("#draft-text", good.replace("The long road down", "Small road"));
  await page.waitForFunction(() => !document.getElementById("draft-use").disabled);
  await page.click("#draft-use");
  assert.match(await page.textContent("#template"), /Small road/);
  await page.click("#roll");
  await rolled(page);
  await page.click("#rolls-keep");
  await settled(page);
  const count = await page.evaluate(() => window.warren.map.rooms.filter(({ room }) => !/plug|cap|rubble/.test(room)).length);
  assert.ok(count >= 15 && count <= 16, `${count} rooms`);
  assert.deepEqual(faults, []);
  await context.close();
});

test("why there is no level is said in the program's words", async () => {
  const context = await visitor(), { page } = await visit(context);
  await choose(page, "cells");
  await page.click("#edit-template");
  await page.fill("#draft-text", JSON.stringify({ format: "warren-template", version: 1, id: "none", kit: "burrow", include: ["cell"], grow: { rooms: 9 } }));
  await page.waitForFunction(() => !document.getElementById("draft-words").textContent.includes("cells") && /./.test(document.getElementById("draft-words").textContent));
  await page.waitForTimeout(500);
  if (await page.locator("#draft-use").isEnabled()) {
    await page.click("#draft-use");
    await page.click("#roll");
    await rolled(page);
    const words = await page.locator(".roll.failed").first().textContent();
    assert.match(words, /Seed 1.*(room|doorway|level)/);
    assert.equal(await page.locator(".roll.failed").count(), 12);
    assert.ok(await page.locator("#rolls-keep").isDisabled());
  } else assert.match(await page.textContent("#draft-words"), /room|doorway|level/);
  await context.close();
});

test("thumbnails are sorted by what is chosen", async () => {
  const context = await visitor(), { page } = await visit(context);
  await choose(page, "cells");
  await page.click("#roll");
  await rolled(page);
  await page.selectOption("#rolls-order", "rooms");
  const counts = await page.locator("button.roll span").allTextContents();
  const numbers = counts.map((text) => Number(/^(\d+) room/.exec(text)[1]));
  assert.equal(numbers.length, 12);
  assert.deepEqual(numbers, [...numbers].sort((a, b) => b - a));
  assert.ok(new Set(numbers).size > 1);
  await context.close();
});
