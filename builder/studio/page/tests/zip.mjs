// Zips, made by hand so that they can lie.
import { deflateRawSync } from "node:zlib";

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
const crc = (bytes) => ~bytes.reduce((c, byte) => CRC[(c ^ byte) & 255] ^ (c >>> 8), ~0) >>> 0;

/** A zip of files by name; `lies` change what it says of their sizes. */
export function zip(files, lies = {}) {
  const locals = [], list = [];
  let at = 0;
  for (const [name, data] of Object.entries(files)) {
    const bytes = Buffer.from(data), packed = deflateRawSync(bytes), word = Buffer.from(name);
    const head = Buffer.alloc(30), entry = Buffer.alloc(46), size = lies[name] ?? bytes.length;
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(size, 22);
    head.writeUInt16LE(word.length, 26);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(at, 42);
    locals.push(head, word, packed);
    list.push(entry, word);
    at += 30 + word.length + packed.length;
  }
  const directory = Buffer.concat(list), end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
