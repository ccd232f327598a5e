// Building as somebody does with a mouse, by what the drivers of Chromium and Firefox have in common.
import assert from "node:assert/strict";

/** Waits until something is true of the page. */
export async function until(page, is, given) {
  for (const end = Date.now() + 60000; Date.now() < end; await new Promise((go) => setTimeout(go, 20)))
    if (await page.evaluate(is, given)) return;
  assert.fail(`it never came: ${is}`);
}

export const ready = (page) => until(page, () => document.documentElement.dataset.ready && window.warren.settled);
export const settled = (page) => until(page, () => window.warren.settled && !window.warren.busy);

/** Where an open doorway of a room is on the page. */
export const doorway = (page, room, hook) => page.evaluate(([room, hook]) => {
  const { map, doorways, toPage } = window.warren;
  const index = map.rooms.findIndex(({ name }) => name === room);
  return toPage(doorways.find((door) => door.room === index && door.name === hook).at);
}, [room, hook]);

/** Where the middle of an element is on the page, once it is in sight. */
const middleOf = (page, selector) => page.evaluate((selector) => {
  const element = document.querySelector(selector);
  element.scrollIntoView({ block: "nearest" });
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}, selector);

/** Drags a room of the Burrow; other kits have rooms of the same ids. */
async function dragFromShelf(page, room, x, y) {
  const from = await middleOf(page, `#shelf-list [data-kit="burrow"][data-room="${room}"]`);
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 30, from[1] + 10, { steps: 3 });
  await page.mouse.move(x, y, { steps: 6 });
  await until(page, () => !window.warren.busy); // offers come from the worker
  await page.mouse.move(x + 1, y);
  await until(page, () => !window.warren.busy);
  await page.mouse.up();
  await settled(page);
}

/** Eight rooms around a hub, each dragged to near a doorway that takes it. */
export async function placeEight(page) {
  await page.click("#new");
  await dragFromShelf(page, "hub", ...await middleOf(page, "#plan"));
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  for (let i = 0; i < 4; i++) await page.click("#farther");
  const ends = [["hub", "east", "passage-12", 6], ["hub", "west", "passage-6", -3], ["hub", "north", "gallery", 0], ["hub", "south", "vestibule", 0]];
  for (const [room, hook, kind, side] of ends) {
    const [x, y] = await doorway(page, room, hook);
    const by = hook === "north" ? -20 : hook === "south" ? 20 : 0;
    await dragFromShelf(page, kind, x + side * 4, y + by);
  }
  for (let i = 0; i < 3; i++) {
    const open = await page.evaluate(() => {
      const { map, doorways, toPage } = window.warren;
      const door = doorways.find(({ state, room }) => state === "open" && map.rooms[room].name !== "hub");
      return { at: toPage(door.at), out: door.out };
    });
    await dragFromShelf(page, ["tee", "cell", "bend"][i], open.at[0] + open.out[0] * 15, open.at[1] - open.out[1] * 15);
  }
}
