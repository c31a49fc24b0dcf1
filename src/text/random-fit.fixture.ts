import fc from 'fast-check';
import { expect } from 'vitest';
import type { Char, Shape, TextDocument } from '../lottie/index.ts';
import { frameOf, layAt } from './fit.ts';
import type { LayoutInput } from './layout.ts';
import { shapeParagraph } from './paragraph.ts';
import { knownLanguage, paragraphsOf } from './prepare.ts';
import { lay, library, poppins } from './text.fixture.ts';

const ASCENT = 0.75;

const words = fc.oneof(
  ...[
    ['Zoë', 'straße', 'Donaudampfschifffahrtsgesellschaft', 'a', 'ivy', 'OFFICE', 'fi', 'é'],
    ['مرحبا', 'بالعالم', 'سعيد', 'ب', 'لا', 'مُحَمَّد'],
    ['שלום', 'עולם', 'שָׁלוֹם', 'א'],
    ['नमस्ते', 'क्षत्रिय', 'हिन्दी'],
    ['สวัสดีชาวโลก', 'ที่นี่'],
    ['漢字かな交じり文', '、', '「東京」', '한국어', 'ー'],
    ['😀', '👩‍👩‍👧', '🇩🇪', '1️⃣'],
    // Stacked marks that reach far above and far below the line.
    [`ب${'\u064e'.repeat(8)}`, `ب${'\u0650'.repeat(4)}`, `ي${'\u0650'.repeat(9)}`, 'र्ट्ठूं', 'ਘ'],
    ['2024', '12:30', '(a)', '…', '--', '\u00a0', '\u200d', '\u2067א\u2069', '\u202e', '\u0301'],
  ].map((list) => fc.constantFrom(...list)),
);
const text = fc
  .array(
    fc.tuple(words, fc.constantFrom(' ', ' ', ' ', '', '   ', '\n', '\u00ad', '-', '\u200b')),
    { maxLength: 14 },
  )
  .map((pairs) => pairs.flat().join(''));

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const tenths = (min: number, max: number) =>
  fc.integer({ min: min * 10, max: max * 10 }).map((n) => n / 10);

const document = fc.record({
  s: fc.oneof(tenths(4, 200), fc.double({ min: 1, max: 300, noNaN: true })),
  leading: fc.double({ min: 0.3, max: 2.5, noNaN: true }),
  sz: maybe(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 600 }))),
  tr: fc.oneof(fc.integer({ min: -150, max: 400 }), fc.constantFrom(-900, -400)),
  j: fc.integer({ min: 0, max: 6 }),
  vj: fc.nat(5),
  ca: fc.nat(2),
  rs: fc.nat(2),
  mf: maybe(tenths(1, 60)),
  xf: maybe(tenths(1, 300)),
  xl: maybe(fc.integer({ min: 1, max: 6 })),
});
const limits = fc.record({
  minFontSize: maybe(tenths(1, 100)),
  maxLines: maybe(fc.integer({ min: 1, max: 6 })),
  maxWidth: maybe(fc.integer({ min: 1, max: 900 })),
  box: maybe(
    fc.record({
      width: fc.integer({ min: 1, max: 900 }),
      height: fc.integer({ min: 1, max: 600 }),
    }),
  ),
  align: maybe(fc.constantFrom('left' as const, 'center' as const, 'right' as const)),
  order: fc.constantFrom('visual' as const, 'logical' as const),
  language: fc.constantFrom('en', 'tr', 'el', 'ja'),
});

type Box = NonNullable<LayoutInput['box']>;
type Settings = { document: TextDocument; more: Partial<LayoutInput> };
const settings = fc.tuple(document, limits).map(([{ leading, ...otherFields }, more]): Settings => {
  const givenDocument = {
    ...otherFields,
    lh: otherFields.s * leading,
    ...(otherFields.sz && { ps: [10, 20] }),
  };
  return { document: defined(givenDocument) as TextDocument, more: defined(more) };
});

function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

function sizesOf({ s = 1, rs, mf, xf }: TextDocument, { minFontSize }: Partial<LayoutInput>) {
  const largest = rs === 1 ? (xf ?? s) : rs === 2 ? Math.min(s, xf ?? s) : s;
  return { largest, min: Math.min(s, largest, minFontSize ?? mf ?? s / 4) };
}

/** Returns the width of a line's letters in pixels. The pen may move in both directions. */
function spanOf(chars: readonly Char[], size: number): number {
  let [pen, left, right] = [0, 0, 0];
  const reach = () => {
    [left, right] = [Math.min(left, pen), Math.max(right, pen)];
  };
  for (const { w, data } of chars) {
    if (data.shapes) reach();
    pen += w / 100;
    if (data.shapes && w < 0) reach();
  }
  reach();
  return (right - left) * size;
}

/**
 * Returns the y coordinates of an outline's points. The points include the extremes of the outline,
 * because fonts have points at the extremes of their curves.
 */
function heightsOf({ ks }: Shape): number[] {
  const { v } = (ks?.k ?? { v: [] }) as { v: number[][] };
  return v.map(([, y = 0]) => y);
}

/** Returns how far outlines extend above the first and below the last baseline, in pixels. */
function inkOf({ lines, document: { s = 0, lh = 0 }, charsOf }: ReturnType<typeof lay>) {
  let [above, below] = [0, 0];
  for (const [index, line] of lines.entries()) {
    for (const { data } of charsOf(line)) {
      for (const y of (data.shapes ?? []).flatMap((group) => (group.it ?? []).flatMap(heightsOf))) {
        above = Math.max(above, (-y / 100) * s - index * lh);
        below = Math.max(below, (y / 100) * s - (lines.length - 1 - index) * lh);
      }
    }
  }
  return { above, below };
}

function measure(layout: ReturnType<typeof lay>, { document, more }: Settings) {
  const { s = 0 } = layout.document;
  const width = Math.max(...layout.lines.map((line) => spanOf(layout.charsOf(line), s)));
  // Advances are rounded to a hundredth of a percent of the size. When the pen changes its
  // direction, it moves too far by a space and the tracking, and then moves back.
  const rounding = Math.max(...layout.lines.map((line) => line.length)) * s * 1e-4;
  const tracking = Math.abs(document.tr ?? 0) / 1000;
  const turns = more.order === 'logical' || (document.tr ?? 0) < -150;
  const turning = turns ? (tracking + 2 * poppins.spaceAdvance) * s : 0;
  // A mark without a letter has no width. Negative tracking moves the pen back after it.
  const marks = Math.min(0, ...layout.lines.map((line) => layout.charsOf(line)[0]?.w ?? 0));
  return { width, slack: rounding + turning - (marks / 100) * s };
}

/** Returns whether a text does not fit at a size, or fits only with a broken word. */
function tooLarge(words: string, { document, more }: Settings, size: number): boolean {
  const language = knownLanguage(more.language ?? 'en');
  const frame = frameOf(document, poppins, ASCENT, more);
  const shaping = { language, tracking: frame.tracking, smallCaps: document.ca === 2 };
  const paragraphs = paragraphsOf(words, document, language).map((paragraph) =>
    shapeParagraph({ text: paragraph, face: poppins, fonts: library, shaping, memory: new Map() }),
  );
  const { overflow, broken } = layAt(paragraphs, frame, size);
  return overflow || broken;
}

function check(words: string, givenSettings: Settings): void {
  const { document, more } = givenSettings;
  const layout = lay(words, document, more);
  const { s: size = 0, sz } = layout.document;
  const { largest, min } = sizesOf(document, more);
  expect(size).toBeGreaterThanOrEqual(min);
  expect(size).toBeLessThanOrEqual(largest);
  // A smaller size does not help if glyphs extend too far above the box.
  const tooHigh = (document.sz ?? more.box) && heightAbove(layout, document) > (0.5 - 1e-3) * size;
  if (!layout.fit.overflow) inside(layout, givenSettings);
  else if (!tooHigh) expect(size).toBe(min);
  // The next larger size does not fit.
  if (size + 0.1 <= largest)
    expect(tooLarge(words, givenSettings, Math.floor(size * 10 + 1.001) / 10)).toBe(true);
  // No line is wider than its box, so that no player breaks it again.
  const { width, slack } = measure(layout, givenSettings);
  if (sz) expect(width).toBeLessThanOrEqual((sz[0] ?? 0) + slack);
  const secondLayout = lay(
    words,
    { ...document, s: size, lh: layout.document.lh ?? 0 },
    { ...more, minFontSize: min, ...(more.box && { box: sameBox(more.box, document, size) }) },
  );
  expect(secondLayout.document).toEqual({
    ...layout.document,
    lh: expect.closeTo(layout.document.lh ?? 0, 6),
  });
  expect(secondLayout.fit).toEqual({ ...layout.fit, font_scale: 1 });
}

/**
 * Returns the box of a point text that is equal to the given box when `size` is the designed size.
 * The top of a box depends on the designed size.
 */
function sameBox({ width, height }: Box, { s = 0 }: TextDocument, size: number): Box {
  return { width, height: height - ASCENT * Math.max(0, s - size) };
}

function inside(layout: ReturnType<typeof lay>, givenSettings: Settings): void {
  const { document, more } = givenSettings;
  const { width, slack } = measure(layout, givenSettings);
  const boxWidth = document.sz?.[0] ?? more.box?.width ?? more.maxWidth;
  if (boxWidth !== undefined) expect(width).toBeLessThanOrEqual(boxWidth + 1 + slack + 1e-6);
  const boxHeight = document.sz?.[1] ?? more.box?.height;
  if (boxHeight !== undefined) insideHeight(layout, document, boxHeight);
  const maxLines = more.maxLines ?? document.xl;
  if (maxLines !== undefined) expect(layout.lines.length).toBeLessThanOrEqual(maxLines);
}

/**
 * Returns the distance of the first baseline from the top of the box. Point text keeps its
 * baseline.
 */
function baselineOf(layout: ReturnType<typeof lay>, document: TextDocument): number {
  if (!document.sz) return ASCENT * (document.s ?? 0);
  const { s = 0, ps = [] } = layout.document;
  return (ps[1] ?? 0) - (document.ps?.[1] ?? 0) + ASCENT * s;
}

/** Returns how far glyphs extend above the box, or above a normal line. */
function heightAbove(layout: ReturnType<typeof lay>, document: TextDocument): number {
  const { s = 0 } = layout.document;
  const baseline = document.sz ? baselineOf(layout, document) : 0;
  return inkOf(layout).above - Math.max(ASCENT * s, baseline);
}

/**
 * Checks the height of a text. A single line may be higher than its box, if it is a normal line.
 */
function insideHeight(
  layout: ReturnType<typeof lay>,
  document: TextDocument,
  height: number,
): void {
  const { s = 0, lh = 0 } = layout.document;
  const { below } = inkOf(layout);
  const baseline = baselineOf(layout, document);
  const rounding = 0.01 + s * 1e-3;
  expect(heightAbove(layout, document)).toBeLessThanOrEqual(0.5 * s + rounding);
  const ordinary = layout.lines.length === 1 && below <= poppins.tail * s + rounding;
  if (ordinary && s <= (document.s ?? 0)) return;
  const bottom = baseline + (layout.lines.length - 1) * lh + below;
  expect(bottom).toBeLessThanOrEqual(height + 0.5 + rounding);
}

/**
 * Random texts fit into their boxes at the largest size, and fitted texts do not change. Each seed gives other
 * texts.
 */
export function expectRandomTextsFit(numRuns: number, seed: number): void {
  // Without a box, spaces at the end of a line are kept and may exceed the maximum width.
  const property = fc.property(text, settings, (words, givenSettings) =>
    check(
      (givenSettings.document.sz ?? givenSettings.more.box)
        ? words
        : words.replaceAll(/[ \u00a0\p{Default_Ignorable_Code_Point}]+(?=\n|$)/gu, ''),
      givenSettings,
    ),
  );
  fc.assert(property, { numRuns, seed });
}
