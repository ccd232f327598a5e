// What the program put into the page: a map, a kit or a module, to be built on or to be seen alone.

export interface Given {
  viewer: boolean;
  name: string;
  map: string | null;
  /** Where the module is: a file, or a folder of files. */
  module: string | null;
  kits: string[];
  files: Record<string, Uint8Array>;
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** The text of the page's slot; null where it is empty. */
export function readGiven(text: string): Given | null {
  const given = JSON.parse(text || "null") as (Omit<Given, "files"> & { files: Record<string, string> }) | null;
  if (!given) return null;
  const files: Record<string, Uint8Array> = {};
  for (const [path, base64] of Object.entries(given.files)) files[path] = bytesOf(base64);
  return { ...given, files };
}
