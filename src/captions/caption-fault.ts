import { AppError, jsonPointer, type Message, say } from '../base/index.ts';
import { type CaptionFormat, FORMAT_NAMES } from './cue.ts';
import type { TextLine } from './lines.ts';

const MAX_RECEIVED = 60;

/** The error of captions in which a line is wrong. */
export function lineError(
  format: CaptionFormat,
  { number, text }: TextLine,
  { what, hint }: { what: Message; hint: string },
): AppError {
  const name = FORMAT_NAMES[format];
  return new AppError(
    'captions_invalid',
    say`Expected ${what} in line ${number} of the ${name} captions but received ${receivedText(text)}.`,
    { hint },
  );
}

/** The error of a value in a list of cues; `path` leads to it, from the index of the cue. */
export function cueError(
  [index, ...path]: readonly [number, ...(string | number)[]],
  value: unknown,
  { what, hint }: { what: Message; hint: string },
): AppError {
  return new AppError(
    'captions_invalid',
    say`Expected ${what} for cue ${index + 1} of the captions but received ${receivedText(value)}.`,
    { pointer: jsonPointer(index, ...path), hint },
  );
}

/** The beginning of a line or value, in quotes. Lists and objects are not written: they may be very deep. */
export function receivedText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}';
  if (typeof value === 'number') return String(value);
  const json = JSON.stringify(typeof value === 'string' ? value.trim().slice(0, 200) : value);
  return (json ?? 'undefined').slice(0, MAX_RECEIVED).toWellFormed();
}
