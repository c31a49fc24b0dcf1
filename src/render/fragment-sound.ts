import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { box, boxAt, dataHeader, fullBox, uint32, uint64, wholeBox } from './boxes.ts';

/** A stretch of a file; of an MP4's fragment, with how long it plays. */
export type Piece = { offset: number; byteLength: number };
export type TimedPiece = Piece & { seconds: number };

/** `init`, at the file's beginning, is what every piece is decoded with; `digest` is the file's SHA-256. */
export type FragmentedSound = { init: Buffer; pieces: TimedPiece[]; digest: string };

const BRANDS = Buffer.from('iso6\0\0\x02\0iso6mp41', 'latin1');

/** The flags of a sample that needs no other (ISO/IEC 14496-12, 8.8.3.1). */
const INDEPENDENT = 0x0200_0000;

type SoundTrack = {
  movie: Buffer;
  timescale: number;
  /** What a decoder needs before the first sample that is heard, in the timescale. */
  priming: number;
  sizes: number[];
  durations: number[];
  /** Where the first sample lies; the others follow. */
  start: number;
};

/**
 * Writes the one track of an MP4 again as a fragmented MP4, a fragment for each of the times (in
 * seconds, the first 0) at which a segment of the video begins. No sample is changed. The edit list
 * still takes off what the encoder put before the sound, and the last sample keeps its length.
 */
export async function fragmentSound(
  from: string,
  to: string,
  starts: readonly number[],
): Promise<FragmentedSound> {
  await using source = await open(from, 'r');
  const track = await readTrack(source);
  const { timescale, priming, sizes, durations } = track;
  const init = initOf(track);
  const pieces: TimedPiece[] = [];
  await using file = await open(to, 'w');
  const hash = createHash('sha256');
  const write = async (bytes: Buffer) => {
    hash.update(bytes);
    await file.write(bytes);
  };
  await write(init);
  let [offset, at, time, place] = [init.length, 0, 0, track.start];
  for (let index = 0; index < starts.length; index++) {
    const next = starts[index + 1];
    const first = at;
    const begin = { time, place };
    // A sample belongs to the segment in which most of it is heard.
    const until = next === undefined ? Number.POSITIVE_INFINITY : next * timescale + priming;
    for (; at < sizes.length && time + (durations[at] ?? 0) / 2 <= until; at++) {
      time += durations[at] ?? 0;
      place += sizes[at] ?? 0;
    }
    const head = headOf(index + 1, begin.time, sizes.slice(first, at), durations.slice(first, at));
    const data = Buffer.alloc(place - begin.place);
    await source.read(data, 0, data.length, begin.place);
    await write(head);
    await write(data);
    const byteLength = head.length + data.length;
    const heard = Math.max(0, time - priming) - Math.max(0, begin.time - priming);
    pieces.push({ offset, byteLength, seconds: heard / timescale });
    offset += byteLength;
  }
  return { init, pieces, digest: hash.digest('hex') };
}

/** The `moof` of one fragment and the header of its `mdat`. */
function headOf(sequence: number, time: number, sizes: number[], durations: number[]): Buffer {
  const byteLength = sizes.reduce((sum, size) => sum + size, 0);
  const samples = uint32(sizes.flatMap((size, index) => [durations[index] ?? 0, size]));
  const fragment = (dataOffset: number) =>
    box(
      'moof',
      fullBox('mfhd', 0, 0, uint32([sequence])),
      box(
        'traf',
        // Offsets count from the fragment's own beginning; every sample can be decoded by itself.
        fullBox('tfhd', 0, 0x02_0000, uint32([1])),
        fullBox('tfdt', 1, 0, uint64([time])),
        fullBox('trun', 0, 0x301, uint32([sizes.length, dataOffset]), samples),
      ),
    );
  const header = dataHeader(byteLength);
  return Buffer.concat([fragment(fragment(0).length + header.length), header]);
}

function initOf({ movie, priming }: SoundTrack): Buffer {
  const own = (...path: string[]) => Buffer.from(wholeBox(movie, 'moov', ...path));
  const inTrack = (...path: string[]) => own('trak', ...path);
  // How long it is, is told by the fragments.
  const movieHeader = own('mvhd');
  movieHeader.writeUInt32BE(0, 24);
  const trackHeader = inTrack('tkhd');
  trackHeader.writeUInt32BE(0, 28);
  const mediaHeader = inTrack('mdia', 'mdhd');
  mediaHeader.writeUInt32BE(0, 24);
  const table = box(
    'stbl',
    inTrack('mdia', 'minf', 'stbl', 'stsd'),
    fullBox('stts', 0, 0, uint32([0])),
    fullBox('stsc', 0, 0, uint32([0])),
    fullBox('stsz', 0, 0, uint32([0, 0])),
    fullBox('stco', 0, 0, uint32([0])),
  );
  const edit = box('edts', fullBox('elst', 0, 0, uint32([1, 0, priming, 0x1_0000])));
  const minf = box('minf', inTrack('mdia', 'minf', 'smhd'), inTrack('mdia', 'minf', 'dinf'), table);
  const mdia = box('mdia', mediaHeader, inTrack('mdia', 'hdlr'), minf);
  return Buffer.concat([
    box('ftyp', BRANDS),
    box(
      'moov',
      movieHeader,
      box('trak', trackHeader, edit, mdia),
      box('mvex', fullBox('trex', 0, 0, uint32([1, 1, 0, 0, INDEPENDENT]))),
    ),
  ]);
}

/** Reads the index as our own ffmpeg writes it: boxes of version 0, all samples in one chunk after another. */
async function readTrack(file: FileHandle): Promise<SoundTrack> {
  const movie = await readMovie(file);
  const numbers = (skip: number, ...path: string[]) => {
    const { start, end } = boxAt(movie, 'moov', 'trak', ...path);
    const values: number[] = [];
    for (let at = start + skip; at + 4 <= end; at += 4) values.push(movie.readUInt32BE(at));
    return values;
  };
  const table = ['mdia', 'minf', 'stbl'];
  const [timescale = 0] = numbers(12, 'mdia', 'mdhd');
  const edits = numbers(4, 'edts', 'elst');
  const sizes = numbers(12, ...table, 'stsz');
  const [start = 0] = numbers(8, ...table, 'stco');
  const runs = numbers(8, ...table, 'stts');
  const durations: number[] = [];
  for (let at = 0; at < runs.length; at += 2) {
    for (let count = runs[at] ?? 0; count > 0; count--) durations.push(runs[at + 1] ?? 0);
  }
  if (edits[0] !== 1 || durations.length !== sizes.length) {
    throw new Error('The track of the sound is not as it was written.');
  }
  return { movie, timescale, priming: edits[2] ?? 0, sizes, durations, start };
}

/** The `moov` of a file, wherever it stands. */
async function readMovie(file: FileHandle): Promise<Buffer> {
  const header = Buffer.alloc(16);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(header, 0, 16, at);
    if (bytesRead < 8) throw new Error('There is no index.');
    const short = header.readUInt32BE(0);
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short;
    if (size < 8) throw new Error(`A box at ${at} is cut off.`);
    if (header.toString('latin1', 4, 8) === 'moov') {
      const movie = Buffer.alloc(size);
      await file.read(movie, 0, size, at);
      return movie;
    }
    at += size;
  }
}
