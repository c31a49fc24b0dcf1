/** The conformance files of the Unicode Character Database: Debian's `unicode-data`, Unicode 15.0. */
import { describe, expect, it } from 'vitest';
import { breaksOf } from './line-breaks.ts';
import { characterOf, linesOf, testBidi } from './unicode.fixture.ts';

testBidi(29);

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
