/** Compares our text layout with a browser's, in the same fonts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breakLines, type Paragraph, shapeParagraph } from '../../src/text/paragraph.ts';
import { type ChromiumPage, openChromium } from './chromium-page.ts';
import { Fonts } from './fonts.ts';
import { NAMES } from './names.ts';
import { readSamples, type Sample } from './samples.ts';

/** Widths that break words, of a headline, and of a sentence; no multiples of common advances. */
const WIDTHS_EM = [5.03, 8.57, 14.11];

const SLASH =
  'UAX #14 lets a line end behind a slash (class SY) before a letter; Chromium has a table of its own for ASCII, which does not';
const HYPHEN_DIGIT =
  'LB25 keeps a hyphen and the digit behind it together; Chromium parts them where a letter or a digit goes before';
const DICTIONARY =
  'Chromium builds ICU with dictionaries of its own for Lao and Khmer: its Intl.Segmenter finds other words than that of Node';
/** Paragraphs that Chromium breaks differently at some width, with the reason. */
const OTHERS: Record<string, string> = {
  'en 3': HYPHEN_DIGIT,
  'en 5': HYPHEN_DIGIT,
  'ja 3': HYPHEN_DIGIT,
  'en 8': SLASH,
  'en 9': SLASH,
  'en 29': SLASH,
  'es 3': SLASH,
  'he 7': SLASH,
  'en 11':
    'a line may break between a colon and a backslash (class PR), not between a backslash and a letter; the table for ASCII has the opposite',
  'en 22':
    'LB20a keeps a leading hyphen with its word; the table for ASCII does not look that far back',
  'lo 3': DICTIONARY,
  'km 1': DICTIONARY,
  'km 3': DICTIONARY,
  'km 4': DICTIONARY,
  'bo 2':
    'LB13 keeps a shad with its word even after a space; Chromium allows a break after every space',
  'ko 7':
    'the font has a narrow middle dot for Korean, which Chromium does not use among Korean letters',
};

/** Noto Sans, for characters that a script's font lacks. */
const SECOND = 'Greek';
const texts: Sample[] = [
  ...readSamples('strings.txt'),
  ...NAMES.map(({ name, script, language }) => ({
    id: script,
    text: name,
    language,
    scripts: [script.replaceAll('_', '')],
  })),
].map((sample) => ({ ...sample, scripts: [...sample.scripts, SECOND] }));
const paragraphs = readSamples('paragraphs.txt').map((sample) => ({
  ...sample,
  scripts: [...sample.scripts, SECOND],
}));

const fonts = new Fonts();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

async function shaped({ text, language, scripts }: Sample): Promise<Paragraph> {
  const { face, library } = await fonts.library(scripts);
  const shaping = { language, tracking: 0, smallCaps: false };
  return shapeParagraph(text, face, library, shaping, new Map());
}

describe('Chromium', () => {
  let chromium: ChromiumPage;
  beforeAll(async () => {
    const scripts = [...texts, ...paragraphs].flatMap((sample) => sample.scripts);
    chromium = await openChromium([...new Set(scripts)]);
  });
  afterAll(() => chromium?.[Symbol.asyncDispose]());

  it('has the same advance widths', async () => {
    const wanted = await chromium.widths(texts);
    const others: string[] = [];
    for (const [i, sample] of texts.entries()) {
      const { clusters } = await shaped(sample);
      const width = clusters.reduce((sum, { advance }) => sum + advance, 0);
      const missing = clusters.some((cluster) => cluster.missing.length > 0);
      if (missing || Math.abs(width / (wanted[i] ?? 0) - 1) > 0.005)
        others.push(`${sample.id} ${sample.text}: ${width} for ${wanted[i]} em`);
    }
    expect(others).toEqual([]);
    expect(texts.length).toBeGreaterThan(600);
    expect(new Set(texts.map(({ scripts }) => scripts[0])).size).toBeGreaterThan(70);
  });

  it('breaks the same lines', async () => {
    const boxes = paragraphs.flatMap((paragraph) => {
      const starts = [...graphemes.segment(paragraph.text)].map(({ index }) => index);
      return WIDTHS_EM.map((widthEm) => ({ ...paragraph, widthEm, starts }));
    });
    const theirs = await chromium.lines(boxes);
    const others: { id: string; widthEm: number; ours: string; theirs: string }[] = [];
    for (const [i, box] of boxes.entries()) {
      const lineOf = linesOf(await shaped(box), box.widthEm);
      const lines = { ours: shown(box, box.starts.map(lineOf)), theirs: shown(box, theirs[i]) };
      if (lines.ours !== lines.theirs) others.push({ id: box.id, widthEm: box.widthEm, ...lines });
    }
    expect(others.filter(({ id }) => !(id in OTHERS))).toEqual([]);
    // One that is the same by now is to be struck off the list.
    const ids = new Set(others.map(({ id }) => id));
    expect(Object.keys(OTHERS).filter((id) => !ids.has(id))).toEqual([]);
    expect(paragraphs.length).toBeGreaterThan(200);
    for (const width of WIDTHS_EM) {
      const count = others.filter(({ widthEm }) => widthEm === width).length;
      expect(count / paragraphs.length, `${width} em`).toBeLessThan(0.05);
    }
  });
});

/** Returns our line number of a UTF-16 index. */
function linesOf(paragraph: Paragraph, widthEm: number): (start: number) => number {
  const { lines } = breakLines(paragraph, widthEm, 0);
  const ends = lines.map(({ to }) => paragraph.clusters[to - 1]?.end ?? 0);
  return (start) => ends.findIndex((end) => start < end);
}

type Segmented = { text: string; starts: readonly number[] };

/** Returns the text with a bar at each line end, without spaces and invisible characters. */
function shown({ text, starts }: Segmented, numbers: readonly number[] = []): string {
  let [lines, last] = ['', 0];
  for (const [i, start] of starts.entries()) {
    const grapheme = text.slice(start, starts[i + 1]);
    const line = numbers[i] ?? -1;
    if (line < 0 || /^[\s\p{Default_Ignorable_Code_Point}]+$/u.test(grapheme)) continue;
    lines += line === last ? grapheme : ` | ${grapheme}`;
    last = line;
  }
  return lines;
}
