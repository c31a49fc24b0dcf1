/** Our text beside that of a browser, in the same fonts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakLines, type Paragraph, shapeParagraph } from '../../src/text/paragraph.ts';
import { type ChromiumPage, openChromium, type Sample } from './chromium-page.ts';
import { Fonts } from './fonts.ts';
import { NAMES } from './names.ts';
import { PARAGRAPHS } from './paragraphs.ts';
import { STRINGS } from './strings.ts';

/** Noto Sans, for what a script's own font lacks. */
const SECOND = 'Greek';
/** Narrow enough to break words, a headline's, and a sentence's; no multiples of common advances. */
const WIDTHS_EM = [5.03, 8.57, 14.11];

const texts: Sample[] = [
  ...STRINGS.flatMap(([script, language, ...strings]) =>
    strings.map((text) => ({ text, language, scripts: [script, SECOND] })),
  ),
  ...NAMES.map(({ name, script, language }) => ({
    text: name,
    language,
    scripts: [script.replaceAll('_', ''), SECOND],
  })),
];
const paragraphs = PARAGRAPHS.map((paragraph) => ({
  ...paragraph,
  scripts: [...paragraph.scripts, SECOND],
}));

const fonts = new Fonts();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

async function shaped({ text, language, scripts }: Sample): Promise<Paragraph> {
  const { face, library } = await fonts.library(scripts);
  return shapeParagraph(
    text,
    face,
    library,
    { language, tracking: 0, smallCaps: false },
    new Map(),
  );
}

describe('Chromium', () => {
  let chromium: ChromiumPage;
  beforeAll(async () => {
    const scripts = [...texts, ...paragraphs].flatMap((sample) => sample.scripts);
    chromium = await openChromium([...new Set(scripts)]);
  });
  afterAll(() => chromium[Symbol.asyncDispose]());

  it('measures the same advance widths', async () => {
    const wanted = await chromium.widths(texts);
    const others: string[] = [];
    for (const [i, sample] of texts.entries()) {
      const { clusters } = await shaped(sample);
      const width = clusters.reduce((sum, { advance }) => sum + advance, 0);
      const missing = clusters.some((cluster) => cluster.missing.length > 0);
      if (missing || Math.abs(width / (wanted[i] ?? 0) - 1) > 0.005)
        others.push(`${sample.scripts[0]} ${sample.text}: ${width} for ${wanted[i]} em`);
    }
    expect(texts.length).toBeGreaterThan(300);
    expect(others).toEqual([]);
  });

  it('breaks the same lines', async () => {
    const boxes = paragraphs.flatMap((paragraph) => {
      const starts = [...graphemes.segment(paragraph.text)].map(({ index }) => index);
      return WIDTHS_EM.map((widthEm) => ({ ...paragraph, widthEm, starts }));
    });
    const theirs = await chromium.lines(boxes);
    const others = new Map<string, string>();
    for (const [i, box] of boxes.entries()) {
      const lineOf = linesOf(await shaped(box), box.widthEm);
      const got = linesIn(box, box.starts.map(lineOf));
      const wanted = linesIn(box, theirs[i] ?? []);
      if (got !== wanted) others.set(box.id, `at ${box.widthEm}:\n  ${got}\n  ${wanted}`);
    }
    for (const [id, text] of others) console.log(id, text);
    console.log(others.size, 'of', paragraphs.length);
    expect([...others.keys()]).toEqual([]);
  });
});

/** Which of our lines a UTF-16 index stands on. */
function linesOf(paragraph: Paragraph, widthEm: number): (start: number) => number {
  const { lines } = breakLines(paragraph, widthEm, 0);
  const ends = lines.map(({ to }) => paragraph.clusters[to - 1]?.end ?? 0);
  return (start) => ends.findIndex((end) => start < end);
}

/** The text with a bar where a line ends, spaces and what cannot be seen left out. */
function linesIn(
  { text, starts }: { text: string; starts: readonly number[] },
  numbers: readonly number[],
): string {
  let [shown, last] = ['', 0];
  for (const [i, start] of starts.entries()) {
    const grapheme = text.slice(start, starts[i + 1]);
    const line = numbers[i] ?? -1;
    if (line < 0 || /^[\s\p{Default_Ignorable_Code_Point}]+$/u.test(grapheme)) continue;
    shown += line === last ? grapheme : ` | ${grapheme}`;
    last = line;
  }
  return shown;
}
