import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { writeAll } from '../system/index.ts';
import {
  CENTRAL,
  directory,
  END,
  localHeader,
  MAX_16,
  MAX_32,
  type ZipEntry,
} from './zip-parts.ts';

/**
 * A file that becomes smaller than this part of its size is stored as it is: readers refuse an
 * archive that unpacks to far more than its size.
 */
const MIN_DEFLATED_PART = 1 / 100;
const deflated = promisify(deflateRaw);

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

  /** Appends a file. The name must be plain ASCII, so that `readZip` reads it. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    const entry = { name, bytes: bytes.length, crc: crc32(bytes), at: this.#at };
    this.#entries.push(entry);
    await this.#write(Buffer.concat([localHeader(entry), bytes]));
  }

  /** Appends a file, compressed by Deflate if that makes it smaller. `readZip` does not read it. */
  async addDeflated(name: string, bytes: Uint8Array): Promise<void> {
    const data: Buffer = await deflated(bytes);
    const deflatedBytes = data.length;
    if (deflatedBytes >= bytes.length || deflatedBytes < bytes.length * MIN_DEFLATED_PART)
      return this.add(name, bytes);
    const entry = { name, bytes: bytes.length, deflatedBytes, crc: crc32(bytes), at: this.#at };
    this.#entries.push(entry);
    await this.#write(Buffer.concat([localHeader(entry), data]));
  }

  async end(): Promise<void> {
    await this.#write(directory(this.#entries, this.#at));
  }

  async #write(bytes: Buffer): Promise<void> {
    await writeAll(this.#file, bytes);
    this.#at += bytes.length;
  }
}

/**
 * The files in the directory of a ZIP that `ZipWriter` wrote. Throws a plain Error for an invalid
 * directory.
 */
export async function readZip(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const readAt = async (at: number, length: number) => {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead !== length) throw new Error(`The ZIP ends at ${at + bytesRead}.`);
    return buffer;
  };
  const end = await readAt(size - 22, 22);
  if (end.readUInt32LE() !== END) throw new Error('The ZIP has no end record.');
  let [count, length, start] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  if (count === MAX_16 || length === MAX_32 || start === MAX_32) {
    const far = await readAt(size - 22 - 76, 56);
    [count, length, start] = [32, 40, 48].map((at) => Number(far.readBigUInt64LE(at))) as [
      number,
      number,
      number,
    ];
  }
  const central = await readAt(start, length);
  const entries: ZipEntry[] = [];
  for (let at = 0; at < length; ) {
    if (central.readUInt32LE(at) !== CENTRAL)
      throw new Error(`The ZIP has no directory entry at ${at}.`);
    const nameBytes = central.readUInt16LE(at + 28);
    const extraBytes = central.readUInt16LE(at + 30);
    const place = central.readUInt32LE(at + 42);
    const extra = at + 46 + nameBytes;
    entries.push({
      name: central.toString('latin1', at + 46, extra),
      bytes: central.readUInt32LE(at + 24),
      crc: central.readUInt32LE(at + 16),
      at: place === MAX_32 ? Number(central.readBigUInt64LE(extra + 4)) : place,
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
