import { createHash } from 'node:crypto';
import { AppError, sha256 } from '../base/index.ts';
import { box, boxAt, boxesIn, wholeBox } from './boxes.ts';

/**
 * A segment as a file: a fragmented MP4 of one fragment, whose times are those of the whole video, and
 * behind it a `free` box with the SHA-256 of all before. The same bytes serve as a part of an HLS stream.
 */
export type SegmentFile = {
  timescale: number;
  /** Of every frame, in the timescale. */
  frameDuration: number;
  samples: Sample[];
  /** `moov`, with its header. */
  movie: Buffer;
  /** Where the frames' bytes lie. */
  data: { start: number; end: number };
};

/** In the order of decoding; `offset` is from there to when it is shown, in the timescale. */
export type Sample = { bytes: number; offset: number; isSync: boolean };

const SEAL = Buffer.from('framepress segment sha256\0', 'latin1');
const SEAL_BYTES = 8 + SEAL.length + 32;
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

/** Gives an encoder's segment its place in the video and its seal. Throws `render_corrupt` where it has not the frames that it should have. */
export function sealSegment(encoded: Buffer, firstFrame: number, frameCount: number): Buffer {
  const segment = readSegment(encoded, 'The segment that the encoder wrote');
  if (segment.samples.length !== frameCount) {
    throw corrupt(
      `Expected ${frameCount} frames from the encoder but received ${segment.samples.length}.`,
    );
  }
  const { start } = boxAt(encoded, 'moof', 'traf', 'tfdt');
  // The encoder writes version 1, with 64 bits.
  encoded.writeBigUInt64BE(BigInt(firstFrame * segment.frameDuration), start + 4);
  const { start: number } = boxAt(encoded, 'moof', 'mfhd');
  encoded.writeUInt32BE(firstFrame + 1, number + 4);
  const digest = createHash('sha256').update(encoded).digest();
  return Buffer.concat([encoded, box('free', SEAL, digest)]);
}

/** Whether the bytes are a whole segment, as it was sealed. */
export function isSealed(bytes: Buffer): boolean {
  const end = bytes.length - SEAL_BYTES;
  if (end <= 0 || !bytes.subarray(end + 8, end + 8 + SEAL.length).equals(SEAL)) return false;
  return sha256(bytes.subarray(0, end)) === bytes.toString('hex', bytes.length - 32);
}

/** Throws `render_corrupt`; `name` tells whose bytes they are. */
export function readSegment(bytes: Buffer, name: string): SegmentFile {
  try {
    const data = boxAt(bytes, 'mdat');
    const fragment = boxesIn(bytes).filter(({ type }) => type === 'moof');
    if (fragment.length !== 1) throw new Error(`There are ${fragment.length} fragments.`);
    const { samples, frameDuration } = readSamples(bytes);
    const length = samples.reduce((sum, sample) => sum + sample.bytes, 0);
    if (length !== data.end - data.start) throw new Error('The frames do not fill their box.');
    if (!samples[0]?.isSync) throw new Error('It does not begin with a key frame.');
    const header = boxAt(bytes, 'moov', 'trak', 'mdia', 'mdhd');
    const timescale = bytes.readUInt32BE(header.start + 12);
    return { timescale, frameDuration, samples, movie: wholeBox(bytes, 'moov'), data };
  } catch (cause) {
    throw corrupt(`${name} is no video segment.`, cause);
  }
}

function readSamples(bytes: Buffer): { samples: Sample[]; frameDuration: number } {
  const header = new Reader(bytes, boxAt(bytes, 'moof', 'traf', 'tfhd').start);
  const own = header.next();
  header.skip(1 + (own & 1 ? 2 : 0) + (own & 2 ? 1 : 0));
  const duration = own & 8 ? header.next() : 0;
  if (own & 0x10) header.skip(1);
  const usual = own & 0x20 ? header.next() : 0;

  const run = new Reader(bytes, boxAt(bytes, 'moof', 'traf', 'trun').start);
  const flags = run.next();
  const count = run.next();
  if (flags & HAS.dataOffset) run.skip(1);
  const first = flags & HAS.firstFlags ? run.next() : usual;
  const durations = new Set<number>();
  const samples = Array.from({ length: count }, (_, index): Sample => {
    durations.add(flags & HAS.duration ? run.next() : duration);
    const size = flags & HAS.size ? run.next() : 0;
    const mark = flags & HAS.flags ? run.next() : index === 0 ? first : usual;
    const offset = flags & HAS.offset ? run.next() | 0 : 0;
    return { bytes: size, offset, isSync: (mark & NOT_SYNC) === 0 };
  });
  const [frameDuration = 0] = durations;
  if (durations.size !== 1 || frameDuration === 0)
    throw new Error('Its frames are not equally long.');
  return { samples, frameDuration };
}

/** Reads numbers of 32 bits one after another. */
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

function corrupt(message: string, cause?: unknown): AppError {
  return new AppError('render_corrupt', message, { hint: 'Render again.' }, { cause });
}
