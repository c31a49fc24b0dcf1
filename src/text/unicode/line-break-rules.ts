import { LINE_BREAK_CLASSES } from './line-break-classes.ts';

/** A character with the marks and joiners that follow it (LB9): the unit of the rules. */
type Unit = {
  /** Line_Break class; the text's start and end are units, too. */
  cls: string;
  /** UTF-16 index. */
  start: number;
  codePoint: number;
  /** East_Asian_Width is fullwidth, wide or halfwidth. */
  wide: boolean;
  /** Whether the unit ends with a joiner. */
  joins: boolean;
  /** Regional indicators form pairs: whether this is the second of a pair. */
  second: boolean;
};

/** Whether a line may end before unit `i`; undefined leaves the decision to the next rules. */
type Rule = (units: readonly Unit[], i: number) => boolean | undefined;

/**
 * Break opportunities, as UTF-16 indices, by the Unicode Line Breaking Algorithm (UAX #14) of Unicode
 * 17, tailored as ICU does for CSS's `line-break: normal`.
 */
export function ruleBreaks(text: string, language: string): Set<number> {
  const units = unitsOf(text, /^zh\b/.test(language) ? CHINESE : NOT_TAILORED);
  const breaks = new Set<number>();
  for (let i = 2; i < units.length - 1; i++)
    if (mayBreak(units, i)) breaks.add(units[i]?.start ?? 0);
  if (text !== '') breaks.add(text.length);
  return breaks;
}

/** Whether a line may break before the unit `i`: the first rule with an answer decides; LB31 allows it. */
function mayBreak(units: readonly Unit[], i: number): boolean {
  for (const rule of RULES) {
    const answer = rule(units, i);
    if (answer !== undefined) return answer;
  }
  return true;
}

/**
 * Joins each character with its marks to a unit (LB9), between a unit for the start and one for the end of
 * the text. `tailored` replaces classes of single characters.
 */
function unitsOf(text: string, tailored: ReadonlyMap<number, string>): Unit[] {
  const end = { codePoint: 0, wide: false, joins: false, second: false };
  const units: Unit[] = [{ ...end, cls: 'sot', start: 0 }];
  let start = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    const { cls: standard, wide } = classOf(codePoint, character);
    const cls = tailored.get(codePoint) ?? standard;
    const last = units.at(-1);
    const marks = cls === 'CM' || cls === 'ZWJ';
    if (marks && last && !UNMARKED.has(last.cls)) last.joins = cls === 'ZWJ';
    else {
      const second = cls === 'RI' && last?.cls === 'RI' && !last.second;
      // LB10: a mark without a letter counts as a letter.
      units.push({ cls: marks ? 'AL' : cls, start, codePoint, wide, joins: cls === 'ZWJ', second });
    }
    start += character.length;
  }
  units.push({ ...end, cls: 'eot', start });
  return units;
}

const starts: number[] = [];
const entries: { cls: string; wide: boolean }[] = [];
for (const [, count = '', cls = '', wide] of LINE_BREAK_CLASSES.matchAll(
  /([0-9a-z]+)([A-Z]+2?)(w?)/g,
)) {
  starts.push((starts.at(-1) ?? 0) + Number.parseInt(count, 36));
  entries.push({ cls, wide: wide === 'w' });
}

/**
 * Quotation marks with an open and a closed side, and dashes that may begin a line (`-` is a class
 * without rules).
 */
const CHINESE: ReadonlyMap<number, string> = new Map([
  [0x201c, 'OP'],
  [0x201d, 'CL'],
  [0x301c, '-'],
  [0x30a0, '-'],
]);
const NOT_TAILORED: ReadonlyMap<number, string> = new Map();

/**
 * LB1: letters of scripts that need a dictionary are treated as letters, and their marks as marks.
 * Small kana may begin a line: only CSS's `strict` forbids it.
 */
function classOf(codePoint: number, character: string): { cls: string; wide: boolean } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint < (starts[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  const { cls = 'AL', wide = false } = entries[low] ?? {};
  if (cls === 'SA') return { cls: /^\p{M}/u.test(character) ? 'CM' : 'AL', wide };
  if (cls === 'H') return { cls: (codePoint - 0xac00) % 28 === 0 ? 'H2' : 'H3', wide };
  return { cls: cls === 'CJ' ? 'ID' : cls, wide };
}

const set = (classes: string) => new Set(classes.split(' '));
const UNMARKED = set('sot BK CR LF NL SP ZW');
const HARD = set('BK CR LF NL');
const CLOSERS = set('CL CP');
const LETTERS = set('AL HL');
const AFFIXES = set('PO PR');
const HYPHENS = set('HY HH');
const WORD = set('AL HL NU');
const IMAGES = set('ID EB EM');
const KOREAN = set('JL JV JT H2 H3');
const BEFORE_OPENING_QUOTE = set('sot BK CR LF NL OP QU GL SP ZW');
const AFTER_CLOSING_QUOTE = set('SP GL WJ CL QU CP EX IS SY BK CR LF NL ZW eot');
const BEFORE_HYPHENED = set('sot BK CR LF NL SP ZW CB GL');

const clsAt = (units: readonly Unit[], i: number) => units[i]?.cls ?? '';
const isInitialQuote = (unit: Unit | undefined) =>
  unit?.cls === 'QU' && /\p{Pi}/u.test(String.fromCodePoint(unit.codePoint));
const isFinalQuote = (unit: Unit | undefined) =>
  unit?.cls === 'QU' && /\p{Pf}/u.test(String.fromCodePoint(unit.codePoint));

/** The index of the last unit before `i` that is not a space. */
function pastSpaces(units: readonly Unit[], i: number): number {
  let at = i - 1;
  while (clsAt(units, at) === 'SP') at -= 1;
  return at;
}

/** LB4 to LB8a: line ends, spaces, joiners. */
function hardBreaks(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right] = [clsAt(units, i - 1), clsAt(units, i)];
  if (left === 'CR' && right === 'LF') return false;
  if (HARD.has(left)) return true;
  if (HARD.has(right) || right === 'SP' || right === 'ZW') return false;
  if (clsAt(units, pastSpaces(units, i)) === 'ZW') return true;
  return units[i - 1]?.joins ? false : undefined;
}

/** LB11 to LB18: rules that apply across spaces, and then the spaces. */
function overSpaces(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right, next] = [clsAt(units, i - 1), clsAt(units, i), clsAt(units, i + 1)];
  if (left === 'WJ' || right === 'WJ' || left === 'GL') return false;
  if (right === 'GL' && !['SP', 'BA', 'HY', 'HH'].includes(left)) return false;
  if (CLOSERS.has(right) || right === 'EX' || right === 'SY') return false;
  const base = pastSpaces(units, i);
  const opener = clsAt(units, base);
  if (opener === 'OP') return false;
  if (isInitialQuote(units[base]) && BEFORE_OPENING_QUOTE.has(clsAt(units, base - 1))) return false;
  if (isFinalQuote(units[i]) && AFTER_CLOSING_QUOTE.has(next)) return false;
  if (right === 'IS') return left === 'SP' && next === 'NU';
  if (right === 'NS' && CLOSERS.has(opener)) return false;
  if (right === 'B2' && opener === 'B2') return false;
  return left === 'SP' ? true : undefined;
}

/** LB19 and LB19a: no break on either side of quotation marks, unless the text is East Asian. */
function quotes(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right] = [units[i - 1], units[i]];
  const narrow = (unit: Unit | undefined) => unit !== undefined && !unit.wide;
  if (right?.cls === 'QU') {
    if (!isInitialQuote(right) || narrow(left) || narrow(units[i + 1])) return false;
  }
  if (left?.cls === 'QU') {
    if (!isFinalQuote(left) || narrow(right) || narrow(units[i - 2])) return false;
  }
  return undefined;
}

/** LB20 to LB22: objects, hyphens, and characters that stay with the word before them. */
function hyphens(units: readonly Unit[], i: number): boolean | undefined {
  const [earlier, left, right] = [clsAt(units, i - 2), clsAt(units, i - 1), clsAt(units, i)];
  if (left === 'CB' || right === 'CB') return true;
  const hyphened = HYPHENS.has(left);
  if (hyphened && BEFORE_HYPHENED.has(earlier) && LETTERS.has(right)) return false;
  if (HYPHENS.has(right) || ['BA', 'NS', 'IN'].includes(right) || left === 'BB') return false;
  if (hyphened && earlier === 'HL' && right !== 'HL') return false;
  return left === 'SY' && right === 'HL' ? false : undefined;
}

/** LB23 to LB24: letters with numbers and affixes, ideographs and emoji with affixes. */
function affixes(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right] = [clsAt(units, i - 1), clsAt(units, i)];
  if (LETTERS.has(left) && (right === 'NU' || AFFIXES.has(right))) return false;
  if (LETTERS.has(right) && (left === 'NU' || AFFIXES.has(left))) return false;
  if (left === 'PR' && IMAGES.has(right)) return false;
  return IMAGES.has(left) && right === 'PO' ? false : undefined;
}

/** LB25: numbers with the signs before and after them. */
function numbers(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right, next] = [clsAt(units, i - 1), clsAt(units, i), clsAt(units, i + 1)];
  if (AFFIXES.has(right)) return endsNumber(units, CLOSERS.has(left) ? i - 2 : i - 1);
  if (AFFIXES.has(left) && right === 'OP') {
    const digit = next === 'IS' ? clsAt(units, i + 2) : next;
    return digit === 'NU' ? false : undefined;
  }
  if (right !== 'NU') return undefined;
  if (AFFIXES.has(left) || left === 'HY' || left === 'IS') return false;
  return endsNumber(units, i - 1);
}

/** `false` (no break) where the units up to `at` match NU (SY | IS)*. */
function endsNumber(units: readonly Unit[], at: number): false | undefined {
  let i = at;
  while (clsAt(units, i) === 'SY' || clsAt(units, i) === 'IS') i -= 1;
  return clsAt(units, i) === 'NU' ? false : undefined;
}

/** LB26 and LB27: Korean syllables. */
function korean(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right] = [clsAt(units, i - 1), clsAt(units, i)];
  if (left === 'JL' && KOREAN.has(right) && right !== 'JT') return false;
  if ((left === 'JV' || left === 'H2') && (right === 'JV' || right === 'JT')) return false;
  if ((left === 'JT' || left === 'H3') && right === 'JT') return false;
  if (KOREAN.has(left) && right === 'PO') return false;
  return left === 'PR' && KOREAN.has(right) ? false : undefined;
}

/** LB28 to LB29: words, and the syllables of scripts that break between syllables. */
function letters(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right] = [clsAt(units, i - 1), clsAt(units, i)];
  if (LETTERS.has(right) && (LETTERS.has(left) || left === 'IS')) return false;
  const syllable = (at: number) => /^A[KS]$/.test(clsAt(units, at)) || isDottedCircle(units[at]);
  if (left === 'AP' && syllable(i)) return false;
  if (syllable(i - 1) && (right === 'VF' || right === 'VI')) return false;
  if (left === 'VI' && syllable(i - 2) && (right === 'AK' || isDottedCircle(units[i])))
    return false;
  return syllable(i - 1) && syllable(i) && clsAt(units, i + 1) === 'VF' ? false : undefined;
}

const isDottedCircle = (unit: Unit | undefined) => unit?.codePoint === 0x25cc;

/** LB30 to LB30b: brackets within words, flags, skin tones. */
function bracketsAndEmoji(units: readonly Unit[], i: number): boolean | undefined {
  const [left, right] = [units[i - 1], units[i]];
  if (!left || !right) return undefined;
  if (WORD.has(left.cls) && right.cls === 'OP' && !right.wide) return false;
  if (left.cls === 'CP' && !left.wide && WORD.has(right.cls)) return false;
  if (right.second) return false;
  if (right.cls !== 'EM') return undefined;
  const image =
    left.cls === 'EB' ||
    /(?=\p{Extended_Pictographic})\p{Cn}/u.test(String.fromCodePoint(left.codePoint));
  return image ? false : undefined;
}

const RULES: readonly Rule[] = [
  hardBreaks,
  overSpaces,
  quotes,
  hyphens,
  affixes,
  numbers,
  korean,
  letters,
  bracketsAndEmoji,
];
