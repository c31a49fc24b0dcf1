import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { writeAll } from '../system/index.ts';

// The ZIP format by PKWARE's APPNOTE.TXT, with files stored without compression.
const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
const END_64 = 0x0606_4b50;
const LOCATOR_64 = 0x0706_4b50;
const [VERSION, VERSION_64] = [20, 45];
/**
 * 1980-01-01, the earliest date of the format. A fixed date gives the same bytes for the same
 * files.
 */
const DATE = 0x0021;
const [MAX_16, MAX_32] = [0xffff, 0xffff_ffff];

export type ZipEntry = { name: string; bytes: number; crc: number; at: number };

/**
 * Writes files to a ZIP. Each file's length and checksum precede its data, so that the ZIP can be
 * read as a stream. (General stream writers append them, which some readers reject for stored
 * files.) Above 4 GB or 65,534 files the ZIP is a ZIP64.
 */
export class ZipWriter {
  readonly #file: FileHandle;
  readonly #entries: ZipEntry[] = [];
  #at = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Appends a file of less than 4 GB. The name must be plain ASCII. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    const entry = { name, bytes: bytes.length, crc: crc32(bytes), at: this.#at };
    this.#entries.push(entry);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL);
    header.writeUInt16LE(VERSION, 4);
    writeFacts(header, 10, entry);
    await this.#write(Buffer.concat([header, Buffer.from(name, 'latin1'), bytes]));
  }

  async end(): Promise<void> {
    const start = this.#at;
    await this.#write(Buffer.concat(this.#entries.map(centralHeader)));
    const length = this.#at - start;
    const count = this.#entries.length;
    if (count >= MAX_16 || start + length >= MAX_32)
      await this.#write(end64(count, length, start, this.#at));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(END);
    end.writeUInt16LE(Math.min(count, MAX_16), 8);
    end.writeUInt16LE(Math.min(count, MAX_16), 10);
    end.writeUInt32LE(Math.min(length, MAX_32), 12);
    end.writeUInt32LE(Math.min(start, MAX_32), 16);
    await this.#write(end);
  }

  async #write(bytes: Buffer): Promise<void> {
    await writeAll(this.#file, bytes);
    this.#at += bytes.length;
  }
}

/** Writes date, checksum and lengths, which both headers contain. */
function writeFacts(header: Buffer, at: number, { name, bytes, crc }: ZipEntry): void {
  header.writeUInt16LE(DATE, at + 2);
  header.writeUInt32LE(crc, at + 4);
  header.writeUInt32LE(bytes, at + 8);
  header.writeUInt32LE(bytes, at + 12);
  header.writeUInt16LE(name.length, at + 16);
}

function centralHeader(entry: ZipEntry): Buffer {
  const isFar = entry.at >= MAX_32;
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL);
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 4);
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6);
  writeFacts(header, 12, entry);
  header.writeUInt32LE(isFar ? MAX_32 : entry.at, 42);
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(entry.at), 4);
  }
  header.writeUInt16LE(extra.length, 30);
  return Buffer.concat([header, Buffer.from(entry.name, 'latin1'), extra]);
}

function end64(count: number, length: number, start: number, at: number): Buffer {
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
  end.writeBigUInt64LE(BigInt(at), 64);
  end.writeUInt32LE(1, 72);
  return end;
}

/**
 * The files in the directory of a ZIP that `ZipWriter` wrote. Throws a plain Error for an invalid
 * directory.
 */
export async function readZip(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const read = async (at: number, length: number) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead !== length) throw new Error(`The ZIP ends at ${at + bytesRead}.`);
    return buffer;
  };
  const end = await read(size - 22, 22);
  if (end.readUInt32LE() !== END) throw new Error('The ZIP has no end record.');
  let [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count === MAX_16 || length === MAX_32 || start === MAX_32) {
    const far = await read(size - 22 - 76, 56);
    [count, length, start] = [32, 40, 48].map((at) => Number(far.readBigUInt64LE(at))) as [
      number,
      number,
      number,
    ];
  }
  const directory = await read(start, length);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < length; ) {
    if (directory.readUInt32LE(at) !== CENTRAL)
      throw new Error(`The ZIP has no directory entry at ${at}.`);
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const place = directory.readUInt32LE(at + 42);
    const extra = at + 46 + nameBytes;
    entries.push({
      name: directory.toString('latin1', at + 46, extra),
      bytes: directory.readUInt32LE(at + 24),
      crc: directory.readUInt32LE(at + 16),
      at: place === MAX_32 ? Number(directory.readBigUInt64LE(extra + 4)) : place,
    });
    at = extra + extraBytes;
  }
  if (entries.length !== count)
    throw new Error(`The ZIP directory has ${entries.length} entries instead of ${count}.`);
  return entries;
}

/** The offset of a file's data in a ZIP that `ZipWriter` wrote. */
export function zipDataStart({ at, name }: ZipEntry): number {
  return at + 30 + name.length;
}
