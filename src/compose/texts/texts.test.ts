import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { fallbackFonts, stylesOf } from '../../fonts/index.ts';
import { importTemplate } from '../../import/index.ts';
import type { TextDocument } from '../../lottie/index.ts';
import { parsed } from '../../mapping/mapping.fixture.ts';
import { compose, fitTexts } from '../compose.ts';

const still = (k: unknown) => ({ a: 0, k });
const HEBREW = await readFile(
  fileURLToPath(
    import.meta.resolve(
      '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
    ),
  ),
);

type TestLayer = { name: string; text: string | undefined; document: TextDocument; more: object };

/** A template with text layers, and a mapping that fills them. */
async function filled(layers: readonly Partial<TestLayer>[], editables?: object) {
  const textLayers = layers.map(({ name = 't_01', document = {}, more = {} }) => {
    const s = { f: 'Hebrew', s: 40, lh: 48, fc: [0, 0, 0], t: 'שלום', ...document };
    const ks = { p: still([20, 100, 0]), a: still([0, 0, 0]), s: still([100, 100, 100]) };
    return {
      ty: 5,
      nm: name,
      ip: 0,
      op: 30,
      ks: { ...ks, o: still(100), r: still(0) },
      t: { d: { k: [{ t: 0, s }] }, ...more },
    };
  });
  const font = { fName: 'Hebrew', fFamily: 'Noto Sans Hebrew', fStyle: 'Regular', ascent: 75 };
  const lottie = {
    v: '5.9.0',
    fr: 30,
    ip: 0,
    op: 30,
    w: 400,
    h: 300,
    assets: [],
    layers: textLayers,
  };
  const template = await importTemplate({
    label: 'test',
    animation: new TextEncoder().encode(JSON.stringify({ ...lottie, fonts: { list: [font] } })),
    base: '',
    templateJson: editables && Buffer.from(JSON.stringify({ version: 1, editables })),
    files: new Map([['fonts/Hebrew.ttf', HEBREW]]),
  });
  const texts = layers.flatMap(({ name = 't_01', text }) =>
    text === undefined ? [] : [[name, { source: { text } }]],
  );
  const mapping = parsed(template, { resources: Object.fromEntries(texts) });
  return { template, mapping };
}

const NO_IMAGES = { editables: new Map(), assets: new Map() };

/** The composed document of a layer with this text, document and animators. */
async function composed(text: string | undefined, document: TextDocument, more: object = {}) {
  const { template, mapping } = await filled([{ text, document, more }]);
  const { composition } = compose({ template, mapping, images: NO_IMAGES, fallbacks: [] });
  return composition.lottie.layers[0]?.t?.d.k[0]?.s;
}

describe('the text of a layer', () => {
  test('has logical order if it has animators, else visual order', async () => {
    const selector = { t: 0, b: 1, r: 1, sh: 1, s: still(0), e: still(50), a: still(100) };
    const fading = { a: [{ s: selector, a: { o: still(0) } }] };
    const tracking = { a: [{ s: selector, a: { t: still(10) } }] };
    const document = await composed('שלום', {});
    expect(document?.j).toBe(0);
    // A leftward pen swaps left and right: see documentOf.
    expect((await composed('שלום', {}, fading))?.j).toBe(1);
    expect((await composed('Ana', {}, fading))?.j).toBe(0);
    expect(await composed('שלום', {}, tracking)).toEqual(document);
    expect(await composed('שלום', {}, { ...fading, p: { m: 0 } })).toEqual(document);
  });

  test('has animators that Skottie draws, in the color of the filled text', async () => {
    const a = { a: [{ a: { fh: still(120), sk: still(20), sa: still(0) } }] };
    const { template, mapping } = await filled([
      { text: 'Ana', document: { fc: [0, 0, 1] }, more: a },
    ]);
    const { lottie } = compose({ template, mapping, images: NO_IMAGES, fallbacks: [] }).composition;
    const { t } = lottie.layers[0] ?? {};
    expect(t?.a).toEqual([{ a: { fc: still([1, 0, 0, 1]) } }]);
    expect(t?.d.k[0]?.s.f).toMatch(/ moved /);
    expect(lottie.fonts?.list.map(({ fName }) => fName)).toContain(t?.d.k[0]?.s.f);
  });

  test('that is invalid is an error that names its editable', async () => {
    const marks = `a${'\u0301'.repeat(300)}`;
    await expect(composed(marks, {})).rejects.toMatchObject({
      code: 'text_invalid',
      faults: [{ editable: 't_01', pointer: '/mapping/resources/t_01/source/text' }],
    });
  });

  test('is fitted if the designer lets players fit it, also the template’s own text', async () => {
    const box = { sz: [40, 60], ps: [0, 0] };
    expect((await composed(undefined, { ...box, rs: 2 }))?.s).toBeLessThan(40);
    expect((await composed('שלום', box))?.s).toBeLessThan(40);
  });

  test('is laid out once for many equal layers', async () => {
    const layer = { text: 'ש '.repeat(4000), document: { sz: [300, 200], ps: [0, 0] } };
    const { template, mapping } = await filled(Array.from({ length: 300 }, () => layer));
    const { lottie } = compose({ template, mapping, images: NO_IMAGES, fallbacks: [] }).composition;
    const documents = lottie.layers.map((l) => JSON.stringify(l.t?.d.k[0]?.s));
    expect(new Set(documents).size).toBe(1);
  });

  test('is rejected if all texts together are too long', async () => {
    const layers = Array.from({ length: 20 }, (_, i) => ({
      name: i < 10 ? 't_01' : 't_02',
      text: 'ש '.repeat(5000),
      document: { s: 20 + i, sz: [300, 200], ps: [0, 0] },
    }));
    const { template, mapping } = await filled(layers);
    const { faults } = fitTexts(template, mapping);
    expect(faults).toMatchObject([{ code: 'text_invalid', editable: 't_02' }]);
    expect(faults[0]?.message).toContain('at most 150000 characters');
    expect(faults[0]?.hint).toContain('Shorten');
  });

  test('that is invalid does not affect the others: all faults and the fit of the others are reported', async () => {
    const marks = 'a\u0301'.padEnd(300, '\u0301');
    const { template, mapping } = await filled([
      { name: 't_01', text: marks },
      { name: 't_02', text: 'שלום' },
      { name: 't_03', text: marks },
    ]);
    const { fit, faults } = fitTexts(template, mapping);
    expect(fit).toMatchObject({ t_02: { font_scale: 1, lines: 1 } });
    expect(faults.map(({ editable }) => editable)).toEqual(['t_01', 't_03']);
    expect(() => compose({ template, mapping, images: NO_IMAGES, fallbacks: [] })).toThrow(
      expect.objectContaining({ faults }),
    );
  });

  test('with characters that its font lacks is reported with these, its font and the fonts used', async () => {
    const { template, mapping } = await filled([
      { text: 'Жук ₿ 😀 שלום' },
      { name: 't_02', text: 'שלום' },
    ]);
    const fallbacks = await fallbackFonts('Жук ₿ 😀', [], { styles: stylesOf(template) });
    const { warnings } = fitTexts(template, mapping, { fallbacks });
    expect(warnings).toMatchObject([
      {
        code: 'font_fallback',
        editable: 't_01',
        message:
          'The font "Hebrew" lacks characters of the text of "t_01". Other fonts draw these: Cyrillic in NotoSans-Regular.',
      },
    ]);
  });

  test('in a missing font is reported with the substitute font', async () => {
    const { template, mapping } = await filled([
      { text: 'Ana 1', document: { f: 'Nowhere-Bold' } },
    ]);
    template.lottie.fonts?.list.push({ fName: 'Nowhere-Bold', fFamily: 'Nowhere', fStyle: 'Bold' });
    const fallbacks = await fallbackFonts('Ana 1', [], { styles: stylesOf(template) });
    const { warnings } = fitTexts(template, mapping, { fallbacks });
    expect(warnings.map(({ message }) => message)).toEqual([
      'The font "Nowhere-Bold" of the text of "t_01" is missing. It is replaced by NotoSans-Bold.',
    ]);
  });

  describe('without a box and a room', () => {
    const NO_ROOM = { t_01: { box: false } };
    const [LONG, SHORT] = ['שלום עולם '.repeat(5).trim(), 'שלום'];
    /** The fit of such a text at this position, in a frame of 400 × 300. */
    const fitAt = async (
      text: string,
      place: number[] | object[],
      more: Partial<TextDocument> = {},
    ) => {
      const { template, mapping } = await filled([{ text, document: more }], NO_ROOM);
      const [layer] = template.lottie.layers;
      const a = typeof place[0] === 'object' ? 1 : 0;
      if (layer?.ks) layer.ks.p = { a, k: place as number[] };
      const { fit, warnings } = fitTexts(template, mapping);
      return [fit['t_01']?.overflow, ...warnings.map(({ message }) => message)];
    };
    const OUT = [true, 'The text of "t_01" runs out of the frame.'];

    test.each<[string, string, number[], Partial<TextDocument>, (string | boolean)[]]>([
      ['short', SHORT, [20, 100, 0], {}, [false]],
      ['long', LONG, [20, 100, 0], {}, OUT],
      ['long and centered', LONG, [200, 100, 0], { j: 2 }, OUT],
      ['short and flush right', SHORT, [380, 100, 0], { j: 1 }, [false]],
      ['short and flush right at the left edge', SHORT, [60, 100, 0], { j: 1 }, OUT],
      ['many lines', `${SHORT}\n`.repeat(8).trim(), [20, 100, 0], {}, OUT],
      ['empty', '', [900, 900, 0], {}, [false]],
      ['beyond the edge', SHORT, [20, -20, 0], {}, OUT],
    ])('%s', async (...[_, text, place, document, expected]) => {
      expect(await fitAt(text, place, document)).toEqual(expected);
    });

    test('that enters or crosses the frame is not cut off', async () => {
      const moving = (from: number, to: number) => [
        { t: 0, s: [from, 100, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
        { t: 28, s: [to, 100, 0] },
      ];
      expect(await fitAt(SHORT, moving(-300, 20))).toEqual([false]);
      expect(await fitAt(LONG, moving(400, -900))).toEqual([false]);
      expect(await fitAt(LONG, moving(0, 40))).toEqual(OUT);
    });

    test('in a layer that never shows is not cut off', async () => {
      const { template, mapping } = await filled([{ text: LONG }]);
      for (const layer of template.lottie.layers) layer.ks = { ...layer.ks, o: { a: 0, k: 0 } };
      expect(fitTexts(template, mapping).fit['t_01']?.overflow).toBe(false);
    });
  });

  test('of the template’s own is reported if no font has one of its characters', async () => {
    const { template, mapping } = await filled([
      { name: 'title', document: { t: 'ש\u{10FFFD}' } },
      { name: 't_01', text: 'ש\uFFFC' },
    ]);
    const { warnings, fit } = fitTexts(template, mapping);
    expect(Object.keys(fit)).toEqual(['t_01']);
    expect(fit['t_01']?.missing_glyphs).toEqual(['U+FFFC']);
    expect(warnings).toMatchObject([
      { code: 'glyph_missing', message: expect.stringContaining('U+10FFFD') },
      { code: 'glyph_missing', editable: 't_01' },
    ]);
    expect(warnings[0]).not.toHaveProperty('editable');
  });

  test('of the template’s own is reported for a missing font, once', async () => {
    const { template, mapping } = await filled([
      { name: 'title', document: { t: 'One', f: 'Anton' } },
      { name: 'subtitle', document: { t: 'Two', f: 'Anton' } },
      { name: 't_01', text: 'שלום' },
    ]);
    const fallbacks = await fallbackFonts('One Two', [], { styles: stylesOf(template) });
    const { warnings } = fitTexts(template, mapping, { fallbacks });
    const message =
      'The font "Anton" of the template’s own text is missing. It is replaced by NotoSans-Regular.';
    expect(warnings).toMatchObject([{ code: 'font_fallback', message }]);
  });
});
