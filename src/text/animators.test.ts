import { describe, expect, it } from 'vitest';
import { type Animator, type Drawing, drawnInk, pixelsOf } from './drawing.fixture.ts';
import { lay } from './text.fixture.ts';

const still = (k: number | number[]) => ({ a: 0, k });
const RED = { fc: still([1, 0, 0]) };
/** Lottie's `b`: the unit of a range. */
const [CHARACTERS, WORDS, LINES] = [1, 3, 4] as const;

/** Changes what stands from `start` to `end` percent of the text. */
function range(based: number, start: number, end: number, a: Animator['a']): Animator[] {
  const s = { t: 0, b: based, r: 1, sh: 1, rn: 0, s: still(start), e: still(end), o: still(0) };
  return [{ nm: 'range', s: { ...s, a: still(100), xe: still(0), ne: still(0) }, a: a ?? {} }];
}

const logical = { order: 'logical' as const };
const box = { sz: [300, 200], ps: [-150, -100], s: 32, lh: 40 };

function reds(drawing: Drawing) {
  const red = drawnInk(drawing, ([r, , , alpha]) => alpha > 128 && r > 200);
  const black = drawnInk(drawing, ([r, , , alpha]) => alpha > 128 && r < 50);
  return { red, black };
}

describe('animated text', () => {
  it.each([
    'שלום עולם',
    'مرحبا بالعالم',
    'שלום abc 123 עולם ועוד שורה',
    'Zoë שלום עולם 2024 abc',
    'abc\nשלום\nabc שלום',
    'سنة 2024 سعيدة hello',
  ])('with animators that change nothing is drawn as without them: %s', (text) => {
    for (const document of [
      { j: 0 },
      { j: 1, tr: 80, ...box },
      { tr: -40, ...box, j: 6 },
      { j: 2, ...box, vj: 1 },
    ]) {
      const drawing = { text, document };
      const [visualPixels, logicalPixels] = [
        pixelsOf(drawing),
        pixelsOf({ ...drawing, more: logical }),
      ];
      let different = 0;
      for (let i = 3; i < visualPixels.length; i += 4)
        if (Math.abs((visualPixels[i] ?? 0) - (logicalPixels[i] ?? 0)) > 96) different += 1;
      expect(different).toBeLessThan(10);
    }
  });

  it('is selected from its first character, also in right-to-left text', () => {
    const from = (text: string, percent: number, document = {}) =>
      reds({ text, document, more: logical, animators: range(CHARACTERS, 0, percent, RED) });
    const hebrew = from('שלום', 25);
    expect(hebrew.red.left).toBeGreaterThanOrEqual(hebrew.black.right);
    const arabic = from('دار', 34);
    expect(arabic.red.left).toBeGreaterThanOrEqual(arabic.black.right - 3);
    const latin = from('Zoom', 25);
    expect(latin.red.right).toBeLessThanOrEqual(latin.black.left);
    const centered = from('שלום', 25, { ...box, j: 2 });
    expect(centered.red.left).toBeGreaterThanOrEqual(centered.black.right);
  });

  it('is selected by words and lines in reading order', () => {
    const half = (text: string, based: number, document = {}) =>
      reds({ text, document, more: logical, animators: range(based, 0, 50, RED) });
    const words = half('שלום עולם', WORDS);
    expect(words.red.left).toBeGreaterThan(words.black.right);
    const mixed = half('שלום abc', WORDS);
    expect(mixed.red.left).toBeGreaterThan(mixed.black.right);
    const lines = half('עולם\nשלום', LINES);
    expect(lines.red.bottom).toBeLessThan(lines.black.top);
  });

  it('turns and grows about the middle of its letters', () => {
    const middle = (animators: Animator[]) => {
      const { left, right } = drawnInk({ text: 'ה', more: logical, animators });
      return (left + right) / 2;
    };
    const grown = range(CHARACTERS, 0, 100, { s: still([150, 150, 100]) });
    expect(middle(grown)).toBeCloseTo(middle([]), -0.5);
  });

  it('counts each syllable and each emoji as one letter', () => {
    expect(lay('क्षि', {}, logical).lines[0]).toHaveLength(1);
    expect(lay('👩‍👩‍👧a', {}, logical).lines[0]).toHaveLength(2);
    expect(lay('שלום עולם', {}, logical).lines[0]).toHaveLength(9);
  });
});
