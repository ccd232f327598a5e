// A browser, and somebody who uses the page in it; what several files of tests share.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

export const { WARREN: program, PAGE: html, SOURCE: source, CHROMIUM = "/usr/bin/chromium" } = process.env;
export const place = mkdtempSync(join(tmpdir(), "warren-studio-"));
let browser;

/** A browser of one's own, with more words for its command line. */
export const launched = (...more) => chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", ...more],
});

before(async () => {
  browser = await launched();
});
after(async () => {
  await browser?.close();
  rmSync(place, { recursive: true, force: true });
});

/** A page of somebody who was never here, with all it asked of the network and every fault of its code. */
export async function visit(context, path = html) {
  const page = await context.newPage(), faults = [], asked = [];
  page.on("pageerror", (fault) => faults.push(fault.message));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`file://${path}`);
  await ready(page);
  return { page, faults, asked };
}

export const visitor = (width = 1400, height = 900) => browser.newContext({ viewport: { width, height }, acceptDownloads: true });

export async function ready(page) {
  await page.waitForFunction(() => document.documentElement.dataset.ready, null, { timeout: 120000 });
  await settled(page);
}
export const settled = (page) => page.waitForFunction(() => window.warren.settled, null, { timeout: 60000 });
export const textOf = (page) => page.evaluate(() => window.warren.text);
export const rooms = (page) => page.evaluate(() => window.warren.map.rooms.length);
export const links = (page) => page.evaluate(() => window.warren.looked.look.links.length);
export const status = (page) => page.textContent("#status");

export async function openMap(page, map) {
  const path = join(place, "given.json");
  writeFileSync(path, typeof map === "string" ? map : JSON.stringify(map));
  const before = await page.evaluate(() => window.warren.taken);
  await page.setInputFiles("#open-map", path);
  await page.waitForFunction((before) => window.warren.taken > before, before, { timeout: 60000 });
  await settled(page);
}

/** Brings a file, whatever it is; what the page says of it. */
export async function bring(page, name, bytes) {
  const before = await page.evaluate(() => window.warren.taken);
  await page.setInputFiles("#open-map", { name, mimeType: "application/octet-stream", buffer: Buffer.from(bytes) });
  await page.waitForFunction((before) => window.warren.taken > before, before, { timeout: 120000 });
  await settled(page);
  return page.evaluate(() => window.warren.saidOfFiles);
}

/** Waits until the work as it is now lies in the browser. */
export const kept = (page) => page.waitForFunction(() => window.warren.kept, null, { timeout: 60000 });

export async function saved(page, label) {
  await page.click("#save");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: label }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** The module the program makes of a map. */
export function native(text, ...more) {
  const map = join(place, "saved.json"), out = join(place, "built");
  writeFileSync(map, text);
  rmSync(out, { recursive: true, force: true });
  execFileSync(program, ["build", map, "-o", out, "--mod", "--quiet", "--kit", join(source, "kits/library"), ...more]);
  const name = readdirSync(out).find((file) => file.endsWith(".mod"));
  return { name, bytes: readFileSync(join(out, name)) };
}

/** Runs the program; what it printed. */
export const warren = (...words) => execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

export const said = (page, words) => page.waitForFunction((words) => document.getElementById("words").textContent.includes(words), words, { timeout: 60000 });

export const small = (list, more = {}) => ({ format: "warren-map", version: 1, id: "small", kit: "burrow", rooms: list, ...more });
export const hub = { name: "hub", room: "hub", position: [0, 0, 0] };
