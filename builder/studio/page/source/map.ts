// The map: Warren's own JSON, as a value that is never changed. Edits make another one; members the page knows
// nothing of stay as they are.
import type { Mirror, Placement, Point } from "./values";

export interface MapRoom {
  readonly name: string;
  readonly kit?: string;
  readonly room?: string;
  readonly position: Point;
  readonly turn?: number;
  readonly mirror?: Mirror;
  readonly group?: string;
  readonly key?: string;
  readonly [other: string]: unknown;
}

export interface MapLink {
  readonly from: readonly [string, string];
  readonly to: readonly [string, string];
  readonly lock?: string;
  readonly hidden?: boolean;
  readonly optional?: boolean;
  readonly [other: string]: unknown;
}

export interface WarrenMap {
  readonly format: "warren-map";
  readonly version: 1;
  readonly id: string;
  readonly title?: string;
  readonly kit?: string;
  readonly links_only?: boolean;
  readonly entry?: { readonly room: string; readonly [other: string]: unknown };
  readonly rooms: readonly MapRoom[];
  readonly links?: readonly MapLink[];
  readonly [other: string]: unknown;
}

export const placementOf = (room: MapRoom): Placement => ({
  position: room.position,
  turn: room.turn ?? 0,
  mirror: room.mirror ?? "none",
});

export const kitOf = (map: WarrenMap, room: MapRoom): string => room.kit ?? map.kit ?? "";

export const roomOf = (room: MapRoom): string => room.room ?? (room.embedded as string) ?? "";

/** One line a room, in the order of the map, so that a finding's line says which room it is about. */
export function mapText(map: WarrenMap): string {
  const told = Object.entries(map).filter(([, value]) => value !== undefined);
  const lines = told.map(([key, value]) => {
    const list = Array.isArray(value) && value.length > 0 && typeof value[0] === "object";
    const text = list ? `[\n${value.map((item) => `    ${oneLine(item)}`).join(",\n")}\n  ]` : oneLine(value);
    return `  ${JSON.stringify(key)}: ${text}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  if (value && typeof value === "object")
    return `{${Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => `${JSON.stringify(key)}: ${oneLine(member)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

/** Which room stands on a line (from 1) of that text, or -1. */
export function roomOnLine(map: WarrenMap, line: number): number {
  const first = mapText(map).split("\n").findIndex((text) => text.startsWith('  "rooms": [')) + 2;
  const index = line - first;
  return index >= 0 && index < map.rooms.length ? index : -1;
}

export function freeName(map: WarrenMap, wanted: string): string {
  const taken = new Set(map.rooms.map((room) => room.name));
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/-\d+$/, "");
  for (let i = 2; ; i++) if (!taken.has(`${stem}-${i}`)) return `${stem}-${i}`;
}

export function withRooms(map: WarrenMap, rooms: readonly MapRoom[]): WarrenMap {
  return { ...map, rooms };
}

export function withPlacements(map: WarrenMap, changes: ReadonlyMap<string, Placement>): WarrenMap {
  const rooms = map.rooms.map((room) => {
    const placement = changes.get(room.name);
    if (!placement) return room;
    const { turn: _turn, mirror: _mirror, ...rest } = room;
    return {
      ...rest,
      position: placement.position,
      ...(placement.turn ? { turn: placement.turn } : {}),
      ...(placement.mirror !== "none" ? { mirror: placement.mirror } : {}),
    } as MapRoom;
  });
  return withLinks(withRooms(map, rooms), new Set(changes.keys()));
}

/** Without the links that bind what moves: the doorways that meet say what is linked from then on. What else a map
 *  says of a link, its lock above all, goes on only where it is stated. */
function withLinks(map: WarrenMap, touched: ReadonlySet<string>): WarrenMap {
  if (!map.links && !map.links_only) return map;
  const links = (map.links ?? []).filter(
    (link) => touched.has(link.from[0]) === touched.has(link.to[0]) || isTold(link),
  );
  const { links_only: _only, links: _links, ...rest } = map;
  return (links.length ? { ...rest, links } : rest) as WarrenMap;
}

const isTold = (link: MapLink): boolean => Boolean(link.lock || link.hidden || link.optional);

export function withoutRooms(map: WarrenMap, names: ReadonlySet<string>): WarrenMap {
  const rooms = map.rooms.filter((room) => !names.has(room.name));
  const refers = (end: readonly [string, string]) => names.has(end[0]);
  const out: Record<string, unknown> = { ...map, rooms };
  if (map.links) {
    out.links = map.links.filter((link) => !refers(link.from) && !refers(link.to));
    if ((out.links as unknown[]).length === 0) delete out.links;
  }
  if (Array.isArray(map.exits))
    out.exits = map.exits.filter((exit: { from: [string, string] }) => !refers(exit.from));
  if (Array.isArray(map.things))
    out.things = map.things.filter((thing: { room?: string }) => !thing.room || !names.has(thing.room));
  if (Array.isArray(map.visible))
    out.visible = map.visible.filter((pair: { rooms?: string[] }) => !(pair.rooms ?? []).some((name) => names.has(name)));
  if (map.entry && names.has(map.entry.room)) delete out.entry;
  return out as WarrenMap;
}

export function withAdded(map: WarrenMap, added: readonly MapRoom[]): WarrenMap {
  const out = withRooms(map, [...map.rooms, ...added]);
  if (!out.links_only) return out;
  const { links_only: _only, ...rest } = out;
  return rest as WarrenMap;
}

export function renamed(map: WarrenMap, from: string, to: string): WarrenMap {
  const text = JSON.stringify(map.rooms.map((room) => (room.name === from ? { ...room, name: to } : room)));
  const ends = (end: readonly [string, string]) => [end[0] === from ? to : end[0], end[1]] as const;
  const out: Record<string, unknown> = { ...map, rooms: JSON.parse(text) };
  if (map.links) out.links = map.links.map((link) => ({ ...link, from: ends(link.from), to: ends(link.to) }));
  if (Array.isArray(map.exits))
    out.exits = map.exits.map((exit: { from: [string, string] }) => ({ ...exit, from: ends(exit.from) }));
  if (map.entry?.room === from) out.entry = { ...map.entry, room: to };
  if (Array.isArray(map.things))
    out.things = map.things.map((thing: { room?: string }) => (thing.room === from ? { ...thing, room: to } : thing));
  if (Array.isArray(map.visible))
    out.visible = map.visible.map((pair: { rooms?: string[] }) => ({ ...pair, rooms: pair.rooms?.map((room) => (room === from ? to : room)) }));
  return out as WarrenMap;
}
