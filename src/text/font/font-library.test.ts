import { describe, expect, it } from 'vitest';
import { arabic, hebrew, poppins, poppinsBold, poppinsItalic } from '../text.fixture.ts';
import { sfntOf, staticTables, variableTables } from './font.fixture.ts';
import type { FontFace } from './font-face.ts';
import { FontLibrary } from './font-library.ts';
import { openFont } from './open-font.ts';

const font = (fName: string, fFamily: string, fStyle: string) => ({ fName, fFamily, fStyle });

describe('FontLibrary', () => {
  const fonts = new FontLibrary([
    { face: poppins, from: 'fallback' },
    { face: arabic, from: 'fallback' },
    { face: poppinsBold, from: 'template', name: 'Headline' },
    { face: poppinsItalic, from: 'account' },
  ]);

  it('matches a font by the name in the animation, by PostScript name, and by family and style', () => {
    expect(fonts.match(font('Headline', 'Anything', 'Thin'))).toEqual({
      face: poppinsBold,
      from: 'template',
      exact: true,
    });
    expect(fonts.match(font('Poppins-Regular', '', ''))).toMatchObject({
      face: poppins,
      exact: true,
    });
    expect(fonts.match(font('x', 'poppins', 'Bold'))).toMatchObject({
      face: poppinsBold,
      exact: true,
    });
    expect(fonts.match(font('x', 'Poppins Bold', 'Regular'))).toMatchObject({
      face: poppinsBold,
      exact: true,
    });
  });

  it('returns the nearest face of the family as not exact', () => {
    expect(fonts.match(font('x', 'Poppins', 'ExtraBold'))).toMatchObject({
      face: poppinsBold,
      exact: false,
    });
    expect(fonts.match(font('x', 'Poppins', 'Light'))).toMatchObject({
      face: poppins,
      exact: false,
    });
    expect(fonts.match(font('x', 'Poppins', 'Bold Italic'))).toMatchObject({
      face: poppinsItalic,
      exact: false,
    });
  });

  it('falls back to a Latin font, and returns undefined only without any font', () => {
    expect(fonts.match(font('x', 'Comic Sans', 'Bold'))).toMatchObject({
      face: poppins,
      from: 'fallback',
      exact: false,
    });
    expect(fonts.match(undefined)).toMatchObject({ face: poppins, exact: false });
    expect(new FontLibrary([]).match(font('x', 'y', 'z'))).toBeUndefined();
  });

  it('prefers a session’s fonts to the template’s own', () => {
    const changed = new FontLibrary([
      { face: poppins, from: 'template', name: 'Body' },
      { face: poppinsBold, from: 'font_changes', name: 'Body' },
    ]);
    expect(changed.match(font('Body', 'Poppins', 'Regular'))).toMatchObject({
      face: poppinsBold,
      from: 'font_changes',
    });
  });

  it('finds a font that covers the whole cluster, or none', () => {
    expect(fonts.fallback([0x628], poppins)).toMatchObject({ face: arabic });
    expect(fonts.fallback([0x41], poppins)).toMatchObject({ face: poppinsBold, from: 'template' });
    // Another family of the template is the last resort: it may be the font of a headline.
    const mixed = new FontLibrary([
      { face: arabic, from: 'template' },
      { face: poppins, from: 'fallback' },
    ]);
    expect(mixed.fallback([0x31], hebrew)).toMatchObject({ face: poppins });
    expect(mixed.fallback([0x628], hebrew)).toMatchObject({ face: arabic, from: 'template' });
    expect(fonts.fallback([0x628, 0x1f600], poppins)).toBeUndefined();
  });
});

/** Fonts with these family names that have the letter A. */
async function named(...families: string[]): Promise<FontFace[]> {
  const files = families.map((family) => sfntOf(staticTables({ 1: family, 6: family })));
  return (await Promise.all(files.map((bytes) => openFont(bytes, 'named')))).flat();
}

describe('FontLibrary’s substitute for a missing font', () => {
  it('has the style that the name states in any of its spellings', async () => {
    const faces = (await openFont(sfntOf(variableTables()), 'variable')).slice(0, 1);
    const fonts = new FontLibrary(faces.map((face) => ({ face, from: 'template' })));
    const weightOf = (more: object) =>
      fonts.match({ fName: 'x', fFamily: 'Test', ...more })?.face.weight;
    expect(weightOf({ fStyle: 'SemiBold Italic' })).toBe(600);
    expect(weightOf({ fStyle: 'Italic', fWeight: '650' })).toBe(650);
    expect(weightOf({ fFamily: 'Test ExtraLight', fStyle: 'Regular' })).toBe(200);
    expect(weightOf({ fFamily: "'Test', sans-serif", fWeight: 'Black' })).toBe(900);
    expect(weightOf({ fName: 'Test-DemiBoldIt' })).toBe(600);
  });

  it('is exact only if a variable font can be set to the style', async () => {
    const faces = await openFont(sfntOf(variableTables()), 'variable');
    const fonts = new FontLibrary(faces.map((face) => ({ face, from: 'template' })));
    const match = (fStyle: string) => fonts.match({ fName: 'x', fFamily: 'Test', fStyle });
    expect(match('Bold')).toMatchObject({ face: faces[1], exact: true });
    expect(match('SemiBold')).toMatchObject({ exact: true, face: { weight: 600 } });
    expect(match('SemiBold Italic')).toMatchObject({ exact: false, face: { weight: 600 } });
    expect(match('SemiBold')?.face).toBe(match('SemiBold')?.face);
  });

  it('has serifs if the missing font has them', async () => {
    const faces = await named('Noto Sans', 'Noto Serif');
    const fonts = new FontLibrary(faces.map((face) => ({ face, from: 'fallback' })));
    const familyFor = (fFamily: string, more: object = {}) =>
      fonts.match({ fName: 'x', fFamily, ...more })?.face.family;
    for (const serif of ['Times New Roman', 'EB Garamond', 'Georgia', 'PT Serif', 'Roboto Slab'])
      expect(familyFor(serif), serif).toBe('Noto Serif');
    for (const sans of ['Arial', 'Open Sans', 'Helvetica Neue', 'Century Gothic', 'Brandon'])
      expect(familyFor(sans), sans).toBe('Noto Sans');
    expect(familyFor('Brandon, sans-serif')).toBe('Noto Sans');
    expect(familyFor('Own', { fClass: 'serif' })).toBe('Noto Serif');
    const [like] = await named('Merriweather');
    expect(like && fonts.fallback([0x41], like)?.face.family).toBe('Noto Serif');
  });

  it('has the ideographs of the language’s form', async () => {
    const faces = await named('Noto Sans CJK JP', 'Noto Sans CJK SC', 'Noto Sans HK');
    const fonts = new FontLibrary(faces.map((face) => ({ face, from: 'fallback' })));
    const familyFor = (form?: 'SC' | 'HK' | 'KR') =>
      fonts.fallback([0x41], poppins, form)?.face.family;
    expect([familyFor(), familyFor('SC'), familyFor('HK'), familyFor('KR')]).toEqual([
      'Noto Sans CJK JP',
      'Noto Sans CJK SC',
      'Noto Sans HK',
      'Noto Sans CJK JP',
    ]);
  });

  it('is lighter for a light style and bolder for a bold style, as in CSS', () => {
    const fonts = new FontLibrary(
      [poppins, poppinsBold].map((face) => ({ face, from: 'template' })),
    );
    const weightFor = (fWeight: string) =>
      fonts.match({ fName: 'x', fFamily: 'Poppins', fStyle: 'x', fWeight })?.face.weight;
    expect(['100', '500', '501', '600', '900'].map(weightFor)).toEqual([400, 400, 700, 700, 700]);
  });

  it('has an origin, as every face of the library', () => {
    const library = new FontLibrary([
      { face: poppins, from: 'template' },
      { face: hebrew, from: 'template' },
      { face: arabic, from: 'fallback' },
    ]);
    const standing = [0x5d0, 0x628].map((c) => library.fallback([c], poppins)?.face);
    expect(standing).toEqual([hebrew, arabic]);
    expect(standing.map((face) => face && library.originOf(face))).toEqual([
      'template',
      'fallback',
    ]);
  });
});
