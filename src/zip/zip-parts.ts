// The ZIP format by PKWARE's APPNOTE.TXT.
const LOCAL = 0x0403_4b50;
export const CENTRAL = 0x0201_4b50;
export const END = 0x0605_4b50;
const END_64 = 0x0606_4b50;
const LOCATOR_64 = 0x0706_4b50;
const [VERSION, VERSION_64] = [20, 45];
/**
 * 1980-01-01, the earliest date of the format. A fixed date gives the same bytes for the same
 * files.
 */
const DATE = 0x0021;
export const [MAX_16, MAX_32] = [0xffff, 0xffff_ffff];
/** The name is UTF-8. Not set for plain ASCII. */
const UTF_8 = 0x0800;

/** The method of a file that is compressed by Deflate. */
const DEFLATE = 8;

/**
 * A file of a ZIP. `at` is the offset of its header. `deflatedBytes` is its length after Deflate;
 * absent: the file is stored without compression.
 */
export type ZipEntry = {
  name: string;
  bytes: number;
  deflatedBytes?: number;
  crc: number;
  at: number;
};

/** Returns the header that precedes the data of a file. */
export function localHeader(entry: ZipEntry): Buffer {
  const isLarge = entry.bytes >= MAX_32;
  const extra = isLarge ? extra64([entry.bytes, packedBytes(entry)]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL);
  header.writeUInt16LE(isLarge ? VERSION_64 : VERSION, 4);
  writeFacts(header, 6, entry);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, Buffer.from(entry.name), extra]);
}

/** Returns the directory and the end of a ZIP. `start` is the offset at which they begin. */
export function directory(entries: readonly ZipEntry[], start: number): Buffer {
  const headers = Buffer.concat(entries.map(centralHeader));
  const length = headers.length;
  const count = entries.length;
  const isFar = count >= MAX_16 || start + length >= MAX_32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END);
  end.writeUInt16LE(Math.min(count, MAX_16), 8);
  end.writeUInt16LE(Math.min(count, MAX_16), 10);
  end.writeUInt32LE(Math.min(length, MAX_32), 12);
  end.writeUInt32LE(Math.min(start, MAX_32), 16);
  return Buffer.concat([headers, ...(isFar ? [end64(count, length, start)] : []), end]);
}

/** Returns the length of a file's data in the ZIP. */
function packedBytes({ bytes, deflatedBytes }: ZipEntry): number {
  return deflatedBytes ?? bytes;
}

/** Writes flags, method, date, checksum and lengths, which both headers contain. */
function writeFacts(header: Buffer, at: number, entry: ZipEntry): void {
  const { name, bytes, deflatedBytes, crc } = entry;
  const length = Buffer.byteLength(name);
  header.writeUInt16LE(length === name.length ? 0 : UTF_8, at);
  header.writeUInt16LE(deflatedBytes === undefined ? 0 : DEFLATE, at + 2);
  header.writeUInt16LE(DATE, at + 6);
  header.writeUInt32LE(crc, at + 8);
  // A header with a ZIP64 field has both lengths there.
  const isLarge = bytes >= MAX_32;
  header.writeUInt32LE(isLarge ? MAX_32 : packedBytes(entry), at + 12);
  header.writeUInt32LE(isLarge ? MAX_32 : bytes, at + 16);
  header.writeUInt16LE(length, at + 20);
}

/**
 * Returns the entry of a file in the directory. Lengths and offsets above 32 bits are in an extra
 * field.
 */
function centralHeader(entry: ZipEntry): Buffer {
  const large = entry.bytes >= MAX_32 ? [entry.bytes, packedBytes(entry)] : [];
  const far = entry.at >= MAX_32 ? [entry.at] : [];
  const extra = large.length + far.length > 0 ? extra64([...large, ...far]) : Buffer.alloc(0);
  const version = extra.length > 0 ? VERSION_64 : VERSION;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL);
  header.writeUInt16LE(version, 4);
  header.writeUInt16LE(version, 6);
  writeFacts(header, 8, entry);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(entry.at, MAX_32), 42);
  return Buffer.concat([header, Buffer.from(entry.name), extra]);
}

/** The numbers that have no room in a header. */
function extra64(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + numbers.length * 8);
  extra.writeUInt16LE(1);
  extra.writeUInt16LE(numbers.length * 8, 2);
  for (const [index, number] of numbers.entries())
    extra.writeBigUInt64LE(BigInt(number), 4 + index * 8);
  return extra;
}

/**
 * Returns the two records for a large ZIP that come before the usual end: ZIP64, and where to find
 * it.
 */
function end64(count: number, length: number, start: number): Buffer {
  const end = Buffer.alloc(56 + 20);
  end.writeUInt32LE(END_64);
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(VERSION_64, 12);
  end.writeUInt16LE(VERSION_64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(length), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  end.writeUInt32LE(LOCATOR_64, 56);
  end.writeBigUInt64LE(BigInt(start + length), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
