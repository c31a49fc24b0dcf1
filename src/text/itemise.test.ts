import { describe, expect, it } from 'vitest';
import { FontLibrary } from './font/font-library.ts';
import { itemise, levelsOf } from './itemise.ts';
import { arabic, hebrew, poppins } from './text.fixture.ts';

const fonts = new FontLibrary([
  { face: poppins, from: 'template' },
  { face: arabic, from: 'fallback' },
  { face: hebrew, from: 'fallback' },
]);

/** Runs as their text and the ISO 15924 code of their script. */
function runsOf(text: string, face = poppins): string[] {
  const { levels } = levelsOf(text);
  const runs = itemise({ paragraph: text, levels, face, fonts, memory: new Map() });
  expect(runs.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  return runs.map(({ start, end, scriptTag }) => `${text.slice(start, end)}|${scriptTag ?? ''}`);
}

describe('itemise', () => {
  it('splits text by script and knows every script', () => {
    expect(runsOf('aαбა')).toEqual(['a|Latn', 'α|Grek', 'б|Cyrl', 'ა|Geor']);
    expect(runsOf('𞤀')).toEqual(['𞤀|Adlm']);
    expect(runsOf('ꦲ')).toEqual(['ꦲ|Java']);
    expect(runsOf('山かなカナ한')).toEqual(['山|Hani', 'かなカナ|Kana', '한|Hang']);
  });

  it('includes signs of all scripts in the run beside them, also at the start', () => {
    expect(runsOf('1. “Hi”, 2!')).toEqual(['1. “Hi”, 2!|Latn']);
    expect(runsOf('123')).toEqual(['123|']);
  });

  it('includes marks and signs that some scripts share in the run beside them', () => {
    // The danda, a Vedic accent and the mark for long kana are shared by several scripts, but not
    // by all.
    expect(runsOf('বাংলা।')).toEqual(['বাংলা।|Beng']);
    expect(runsOf('।বাংলা')).toEqual(['।বাংলা|Beng']);
    expect(runsOf('राम। বাম।')).toEqual(['राम। |Deva', 'বাম।|Beng']);
    expect(runsOf('ラーメン、山')).toEqual(['ラーメン、|Kana', '山|Hani']);
    expect(runsOf('مرحبا، ١٢', arabic)[0]).toBe('مرحبا، |Arab');
  });

  it('never splits a grapheme cluster', () => {
    for (const cluster of ['👩‍👩‍👧‍👦', '🇩🇪', '1️⃣', 'a\u0901\u05b0', '\u25cc\u093f', 'क्षि'])
      expect(runsOf(cluster)).toHaveLength(1);
    expect(runsOf('\u25cc\u093f')).toEqual(['\u25cc\u093f|Deva']);
  });

  it('keeps a decomposed letter in the text’s font if the font has its composed form', () => {
    const accent = '\u0301';
    expect(poppins.has(accent.codePointAt(0) ?? 0)).toBe(false);
    const text = `cafe${accent}`;
    const { levels } = levelsOf(text);
    const runs = itemise({ paragraph: text, levels, face: poppins, fonts, memory: new Map() });
    expect(runs.map(({ face }) => face)).toEqual([poppins]);
  });

  it('sets a sign that the text’s font lacks in the font of the letters before it', () => {
    const text = 'שלום ₪';
    const other = new FontLibrary([
      { face: arabic, from: 'fallback' },
      { face: hebrew, from: 'fallback' },
    ]);
    const runs = itemise({
      paragraph: text,
      levels: levelsOf(text).levels,
      face: poppins,
      fonts: other,
      memory: new Map(),
    });
    expect(runs.at(-1)?.face.has(0x20aa)).toBe(true);
  });
});
