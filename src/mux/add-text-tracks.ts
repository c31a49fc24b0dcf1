import { type FileHandle, open } from 'node:fs/promises';
import type { Size } from '../output/index.ts';
import { writeAll } from '../system/index.ts';
import { box, boxAt, boxesIn, dataHeader, fullBox, uint32, uint64 } from './boxes.ts';
import { corrupt } from './corrupt.ts';
import { type ByteRange, copySpans, outerBoxes } from './segment-file.ts';
import { type TextSample, type TextTrack, textSamples, textTrackBox } from './text-track.ts';

type TextJob = Size & {
  /** A video file of this service. */
  from: string;
  to: string;
  format: 'mp4' | 'mov';
  tracks: readonly TextTrack[];
  /** The duration of the video. */
  seconds: number;
};

/** The boxes that contain tables of places. */
const CONTAINERS = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
const MAX_UINT32 = 0xffff_ffff;
const TEXT_HEADER_BYTES = 8;

/**
 * Copies a video and adds tracks of text, which players do not show until they are chosen. The index comes first,
 * then the texts, then the frames, unchanged: the index can stand anywhere in the source.
 */
export async function addTextTracks(job: TextJob, signal?: AbortSignal): Promise<void> {
  const { tracks, seconds } = job;
  await using source = await open(job.from);
  const boxes = await outerBoxes(source);
  const [data, second] = boxes.filter(({ type }) => type === 'mdat');
  const movie = boxes.find(({ type }) => type === 'moov');
  const kind = boxes.find(({ type }) => type === 'ftyp');
  if (!data || second || !movie || !kind)
    throw corrupt('Expected a video with an index and its frames.');
  const index = await spanOf(source, { start: movie.at, end: movie.end });
  const samples = tracks.map(({ texts }) => textSamples(texts, seconds));
  const texts = box('mdat', ...samples.flatMap((list) => list.map(({ bytes }) => bytes)));
  const frameHeader = dataHeader(data.end - data.start);
  const kindLength = kind.end - kind.at;
  const indexOf = (length: number) => {
    const textStart = kindLength + length + TEXT_HEADER_BYTES;
    const frameStart = kindLength + length + texts.length + frameHeader.length;
    return withTracks(Buffer.from(index), {
      job,
      samples,
      textStart,
      shift: frameStart - data.start,
    });
  };
  await using file = await open(job.to, 'w');
  const write = (bytes: Buffer) => {
    signal?.throwIfAborted();
    return writeAll(file, bytes);
  };
  await copySpans(source, [{ start: kind.at, end: kind.end }], write);
  // The length of the index does not depend on where it says that the frames are.
  await write(indexOf(indexOf(0).length));
  await write(texts);
  await write(frameHeader);
  await copySpans(source, [data], write);
}

/** Reads a part of a file that fits into memory. */
async function spanOf(file: FileHandle, span: ByteRange): Promise<Buffer> {
  const parts: Buffer[] = [];
  await copySpans(file, [span], async (bytes) => parts.push(bytes));
  return Buffer.concat(parts);
}

type NewTracks = {
  job: TextJob;
  samples: readonly (readonly TextSample[])[];
  /** The place of the first text in the file. */
  textStart: number;
  /** How far the frames move. */
  shift: number;
};

/** Returns an index with further tracks, for frames that move. */
function withTracks(movie: Buffer, { job, samples, textStart, shift }: NewTracks): Buffer {
  const { start, end } = boxAt(movie, 'moov');
  const ids = boxesIn(movie, start, end)
    .filter(({ type }) => type === 'trak')
    .map(({ start: at, end: to }) => {
      const trackHeader = boxAt(movie.subarray(at, to), 'tkhd');
      return movie.readUInt32BE(at + trackHeader.start + 12);
    });
  const header = boxAt(movie, 'moov', 'mvhd');
  const movieTimescale = movie.readUInt32BE(header.start + 12);
  const firstId = Math.max(...ids) + 1;
  // The last field of the header is the id of the next track.
  movie.writeUInt32BE(firstId + job.tracks.length, header.end - 4);
  let dataStart = textStart;
  const { width, height, format } = job;
  const place = { width, height, movieTimescale, isQuickTime: format === 'mov' };
  const trackBoxes = job.tracks.map((track, index) => {
    const trackSamples = samples[index] ?? [];
    const ownPlace = { ...place, id: firstId + index, dataStart };
    dataStart += trackSamples.reduce((sum, { bytes }) => sum + bytes.length, 0);
    return textTrackBox(track, trackSamples, ownPlace);
  });
  return box('moov', movedBoxes(movie.subarray(start, end), shift), ...trackBoxes);
}

/** Returns boxes whose tables of places point to frames that have moved. */
function movedBoxes(bytes: Buffer, shift: number): Buffer {
  return Buffer.concat(
    boxesIn(bytes).map(({ type, start, end }) => {
      const content = bytes.subarray(start, end);
      if (CONTAINERS.includes(type)) return box(type, movedBoxes(content, shift));
      if (type === 'stco' || type === 'co64') return placesBox(type, content, shift);
      return box(type, content);
    }),
  );
}

/** Returns a table of places. Places beyond 4 GB need 64 bits, whose tables have another length. */
function placesBox(type: 'stco' | 'co64', content: Buffer, shift: number): Buffer {
  const count = content.readUInt32BE(4);
  const places = Array.from({ length: count }, (_, index) =>
    type === 'stco'
      ? content.readUInt32BE(8 + index * 4)
      : Number(content.readBigUInt64BE(8 + index * 8)),
  );
  // The boxes before the frames are smaller than 256 MB, so that the kind of table is known before them.
  const isLong = type === 'co64' || (places.at(-1) ?? 0) > MAX_UINT32 - 2 ** 28;
  const movedPlaces = places.map((place) => place + shift);
  return isLong
    ? fullBox('co64', 0, 0, uint32([count]), uint64(movedPlaces))
    : fullBox('stco', 0, 0, uint32([count, ...movedPlaces]));
}
