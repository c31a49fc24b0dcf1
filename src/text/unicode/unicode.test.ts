/** The conformance files of the Unicode Character Database: Debian's `unicode-data`, Unicode 15.0. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { levelsOf } from '../itemise.ts';
import type { Line } from '../paragraph.ts';
import type { Cluster } from '../shape.ts';
import { poppins } from '../text.fixture.ts';
import { visualOrder } from '../visual-order.ts';
import { breaksOf } from './line-breaks.ts';

function linesOf(file: string): string[] {
  const lines = readFileSync(`/usr/share/unicode/${file}`, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

type BidiCase = { classes: string; bits: number; levels: string[]; order: string[] };

/** The cases of BidiTest.txt. Several lines of the file share levels and an order. */
function* bidiCases(): Generator<BidiCase> {
  let [levels, order]: string[][] = [];
  for (const line of linesOf('BidiTest.txt')) {
    const [, key, values = ''] = /^@(\w+):\s*(.*)$/.exec(line) ?? [];
    if (key === 'Levels') levels = values.split(' ').filter(Boolean);
    if (key === 'Reorder') order = values.split(' ').filter(Boolean);
    const [classes = '', bits] = line.split('; ');
    if (!key) yield { classes, bits: Number(bits), levels: levels ?? [], order: order ?? [] };
  }
}

describe('bidirectional text (UAX #9)', () => {
  /**
   * A mark in front sets a paragraph's direction. It has the paragraph's own level, so it does not
   * change other characters.
   */
  const MARKS = { auto: '', ltr: '\u200e', rtl: '\u200f' };
  type Direction = keyof typeof MARKS;
  type Case = { characters: readonly string[]; direction: Direction; levels: readonly string[] };

  /** A description of the differences from the expected result; undefined if there are none. */
  function fault(test: Case & { order: readonly string[]; base?: number }): string | undefined {
    const mark = MARKS[test.direction];
    const { levels, base } = levelsOf(mark + test.characters.join(''));
    let start = mark.length;
    const clusters = test.characters.map((character) => {
      const cluster = clusterOf(character, start, levels[start] ?? 0);
      start = cluster.end;
      return cluster;
    });
    const got = clusters.map(({ level }, i) => (test.levels[i] === 'x' ? 'x' : `${level}`));
    const shown = clusters.filter((_, i) => test.levels[i] !== 'x');
    const line: Line = {
      paragraph: {
        ...{ text: '', clusters: shown, rise: 0, depth: 0 },
        ...{ baseLevel: base, breakAfter: [], hyphens: new Map() },
      },
      from: 0,
      to: shown.length,
      last: true,
      hyphen: undefined,
    };
    const { visual } = visualOrder(line, shown.length);
    const order = visual.map(({ cluster }) => clusters.indexOf(cluster));
    if (same(got, test.levels) && same(order, test.order) && base === (test.base ?? base)) return;
    return `${test.characters.map(hexOf).join(' ')} ${test.direction}: levels ${got.join(' ')} for ${test.levels.join(' ')}, order ${order.join(' ')} for ${test.order.join(' ')}`;
  }

  function clusterOf(character: string, start: number, level: number): Cluster {
    return {
      start,
      end: start + character.length,
      level,
      face: poppins,
      glyphs: [],
      ...{ advance: 1, rise: 0, depth: 0 },
      space: character === ' ',
      word: character === ' ',
      missing: [],
    };
  }

  function same(got: readonly (string | number)[], wanted: readonly (string | number)[]): boolean {
    return got.length === wanted.length && got.every((value, i) => `${value}` === `${wanted[i]}`);
  }

  it('BidiTest.txt: every sequence of classes', () => {
    const characters: Record<string, string> = {
      ...{ L: 'a', R: '\u05d0', AL: '\u0627', EN: '1', AN: '\u0661', ES: '+', ET: '%', CS: ',' },
      ...{ B: '\u2029', S: '\t', WS: ' ', ON: '!', BN: '\u00ad', NSM: '\u0300', LRE: '\u202a' },
      ...{ RLE: '\u202b', PDF: '\u202c', LRO: '\u202d', RLO: '\u202e', LRI: '\u2066' },
      ...{ RLI: '\u2067', FSI: '\u2068', PDI: '\u2069' },
    };
    const directions: Direction[] = ['auto', 'ltr', 'rtl'];
    const faults: string[] = [];
    let count = 0;
    for (const { classes, bits, levels, order } of bidiCases()) {
      const text = classes.split(' ').map((cls) => characters[cls] ?? '');
      for (const direction of directions.filter((_, bit) => (bits & (1 << bit)) !== 0)) {
        count += 1;
        const wrong = fault({ characters: text, direction, levels, order });
        if (wrong) faults.push(`${classes}: ${wrong}`);
      }
    }
    expect(count).toBe(770_241);
    expect(faults.slice(0, 10), `${faults.length} of ${count}`).toEqual([]);
  });

  it('BidiCharacterTest.txt: brackets, isolates, marks', () => {
    const faults: string[] = [];
    const lines = linesOf('BidiCharacterTest.txt');
    for (const line of lines) {
      const [codes = '', kind, base, levels = '', order = ''] = line.split(';');
      const wrong = fault({
        characters: codes.split(' ').map(characterOf),
        direction: kind === '0' ? 'ltr' : kind === '1' ? 'rtl' : 'auto',
        levels: levels.split(' '),
        order: order.split(' ').filter(Boolean),
        base: Number(base),
      });
      if (wrong) faults.push(wrong);
    }
    expect(lines).toHaveLength(91_707);
    expect(faults.slice(0, 10), `${faults.length} of ${lines.length}`).toEqual([]);
  });
});

/** A line of a break test: `÷ 0061 × 0308 ÷`. */
type BreakCase = { line: string; text: string; breaks: Set<number>; rules: Map<number, string> };

function breakCase(line: string): BreakCase {
  const [data = '', comment = ''] = line.split('#');
  const rules = [...comment.matchAll(/\[([\d.]+)\]/g)].map(([, rule = '']) => rule);
  const test: BreakCase = { line: data.trim(), text: '', breaks: new Set(), rules: new Map() };
  for (const [i, [, mark, code]] of [...data.matchAll(/([÷×])\s*([0-9A-F]*)/g)].entries()) {
    if (mark === '÷' && test.text !== '') test.breaks.add(test.text.length);
    test.rules.set(test.text.length, rules[i] ?? '');
    if (code) test.text += characterOf(code);
  }
  return test;
}

function characterOf(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/**
 * A break position where `breaksOf` differs from the file on purpose; `a` and `b` are the text
 * before and after it.
 */
type Place = { a: string; b: string; breaks: boolean; rule: string };

function differences(
  file: string,
  breaksIn: (text: string) => Set<number>,
  explanations: Record<string, (place: Place) => boolean>,
) {
  const explained: Record<string, number> = {};
  const unexplained: string[] = [];
  for (const { line, text, breaks, rules } of linesOf(file).map(breakCase)) {
    const got = breaksIn(text);
    for (let i = 1; i <= text.length; i++) {
      if (got.has(i) === breaks.has(i)) continue;
      const place = {
        a: text.slice(0, i),
        b: text.slice(i),
        breaks: got.has(i),
        rule: rules.get(i) ?? '',
      };
      const reason = Object.keys(explanations).find((name) => explanations[name]?.(place));
      if (reason) explained[reason] = (explained[reason] ?? 0) + 1;
      else unexplained.push(`${line} at ${i}, rule ${place.rule}`);
    }
  }
  return { explained, unexplained };
}

describe('lines (UAX #14)', () => {
  it('LineBreakTest.txt: every pair of classes, by the rules of Unicode 17', () => {
    const SMALL_KANA = '[ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー]';
    const { explained, unexplained } = differences(
      'auxiliary/LineBreakTest.txt',
      (text) => breaksOf(text, 'en'),
      {
        // LB10 breaks between a space and a mark after it, LB30b between a sign and a skin tone.
        'a grapheme cluster is not split': ({ b, breaks }) =>
          !breaks && /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}])/u.test(b),
        // LB1 leaves class CJ to the style: NS as in the file is CSS's `strict`, ID is its
        // `normal`.
        'small kana may begin a line': ({ b, breaks }) =>
          breaks && new RegExp(`^${SMALL_KANA}`, 'u').test(b),
        'small kana are not separated from a percent sign, like other kana': ({ a, b, breaks }) =>
          !breaks && new RegExp(`${SMALL_KANA}\u0308?$`, 'u').test(a) && b.startsWith('%'),
        'LB15a and LB15b (15.1): only opening and closing quotation marks act across spaces, each on its own side':
          ({ a, b, breaks, rule }) =>
            rule === '15.0' ? breaks && /["«]\u0308? $/.test(a) : !breaks && b.startsWith('»'),
        'LB15c (16.0): a decimal point without a digit before it stays with its number, not its space':
          ({ a, b, breaks }) => breaks && a.endsWith(' ') && /^\.\d/.test(b),
        'LB25 (16.0): digits are not separated from a point or comma before them': ({
          a,
          b,
          breaks,
        }) => !breaks && /[.,]\u0308?$/.test(a) && /^\d/.test(b),
        'LB20a (16.0): a hyphen in front of a word is part of it': ({ a, b, breaks }) =>
          !breaks && /^-\u0308?$/.test(a) && /^[#א§\u{50005}ก]/u.test(b),
        'LB21a (16.0): a Hebrew hyphen between Hebrew words is like others': ({ a, b, breaks }) =>
          breaks && /א-$/.test(a) && b.startsWith('א'),
      },
    );
    expect(unexplained).toEqual([]);
    expect(explained).toEqual({
      'a grapheme cluster is not split': 318,
      'small kana may begin a line': 107,
      'small kana are not separated from a percent sign, like other kana': 2,
      'LB15a and LB15b (15.1): only opening and closing quotation marks act across spaces, each on its own side': 8,
      'LB15c (16.0): a decimal point without a digit before it stays with its number, not its space': 1,
      'LB25 (16.0): digits are not separated from a point or comma before them': 14,
      'LB20a (16.0): a hyphen in front of a word is part of it': 10,
      'LB21a (16.0): a Hebrew hyphen between Hebrew words is like others': 1,
    });
  });
});

describe('grapheme clusters (UAX #29)', () => {
  it('GraphemeBreakTest.txt: every pair of classes', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const clustersIn = (text: string) =>
      new Set([...segmenter.segment(text)].map(({ segment, index }) => index + segment.length));
    expect(
      differences('auxiliary/GraphemeBreakTest.txt', clustersIn, {
        // Unicode 16 removed U+2701 from the pictographs: ✁ has no emoji form.
        'U+2701 is not a pictograph': ({ a, b }) => a.endsWith('\u2701\u200d') && b === '\u2701',
      }),
    ).toEqual({ explained: { 'U+2701 is not a pictograph': 1 }, unexplained: [] });
  });
});
