import { expect, test } from 'vitest';
import { layAt, type TextBox } from './fit.ts';
import { type Paragraph, shapeParagraph } from './paragraph.ts';
import { withoutShortLastLines } from './short-last-lines.ts';
import { library, poppins } from './text.fixture.ts';

const CHARACTER = 1;
const BOX: TextBox = {
  size: 10,
  leading: 12,
  minSize: 5,
  maxSize: 10,
  tracking: 0,
  wraps: true,
  height: 1000,
  maxLines: undefined,
  ascent: 0.75,
  tail: 0.2,
  capHeight: 0.7,
  align: 'top',
  width: undefined,
};

/** A paragraph in which every character is one em wide, as no font here has these scripts. */
function shaped(text: string): Paragraph {
  const shaping = { language: 'ja', tracking: 0, smallCaps: false };
  const fonts = library;
  const ownParagraph = shapeParagraph({ text, face: poppins, fonts, shaping, memory: new Map() });
  const clusters = ownParagraph.clusters.map((c) => ({
    ...c,
    advance: CHARACTER,
    rise: 0,
    depth: 0,
  }));
  return { ...ownParagraph, clusters };
}

/** Breaks a text in a box of `width` ems. Returns the lines. */
function linesOf(text: string, width: number, more: Partial<TextBox> = {}): string[] {
  const frame = { ...BOX, width: width * 10, ...more };
  const paragraphs = text.split('\n').map(shaped);
  const fitted = layAt(paragraphs, frame, 10);
  const { lines } = withoutShortLastLines(paragraphs, frame, fitted);
  expect(lines).toHaveLength(fitted.lines.length);
  return lines.map(({ paragraph: { text: paragraphText, clusters }, from, to }) =>
    paragraphText.slice(clusters[from]?.start, clusters[to - 1]?.end).trim(),
  );
}

const lengthsOf = (...request: Parameters<typeof linesOf>) =>
  linesOf(...request).map(({ length }) => length);

test.each([
  [11, [8, 3]],
  [12, [9, 3]],
  [13, [10, 3]],
  [20, [10, 10]],
  [10, [10]],
  [31, [10, 10, 8, 3]],
])('%i Chinese characters in lines of ten do not end with a short line', (length, lines) => {
  expect(lengthsOf('山'.repeat(length), 10)).toEqual(lines);
});

test('in a narrow box the last two lines have the same length', () => {
  expect(lengthsOf('山'.repeat(7), 3)).toEqual([3, 2, 2]);
  expect(lengthsOf('山'.repeat(5), 4)).toEqual([3, 2]);
  expect(lengthsOf('山山', 1)).toEqual([1, 1]);
});

test('each paragraph counts', () => {
  expect(lengthsOf(`${'山'.repeat(11)}\n${'川'.repeat(12)}`, 10)).toEqual([8, 3, 9, 3]);
});

test('lines do not begin where the rules forbid it', () => {
  // Brackets stay with the character inside of them.
  expect(linesOf('山山山山山山「山」川', 9)).toEqual(['山山山山山山', '「山」川']);
});

test('a short Thai word does not stand alone', () => {
  for (let width = 9; width < 30; width++) {
    const lines = linesOf('ฉันรักภาษาไทยมากและชอบกินข้าวมา', width);
    expect(lines.at(-1)?.length).toBeGreaterThanOrEqual(3);
  }
});

test.each<[string, string, number, Partial<TextBox>]>([
  ['words with spaces', 'Every morning we go to a', 22, {}],
  ['text that overflows', '山'.repeat(11), 10, { height: 5 }],
])('%s keep their lines', (_, text, width, more) => {
  const frame = { ...BOX, width: width * 10, ...more };
  const paragraphs = [shaped(text)];
  const fitted = layAt(paragraphs, frame, 10);
  expect(withoutShortLastLines(paragraphs, frame, fitted).lines).toEqual(fitted.lines);
});
