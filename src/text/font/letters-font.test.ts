import { expect, test } from 'vitest';
import type { Char } from '../../lottie/index.ts';
import { contoursOf, placeOf } from '../glyphs/outline.ts';
import { lay, library, poppins, poppinsBold } from '../text.fixture.ts';
import { FontLibrary } from './font-library.ts';
import { fontOfLetters } from './letters-font.ts';

/** The letters of Poppins as After Effects writes them. */
const chars = [...'Helo Wrd'].map((ch): Char => {
  const font = poppins.handle();
  const glyph = font.glyph(ch.codePointAt(0) ?? 0) ?? 0;
  const contours = contoursOf(poppins, glyph, placeOf(poppins, { id: glyph, x: 0, y: 0 }));
  const it = contours.map((k) => ({ ty: 'sh', ks: { a: 0, k } }));
  const w = (font.glyphHAdvance(glyph) / poppins.unitsPerEm) * 100;
  return { ch, fFamily: 'Own', style: 'Bold', size: 60, w, data: { shapes: [{ ty: 'gr', it }] } };
});
const ownFace = fontOfLetters(chars, 90);
const font = { fName: 'Own-Bold', fFamily: 'Own', fStyle: 'Bold', ascent: 90 };
const fonts = new FontLibrary(
  [{ face: poppinsBold, from: 'fallback' }],
  () => undefined,
  () => ownFace,
);
const set = (text: string, more: object = {}) =>
  lay(text, { f: 'Own-Bold', ...more }, { font, fonts });

test('letters of a file become a font with their outlines and widths', () => {
  if (!ownFace) throw new Error('no font');
  expect(ownFace.has(0x48)).toBe(true);
  expect(ownFace.has(0x78)).toBe(false);
  expect(ownFace.spaceAdvance).toBeCloseTo(poppins.spaceAdvance, 3);
  for (const letter of 'Helo') {
    const code = letter.codePointAt(0) ?? 0;
    const [mine, plain] = [ownFace, poppins].map((face) => {
      const id = face.handle().glyph(code) ?? 0;
      const { width = 0 } = face.handle().glyphExtents(id) ?? {};
      return { ...face.reach(id), width: width / face.unitsPerEm };
    });
    expect(mine?.rise).toBeCloseTo(plain?.rise ?? 0, 2);
    expect(mine?.width).toBeCloseTo(plain?.width ?? 0, 2);
  }
});

test('new text that the letters cover is set in them', () => {
  const { face, borrowed, fit } = set('Hello\u0003World');
  expect(face).toBe(ownFace);
  expect(borrowed.size).toBe(0);
  expect(fit).toMatchObject({ lines: 2, fallback_fonts: [], missing_glyphs: [] });
  expect(set('held', { ca: 1 }).face).not.toBe(ownFace);
  expect(set('hh', { ca: 1 }).face).toBe(ownFace);
  expect(set('hh', { ca: 2 }).face).toBe(ownFace);
});

test('text that they cover partly is not a mixture: the fallback font sets all of it', () => {
  const { face, fit, borrowed } = set('Hello you');
  expect(face).toBe(poppinsBold);
  expect(fit.fallback_fonts).toEqual(['Poppins-Bold']);
  expect([...borrowed.keys()]).toEqual([poppinsBold]);
});

test('a font of the package comes before the letters', () => {
  const packaged = new FontLibrary(
    [{ face: poppinsBold, from: 'template', name: 'Own-Bold' }],
    () => undefined,
    () => ownFace,
  );
  expect(lay('Hello', {}, { font, fonts: packaged }).face).toBe(poppinsBold);
  expect(library.match(font)?.letters).toBeUndefined();
});

test('letters that cannot be in a font are left out', () => {
  const [h] = chars as [Char];
  const path = (k: unknown) => ({ shapes: [{ ty: 'sh', ks: { a: 0, k } }] }) as Char['data'];
  const point = (x: unknown) => path({ i: [[0, 0]], o: [[0, 0]], v: [[x, 0]] });
  let deep: object = { ty: 'gr', it: [] };
  for (let n = 0; n < 1000; n++) deep = { ty: 'gr', it: [deep] };
  const many = Array.from({ length: 5000 }, () => [0, 0]);
  const bad: Partial<Char>[] = [
    { ch: '' },
    { ch: 'Hé' },
    { ch: '\r' },
    { w: Number.NaN },
    { w: -1 },
    { w: 1e308 },
    { w: '5' as unknown as number },
    { t: 1, data: { refId: 'x' } },
    { data: { shapes: 'x' as unknown as [] } },
    { data: { shapes: [deep] } as unknown as Char['data'] },
    { data: { shapes: [{ ty: 'rc' }] } as unknown as Char['data'] },
    { data: point(1e308) },
    { data: point('1') },
    { data: point(Number.NaN) },
    { data: path(null) },
    { data: path({ i: many, o: many, v: many }) },
  ];
  for (const change of bad) expect(fontOfLetters([{ ...h, ...change }])).toBeUndefined();
  expect(fontOfLetters([])).toBeUndefined();
  const face = fontOfLetters([...bad.map((change) => ({ ...h, ...change })), h], Number.NaN);
  expect(face?.has(0x48)).toBe(true);
});
