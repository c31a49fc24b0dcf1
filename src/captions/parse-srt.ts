import { say } from '../base/index.ts';
import { lineError } from './caption-fault.ts';
import { cleanText, withoutTags } from './caption-text.ts';
import type { Cue } from './cue.ts';
import { CueList } from './cue-list.ts';
import { LineReader, type TextLine } from './lines.ts';
import { readTimeLine } from './times.ts';

export type ParsedCues = {
  cues: Cue[];
  /** Numbers of the lines from which tags or settings were removed. */
  markupLines: number[];
};

/** The tags that SRT files have. Other words in angle brackets are text. */
const TAG = /^\/?(?:[biusBIUS]|font|FONT)(?:[ \t][^<>]{0,200})?$/;
/** Keeps a text from being read as a tag or as a time line; the writer adds it, the parser removes it. */
const JOINER = '\u2060';
const MEANT_AS_TEXT = /<(?=\u2060*\/?(?:[bius]|font)[ \t>])|\{(?=\u2060*\\)|-(?=\u2060*->)/gi;
const JOINED =
  /(<)\u2060(?=\u2060*\/?(?:[bius]|font)[ \t>])|(\{)\u2060(?=\u2060*\\)|(-)\u2060(?=\u2060*->)/gi;

/** Parses SRT. An empty line before a number is not required, and numbers may be absent or wrong. */
export function parseSrt(content: string): ParsedCues {
  const lines = new LineReader(content);
  const list = new CueList();
  const markupLines: number[] = [];
  for (;;) {
    const first = nextFilled(lines);
    if (!first) break;
    const timeLine = readTimeLine(first.text) ? first : takeAfterNumber(lines, first);
    const times = readTimeLine(timeLine.text);
    if (!times) throw noTimes(timeLine);
    if (times.endSeconds <= times.startSeconds) throw reversed(timeLine);
    const { startSeconds, endSeconds } = times;
    const text = takeTexts(lines, markupLines).join('\n');
    list.add({ startSeconds, endSeconds, text: cleanText(text) });
  }
  return { cues: list.cues, markupLines };
}

/** Takes the lines of a cue, and adds the numbers of those with markup to `markupLines`. */
function takeTexts(lines: LineReader, markupLines: number[]): string[] {
  const texts: string[] = [];
  for (let line = lines.peek(); line && line.text.trim() !== ''; line = lines.peek()) {
    if (readTimeLine(line.text)) {
      // The number of the next cue is the line before its times.
      if (isNumber(texts.at(-1) ?? '')) texts.pop();
      break;
    }
    lines.take();
    const plain = plainText(line.text);
    if (plain.hasTags) markupLines.push(line.number);
    texts.push(plain.text);
  }
  return texts;
}

/** Returns the next line that is not empty, and takes all before it and itself. */
function nextFilled(lines: LineReader): TextLine | undefined {
  let line = lines.take();
  while (line && line.text.trim() === '') line = lines.take();
  return line;
}

/** Returns the line behind a number. */
function takeAfterNumber(lines: LineReader, first: TextLine): TextLine {
  const next = lines.peek();
  if (!isNumber(first.text) || !next?.text.includes('-->')) return first;
  lines.take();
  return next;
}

function isNumber(text: string): boolean {
  return /^\d{1,9}$/.test(text.trim().slice(0, 20));
}

function noTimes(line: TextLine) {
  return lineError('srt', line, {
    what: say`the times of a cue`,
    hint: 'Write the start and the end, such as 00:00:01,000 --> 00:00:03,500, and an empty line between cues.',
  });
}

function reversed(line: TextLine) {
  const hint = 'Write the start before the end.';
  return lineError('srt', line, { what: say`an end after the start`, hint });
}

/** Returns a line without tags and the positions of ASS, such as {\an8}. */
function plainText(line: string): { text: string; hasTags: boolean } {
  const tagless = withoutTags(line, (tag) => TAG.test(tag));
  const { text, hasTags } = withoutBraces(tagless.text);
  return { text: text.replaceAll(JOINED, '$1$2$3'), hasTags: tagless.hasTags || hasTags };
}

/** Removes `{\…}`. */
export function withoutBraces(text: string): { text: string; hasTags: boolean } {
  let result = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('{\\', from);
    const close = open < 0 ? -1 : text.indexOf('}', open);
    if (close < 0) break;
    result += text.slice(from, open);
    from = close + 1;
  }
  return { text: result + text.slice(from), hasTags: from > 0 };
}

/** Writes a line of a text so that no part of it is read as a tag or as times. */
export function srtLine(line: string): string {
  return line.replaceAll(MEANT_AS_TEXT, `$&${JOINER}`);
}
