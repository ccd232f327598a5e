// What the program puts into a page, and what is brought into one: zips, modules, and files that mean harm.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  bring, hub, kept, links, native, openMap, place, ready, rooms, said, saved, settled, small, source, status, textOf, visit, visitor, warren,
} from "./visitor.mjs";
import { zip } from "./zip.mjs";

const burrow = join(source, "kits/library/burrow");
const corpus = process.env.CORPUS ?? join(source, "../shared/corpus");

// ---- Pages of the program ----

test("warren studio puts a map and its own kit into the page, which builds what the program builds", async () => {
  const map = join(place, "own.json"), page = join(place, "own.html");
  writeFileSync(map, JSON.stringify(small([hub, { name: "way", room: "passage-12", position: [12, 0, 0] }], { kit: join(burrow, "kit.xml") })));
  warren("studio", map, "-o", page);
  const context = await visitor(), visited = await visit(context, page);
  assert.equal(await rooms(visited.page), 2);
  assert.equal(await links(visited.page), 1);
  const text = await textOf(visited.page), module = await saved(visited.page, "Module for the game");
  assert.ok(module.bytes.equals(native(text).bytes), "the module is not the program's");

  await visited.page.keyboard.press("Control+a");
  await visited.page.keyboard.press("Delete");
  await kept(visited.page);
  await visited.page.reload();
  await ready(visited.page);
  assert.equal(await rooms(visited.page), 0, "what was done in this tab is what comes back");
  assert.deepEqual(visited.faults, []);
  assert.deepEqual(visited.asked, []);
  await context.close();
});

test("warren view makes a page that shows a map and changes nothing", async () => {
  const map = join(source, "examples/deep-burrow/map.json"), page = join(place, "seen.html");
  warren("view", map, "-o", page);
  const context = await visitor(), visited = await visit(context, page), before = await textOf(visited.page);
  assert.equal(await rooms(visited.page), JSON.parse(readFileSync(map, "utf8")).rooms.length);
  for (const hidden of ["#left", "#right", "#save", "#open", "#undo"]) assert.equal(await visited.page.isVisible(hidden), false, hidden);
  await visited.page.focus("#plan");
  for (const key of ["Control+a", "Delete", "r", "m", "g", "ArrowLeft", "o", "Enter", "Control+d"]) await visited.page.keyboard.press(key);
  const box = await visited.page.locator("#plan").boundingBox();
  await visited.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await visited.page.mouse.down();
  await visited.page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 4 });
  await visited.page.mouse.up();
  assert.equal(await textOf(visited.page), before);
  await visited.page.keyboard.press("w");
  await visited.page.waitForFunction(() => window.warren.stands);
  assert.deepEqual(visited.faults, []);
  await context.close();
});

test("a kit alone is seen as its rooms in rows", async () => {
  const page = join(place, "kit.html");
  warren("view", burrow, "-o", page);
  const context = await visitor(), visited = await visit(context, page);
  const count = await visited.page.evaluate(() => window.warren.looked.look.overlaps.length);
  assert.equal(count, 0);
  assert.ok(await rooms(visited.page) > 15);
  assert.deepEqual(visited.faults, []);
  await context.close();
});

test("a module is seen as the level it is", async () => {
  const out = join(place, "module"), page = join(place, "module.html");
  warren("build", join(source, "examples/deep-burrow/map.json"), "-o", out, "--mod", "--quiet");
  const mod = join(out, readdirSync(out).find((name) => name.endsWith(".mod")));
  for (const path of [mod, out]) {
    warren("view", path, "-o", page, "--force");
    const context = await visitor(), visited = await visit(context, page);
    const layout = readFileSync(join(out, readdirSync(out).find((name) => name.endsWith(".lyt"))), "latin1");
    assert.equal(await rooms(visited.page), Number(/roomcount (\d+)/.exec(layout)[1]), path);
    assert.match(await status(visited.page), /all reachable/);
    assert.deepEqual(visited.faults, []);
    await context.close();
  }
});

// ---- What is brought ----

const kitFiles = (change = (text) => text) => Object.fromEntries(readdirSync(burrow).map((name) => {
  const bytes = readFileSync(join(burrow, name));
  return [`deep/${name}`, name === "kit.xml" ? change(bytes.toString()) : bytes];
}));
const named = (text) => text.replace('id="burrow"', 'id="deep"').replace(/name="[^"]*"/, 'name="The deep"');

test("a kit in a zip comes onto the shelf, is built with, and is there after the page is opened again", async () => {
  const context = await visitor(), { page, faults } = await visit(context);
  assert.equal(await bring(page, "deep.zip", zip(kitFiles(named))), "Took a kit");
  assert.match(await page.textContent("#shelf-list"), /The deep/);
  await openMap(page, small([{ ...hub, kit: "deep" }, { name: "way", kit: "deep", room: "passage-12", position: [12, 0, 0] }]));
  assert.equal(await links(page), 1);
  await kept(page);
  await page.reload();
  await ready(page);
  assert.equal(await links(page), 1);
  assert.match(await page.textContent("#shelf-list"), /The deep/);
  assert.deepEqual(faults, []);
  await context.close();
});

test("a module is brought as a kit and the level it was, also when the page is opened again", async () => {
  const out = join(place, "brought");
  warren("build", join(source, "examples/first-map/map.json"), "-o", out, "--mod", "--quiet");
  const mod = readdirSync(out).find((name) => name.endsWith(".mod"));
  const context = await visitor(), { page, faults } = await visit(context);
  const words = await bring(page, mod, readFileSync(join(out, mod)));
  assert.match(words, /^Took \d+ rooms out of /);
  assert.match(await status(page), /^✓/);
  const before = await links(page);
  assert.ok(before > 0);
  await kept(page);
  await page.reload();
  await ready(page);
  assert.equal(await links(page), before);
  await page.keyboard.press("w");
  await page.waitForFunction(() => window.warren.stands);
  assert.deepEqual(faults, []);
  await context.close();
});

test("hostile files get words, and the map stays", async () => {
  const context = await visitor(), { page, faults } = await visit(context), before = await textOf(page);
  const bomb = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`${i}.wok`, Buffer.alloc(1 << 20)]));
  const whole = zip(kitFiles(named)), mod = readFileSync(join(place, "module", readdirSync(join(place, "module")).find((name) => name.endsWith(".mod"))));
  const cases = [
    ["bomb.zip", zip(bomb), /unpacks to more than 512 MiB/],
    ["liar.zip", zip({ "kit.xml": Buffer.alloc(1 << 20) }, { "kit.xml": 10 }), /unpacks to more than it says/],
    ["short.zip", zip({ "kit.xml": "<kit/>" }, { "kit.xml": 1000 }), /unpacks to less than it says/],
    ["climbs.zip", zip({ "../../kit.xml": "<kit/>" }), /would lie outside/],
    ["cut.zip", whole.subarray(0, whole.length / 2), /cut off/],
    ["empty.zip", zip({ "readme.txt": "hello" }), /There is no kit, no module and no map/],
    ["broken.zip", zip(kitFiles((text) => text.slice(0, text.length / 2))), /^Not taken: /],
    ["missing.zip", zip({ "deep/kit.xml": kitFiles(named)["deep/kit.xml"] }), /^Not taken: /],
    ["picture.png", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), /picture\.png/],
    ["cut.mod", mod.subarray(0, mod.length / 3), /cut\.mod is not taken: /],
    ["bare.mod", Buffer.from("MOD V1.0"), /bare\.mod is not taken: /],
  ];
  for (let seed = 1; seed <= 6; seed++) {
    const torn = Buffer.from(mod);
    for (let i = 0; i < 40; i++) torn[(seed * 7919 + i * i * 104729) % torn.length] ^= 1 << (i % 8);
    cases.push([`torn${seed}.mod`, torn, null]);
  }
  for (const [name, bytes, words] of cases) {
    const told = await bring(page, name, bytes);
    if (words) {
      assert.match(told, words, name);
      assert.equal(await textOf(page), before, name);
    } else if (/not taken/.test(told)) assert.equal(await textOf(page), before, name);
    else await page.evaluate((text) => window.warren.open(text), before);
  }
  await settled(page);
  assert.match(await status(page), /^✓/);
  assert.deepEqual(faults, []);
  await context.close();
});

const vulkar = join(corpus, "holocron/blackvulkar");

test("Black Vulkar comes in a zip, and what is built with it is what the program builds", { skip: !existsSync(vulkar) && "the real files are not here" }, async () => {
  const files = { "blackvulkar.json": readFileSync(`${vulkar}.json`) };
  for (const entry of readdirSync(vulkar, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      files[`blackvulkar/${path.slice(vulkar.length + 1)}`] = readFileSync(path);
    }
  const context = await visitor(), { page, faults } = await visit(context);
  assert.equal(await bring(page, "vulkar.zip", zip(files)), "Took a kit");
  const kit = JSON.parse(files["blackvulkar.json"]);
  await openMap(page, { format: "warren-map", version: 1, id: "vulkar", rooms: [{ name: "one", kit: kit.name, room: kit.components[0].name, position: [0, 0, 0] }] });
  assert.equal(await rooms(page), 1);
  const module = await saved(page, "Module for the game");
  assert.ok(module.bytes.equals(native(await textOf(page), "--kit", `${vulkar}.json`).bytes), "the module is not the program's");
  assert.deepEqual(faults, []);
  await context.close();
});

test("the scene that is saved is the one the program makes of the map", async () => {
  const map = join(place, "scene.json"), out = join(place, "scene.glb");
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, JSON.parse(readFileSync(join(source, "examples/first-map/map.json"), "utf8")));
  const { bytes, name } = await saved(page, "Scene");
  assert.match(name, /\.glb$/);
  writeFileSync(map, await textOf(page));
  warren("convert", map, "-o", out, "--quiet", "--kit", join(source, "kits/library"));
  assert.ok(bytes.equals(readFileSync(out)), "the scene is not the program's");
  assert.deepEqual(faults, []);
  await context.close();
});

test("the files of a module that are saved are those the program makes, and other programs unpack them", async () => {
  const zip = join(place, "files.zip"), unpacked = join(place, "unpacked"), out = join(place, "files"), map = join(place, "files.json");
  const context = await visitor(), { page, faults } = await visit(context);
  await openMap(page, small([hub, { name: "way", room: "passage-12", position: [12, 0, 0] }]));
  writeFileSync(zip, (await saved(page, "Files of the module")).bytes);
  execFileSync("python3", ["-m", "zipfile", "-e", zip, unpacked]);
  writeFileSync(map, await textOf(page));
  warren("build", map, "-o", out, "--quiet", "--kit", join(source, "kits/library"));
  const names = readdirSync(out).filter((name) => !name.endsWith(".report.json"));
  assert.ok(names.length >= 4);
  assert.deepEqual(readdirSync(unpacked).filter((name) => !name.endsWith(".report.json")), names);
  for (const name of names) assert.ok(readFileSync(join(unpacked, name)).equals(readFileSync(join(out, name))), name);
  assert.deepEqual(faults, []);
  await context.close();
});
