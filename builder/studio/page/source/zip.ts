// Archives of the ZIP format, as far as kits come in them: stored and deflated files. Sizes are claims until they are
// counted: what unpacks to more than it claims, or to more than a kit can be, is refused.

const MOST_FILES = 20000, MOST_BYTES = 512 << 20;
const END = 0x06054b50, ENTRY = 0x02014b50, LOCAL = 0x04034b50;
const END_SIZE = 22, ENTRY_SIZE = 46, LOCAL_SIZE = 30, LONGEST_COMMENT = 0xffff;
const STORED = 0, DEFLATED = 8, ENCRYPTED = 1;

interface Entry {
  name: string;
  method: number;
  packed: number;
  size: number;
  at: number;
}

export class ZipFault extends Error {}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - END_SIZE - LONGEST_COMMENT);
  for (let at = view.byteLength - END_SIZE; at >= least; at--) if (view.getUint32(at, true) === END) return at;
  throw new ZipFault("its list of files is missing: it was cut off");
}

/** A name that stays below the folder the archive is unpacked into, or null. */
function safe(name: string): string | null {
  const path = name.replaceAll("\\", "/");
  const parts = path.split("/");
  return path.startsWith("/") || parts.some((part) => part === ".." || part.includes(":") || part.includes("\0")) ? null : path;
}

function entries(bytes: Uint8Array): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), end = endOf(view);
  const count = view.getUint16(end + 10, true), out: Entry[] = [];
  if (count > MOST_FILES) throw new ZipFault(`it has more than ${MOST_FILES} files`);
  let at = view.getUint32(end + 16, true), whole = 0;
  for (let i = 0; i < count; i++) {
    if (at > view.byteLength - ENTRY_SIZE || view.getUint32(at, true) !== ENTRY) throw new ZipFault("its list of files is damaged");
    const lengths = [28, 30, 32].map((field) => view.getUint16(at + field, true)), next = at + ENTRY_SIZE + lengths[0] + lengths[1] + lengths[2];
    if (next > view.byteLength) throw new ZipFault("its list of files is damaged");
    const written = new TextDecoder().decode(bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + lengths[0])), name = safe(written);
    if (name === null) throw new ZipFault(`"${written}" would lie outside of its folder`);
    const entry = { name, method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), size: view.getUint32(at + 24, true),
                    at: view.getUint32(at + 42, true) };
    if (view.getUint16(at + 8, true) & ENCRYPTED) throw new ZipFault("it asks for a password");
    whole += entry.size;
    if (whole > MOST_BYTES) throw new ZipFault(`it unpacks to more than ${MOST_BYTES >> 20} MiB`);
    if (!name.endsWith("/")) out.push(entry);
    at = next;
  }
  return out;
}

function packedOf(bytes: Uint8Array, { at, packed, name }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at > bytes.length - LOCAL_SIZE || view.getUint32(at, true) !== LOCAL) throw new ZipFault(`"${name}" is damaged`);
  const from = at + LOCAL_SIZE + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (packed > bytes.length - from) throw new ZipFault(`"${name}" is cut off`);
  return bytes.subarray(from, from + packed);
}

/** Inflates as many bytes as are claimed, and not one more. */
async function inflated(packed: Uint8Array, { size, name }: Entry): Promise<Uint8Array> {
  const out = new Uint8Array(size), stream = new Blob([packed as BlobPart]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  let at = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (part.value.length > size - at) throw new ZipFault(`"${name}" unpacks to more than it says`);
      out.set(part.value, at);
      at += part.value.length;
    }
  } catch (fault) {
    void reader.cancel().catch(() => {});
    throw fault instanceof ZipFault ? fault : new ZipFault(`"${name}" is damaged`);
  }
  if (at !== size) throw new ZipFault(`"${name}" unpacks to less than it says`);
  return out;
}

/** Every file of an archive by its path; throws a ZipFault that says what is wrong with it. */
export async function unzip(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const out: Record<string, Uint8Array> = {};
  for (const entry of entries(bytes)) {
    const packed = packedOf(bytes, entry);
    if (entry.method !== STORED && entry.method !== DEFLATED) throw new ZipFault(`"${entry.name}" is packed in a way no browser knows`);
    if (entry.method === STORED && entry.size !== packed.length) throw new ZipFault(`"${entry.name}" unpacks to more than it says`);
    out[entry.name] = entry.method === STORED ? packed.slice() : await inflated(packed, entry);
  }
  return out;
}
