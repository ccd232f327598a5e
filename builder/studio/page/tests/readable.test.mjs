// Whether everybody can read and reach it: contrast of every text that is seen, in light and dark; focus that shows;
// text of twice the size.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { launched, openMap, ready, small, source, hub, visit, visitor } from "./visitor.mjs";

const deep = readFileSync(join(source, "examples/deep-burrow/map.json"), "utf8");
const broken = small([hub, { name: "near", room: "passage-12", position: [12.04, 0.02, 0] }, { name: "in", room: "passage-12", position: [-6, 2, 0] }]);

/** Texts that are seen and stand out less than AA asks for: 4.5, or 3 where they are large. */
const faint = (page) => page.evaluate(() => {
  const rgba = (text) => (/rgba?\(([^)]*)\)/.exec(text)?.[1].split(/[ ,/]+/).map(Number) ?? [0, 0, 0, 0]);
  const over = ([r, g, b, a = 1], below) => [r, g, b].map((part, i) => part * a + below[i] * (1 - a));
  const light = (colour) => colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.push(rgba(getComputedStyle(at).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), document.documentElement.matches(":root") && matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18] : [255, 255, 255]);
  };
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const placeholder = element.matches("input") && !element.value && element.placeholder;
    const style = getComputedStyle(element, placeholder ? "::placeholder" : null), box = element.getBoundingClientRect();
    if ((!own && !placeholder && !element.matches("input, select, textarea")) || !box.width || element.matches("script, style, :disabled, option, [type=color], [type=checkbox]")) continue;
    if (!element.checkVisibility() || (document.querySelector("dialog[open]") && !element.closest("dialog"))) continue;
    const below = behind(element), text = over(rgba(style.color), below), [a, b] = [light(text), light(below)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700), ratio = (a + 0.05) / (b + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push(`${element.tagName} "${(element.textContent || element.placeholder || element.value).trim().slice(0, 40)}": ${ratio.toFixed(2)}`);
  }
  return [...new Set(found)];
});

/** What is drawn on the plan stands out by 3 from its ground. */
const faintInks = (page) => page.evaluate(() => {
  const style = getComputedStyle(document.documentElement), ink = (name) => style.getPropertyValue(`--plan-${name}`).trim();
  const light = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)).reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  return ["text", "accent", "open", "nearly", "bad", "linked", "locked", "quiet"].filter((name) => ratio(ink(name), ink("paper")) < 3);
});

for (const colorScheme of ["light", "dark"])
  test(`every text and sign stands out enough, ${colorScheme}`, async () => {
    const context = await visitor(), { page } = await visit(context), wrong = {};
    await page.emulateMedia({ colorScheme });
    const judge = async (state) => (wrong[state] = await faint(page));
    wrong.inks = await faintInks(page);
    await judge("first visit");
    await openMap(page, broken);
    await judge("faults");
    await openMap(page, deep);
    await page.focus("#plan");
    await page.keyboard.press("]");
    for (const summary of await page.locator("#inspector summary").all()) await summary.click();
    await judge("a room");
    await page.focus("#plan");
    await page.keyboard.press("Escape");
    await page.click("#save");
    await judge("a menu");
    await page.keyboard.press("Escape");
    await page.focus("#plan");
    await page.keyboard.press("g");
    await page.waitForFunction(() => document.querySelectorAll(".roll.waiting").length === 0 && document.activeElement.dataset.seed);
    await judge("rolls");
    await page.keyboard.press("Escape");
    await page.click("#edit-template");
    await page.waitForFunction(() => document.getElementById("draft-words").textContent);
    await judge("a template");
    await page.keyboard.press("Escape");
    await page.focus("#plan");
    await page.keyboard.press("w");
    await page.waitForFunction(() => window.warren.stands);
    await judge("walking");
    assert.deepEqual(Object.entries(wrong).filter(([, found]) => found.length), []);
    await context.close();
  });

test("whatever the Tab key comes to shows that it has the focus, and it comes to all of it", async () => {
  const context = await visitor(), { page } = await visit(context), seen = new Set();
  await page.evaluate(() => document.body.focus());
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press("Tab");
    const { name, outline, ended } = await page.evaluate(() => {
      const at = document.activeElement, style = getComputedStyle(at), ended = at === document.body || at.dataset.came;
      at.dataset.came = "1";
      return { name: at.id || (at.dataset.room && `${at.dataset.kit} ${at.dataset.room}`) || at.textContent.trim().slice(0, 30), ended,
               outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth) };
    });
    if (ended) break;
    seen.add(name);
    assert.ok(outline >= 2, `${name} shows nothing of its focus`);
  }
  for (const name of ["title", "done", "view-solid", "view-walk", "save", "burrow hub", "template", "roll", "plan", "fit", "sight", "cap"])
    assert.ok(seen.has(name), `the Tab key never comes to ${name}`);
  await context.close();
});

test("with text of twice the size nothing lies over anything else, and the plan keeps half of the page", async () => {
  const browser = await launched("--blink-settings=defaultFontSize=32");
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 900 } })).newPage();
  await page.goto(`file://${process.env.PAGE}`);
  await ready(page);
  const { apart, plan, wide } = await page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect();
    const parts = ["header", "#stage", ".shelf", ".rolling", "#inspector", ".findings"].map((selector) => [selector, box(selector)]);
    const over = parts.flatMap(([a, p], i) => parts.slice(i + 1).filter(([, q]) =>
      p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1).map(([b]) => `${a} and ${b}`));
    return { apart: over, plan: box("#plan").height / window.innerHeight, wide: document.documentElement.scrollWidth };
  });
  assert.deepEqual(apart, []);
  assert.ok(plan > 0.5, `the plan has ${plan}`);
  assert.ok(wide <= 1400, `the page is ${wide} wide`);
  await browser.close();
});
