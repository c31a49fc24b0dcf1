import { type Fault, fault, type Message, quoted, say, type Wording } from '../base/index.ts';
import { editableOf, type Place } from './entry-faults.ts';

/** All texts of a video are laid out in about a second, whatever the script and the box. */
export const MAX_VIDEO_CHARACTERS = 150_000;

const MAX_TEXT_CHARACTERS = 10_000;

/** Returns a fault for a text that is too long or has characters that cannot be drawn. */
export function textFaults(text: string, maxLength: number | undefined, place: Place): Fault[] {
  const max = Math.min(maxLength ?? MAX_TEXT_CHARACTERS, MAX_TEXT_CHARACTERS);
  const textPlace = { ...place, pointer: `${place.pointer}/source/text` };
  // UTF-16 units are counted first, so that a text of a megabyte is rejected without splitting it into
  // characters.
  const length = text.length > max * 2 ? text.length : [...text].length;
  if (length <= max) return characterFaults(text, textPlace);
  const details = { received: `${length}`, hint: 'Shorten the text.', place: textPlace };
  return [refusal(say`at most ${max} characters`, details)];
}

/** Returns a fault for a text with characters that cannot be drawn or spoken. `pointer` is that of the text. */
export function characterFaults(text: string, place: Place): Fault[] {
  const refuse = (what: Message, received: Wording, hint: string) => [
    refusal(what, { received, hint, place }),
  ];
  if (!text.isWellFormed()) {
    const index = [...text].findIndex((c) => !c.isWellFormed());
    const hint = 'Do not cut a string inside an emoji.';
    return refuse(say`well-formed Unicode`, say`a lone surrogate at character ${index}`, hint);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are rejected
  const control = /[\u0000-\u0008\u000e-\u001f\u007f]/.exec(text);
  if (!control) return [];
  const code = control[0].charCodeAt(0).toString(16).padStart(4, '0').toUpperCase();
  const hint = 'Use \\n for a line break and leave out other control characters.';
  return refuse(say`printable characters`, say`U+${code} at ${control.index}`, hint);
}

function refusal(
  what: Message,
  { received, hint, place }: { received: Wording; hint: string; place: Place },
): Fault {
  const message = say`Expected ${what} for the text ${quoted(place.name)} but received ${received}.`;
  return fault('text_invalid', message, { pointer: place.pointer, ...editableOf(place), hint });
}

/** Returns a fault when all texts together are too long. Equal texts are laid out once. */
export function totalTextFaults(entries: Readonly<Record<string, unknown>>): Fault[] {
  const texts = new Set<string>();
  for (const entry of Object.values(entries)) {
    const { source } = (entry ?? {}) as { source?: { text?: unknown } | null };
    const words = source?.text;
    if (typeof words === 'string' && words.length <= MAX_TEXT_CHARACTERS) texts.add(words);
  }
  let length = 0;
  for (const words of texts) length += words.length;
  if (length <= MAX_VIDEO_CHARACTERS) return [];
  const message = say`Expected at most ${MAX_VIDEO_CHARACTERS} characters for all texts of a video but received ${length}.`;
  return [fault('text_invalid', message, { pointer: '/resources', hint: 'Shorten the texts.' })];
}
