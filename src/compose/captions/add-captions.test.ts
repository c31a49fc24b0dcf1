import { describe, expect, test } from 'vitest';
import { fallbackFonts } from '../../fonts/index.ts';
import { importTemplate } from '../../import/index.ts';
import { LAYER, type Layer, prune, type TextDocument } from '../../lottie/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { type Composed, compose } from '../compose.ts';
import { CAPTION_FONT_STYLES } from './caption-look.ts';
import { textForms } from './caption-text.ts';

const [WIDTH, HEIGHT, FPS, FRAMES] = [1280, 720, 25, 250];
const empty = { ty: 3, ip: 0, op: FRAMES, ks: {} };
const animation = { v: '5.9.0', fr: FPS, ip: 0, op: FRAMES, w: WIDTH, h: HEIGHT, layers: [empty] };
const template = await importTemplate({
  label: 'test',
  animation: new TextEncoder().encode(JSON.stringify(animation)),
  base: '',
  templateJson: undefined,
  files: new Map(),
});
const ENGLISH = 'Four of five videos are watched in silence at work, so the words must be seen.';
const HEBREW = 'רוב האנשים צופים בסרטונים ללא קול, ולכן המילים חייבות להיראות.';
const fallbacks = await fallbackFonts(`${ENGLISH}${HEBREW}ภาษาไทย你好`, [], {
  styles: CAPTION_FONT_STYLES,
});

type Rectangle = { p: { k: number[] }; s: { k: number[] } };
type TestCue = { start: number; end: number; text: string; words?: object[] };

function captioned(cues: readonly TestCue[], more: object = {}, of = template): Composed {
  const mapping = parsed(of, { captions: { source: { cues }, ...more } });
  return compose({
    template: of,
    mapping,
    images: { editables: new Map(), assets: new Map() },
    fallbacks,
  });
}

const layersOf = ({ composition }: Composed, ty: number): Layer[] =>
  composition.lottie.layers.filter((layer) => layer.ty === ty);
const documentsOf = (layer: Layer | undefined): TextDocument[] =>
  (layer?.t?.d.k ?? []).map(({ s }) => s);

const anchorsOf = (layer: Layer | undefined): number[] =>
  ((layer?.ks?.a?.k ?? []) as { s: number[] }[]).map(({ s }) => s[0] ?? 0);

describe('addCaptions', () => {
  test('shows each cue from its first to its last frame, in front of the template', () => {
    const cues = [
      { start: 0.5, end: 2, text: 'One' },
      { start: 2, end: 2.01, text: 'Two' },
      { start: 9, end: 20, text: 'Three' },
    ];
    const composed = captioned(cues, { style: 'outline' });
    expect(layersOf(composed, LAYER.text).map(({ ip, op }) => [ip, op])).toEqual([
      [13, 50],
      [50, 51],
      [225, 250],
    ]);
    expect(composed.warnings.map(({ code }) => code)).toEqual([
      'caption_too_short',
      'caption_too_fast',
      'caption_outside',
    ]);
  });

  test('shows one cue in a frame, the last one that begins in it', () => {
    const cues = Array.from({ length: 60 }, (_, n) => ({
      start: n / 1000,
      end: (n + 1) / 1000,
      text: `${n}`,
    }));
    const composed = captioned(cues, { style: 'outline' });
    expect(layersOf(composed, LAYER.text).map(({ ip, op }) => [ip, op])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test('follows no words of a cue that is far too long', () => {
    const text = (count: number) => Array.from({ length: count }, () => 'a').join(' ');
    const counts = [60, 61].map((count) => {
      const composed = captioned([{ start: 0, end: 9, text: text(count) }], { style: 'word-pop' });
      return layersOf(composed, LAYER.text).map((layer) => documentsOf(layer).length);
    });
    expect(counts).toEqual([[60, 60], [1]]);
  });

  test('gives words no keyframes at the same time, and none alone', () => {
    const slow = { ...template, lottie: { ...template.lottie, fr: 4, op: 40 } };
    const pop = (text: string, of = template) => {
      const [word] = layersOf(
        captioned([{ start: 0, end: 4, text }], { style: 'word-pop' }, of),
        5,
      );
      return word?.ks?.s as { a: number; k: { t: number }[] };
    };
    const times = pop('One two', slow).k.map(({ t }) => t);
    expect(times).toEqual([...new Set(times)]);
    expect(pop('One').k.map(({ t }) => t)).toEqual([0, 3, 5]);
    expect(pop('One', slow)).toEqual({ a: 0, k: [100, 100, 100] });
  });

  test('draws nothing if no captions are burnt in, and returns all tracks as they show', () => {
    const plain = compose({
      template,
      mapping: parsed(template, {}),
      images: { editables: new Map(), assets: new Map() },
      fallbacks,
    });
    const longCue = { start: 0, end: 20, text: 'One' };
    const { captions, composition, warnings } = captioned([longCue], {
      burn: false,
      language: 'en',
    });
    expect(composition).toEqual(plain.composition);
    expect(captions).toEqual([
      {
        number: 1,
        language: 'en',
        isBurnt: false,
        cues: [{ startSeconds: 0, endSeconds: FRAMES / FPS, text: 'One' }],
      },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['caption_outside', 'caption_too_long']);
  });

  test('leaves no letters of a cue in the segments of others', () => {
    const cues = [
      { start: 0, end: 2, text: 'abc' },
      { start: 4, end: 6, text: 'xyz' },
    ];
    const { lottie } = captioned(cues).composition;
    const letters = (first: number, last: number) => prune(lottie, first, last).chars?.length;
    expect(letters(60, 90)).toBe(0);
    // The letters, the space and the line break.
    expect(letters(0, 10)).toBe(5);
  });

  test('keeps the place of each letter while another word is spoken', () => {
    const composed = captioned([{ start: 0, end: 4, text: ENGLISH }], { style: 'word-highlight' });
    const [word, base] = layersOf(composed, LAYER.text).filter(({ ks }) => ks?.o?.k === 100);
    const widths = new Map(composed.composition.lottie.chars?.map(({ ch, w }) => [ch, w]));
    const lineWidths = ({ t = '' }: TextDocument) =>
      t.split('\r').map((line) => [...line].reduce((sum, ch) => sum + (widths.get(ch) ?? 0), 0));
    const widthsOfAll = [...documentsOf(word), ...documentsOf(base)].map(lineWidths);
    for (const lines of widthsOfAll)
      for (const [index, width] of lines.entries())
        expect(width).toBeCloseTo(widthsOfAll[0]?.[index] ?? 0);
    expect(documentsOf(word)).toHaveLength(16);
    expect(widthsOfAll[0]).toHaveLength(2);
  });

  test('follows the words of a script from right to left', () => {
    const composed = captioned([{ start: 0, end: 4, text: 'אבג דהו' }], {
      style: { name: 'word-pop' },
    });
    const { chars = [] } = composed.composition.lottie;
    const inked = new Set(
      chars.flatMap(({ ch, data }) => ('shapes' in data && data.shapes ? [ch] : [])),
    );
    const [word] = layersOf(composed, LAYER.text);
    const shownLetters = documentsOf(word).map(({ t = '' }) =>
      [...t].map((ch) => (inked.has(ch) ? 'x' : '-')).join(''),
    );
    // The first word stands at the right end.
    expect(shownLetters).toEqual(['----xxx', 'xxx----']);
    const [x1 = 0, x2 = 0] = anchorsOf(word);
    expect(x1).toBeGreaterThan(x2);
  });

  test('takes the times of words from the cue', () => {
    const words = [
      { start: 1, end: 1.4, text: 'One' },
      { start: 3, end: 4, text: 'two' },
    ];
    const composed = captioned([{ start: 0, end: 5, text: 'One two', words }], {
      style: 'word-highlight',
    });
    const times = layersOf(composed, LAYER.text)[0]?.t?.d.k.map(({ t }) => t);
    expect(times).toEqual([0, 25, 35, 75, 100]);
  });

  test('draws a box around all lines, within the safe area', () => {
    for (const text of ['Hello', ENGLISH, HEBREW, 'ภาษาไทย'.repeat(12), '你好'.repeat(30)]) {
      const [box] = layersOf(
        captioned([{ start: 0, end: 2, text }], { style: 'box' }),
        LAYER.shape,
      );
      const [shape] = (box?.shapes?.[0]?.['it'] ?? []) as unknown as Rectangle[];
      const [x = 0, y = 0] = shape?.p.k ?? [];
      const [width = 0, height = 0] = shape?.s.k ?? [];
      expect(x).toBeCloseTo(WIDTH / 2);
      expect(width).toBeLessThanOrEqual(WIDTH * 0.9 + 1);
      expect(y + height / 2).toBeLessThanOrEqual(HEIGHT * 0.93);
    }
  });

  test('reports captions that need more room, and characters without a glyph', () => {
    const long = [{ start: 0, end: 6, text: `${ENGLISH} ${ENGLISH} ${ENGLISH}` }];
    expect(captioned(long).warnings.map(({ code }) => code)).toContain('caption_reduced');
    const longer = [{ start: 0, end: 6, text: `${ENGLISH} `.repeat(10) }];
    expect(captioned(longer).warnings.map(({ code }) => code)).toContain('caption_overflow');
    const cues = [
      ...long,
      { start: 6, end: 7, text: 'a' },
      { start: 8, end: 9, text: 'b\u{f0000}' },
    ];
    const fits = { overflow: false, word_broken: false, font_scale: 1, lines: 1 };
    expect(captioned(cues).captionFits).toEqual([
      { ...fits, start: 0, end: 6, lines: 4, font_scale: expect.any(Number), missing_glyphs: [] },
      { ...fits, start: 6, end: 7, missing_glyphs: [] },
      { ...fits, start: 8, end: 9, missing_glyphs: ['U+F0000'] },
    ]);
    const unknown = [{ start: 0, end: 6, text: 'a\u{f0000}b' }];
    expect(captioned(unknown).warnings.map(({ message }) => message)).toEqual([
      'No font has these characters of the captions: U+F0000. They are not drawn.',
    ]);
    const [warning] = captioned([{ start: 0, end: 6, text: 'a' }], {
      style: { name: 'plain', font: 'No Such Font' },
    }).warnings;
    expect(warning?.code).toBe('font_fallback');
  });
});

describe('textForms', () => {
  test('breaks at punctuation near the middle, and keeps the number of characters', () => {
    expect(textForms('ab cd ef gh ij, kl mn op qr st.', 'xx').bySense?.text).toBe(
      'ab cd ef gh ij,\nkl mn op qr st.',
    );
    expect(
      textForms('大多数人在没有声音的情况下观看视频，所以文字必须清晰可见。', 'zh').bySense,
    ).toEqual({
      text: '大多数人在没有声音的情况下观看视频，\n所以文字必须清晰可见。',
      extraAt: 18,
    });
    expect(textForms('Yes, ab cd ef gh ij kl mn op qr', 'xx').bySense).toBeUndefined();
  });

  test('binds articles, joins lines, and keeps those of several speakers', () => {
    expect(textForms('We saw the\nhouse of a friend', 'en')).toMatchObject({
      own: 'We saw the\nhouse of\u00a0a\u00a0friend',
      flowing: 'We saw the house of\u00a0a\u00a0friend',
    });
    expect(textForms('你好\n世界', 'zh').flowing).toBe('你好\u200b世界');
    expect(textForms('- Who?\n- Me!', 'en').flowing).toBe('- Who?\n- Me!');
  });
});
