import { describe, expect, it } from 'vitest';
import { AppError } from '../base/index.ts';
import { FontLibrary } from './font/font-library.ts';
import { BOX, lay, poppins, widthOf } from './text.fixture.ts';

describe('refusals', () => {
  function refusal(attempt: () => unknown): AppError {
    try {
      attempt();
    } catch (error) {
      if (error instanceof AppError) return error;
    }
    throw new Error('nothing was refused');
  }

  it('names where a lone surrogate stands', () => {
    const error = refusal(() => lay('ab\ud83d'));
    expect(error.code).toBe('text_invalid');
    expect(error.message).toContain('a lone surrogate at index 2');
    expect(refusal(() => lay('😀\udc00')).message).toContain('index 2');
  });

  it('takes 50,000 characters and no more', () => {
    expect(lay('word '.repeat(10_000), BOX).fit.overflow).toBe(true);
    expect(refusal(() => lay('a'.repeat(50_001)))).toMatchObject({ code: 'text_invalid' });
  });

  it('refuses a letter with thousands of accents', () => {
    expect(refusal(() => lay(`a${'\u0301'.repeat(40_000)}`)).code).toBe('text_invalid');
    expect(lay(`अ${'\u0902'.repeat(40)}`).fit.missing_glyphs).toEqual([]);
  });

  it('says that there is no font', () => {
    expect(refusal(() => lay('a', {}, { fonts: new FontLibrary([]) })).code).toBe('font_missing');
  });
});

describe('ink outside of the usual line', () => {
  const box = { s: 60, lh: 72, sz: [700, 64], ps: [0, 0] };

  it('shrinks the text where it hangs out of the box', () => {
    const usual = lay('بيب', box);
    const deep = lay(`ب${'\u0650'.repeat(4)}`, box);
    expect(usual.fit).toMatchObject({ overflow: false });
    expect(deep.fit.font_scale).toBeLessThan(usual.fit.font_scale);
    expect(deep.fit.overflow).toBe(false);
    expect(lay('Apfel', box).fit.font_scale).toBe(1);
    expect(lay('Apfel', { ...box, sz: [700, 20] }).fit).toMatchObject({ font_scale: 1 });
  });

  it('is reported where it stands above the box, which no size cures', () => {
    const high = `ب${'\u064e'.repeat(20)}`;
    expect(lay(high, box).fit).toMatchObject({ font_scale: 1, overflow: true });
    expect(lay('ÅẼŶŃ', box).fit).toMatchObject({ font_scale: 1, overflow: false });
    expect(lay(high, { ...box, sz: [700, 900], vj: 1 }).fit.overflow).toBe(false);
    expect(lay(high).fit.overflow).toBe(false);
  });

  it('is counted where the last line does not hang down furthest', () => {
    const deep = `ب${'\u0650'.repeat(9)}`;
    const { fit } = lay(`${deep}\nb`, { ...box, lh: 10, sz: [700, 90] });
    expect(fit.font_scale).toBeLessThan(1);
    expect(fit.overflow).toBe(false);
  });
});

describe('negative tracking', () => {
  it('lays letters over each other at most, and the widest counts', () => {
    const { lines, charsOf, document, fit } = lay('Wi', { tr: -900, sz: [20, 100], ps: [0, 0] });
    expect(widthOf(charsOf(lines[0] ?? ''))).toBeGreaterThan(90);
    expect(fit.font_scale).toBeLessThan(1);
    expect(document.sz?.[0]).toBeGreaterThanOrEqual(20);
  });
});

describe('a box for point text', () => {
  const box = { width: 200, height: 100 };

  it('breaks and shrinks it, about its origin, below a first baseline that stays', () => {
    const { document, fit, lines } = lay('One two three four five', { j: 2 }, { box });
    expect(lines.length).toBeGreaterThan(1);
    expect(document).toMatchObject({ j: 2 });
    expect(document.sz).toBeUndefined();
    expect(document.ps).toBeUndefined();
    const { s = 0, lh = 0 } = document;
    expect(0.75 * 40 + (lines.length - 1) * lh + poppins.tail * s).toBeLessThanOrEqual(100.5);
    expect(fit).toMatchObject({ overflow: false, word_broken: false });
  });

  it('uses the drawn box instead if the design has a drawn box', () => {
    const boxFields = { sz: [400, 200], ps: [0, 0] };
    expect(lay('One two three four five', boxFields, { box }).document).toEqual(
      lay('One two three four five', boxFields).document,
    );
  });

  it('does not change a text that must not shrink, and reports the overflow', () => {
    const text = 'One two three four five six seven';
    expect(lay(text, {}, { box, minFontSize: 60 }).fit).toMatchObject({
      font_scale: 1,
      overflow: true,
    });
  });
});
