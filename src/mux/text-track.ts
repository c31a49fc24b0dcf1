import { box, fullBox, uint32 } from './boxes.ts';

/** A text and the time at which it shows, in seconds from the start of the video. */
export type TimedText = { startSeconds: number; endSeconds: number; text: string };

/** Texts that a player shows over the video when a viewer chooses them. */
export type TextTrack = {
  /** The language in three letters (ISO 639-2/T). */
  code: string;
  /** The language tag (BCP 47), if the language is known. */
  tag?: string;
  title: string;
  /** In their order, without overlaps. */
  texts: readonly TimedText[];
};

/** A sample of a text track: a text, or nothing between two texts. Times are milliseconds. */
export type TextSample = { startMs: number; durationMs: number; bytes: Buffer };

/** Times of captions are whole milliseconds. */
const TIMESCALE = 1000;
const MAX_TEXT_BYTES = 0xffff;
/** Only one track of a group is shown. ffmpeg has the same number for all tracks of this kind. */
const GROUP = 3;
/** The track is part of the movie. It is not enabled: players show it when it is chosen. */
const IN_MOVIE = 2;
/** The part of the height that has the texts, at the lower edge. */
const BOX_SHARE = 0.2;
const FONT_SHARE = 0.05;
const FONT = 'Sans-Serif';

/**
 * Returns the samples of a track from the start to the end of the video. A text that would have no length is left
 * out.
 */
export function textSamples(texts: readonly TimedText[], seconds: number): TextSample[] {
  const end = Math.floor(seconds * TIMESCALE);
  const samples: TextSample[] = [];
  let at = 0;
  const add = (until: number, text: string) => {
    if (until <= at) return;
    samples.push({ startMs: at, durationMs: until - at, bytes: sampleOf(text) });
    at = until;
  };
  for (const { startSeconds, endSeconds, text } of texts) {
    add(Math.min(end, Math.round(startSeconds * TIMESCALE)), '');
    add(Math.min(end, Math.round(endSeconds * TIMESCALE)), text);
  }
  add(end, '');
  return samples;
}

/** A text with its length in two bytes (3GPP TS 26.245, 5.17). */
function sampleOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Math.min(bytes.length, MAX_TEXT_BYTES);
  return Buffer.concat([uint16([length]), bytes.subarray(0, length)]);
}

/** Where a track stands in a file. Durations and sizes are those of the video. */
type Place = {
  id: number;
  /** The place of the first sample in the file; the others follow. */
  dataStart: number;
  width: number;
  height: number;
  movieTimescale: number;
  /** Whether the file is a QuickTime movie, whose names have another form. */
  isQuickTime: boolean;
};

/** Returns the box of a track whose samples stand together in the file. */
export function textTrackBox(
  { code, tag, title }: Omit<TextTrack, 'texts'>,
  samples: readonly TextSample[],
  { id, dataStart, width, height, movieTimescale, isQuickTime }: Place,
): Buffer {
  const durationMs = samples.reduce((sum, sample) => sum + sample.durationMs, 0);
  const duration = Math.round((durationMs * movieTimescale) / TIMESCALE);
  const boxHeight = Math.round(height * BOX_SHARE);
  const header = fullBox(
    'tkhd',
    0,
    IN_MOVIE,
    uint32([0, 0, id, 0, duration, 0, 0]),
    uint16([0, GROUP, 0, 0]),
    matrix(height - boxHeight),
    uint32([fixed(width), fixed(boxHeight)]),
  );
  const mediaHeader = fullBox('mdhd', 0, 0, uint32([0, 0, TIMESCALE, durationMs]), language(code));
  const longLanguage = tag === undefined ? [] : [fullBox('elng', 0, 0, cString(tag))];
  const handler = fullBox(
    'hdlr',
    0,
    0,
    Buffer.from(isQuickTime ? 'mhlrsbtl' : '\0\0\0\0sbtl'),
    uint32([0, 0, 0]),
    isQuickTime ? pascalString(title) : cString(title),
  );
  const place = box('dinf', fullBox('dref', 0, 0, uint32([1]), fullBox('url ', 0, 1)));
  const durations = samples.flatMap((sample) => [1, sample.durationMs]);
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, uint32([1]), sampleEntry(width, boxHeight, height)),
    fullBox('stts', 0, 0, uint32([samples.length, ...durations])),
    fullBox('stsc', 0, 0, uint32([1, 1, samples.length, 1])),
    fullBox('stsz', 0, 0, uint32([0, samples.length, ...samples.map(({ bytes }) => bytes.length)])),
    fullBox('co64', 0, 0, uint32([1, Math.floor(dataStart / 2 ** 32), dataStart % 2 ** 32])),
  );
  const media = box(
    'mdia',
    mediaHeader,
    ...longLanguage,
    handler,
    box('minf', fullBox('nmhd', 0, 0), place, table),
  );
  return box('trak', header, media, box('udta', box('name', Buffer.from(title))));
}

/** The sample description: white letters in the middle of the lowest lines (3GPP TS 26.245, 5.16). */
function sampleEntry(width: number, boxHeight: number, videoHeight: number): Buffer {
  const [CENTER, BOTTOM] = [1, 0xff];
  const textBox = uint16([0, 0, boxHeight, Math.min(width, MAX_TEXT_BYTES)]);
  const fontSize = Math.min(255, Math.max(1, Math.round(videoHeight * FONT_SHARE)));
  const style = Buffer.concat([
    uint16([0, 0, 1]),
    Buffer.from([0, fontSize, 0xff, 0xff, 0xff, 0xff]),
  ]);
  const name = Buffer.from(FONT);
  const fonts = box('ftab', uint16([1, 1]), Buffer.from([name.length]), name);
  const background = Buffer.alloc(4);
  return box(
    'tx3g',
    // Reserved, and the data reference 1.
    uint16([0, 0, 0, 1]),
    uint32([0]),
    Buffer.from([CENTER, BOTTOM]),
    background,
    textBox,
    style,
    fonts,
  );
}

/** The language as three numbers of five bits, and two zero bytes. */
function language(code: string): Buffer {
  const bits = [...code].reduce((sum, letter) => sum * 32 + (letter.charCodeAt(0) - 0x60), 0);
  return uint16([bits, 0]);
}

/** The identity matrix, moved down by pixels. */
function matrix(down: number): Buffer {
  return uint32([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, fixed(down), 0x4000_0000]);
}

function fixed(value: number): number {
  return value * 0x1_0000;
}

function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

/** A text with its length in one byte. */
function pascalString(text: string): Buffer {
  const bytes = Buffer.from(text).subarray(0, 255);
  return Buffer.concat([Buffer.from([bytes.length]), bytes]);
}

function uint16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
}
