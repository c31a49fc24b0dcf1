import { expect, test } from 'vitest';
import { poppins, poppinsBold } from '../text.fixture.ts';
import { FontLibrary } from './font-library.ts';
import { substituteStyle } from './substitute.ts';

const font = (fFamily: string, fStyle = 'Regular') => ({ fName: 'x', fFamily, fStyle });
const fallbacks = [poppins, poppinsBold].map((face) => ({ face, from: 'fallback' as const }));
const widthOf = (text: string, face = poppins) =>
  [...text].reduce((sum, letter) => {
    const glyph = face.handle().glyph(letter.codePointAt(0) ?? 0) ?? 0;
    return sum + face.handle().glyphHAdvance(glyph) / face.unitsPerEm;
  }, 0);

test('families of bold and narrow headlines have such substitutes; a stated style comes first', () => {
  expect(substituteStyle(font('Anton'))).toMatchObject({ weight: 900, width: 78 });
  expect(substituteStyle(font('Bebas Neue'))).toMatchObject({ weight: 700, width: 62 });
  expect(substituteStyle(font('Oswald', 'Light'))).toMatchObject({ weight: 300, width: 75 });
  expect(substituteStyle(font('League Gothic', 'Condensed'))).toMatchObject({ width: 75 });
  expect(substituteStyle(font('Inter'))).toMatchObject({ weight: 400, width: 100 });
});

test('a fallback is as bold and as narrow as the missing font', () => {
  const face = new FontLibrary(fallbacks).match(font('Anton'))?.face;
  expect(face).toMatchObject({ weight: 700, width: 78, postScriptName: 'Poppins-Bold' });
  expect(widthOf('Headline', face)).toBeCloseTo(0.78 * widthOf('Headline', poppinsBold), 2);
  expect(face?.key).not.toBe(poppinsBold.key);
  expect(face?.capHeight).toBe(poppinsBold.capHeight);
});

test('the widths of the letters in the file come before the style; the factor has limits', () => {
  const library = (factor: number) => {
    const widths = new Map([...'abcdef'].map((c) => [c, 100 * factor * widthOf(c)]));
    return new FontLibrary(fallbacks, () => widths);
  };
  const stretchOf = (factor: number) =>
    Math.round(library(factor).match(font('Other'))?.face.width ?? 0);
  expect([1, 0.8, 1.2, 0.01, 9].map(stretchOf)).toEqual([100, 80, 120, 55, 140]);
  const hostile = new Map([...'abc'].map((c) => [c, Number.NaN]));
  expect(new FontLibrary(fallbacks, () => hostile).match(font('Other'))?.face).toBe(poppins);
});

test('a font that is there is never stretched', () => {
  const ownLibrary = new FontLibrary(
    [{ face: poppins, from: 'template', name: 'x' }],
    () => new Map(),
  );
  expect(ownLibrary.match(font('Anton'))?.face).toBe(poppins);
});
