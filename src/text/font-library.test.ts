import { describe, expect, it } from 'vitest';
import { FontLibrary } from './font-library.ts';
import { arabic, hebrew, poppins, poppinsBold, poppinsItalic } from './text.fixture.ts';

const font = (fName: string, fFamily: string, fStyle: string) => ({ fName, fFamily, fStyle });

describe('FontLibrary', () => {
  const fonts = new FontLibrary([
    { face: poppins, from: 'fallback' },
    { face: arabic, from: 'fallback' },
    { face: poppinsBold, from: 'template', name: 'Headline' },
    { face: poppinsItalic, from: 'account' },
  ]);

  it('matches by the name in the animation, by PostScript name, by family and style', () => {
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

  it('takes the nearest face of the family, and says so', () => {
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

  it('falls back to a Latin font, and to none only where it has none', () => {
    expect(fonts.match(font('x', 'Comic Sans', 'Bold'))).toMatchObject({
      face: poppins,
      from: 'fallback',
      exact: false,
    });
    expect(fonts.match(undefined)).toMatchObject({ face: poppins, exact: false });
    expect(new FontLibrary([]).match(font('x', 'y', 'z'))).toBeUndefined();
  });

  it('prefers what the session brings to the template’s own', () => {
    const changed = new FontLibrary([
      { face: poppins, from: 'template', name: 'Body' },
      { face: poppinsBold, from: 'font_changes', name: 'Body' },
    ]);
    expect(changed.match(font('Body', 'Poppins', 'Regular'))).toMatchObject({
      face: poppinsBold,
      from: 'font_changes',
    });
  });

  it('finds a font for a whole cluster or none', () => {
    expect(fonts.fallback([0x628], poppins)).toMatchObject({ face: arabic });
    expect(fonts.fallback([0x41], poppins)).toMatchObject({ face: poppinsBold, from: 'template' });
    // A font of the template's of another family is the last resort: it may be a headline's.
    const mixed = new FontLibrary([
      { face: arabic, from: 'template' },
      { face: poppins, from: 'fallback' },
    ]);
    expect(mixed.fallback([0x31], hebrew)).toMatchObject({ face: poppins });
    expect(mixed.fallback([0x628], hebrew)).toMatchObject({ face: arabic, from: 'template' });
    expect(fonts.fallback([0x628, 0x1f600], poppins)).toBeUndefined();
  });
});
