import { leadingWords } from '../../captions/index.ts';

/** Shorter texts break only where they must. */
const MIN_WORDS = 5;
const NO_BREAK_SPACE = '\u00a0';
/** Allows a line break and draws nothing. */
const BREAK = '\u200b';

/** Lines that each begin like the words of another speaker. */
const SPEAKER = /^(?:[-–—‐•]|>>)/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;

/**
 * The forms in which a text can be set; each has as many characters as the text. `own`: with its own lines.
 * `flowing`: as one paragraph whose lines are found anew; lines of several speakers stay. `bySense`: in two lines,
 * the first of which ends with a sign of punctuation near the middle. Where no space follows the sign, the line
 * break is one character more, at `extraAt`.
 */
export type TextForms = { own: string; flowing: string; bySense?: BrokenText };

export type BrokenText = { text: string; extraAt?: number };

export function textForms(text: string, language: string): TextForms {
  const boundText = withBoundWords(text, language);
  const lines = boundText.split('\n');
  const isDialogue = lines.length > 1 && lines.every((line) => SPEAKER.test(line));
  if (isDialogue) return { own: boundText, flowing: boundText };
  const flowing = lines.reduce((joined, line) => joined + gapBetween(joined, line) + line);
  const bySense = brokenBySense(flowing);
  return { own: boundText, flowing, ...(bySense !== undefined && { bySense }) };
}

/** Behind a sign that ends a part of a sentence: a space, or nothing in scripts without spaces. */
const SENSE =
  /(?<=[,;:.!?…،؛؟।።፣၊។])[ \u200b]|(?<=[。，、！？；：])(?![。，、！？；：」』）】”’]|$)/gu;
/** The share of the characters before the break. */
const [MIN_SHARE, MAX_SHARE] = [0.36, 0.64];

function brokenBySense(text: string): BrokenText | undefined {
  let best: number | undefined;
  for (const { index } of text.matchAll(SENSE)) {
    const share = (at: number) => Math.abs(at / text.length - 0.5);
    if (best === undefined || share(index) < share(best)) best = index;
  }
  if (best === undefined) return undefined;
  const part = best / text.length;
  if (part < MIN_SHARE || part > MAX_SHARE) return undefined;
  const hasSpace = /[ \u200b]/.test(text.charAt(best));
  const broken = `${text.slice(0, best)}\n${text.slice(hasSpace ? best + 1 : best)}`;
  return { text: broken, ...(!hasSpace && { extraAt: best }) };
}

function gapBetween(line: string, nextLine: string): string {
  const isUnspaced = UNSPACED.test(line.at(-1) ?? '') && UNSPACED.test(nextLine[0] ?? '');
  return isUnspaced ? BREAK : ' ';
}

/** Binds articles and the like to the next word of their line. */
function withBoundWords(text: string, language: string): string {
  const leaders = leadingWords(language);
  if (leaders.size === 0) return text;
  const parts = text.split(' ');
  if (parts.length < MIN_WORDS) return text;
  return parts.reduce((joined, part, index) => {
    const previousPart = (parts[index - 1] ?? '').split('\n').at(-1) ?? '';
    const isBound = leaders.has(previousPart.toLowerCase());
    return joined + (isBound ? NO_BREAK_SPACE : ' ') + part;
  });
}
