// Edits of what a map says beside where its rooms stand: links, ways out, groups, things, settings. Each makes another
// map; what says nothing any more is left out.
import type { MapLink, MapRoom, WarrenMap } from "./map";

/** A room and its doorway, by their names. */
export type End = readonly [string, string];

export interface MapExit {
  readonly from: End;
  readonly module: string;
  readonly [other: string]: unknown;
}

export interface MapThing {
  readonly kind: string;
  readonly room?: string;
  readonly position: readonly number[];
  readonly [other: string]: unknown;
}

/** A map or a part of one with a member set, or without it where it is to say nothing. */
export function withMember<T extends object>(of: T, member: string, value: unknown): T {
  const { [member]: _former, ...rest } = of as Record<string, unknown>;
  const nothing = value === undefined || value === "" || value === false || (Array.isArray(value) && value.length === 0);
  return (nothing ? rest : member in of ? { ...of, [member]: value } : { ...rest, [member]: value }) as T;
}

const same = (a: End, b: End): boolean => a[0] === b[0] && a[1] === b[1];

export const isLink = (from: End, to: End) => (link: MapLink): boolean =>
  (same(link.from, from) && same(link.to, to)) || (same(link.from, to) && same(link.to, from));

/** What a link is besides a link: locked, hidden, walked around on purpose. One that is nothing besides goes on by where
 *  its rooms stand, unless the map's links are all there are. */
export function withLink(map: WarrenMap, from: End, to: End, change: Record<string, unknown>): WarrenMap {
  const is = isLink(from, to), former = map.links?.find(is) ?? { from, to };
  let next = former as MapLink;
  for (const [member, value] of Object.entries(change)) next = withMember(next, member, value);
  if (!next.lock) next = withMember(next, "optional", false);
  const plain = Object.keys(next).length === 2 && !map.links_only;
  const rest = (map.links ?? []).filter((link) => !is(link));
  return withMember(map, "links", plain ? rest : [...rest, next]);
}

export const exitsOf = (map: WarrenMap): readonly MapExit[] => (map.exits as MapExit[] | undefined) ?? [];

/** A way out at a doorway; none where it is null. */
export function withExit(map: WarrenMap, from: End, exit: Record<string, unknown> | null): WarrenMap {
  const rest = exitsOf(map).filter((other) => !same(other.from, from));
  return withMember(map, "exits", exit ? [...rest, { from, ...exit }] : rest);
}

export const thingsOf = (map: WarrenMap): readonly MapThing[] => (map.things as MapThing[] | undefined) ?? [];

export const withThings = (map: WarrenMap, things: readonly MapThing[]): WarrenMap => withMember(map, "things", things);

/** Two rooms that see each other, or do not, whatever their doorways show. */
export interface SeenPair {
  readonly rooms: readonly [string, string];
  readonly seen: boolean;
}

export const pairsOf = (map: WarrenMap): readonly SeenPair[] => (map.visible as SeenPair[] | undefined) ?? [];

/** With what is said of two rooms; null: nothing. */
export function withSeen(map: WarrenMap, from: string, to: string, seen: boolean | null): WarrenMap {
  const rest = pairsOf(map).filter(({ rooms }) => !(rooms.includes(from) && rooms.includes(to)));
  return withMember(map, "visible", seen === null ? rest : [...rest, { rooms: [from, to], seen }]);
}

/** How much longer a room is than its kit has it, by one of its stretches. */
export function withLength(map: WarrenMap, name: string, stretch: number, length: number): WarrenMap {
  const rooms = map.rooms.map((room) => {
    if (room.name !== name) return room;
    const lengths = [...((room.stretch as readonly number[] | undefined) ?? [])];
    while (lengths.length <= stretch) lengths.push(0);
    lengths[stretch] = length;
    while (lengths.length && lengths[lengths.length - 1] === 0) lengths.pop();
    return withMember(room, "stretch", lengths);
  });
  return { ...map, rooms };
}

/** Rooms of one group become one room of the module; "" takes them out. */
export function withGroup(map: WarrenMap, names: ReadonlySet<string>, group: string): WarrenMap {
  const rooms = map.rooms.map((room) => (names.has(room.name) ? withMember(room, "group", group) : room));
  return { ...map, rooms: rooms as MapRoom[] };
}

export function freeGroup(map: WarrenMap): string {
  const taken = new Set(map.rooms.map(({ group }) => group));
  for (let i = 1; ; i++) if (!taken.has(`group-${i}`)) return `group-${i}`;
}
