// The main path in Firefox, over WebDriver BiDi: rooms are dragged, undone, locked, kept and built.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import puppeteer from "puppeteer-core";
import { placeEight, ready, settled, until } from "./building.mjs";

const { WARREN: program, PAGE: html, SOURCE: source, FIREFOX } = process.env;

async function press(page, keys, times = 1) {
  const [key, ...held] = keys.split("+").reverse();
  for (const other of held) await page.keyboard.down(other);
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
  for (const other of held) await page.keyboard.up(other);
}

/** Types into a field of the panel that has such a label. */
async function fill(page, label, text) {
  await page.evaluate((label) => {
    const field = [...document.querySelectorAll("#inspector label")].find((found) =>
      found.querySelector("span")?.textContent === label || found.querySelector("input")?.getAttribute("aria-label") === label);
    field.querySelector("input").focus();
  }, label);
  await page.keyboard.type(text);
  await press(page, "Tab");
  await settled(page);
}

/** Saves by the menu; what came into the folder of downloads. */
async function saved(page, folder, label) {
  const before = new Set(readdirSync(folder));
  await page.click("#save");
  const [x, y] = await page.evaluate((label) => {
    const item = [...document.querySelectorAll("#menu button")].find(({ textContent }) => textContent.startsWith(label));
    const { left, top, width, height } = item.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }, label);
  await page.mouse.click(x, y);
  for (const end = Date.now() + 60000; Date.now() < end; await new Promise((go) => setTimeout(go, 50))) {
    const made = readdirSync(folder).filter((name) => !before.has(name));
    if (made.length === 1 && !made[0].endsWith(".part") && statSync(join(folder, made[0])).size) return { name: made[0], bytes: readFileSync(join(folder, made[0])) };
  }
  return assert.fail(`nothing was saved as ${label}`);
}

test("in Firefox rooms that are dragged are linked, undone, locked, kept, and built as the program builds them", { skip: !FIREFOX && "there is no Firefox here" }, async () => {
  const place = mkdtempSync(join(tmpdir(), "warren-firefox-")), faults = [];
  const browser = await puppeteer.launch({
    browser: "firefox", executablePath: FIREFOX, headless: true, protocol: "webDriverBiDi",
    extraPrefsFirefox: { "browser.download.folderList": 2, "browser.download.dir": place, "browser.download.useDownloadDir": true,
                         "browser.download.always_ask_before_handling_new_types": false },
  });
  try {
    const page = await browser.newPage();
    page.on("pageerror", ({ message }) => faults.push(message));
    await page.setViewport({ width: 1400, height: 900 });
    await page.goto(`file://${html}`);
    await ready(page);
    const text = () => page.evaluate(() => window.warren.text), count = (what) => page.evaluate((what) => what === "rooms" ? window.warren.map.rooms.length : window.warren.looked.look.links.length, what);

    await placeEight(page);
    assert.equal(await count("rooms"), 8);
    assert.ok(await count("links") >= 4);
    const made = await text();
    await press(page, "Control+z", 8);
    assert.equal(await count("rooms"), 0);
    await press(page, "Control+Shift+Z", 8);
    await settled(page);
    assert.equal(await text(), made);

    await page.focus("#plan");
    await press(page, "Escape");
    await press(page, "]");
    await settled(page);
    await fill(page, "Key that lies here", "iron");
    await fill(page, "Key that opens hub.east", "iron");
    const locked = await text(), { rooms, links } = JSON.parse(locked);
    assert.equal(rooms[0].key, "iron");
    assert.deepEqual(links.map(({ lock }) => lock), ["iron"]);

    await until(page, () => window.warren.kept);
    await page.reload();
    await ready(page);
    assert.equal(await text(), locked);

    const map = await saved(page, place, "Map (.json)"), module = await saved(page, place, "Module for the game");
    assert.equal(map.bytes.toString(), locked);
    writeFileSync(join(place, "map"), locked);
    execFileSync(program, ["build", join(place, "map"), "-o", join(place, "built"), "--mod", "--quiet", "--kit", join(source, "kits/library")]);
    assert.ok(module.bytes.equals(readFileSync(join(place, "built", module.name))), "the module is not the program's");
    assert.deepEqual(faults, []);
  } finally {
    await browser.close();
    rmSync(place, { recursive: true, force: true });
  }
});
