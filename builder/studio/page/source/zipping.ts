// Files put into one archive of the ZIP format, deflated; their time is the first that the format has.

const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50, VERSION = 20, DEFLATED = 8, NAMES_ARE_UTF8 = 0x800, FIRST_DAY = 0x21;

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});

function crcOf(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Numbers behind each other: [value, how many bytes]. */
function packed(...values: readonly (readonly [number, 2 | 4])[]): Uint8Array {
  const out = new DataView(new ArrayBuffer(values.reduce((sum, [, size]) => sum + size, 0)));
  let at = 0;
  for (const [value, size] of values) {
    if (size === 2) out.setUint16(at, value, true);
    else out.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(out.buffer);
}

export async function zipped(files: Readonly<Record<string, Uint8Array>>): Promise<Blob> {
  const parts: Uint8Array[] = [], list: Uint8Array[] = [];
  const sizeOf = (of: readonly Uint8Array[]) => of.reduce((sum, part) => sum + part.length, 0);
  for (const [path, bytes] of Object.entries(files)) {
    const name = new TextEncoder().encode(path), data = await deflated(bytes), at = sizeOf(parts);
    const head = packed([VERSION, 2], [NAMES_ARE_UTF8, 2], [DEFLATED, 2], [0, 2], [FIRST_DAY, 2], [crcOf(bytes), 4], [data.length, 4], [bytes.length, 4],
                        [name.length, 2], [0, 2]);
    parts.push(packed([LOCAL, 4]), head, name, data);
    list.push(packed([ENTRY, 4], [VERSION, 2]), head, packed([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name);
  }
  const count = Object.keys(files).length;
  const end = packed([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [sizeOf(list), 4], [sizeOf(parts), 4], [0, 2]);
  return new Blob([...parts, ...list, end] as BlobPart[], { type: "application/zip" });
}
