import { open } from 'node:fs/promises';
import type { VideoCodec } from '../output/index.ts';
import { writeAll } from '../system/index.ts';
import { box, boxAt, boxesIn, dataHeader, fullBox, uint32, uint64, wholeBox } from './boxes.ts';
import { differentEncodings } from './corrupt.ts';
import { copySpans, readSegment, type Sample, type SegmentFile } from './segment-file.ts';

/** Finer than the usual milliseconds: audio durations at 48 kHz are exact to the sample. */
const MOVIE_TIMESCALE = 48_000;
const MAX_UINT32 = 0xffff_ffff;
/** File type brands by codec (ISO/IEC 14496-12, 4.3; AV1 in ISOBMFF, 2.1). */
const BRANDS: Partial<Record<VideoCodec, string>> = {
  h264: 'isom\0\0\x02\0isomiso2avc1mp41',
  av1: 'isom\0\0\x02\0isomiso2av01mp41',
  prores: 'qt  \0\0\x02\0qt  ',
};
const ANY_BRANDS = 'isom\0\0\x02\0isomiso2mp41';

type Part = Omit<SegmentFile, 'movie'> & { path: string };

/**
 * Joins segments, in playback order, to one MP4 or MOV file with its index first, without
 * re-encoding. Frames keep their bytes, times start at 0, and all frames have the same duration.
 * Throws `render_corrupt` for segments with different encodings.
 */
export async function joinSegments(
  paths: readonly string[],
  to: string,
  codec: VideoCodec,
  signal?: AbortSignal,
): Promise<void> {
  const parts: Part[] = [];
  let movie: Buffer | undefined;
  for (const path of paths) {
    signal?.throwIfAborted();
    const { movie: partMovie, ...part } = await readSegment(path);
    movie ??= Buffer.from(partMovie);
    const [first = part] = parts;
    const alike =
      description(partMovie).equals(description(movie)) &&
      part.timescale === first.timescale &&
      part.frameDuration === first.frameDuration;
    if (!alike) throw differentEncodings();
    parts.push({ ...part, path });
  }
  if (!movie) throw new Error('No segments to join.');
  await using file = await open(to, 'w');
  await writeAll(file, headOf(movie, parts, BRANDS[codec] ?? ANY_BRANDS));
  for (const { path, data } of parts) {
    signal?.throwIfAborted();
    await using segment = await open(path);
    await copySpans(segment, data, (bytes) => writeAll(file, bytes));
  }
}

/** The sample description: codec, size, parameter sets, color. */
function description(movie: Buffer): Buffer {
  return wholeBox(movie, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd');
}

/**
 * All boxes before the frames. Two passes: the offsets depend on the length of these boxes, but the
 * length does not depend on the offsets.
 */
function headOf(movie: Buffer, parts: readonly Part[], brands: string): Buffer {
  const byteLength = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  // Offsets beyond 4 GB need 64 bits. The boxes before the frames are always smaller than 256 MB.
  const isLong = byteLength > MAX_UINT32 - 2 ** 28;
  const head = (dataStart: number) => {
    let at = dataStart;
    const starts = parts.map((part) => {
      at += lengthOf(part);
      return at - lengthOf(part);
    });
    const places = isLong
      ? fullBox('co64', 0, 0, uint32([starts.length]), uint64(starts))
      : fullBox('stco', 0, 0, uint32([starts.length, ...starts]));
    return Buffer.concat([
      box('ftyp', Buffer.from(brands, 'latin1')),
      movieOf(movie, parts, places),
      dataHeader(byteLength),
    ]);
  };
  return head(head(0).length);
}

function lengthOf({ data }: Part): number {
  return data.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Returns the index (`moov`) of the joined file. Boxes that describe the codec are copied from the
 * segments; times and tables of the frames are new. `places` is the table of offsets, already as a
 * box.
 */
function movieOf(movie: Buffer, parts: readonly Part[], places: Buffer): Buffer {
  const [{ timescale, frameDuration } = { timescale: 1, frameDuration: 1 }] = parts;
  const samples = parts.flatMap((part) => part.samples);
  const mediaDuration = samples.length * frameDuration;
  const duration = Math.round((mediaDuration * MOVIE_TIMESCALE) / timescale);
  // With B-frames, decoding starts before presentation: the edit list skips this delay.
  const delay = samples.reduce((max, { offset }) => Math.max(max, -offset), 0);
  const boxOf = (...path: string[]) => wholeBox(movie, 'moov', 'trak', ...path);
  const header = Buffer.from(wholeBox(movie, 'moov', 'mvhd'));
  // Version 0: creation, modification, timescale, duration.
  header.writeUInt32BE(MOVIE_TIMESCALE, 20);
  header.writeUInt32BE(duration, 24);
  const track = Buffer.from(boxOf('tkhd'));
  track.writeUInt32BE(duration, 28);
  const edit = fullBox('elst', 0, 0, uint32([1, duration, delay, 0x1_0000]));
  const media = Buffer.from(boxOf('mdia', 'mdhd'));
  media.writeUInt32BE(mediaDuration, 24);
  const table = box(
    'stbl',
    description(movie),
    ...samplesOf(samples, delay, frameDuration),
    chunksOf(parts),
    places,
  );
  const { start, end } = boxAt(movie, 'moov', 'trak', 'mdia', 'minf');
  const keptBoxes = boxesIn(movie, start, end).filter(({ type }) => type !== 'stbl');
  const keptBytes = keptBoxes.map(({ type }) => boxOf('mdia', 'minf', type));
  const minf = box('minf', ...keptBytes, table);
  const mdia = box('mdia', media, boxOf('mdia', 'hdlr'), minf);
  return box('moov', header, box('trak', track, box('edts', edit), mdia));
}

/** Tables of durations, composition offsets, key frames and sizes. */
function samplesOf(samples: readonly Sample[], delay: number, frameDuration: number): Buffer[] {
  const offsets: number[] = [];
  let runs = 0;
  for (const [index, { offset }] of samples.entries()) {
    if (index > 0 && samples[index - 1]?.offset === offset) {
      offsets[offsets.length - 2] = (offsets.at(-2) ?? 0) + 1;
    } else {
      offsets.push(1, offset + delay);
      runs += 1;
    }
  }
  const sync = samples.flatMap(({ isSync }, index) => (isSync ? [index + 1] : []));
  return [
    fullBox('stts', 0, 0, uint32([1, samples.length, frameDuration])),
    ...(delay > 0 || runs > 1 ? [fullBox('ctts', 0, 0, uint32([runs, ...offsets]))] : []),
    // There is no table of key frames if every frame is a key frame.
    ...(sync.length < samples.length
      ? [fullBox('stss', 0, 0, uint32([sync.length, ...sync]))]
      : []),
    fullBox('stsz', 0, 0, uint32([0, samples.length, ...samples.map(({ bytes }) => bytes)])),
  ];
}

/** The sample-to-chunk table; each segment is a chunk. */
function chunksOf(parts: readonly Part[]): Buffer {
  const counts = parts.flatMap(({ samples }, index) =>
    samples.length === parts[index - 1]?.samples.length ? [] : [index + 1, samples.length, 1],
  );
  return fullBox('stsc', 0, 0, uint32([counts.length / 3, ...counts]));
}
