import type { Cue } from './cue.ts';

/** The formats in which captions are downloaded. */
export type CaptionFormat = 'srt' | 'vtt';

/** Keeps a text from being read as a tag or as times. Parsers of the service remove it. */
const JOINER = '\u2060';
const MEANT_AS_TEXT = /<(?=\u2060*\/?(?:[bius]|font)[ \t>])|\{(?=\u2060*\\)|-(?=\u2060*->)/gi;

/** Writes cues as the content of a file. Cues without a text are left out. */
export function writeCaptions(cues: readonly Cue[], format: CaptionFormat): string {
  const texts = cues
    .map((cue) => ({
      ...cue,
      text: cue.text
        .split(/\s*\n\s*/)
        .filter(Boolean)
        .join('\n'),
    }))
    .filter(({ text }) => text.trim() !== '');
  return format === 'srt' ? writeSrt(texts) : writeVtt(texts);
}

function writeSrt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, text }, at) =>
      `${at + 1}\n${fileTime(start, ',')} --> ${fileTime(end, ',')}\n${text.replaceAll(MEANT_AS_TEXT, `$&${JOINER}`)}\n`,
  );
  return blocks.join('\n');
}

function writeVtt(cues: readonly Cue[]): string {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const blocks = cues.map(
    ({ start, end, text }) =>
      `${fileTime(start, '.')} --> ${fileTime(end, '.')}\n${escaped(text)}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** `00:01:02.500` */
function fileTime(seconds: number, point: '.' | ','): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const milliseconds = String(ms % 1000).padStart(3, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${point}${milliseconds}`;
}
