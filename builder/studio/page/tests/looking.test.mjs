// What one sees: models with their textures, rooms as long as they stand, and what a room sees by the VIS.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bring, hub, links, native, openMap, place, saved, settled, small, source, textOf, visit, visitor, warren } from "./visitor.mjs";
import { zip } from "./zip.mjs";

/** A TGA of one colour, 8 by 8. */
function tga(red, green, blue) {
  const bytes = Buffer.alloc(18 + 3 * 64);
  bytes[2] = 2;
  bytes[12] = bytes[14] = 8;
  bytes[16] = 24;
  for (let i = 18; i < bytes.length; i += 3) bytes.set([blue, green, red], i);
  return bytes;
}

/** How much of 3D is of a hue: the part of its pixels for which red, green and blue are told to be. */
async function partOf(page, is) {
  const png = await page.locator("#solid").screenshot();
  return page.evaluate(async ([base64, is]) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)), picture = await createImageBitmap(new Blob([bytes]));
    const pen = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height }).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (is === "magenta" ? data[i] > 90 && data[i + 2] > 90 && data[i + 1] * 2 < data[i] : data[i + 1] > 60 && data[i] * 2 < data[i + 1]) count++;
    return count / (data.length / 4);
  }, [png.toString("base64"), is]);
}

test("rooms with models are drawn with their textures, and the rest as grey boxes", async () => {
  const out = join(place, "dressed"), kit = join(place, "dressed-kit");
  warren("build", join(source, "examples/first-map/map.json"), "-o", out, "--mod", "--quiet");
  warren("kit", "extract", join(out, readdirSync(out).find((name) => name.endsWith(".mod"))), "-o", kit, "--map", join(place, "dressed.json"), "--quiet");
  const files = Object.fromEntries(readdirSync(kit, { withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ name }) => [`dressed/${name}`, readFileSync(join(kit, name))]));
  const names = new Set(Object.entries(files).filter(([name]) => name.endsWith(".mdl"))
    .flatMap(([, bytes]) => bytes.toString("latin1").match(/\b(lda_flr|leh_)\w+/g) ?? []));
  for (const name of names) files[`dressed/textures/${name.toUpperCase()}.tga`] = name.includes("flr") ? tga(240, 0, 240) : tga(0, 160, 60);
  const context = await visitor(), { page, faults } = await visit(context);
  await page.keyboard.press("3");
  await page.waitForFunction(() => window.warren.cladding?.waiting === 0);
  assert.deepEqual(await page.evaluate(() => window.warren.cladding), { models: 0, textures: 0, waiting: 0 });
  assert.ok(await partOf(page, "magenta") < 0.001);
  assert.equal(await bring(page, "dressed.zip", zip(files)), "Took a kit");
  await openMap(page, readFileSync(join(place, "dressed.json"), "utf8"));
  await page.waitForFunction(() => window.warren.cladding.waiting === 0 && window.warren.cladding.models > 1);
  assert.equal(await page.evaluate(() => window.warren.cladding.textures), names.size);
  assert.ok(await partOf(page, "magenta") > 0.02, "floors have their texture");
  assert.ok(await partOf(page, "green") > 0.005, "walls have theirs");
  assert.deepEqual(faults, []);
  await context.close();
});

test("rooms stand as long as the map says, in the plan and in the panel", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, { format: "warren-map", version: 1, id: "long", kit: "drifts", rooms: [
    { name: "first", room: "drift", position: [0, 0, 0], stretch: [6] }, { name: "second", room: "drift", position: [10, 0, 0] }] });
  const wide = (name) => page.evaluate((name) => {
    const { box } = window.warren.rooms.find((room) => room.name === name);
    return box[1][0] - box[0][0];
  }, name);
  assert.equal(await links(page), 1);
  assert.ok(Math.abs(await wide("first") - await wide("second") - 6) < 0.01);
  await page.focus("#plan");
  await page.keyboard.press("]");
  const field = page.getByLabel("Longer along x by, 0 to 12 m");
  assert.equal(await field.inputValue(), "6");
  await field.fill("4.5");
  await field.press("Tab");
  await settled(page);
  assert.ok(Math.abs(await wide("first") - await wide("second") - 4.5) < 0.01);
  assert.equal(await links(page), 0);
  const module = await saved(page, "Module for the game");
  assert.ok(module.bytes.equals(native(await textOf(page)).bytes), "the module is not the program's");
  await page.focus("#plan");
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.equal(await links(page), 1);
  assert.deepEqual(faults, []);
  await context.close();
});

/** The rooms a built module draws from one, as its VIS says; the VIS is read here, and by nothing of the page. */
function seenByVis(map, room) {
  const path = join(place, "vis.json"), out = join(place, "vis");
  writeFileSync(path, JSON.stringify(map));
  warren("build", path, "-o", out, "--quiet", "--force", "--kit", join(source, "kits/library"));
  const seen = {};
  let from = "";
  for (const line of readFileSync(join(out, `${map.id}.vis`), "latin1").split(/\r?\n/)) {
    const [name] = line.trim().split(/\s+/);
    if (!name) continue;
    if (/^\s/.test(line)) seen[from].push(name.toLowerCase());
    else seen[(from = name.toLowerCase())] = [];
  }
  return map.rooms.map(({ name }) => name).filter((_, i) => i !== room && seen[`${map.id}_room${room}`].includes(`${map.id}_room${i}`));
}

test("a selected room shows what it sees by the VIS, and the map may say otherwise", async () => {
  const map = small([hub, { name: "way", room: "passage-12", position: [12, 0, 0] }, { name: "end", room: "hub", position: [30, 0, 0] },
                     { name: "loft", room: "hub", position: [0, 40, 0] }]);
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, map);
  const seen = async () => {
    await page.waitForFunction(() => window.warren.settled && window.warren.sight);
    return page.evaluate(() => window.warren.sight.rooms.map((room) => window.warren.map.rooms[room].name));
  };
  await page.focus("#plan");
  await page.keyboard.press("v");
  assert.equal(await page.evaluate(() => window.warren.sight), null);
  await page.keyboard.press("]");
  assert.deepEqual(await seen(), seenByVis(map, 0));
  assert.ok(!(await seen()).includes("loft"));
  await page.locator("summary", { hasText: "What is seen from here" }).click();
  await page.getByLabel("Say of another room that it is seen, or not").selectOption("loft");
  await settled(page);
  assert.ok((await seen()).includes("loft"));
  assert.deepEqual(await page.evaluate(() => window.warren.map.visible), [{ rooms: ["hub", "loft"], seen: true }]);
  await page.getByLabel("Say of another room that it is seen, or not").selectOption("end");
  await settled(page);
  await page.locator(".things li", { hasText: "end" }).locator("select").selectOption("hidden");
  await settled(page);
  assert.deepEqual(await seen(), seenByVis(JSON.parse(await textOf(page)), 0));
  assert.ok(!(await seen()).includes("end"));
  assert.match(await page.textContent(".seen"), /^Sees \d+ rooms?: .*loft/);
  await page.getByLabel("Say nothing of loft").click();
  await page.getByLabel("Say nothing of end").click();
  await settled(page);
  assert.equal(await page.evaluate(() => window.warren.map.visible), undefined);
  await page.focus("#plan");
  await page.keyboard.press("v");
  await page.waitForFunction(() => window.warren.sight === null);
  assert.deepEqual(faults, []);
  await context.close();
});
