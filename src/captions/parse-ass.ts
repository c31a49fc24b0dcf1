import { say } from '../base/index.ts';
import { lineError } from './caption-fault.ts';
import { cleanText } from './caption-text.ts';
import { CueList } from './cue-list.ts';
import { LineReader, type TextLine } from './lines.ts';
import { type ParsedCues, withoutBraces } from './parse-srt.ts';
import { readTime } from './times.ts';

/** The fields of a dialogue in files without a line `Format`. */
const FIELDS = [
  ...['layer', 'start', 'end', 'style', 'name'],
  ...['marginl', 'marginr', 'marginv', 'effect', 'text'],
];
const MAX_FIELDS = 30;

/** Parses the dialogues of ASS or SSA. Styles, positions and override tags are left out; drawings show nothing. */
export function parseAss(text: string): ParsedCues {
  const lines = new LineReader(text);
  const list = new CueList();
  const markupLines: number[] = [];
  let fields: readonly string[] = FIELDS;
  let isInEvents = false;
  for (let line = lines.take(); line; line = lines.take()) {
    const start = line.text.trimStart();
    if (start.startsWith('[')) isInEvents = /^\[events\]/i.test(start);
    if (!isInEvents) continue;
    if (/^format:/i.test(start)) fields = fieldNames(line);
    if (!/^dialogue:/i.test(start)) continue;
    const values = splitFields(start.slice('dialogue:'.length), fields.length);
    const fieldOf = (name: string) => values[fields.indexOf(name)] ?? '';
    const [startTime, endTime] = [timeOf(fieldOf('start')), timeOf(fieldOf('end'))];
    if (startTime === undefined || endTime === undefined) throw noTimes(line);
    const content = plainText(fieldOf('text'));
    if (content.hasTags) markupLines.push(line.number);
    // No player shows such a dialogue.
    if (endTime <= startTime) continue;
    const cue = { startSeconds: startTime, endSeconds: endTime };
    list.add({ ...cue, text: cleanText(content.text) });
  }
  // Dialogues may stand in any order.
  list.cues.sort((a, b) => a.startSeconds - b.startSeconds);
  return { cues: list.cues, markupLines };
}

function fieldNames(line: TextLine): string[] {
  const names = line.text
    .slice(line.text.indexOf(':') + 1, 2000)
    .split(',', MAX_FIELDS)
    .map((name) => name.trim().toLowerCase());
  if (['start', 'end', 'text'].every((name) => names.includes(name)) && names.at(-1) === 'text')
    return names;
  throw lineError('ass', line, {
    what: say`the fields Start, End and, as the last one, Text`,
    hint: 'Write Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text.',
  });
}

/** Splits a line at its first commas; the last field has all others. */
function splitFields(text: string, count: number): string[] {
  const values: string[] = [];
  let from = 0;
  while (values.length < count - 1) {
    const comma = text.indexOf(',', from);
    if (comma < 0) break;
    values.push(text.slice(from, comma).trim());
    from = comma + 1;
  }
  return [...values, text.slice(from)];
}

function timeOf(text: string): number | undefined {
  const time = readTime(text, 0);
  return time?.end === text.length ? time.seconds : undefined;
}

function noTimes(line: TextLine) {
  return lineError('ass', line, {
    what: say`a start and an end`,
    hint: 'Write the times as hours, minutes and seconds, such as 0:00:01.50.',
  });
}

/** The text of a dialogue without override tags. With `\p1`, the text is a drawing. */
function plainText(text: string): { text: string; hasTags: boolean } {
  if (/\\p[1-9]/.test(text) && text.includes('{')) return { text: '', hasTags: true };
  const { text: plain, hasTags } = withoutBraces(text);
  return {
    text: plain.replaceAll('\\N', '\n').replaceAll('\\n', '\n').replaceAll('\\h', '\u00a0'),
    hasTags,
  };
}
