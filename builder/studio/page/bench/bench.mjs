// How long the page takes: to its first picture, for a step of a drag, for a roll. Prints a table; fails at nothing.
//
//     WARREN=… PAGE=… SOURCE=… node bench/bench.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const { WARREN: program, PAGE: html, SOURCE: source, CHROMIUM = "/usr/bin/chromium" } = process.env;
const place = mkdtempSync(join(tmpdir(), "warren-studio-"));
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const settled = () => page.waitForFunction(() => window.warren.settled, null, { timeout: 60000 });
const ms = (value) => `${value.toFixed(1)} ms`.padStart(10);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

await page.goto(`file://${html}`);
await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 120000 });
await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length, null, { timeout: 60000 });
const first = await page.evaluate(() => ({
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  ready: Number(document.documentElement.dataset.ready),
}));
console.log(`first paint                              ${ms(first.paint)}`);
console.log(`kit, pictures and the level on the plan  ${ms(first.ready)}`);

/** So many rooms: copies of one level beside each other. */
function level(rooms) {
  const one = JSON.parse(readFileSync(join(source, "examples/deep-burrow/map.json"), "utf8")), list = [];
  for (let i = 0; list.length < rooms; i++)
    list.push(...one.rooms.map((room, k) => ({ ...room, name: `r${i}-${k}`, position: [room.position[0] + 120 * i, room.position[1], room.position[2]] })));
  const { links: _links, entry: _entry, things: _things, ...rest } = one;
  return { ...rest, rooms: list.slice(0, rooms) };
}

async function dragged() {
  const at = await page.evaluate(() => window.warren.toPage(window.warren.map.rooms[0].position));
  const worker = [], plan = [];
  await page.mouse.move(...at);
  await page.mouse.down();
  for (let i = 1; i <= 40; i++) {
    await page.mouse.move(at[0] + i * 2, at[1] + i);
    await settled();
    const took = await page.evaluate(() => window.warren.took);
    worker.push(took.worker);
    plan.push(took.plan);
  }
  await page.mouse.up();
  return { worker: median(worker), least: Math.min(...worker), plan: median(plan) };
}

for (const rooms of [30, 60, 200]) {
  const path = join(place, "map.json");
  writeFileSync(path, JSON.stringify(level(rooms)));
  await page.setInputFiles("#open-map", path);
  await page.waitForTimeout(500);
  await settled();
  const { worker, least, plan } = await dragged();
  console.log(`a drag step, ${String(rooms).padStart(3)} rooms: found ${ms(worker)} (at least ${ms(least).trim()}), drawn ${ms(plan)}`);
}

/** What the program needs for a level: the difference that forty levels make. */
function native(name) {
  const out = join(place, "levels");
  const whole = (count) => {
    const began = performance.now();
    execFileSync(program, ["generate", join(source, "templates/library", `${name}.json`), "-o", out, "--force", "--seed", "1", "--count", String(count),
                           "--map-only", "--quiet", "--jobs", "1", "--kit", join(source, "kits/library")]);
    return performance.now() - began;
  };
  return (whole(60) - whole(20)) / 40;
}

for (const name of ["road", "hub"]) {
  const took = await page.evaluate(async (path) => {
    const { ask } = window.warren, times = [];
    await ask("template", { path });
    for (let seed = 21; seed <= 60; seed++) times.push((await ask("roll", { seed })).milliseconds);
    return times;
  }, `templates/library/${name}.json`);
  const mean = took.reduce((sum, time) => sum + time, 0) / took.length, alone = native(name);
  console.log(`a roll of ${name.padEnd(30)} ${ms(mean)}, the program ${ms(alone)}, ${(mean / alone).toFixed(1)} times`);
}
await browser.close();
rmSync(place, { recursive: true, force: true });
