import { MAX_CUE_SECONDS } from './cue.ts';

/** Rounds seconds to milliseconds, the precision of all formats. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

const [ZERO, NINE] = [48, 57];

/**
 * Reads a time such as `00:01:02,500`, `01:02.5` or `0:01:02.50` from `text`. Returns its seconds and the index
 * behind it; undefined if there is no time or if it is longer than a day.
 */
export function readTime(text: string, from: number): { seconds: number; end: number } | undefined {
  let at = from;
  const parts: number[] = [];
  for (;;) {
    const digits = digitsAt(text, at);
    if (digits === 0 || digits > 5) return undefined;
    parts.push(Number(text.slice(at, at + digits)));
    at += digits;
    if (parts.length === 3 || text[at] !== ':') break;
    at += 1;
  }
  if (parts.length < 2) return undefined;
  let fraction = 0;
  if (text[at] === ',' || text[at] === '.') {
    const digits = digitsAt(text, at + 1);
    if (digits === 0 || digits > 9) return undefined;
    fraction = Number(`0.${text.slice(at + 1, at + 1 + digits)}`);
    at += 1 + digits;
  }
  const [seconds = 0, minutes = 0, hours = 0] = parts.reverse();
  if (seconds >= 60 || minutes >= 60) return undefined;
  const total = toMilliseconds(hours * 3600 + minutes * 60 + seconds + fraction);
  return total > MAX_CUE_SECONDS ? undefined : { seconds: total, end: at };
}

function digitsAt(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) >= ZERO && text.charCodeAt(at) <= NINE) at += 1;
  return at - from;
}

const ARROW = '-->';
/** No time line is longer, with all settings that WebVTT has. */
const MAX_TIME_LINE = 1000;

/**
 * Reads `00:00:01,000 --> 00:00:03,500`, with anything behind it. Returns undefined for a line that has another
 * form.
 */
export function readTimeLine(
  line: string,
): { startSeconds: number; endSeconds: number; settings: string } | undefined {
  const text = line.slice(0, MAX_TIME_LINE);
  const arrow = text.indexOf(ARROW);
  if (arrow < 0) return undefined;
  const left = text.slice(0, arrow).trim();
  const right = text.slice(arrow + ARROW.length).trimStart();
  const start = readTime(left, 0);
  const end = readTime(right, 0);
  if (!start || !end || start.end !== left.length) return undefined;
  const settings = right.slice(end.end);
  if (settings !== '' && settings.trimStart() === settings) return undefined;
  return { startSeconds: start.seconds, endSeconds: end.seconds, settings: settings.trim() };
}

/** Writes a time as `00:01:02.500`; SRT has a comma instead of the point. */
export function writeTime(seconds: number, point: '.' | ',' = '.'): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [ms / 3_600_000, (ms / 60_000) % 60];
  const milliseconds = String(ms % 1000).padStart(3, '0');
  return `${two(hours)}:${two(minutes)}:${two((ms / 1000) % 60)}${point}${milliseconds}`;
}
