import { say } from '../base/index.ts';
import { lineError } from './caption-fault.ts';
import { cleanText } from './caption-text.ts';
import { type Cue, type CueWord, MAX_CUE_WORDS } from './cue.ts';
import { CueList } from './cue-list.ts';
import { LineReader, type TextLine, takeBlock } from './lines.ts';
import type { ParsedCues } from './parse-srt.ts';
import { readTime, readTimeLine } from './times.ts';

/**
 * Parses WebVTT. Tags, classes, voices, styles, regions and positions are left out; times within a cue become
 * the times of its words.
 */
export function parseVtt(text: string): ParsedCues {
  const lines = new LineReader(text);
  const list = new CueList();
  const markupLines: number[] = [];
  // The header has all lines before the first empty line.
  while (isHeader(lines.peek())) lines.take();
  for (;;) {
    while (lines.peek()?.text.trim() === '') lines.take();
    const block = takeBlock(lines);
    const [first] = block;
    if (!first) break;
    if (/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first.text)) {
      if (!first.text.startsWith('NOTE')) markupLines.push(first.number);
      continue;
    }
    const { cue, markupLine } = readCue(first, block);
    if (markupLine !== undefined) markupLines.push(markupLine);
    list.add(cue);
  }
  return { cues: list.cues, markupLines };
}

/** Reads the lines of a cue: perhaps a name, the times, and the text. */
function readCue(first: TextLine, block: readonly TextLine[]): { cue: Cue; markupLine?: number } {
  const at = first.text.includes('-->') ? 0 : 1;
  const timeLine = block[at];
  if (!timeLine) throw noTimes(first);
  const times = readTimeLine(timeLine.text);
  if (!times) throw noTimes(timeLine);
  const { startSeconds, endSeconds, settings } = times;
  if (endSeconds <= startSeconds) throw reversed(timeLine);
  const { parts, hasTags } = readPayload(block.slice(at + 1));
  const words = wordsOf(parts, startSeconds, endSeconds);
  const text = cleanText(parts.map((part) => part.text).join(''));
  return {
    cue: { startSeconds, endSeconds, text, ...(words.length > 0 && { words }) },
    ...((settings !== '' || hasTags) && { markupLine: timeLine.number }),
  };
}

function isHeader(line: TextLine | undefined): boolean {
  return line !== undefined && line.text.trim() !== '' && !line.text.includes('-->');
}

function noTimes(line: TextLine) {
  return lineError('vtt', line, {
    what: say`the times of a cue`,
    hint: 'Write the start and the end, such as 00:00:01.000 --> 00:00:03.500, and an empty line between cues.',
  });
}

function reversed(line: TextLine) {
  const hint = 'Write the start before the end.';
  return lineError('vtt', line, { what: say`an end after the start`, hint });
}

/** A part of a cue's text, and the time in the tag before it. */
type Part = { seconds: number | undefined; text: string };

/** Reads the text of a cue: its parts between time tags, without other tags. */
function readPayload(lines: readonly TextLine[]): { parts: Part[]; hasTags: boolean } {
  const text = lines.map((line) => line.text).join('\n');
  const parts: Part[] = [{ seconds: undefined, text: '' }];
  let hasTags = false;
  let from = 0;
  const write = (plain: string) => {
    const part = parts.at(-1);
    if (part) part.text += decodeEntities(plain);
  };
  for (;;) {
    const open = text.indexOf('<', from);
    if (open < 0) break;
    write(text.slice(from, open));
    const close = text.indexOf('>', open);
    const tag = close < 0 ? text.slice(open + 1) : text.slice(open + 1, close);
    from = close < 0 ? text.length : close + 1;
    const time = readTime(tag, 0);
    if (time && time.end === tag.length) parts.push({ seconds: time.seconds, text: '' });
    else hasTags = true;
  }
  write(text.slice(from));
  return { parts, hasTags };
}

/** The words that time tags separate; none if there are no tags. A word ends where the next one begins. */
function wordsOf(parts: readonly Part[], startSeconds: number, endSeconds: number): CueWord[] {
  if (parts.length === 1) return [];
  const words: CueWord[] = [];
  let start = startSeconds;
  for (const [index, part] of parts.entries()) {
    start = Math.min(Math.max(part.seconds ?? start, start), endSeconds);
    const next = parts[index + 1]?.seconds;
    const end = Math.min(Math.max(next ?? endSeconds, start), endSeconds);
    const text = cleanText(part.text).replaceAll('\n', ' ');
    if (text !== '') words.push({ startSeconds: start, endSeconds: end, text });
    if (words.length >= MAX_CUE_WORDS) break;
  }
  return words;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** Replaces the character references that WebVTT files have. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:([a-z]{2,4})|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g,
    (reference, ...groups) => {
      const [name, decimal, hex] = groups as (string | undefined)[];
      if (name !== undefined) return ENTITIES[name] ?? reference;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : '';
    },
  );
}

/** Writes a text for WebVTT: characters of tags as references. */
export function vttText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
