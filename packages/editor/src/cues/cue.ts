/** A word of a cue and the time at which it is spoken, in seconds. */
export type Word = { readonly start: number; readonly end: number; readonly text: string };

/** A caption as it is in a mapping: a text and the time at which it shows, in seconds. */
export type Cue = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly words?: readonly Word[];
};

/** The limits of the service. */
export const MAX_CUES = 5000;
export const MAX_CUE_CHARACTERS = 1000;
const MAX_CUE_SECONDS = 86_400;

/** Rounds seconds to milliseconds, the precision of all formats. */
export function toMilliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** Returns a time as its field shows it: `1:02.5`. */
export function timeText(seconds: number): string {
  const tenths = Math.round(Math.max(0, seconds) * 10);
  const secondsText = String(Math.floor(tenths / 10) % 60).padStart(2, '0');
  return `${Math.floor(tenths / 600)}:${secondsText}.${tenths % 10}`;
}

/** The first digits of the scripts in which people may type numbers. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];

/** Reads a time that a person typed: `1:02.5`, `62,5` or `1:00:02`. Undefined if it is none, or above a day. */
export function parseTime(text: string): number | undefined {
  const latin = [...text.trim()]
    .map(latinDigit)
    .join('')
    .replaceAll(/[,٫]/g, '.')
    .replaceAll('：', ':');
  if (!/^(?:\d{1,4}:){0,2}\d{1,5}(?:\.\d{0,6})?$/.test(latin)) return undefined;
  const seconds = latin.split(':').reduce((total, part) => total * 60 + Number(part), 0);
  return seconds <= MAX_CUE_SECONDS ? toMilliseconds(seconds) : undefined;
}

function latinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10);
  return zero === undefined ? character : String(code - zero);
}

/** Returns the index of the cue that shows at a time; -1 if none does. The cues are in the order of their starts. */
export function cueIndexAt(cues: readonly Cue[], seconds: number): number {
  const index = lastStarted(cues, seconds);
  const cue = cues[index];
  return cue && seconds < cue.end ? index : -1;
}

/** Returns the index of the last cue that has started at a time; -1 before the first one. */
export function lastStarted(cues: readonly Cue[], seconds: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    // Times are whole milliseconds, those of frames are not.
    if ((cues[middle]?.start ?? 0) <= seconds + 0.0005) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
