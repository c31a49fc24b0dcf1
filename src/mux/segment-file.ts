import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { AppError } from '../base/index.ts';
import { writeAll } from '../system/index.ts';
import { type Box, box, boxAt, boxesIn, wholeBox } from './boxes.ts';
import { corrupt } from './corrupt.ts';
import { webmFrames } from './webm-frames.ts';

/**
 * A segment as a file: a fragmented MP4 whose times count from the start of the whole video,
 * followed by a `free` box with the SHA-256 of all bytes before it. A segment with a single
 * fragment is also part of an HLS stream, byte for byte. VP9 segments are WebM files with times of
 * their own, and the same seal in a `Void` element.
 */
export type SegmentFile = {
  timescale: number;
  /** Duration of every frame, in the timescale. */
  frameDuration: number;
  samples: Sample[];
  /** The `moov` box with its header. */
  movie: Buffer;
  /** The byte ranges of the frames, in decoding order. */
  data: ByteRange[];
};

export type ByteRange = { start: number; end: number };

/** In decoding order; `offset` is presentation time minus decoding time, in the timescale. */
export type Sample = { bytes: number; offset: number; isSync: boolean };

export type SegmentKind = 'mp4' | 'webm';

const SEAL = Buffer.from('framepress segment sha256\0', 'latin1');
const DIGEST_BYTES = 32;
/** Header of an EBML `Void` element (RFC 8794, 11.3.2), with its length in one byte. */
const VOID_HEADER = Buffer.from([0xec, 0x80 + SEAL.length + DIGEST_BYTES]);
/** The flags of trun and tfhd (ISO/IEC 14496-12, 8.8.7 and 8.8.8). */
const HAS = {
  dataOffset: 1,
  firstFlags: 4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  offset: 0x800,
};
const NOT_SYNC = 0x1_0000;
const COPY_BYTES = 2 ** 20;
const MAX_HEAD_BYTES = 2 ** 26;

/**
 * Writes a segment's position in the video to an encoder's file and seals the file. Throws
 * `render_corrupt` if the number of frames is wrong.
 */
export async function sealSegment(
  path: string,
  kind: SegmentKind,
  firstFrame: number,
  frameCount: number,
): Promise<void> {
  await using file = await open(path, 'r+');
  const foundCount =
    kind === 'webm' ? (await webmFrames(file)).length : await writeStartTimes(file, firstFrame);
  if (foundCount !== frameCount)
    throw corrupt(`Expected ${frameCount} frames from the encoder but received ${foundCount}.`);
  const { size } = await file.stat();
  const empty = Buffer.alloc(DIGEST_BYTES);
  const header = kind === 'webm' ? VOID_HEADER : box('free', SEAL, empty).subarray(0, 8);
  const digest = await sha256Of(file, size);
  await writeAll(file, Buffer.concat([header, SEAL, digest]), size);
}

/** Writes the start time of each fragment in the video. Returns the number of frames. */
async function writeStartTimes(file: FileHandle, firstFrame: number): Promise<number> {
  const { samples, frameDuration, fragments } = await readStructure(
    file,
    'The segment that the encoder wrote',
  );
  let frame = firstFrame;
  for (const { at, head, count } of fragments) {
    const { start } = boxAt(head, 'moof', 'traf', 'tfdt');
    // The encoder writes version 1, with 64-bit times.
    head.writeBigUInt64BE(BigInt(frame * frameDuration), start + 4);
    const { start: number } = boxAt(head, 'moof', 'mfhd');
    head.writeUInt32BE(frame + 1, number + 4);
    await writeAll(file, head, at);
    frame += count;
  }
  return samples.length;
}

/** Whether the file is a complete segment with an intact seal. */
export async function isSealed(path: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  const end = size - SEAL.length - DIGEST_BYTES;
  if (end <= 8) return false;
  const seal = await bytesAt(file, { start: end, end: size });
  if (!seal.subarray(0, SEAL.length).equals(SEAL)) return false;
  const header = await bytesAt(file, { start: end - VOID_HEADER.length, end });
  const sealed = end - (header.equals(VOID_HEADER) ? VOID_HEADER.length : 8);
  return (await sha256Of(file, sealed)).equals(seal.subarray(SEAL.length));
}

/** Reads a segment's structure. Throws `render_corrupt`. */
export async function readSegment(path: string): Promise<SegmentFile> {
  await using file = await open(path);
  return await readStructure(file, 'A segment');
}

/** CRC-32 of each frame of a segment, in decoding order. */
export async function frameChecksums(
  path: string,
  kind: SegmentKind,
  signal?: AbortSignal,
): Promise<number[]> {
  await using file = await open(path);
  const checksums: number[] = [];
  if (kind === 'webm') {
    for (const span of await webmFrames(file)) {
      signal?.throwIfAborted();
      checksums.push(crc32(await bytesAt(file, span)));
    }
    return checksums;
  }
  const { samples, data } = await readStructure(file, 'A segment');
  for (const span of data) {
    signal?.throwIfAborted();
    const bytes = await bytesAt(file, span);
    for (let at = 0; at < bytes.length; ) {
      const length = samples[checksums.length]?.bytes || bytes.length;
      checksums.push(crc32(bytes.subarray(at, at + length)));
      at += length;
    }
  }
  return checksums;
}

/**
 * Passes spans of a file to `write`, in parts: a frame fits into memory, a whole segment may not.
 */
export async function copySpans(
  from: FileHandle,
  spans: readonly ByteRange[],
  write: (bytes: Buffer) => Promise<unknown>,
): Promise<void> {
  for (const { start, end } of spans) {
    for (let at = start; at < end; at += COPY_BYTES)
      await write(await bytesAt(from, { start: at, end: Math.min(end, at + COPY_BYTES) }));
  }
}

/** SHA-256 of the first `byteLength` bytes of a file. */
export async function sha256Of(
  file: FileHandle,
  byteLength: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const hash = createHash('sha256');
  await copySpans(file, [{ start: 0, end: byteLength }], async (bytes) => {
    signal?.throwIfAborted();
    hash.update(bytes);
  });
  return hash.digest();
}

/** Reads a part of a file; throws if the file is shorter. */
async function bytesAt(file: FileHandle, { start, end }: ByteRange): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  if (bytesRead !== bytes.length) throw corrupt('A segment file is truncated.');
  return bytes;
}

type Fragment = { at: number; head: Buffer; count: number };

/**
 * Reads a file's structure without the frames themselves, and checks that it is a complete segment.
 * Throws if its frames have different durations or do not fill their boxes. `name` names the file
 * in errors.
 */
async function readStructure(
  file: FileHandle,
  name: string,
): Promise<SegmentFile & { fragments: Fragment[] }> {
  try {
    const fragments: Fragment[] = [];
    const data: ByteRange[] = [];
    const samples: Sample[] = [];
    const durations = new Set<number>();
    let movie: Buffer | undefined;
    for (const { type, start, end, at } of await outerBoxes(file)) {
      if (type === 'mdat') data.push({ start, end });
      if (type !== 'moov' && type !== 'moof') continue;
      if (end - at > MAX_HEAD_BYTES) throw new Error(`The box ${type} is too long.`);
      const head = await bytesAt(file, { start: at, end });
      if (type === 'moov') movie = head;
      else {
        const ownSamples = readSamples(head, durations);
        fragments.push({ at, head, count: ownSamples.length });
        samples.push(...ownSamples);
      }
    }
    const [frameDuration = 0] = durations;
    if (!movie) throw new Error('There is no box moov.');
    if (durations.size !== 1 || frameDuration === 0)
      throw new Error('The frames have different durations.');
    const length = samples.reduce((sum, sample) => sum + sample.bytes, 0);
    if (length !== data.reduce((sum, { start, end }) => sum + end - start, 0))
      throw new Error('The frames do not fill their boxes.');
    if (!samples[0]?.isSync) throw new Error('The segment does not begin with a key frame.');
    const header = boxAt(movie, 'moov', 'trak', 'mdia', 'mdhd');
    const timescale = movie.readUInt32BE(header.start + 12);
    return { timescale, frameDuration, samples, movie: wholeBox(movie, 'moov'), data, fragments };
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw corrupt(`${name} is not a video segment.`, cause);
  }
}

/**
 * Returns the boxes of a file without their content. Throws for a box that is longer than the file.
 */
export async function outerBoxes(file: FileHandle): Promise<(Box & { at: number })[]> {
  const { size } = await file.stat();
  const boxes: (Box & { at: number })[] = [];
  for (let at = 0; at < size; ) {
    const header = await bytesAt(file, { start: at, end: Math.min(size, at + 16) });
    // Only the header was read; the box may reach beyond it.
    const long = header.length >= 8 && header.readUInt32BE(0) === 1;
    if (header.length < (long ? 16 : 8)) throw new Error(`A box at ${at} is truncated.`);
    const length = long ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
    const type = header.toString('latin1', 4, 8);
    const start = at + (long ? 16 : 8);
    if (at + length > size || at + length < start)
      throw new Error(`The box ${type} at ${at} is truncated.`);
    boxes.push({ type, start, end: at + length, at });
    at += length;
  }
  return boxes;
}

/**
 * Returns the frames of a fragment, from its box `trun` and the defaults in `tfhd`. Adds their
 * durations to `durations`.
 */
function readSamples(head: Buffer, durations: Set<number>): Sample[] {
  const header = new Reader(head, boxAt(head, 'moof', 'traf', 'tfhd').start);
  const flags = header.next();
  header.skip(1 + (flags & 1 ? 2 : 0) + (flags & 2 ? 1 : 0));
  const duration = flags & 8 ? header.next() : 0;
  const usualSize = flags & 0x10 ? header.next() : 0;
  const usual = flags & 0x20 ? header.next() : 0;

  const { start, end } = boxAt(head, 'moof', 'traf');
  const runs = boxesIn(head, start, end).filter(({ type }) => type === 'trun');
  return runs.flatMap(({ start: at }) => {
    const run = new Reader(head, at);
    const flags = run.next();
    const count = run.next();
    if (flags & HAS.dataOffset) run.skip(1);
    const first = flags & HAS.firstFlags ? run.next() : usual;
    return Array.from({ length: count }, (_, index): Sample => {
      durations.add(flags & HAS.duration ? run.next() : duration);
      const size = flags & HAS.size ? run.next() : usualSize;
      const mark = flags & HAS.flags ? run.next() : index === 0 ? first : usual;
      const offset = flags & HAS.offset ? run.next() | 0 : 0;
      return { bytes: size, offset, isSync: (mark & NOT_SYNC) === 0 };
    });
  });
}

/** Reads successive 32-bit numbers. */
class Reader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  next(): number {
    this.#at += 4;
    return this.#bytes.readUInt32BE(this.#at - 4);
  }

  skip(count: number): void {
    this.#at += 4 * count;
  }
}
