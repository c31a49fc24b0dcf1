import bidiFactory from 'bidi-js';
import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';

/** Text of one direction, script and font: what HarfBuzz shapes at once. */
export type Run = { start: number; end: number; level: number; face: FontFace; missing: boolean; fallback: boolean };

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What is drawn as nothing and needs no glyph: joiners, marks of direction, variation selectors. */
const IGNORABLE = /^[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff]$/;

const SCRIPTS = [
  'Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya',
  'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Georgian',
  'Hangul', 'Ethiopic', 'Khmer', 'Mongolian', 'Hiragana', 'Katakana', 'Han', 'Armenian', 'Syriac', 'Thaana',
].map((name) => ({ name, pattern: new RegExp(`^\\p{Script=${name}}`, 'u') }));

/** The script of a character, or undefined where it goes along with its neighbours. */
function scriptOf(character: string): string | undefined {
  return SCRIPTS.find(({ pattern }) => pattern.test(character))?.name;
}

/** Bidirectional levels (UAX #9), one for each UTF-16 unit; odd is right to left. */
export function levelsOf(paragraph: string): { levels: Uint8Array; base: number } {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(paragraph);
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

/** Cuts a paragraph into runs. A grapheme cluster is never cut: all of it is set in one font. */
export function itemise(paragraph: string, levels: Uint8Array, face: FontFace, fonts: FontLibrary): Run[] {
  const runs: (Run & { script: string | undefined })[] = [];
  for (const { segment, index } of graphemes.segment(paragraph)) {
    const chosen = faceFor(segment, face, fonts);
    const script = scriptOf(segment);
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const joins =
      last &&
      last.level === level &&
      last.face === chosen.face &&
      last.missing === chosen.missing &&
      (script === undefined || last.script === undefined || last.script === script);
    if (joins) {
      last.end = index + segment.length;
      last.script ??= script;
    } else runs.push({ start: index, end: index + segment.length, level, script, ...chosen });
  }
  return runs;
}

function faceFor(cluster: string, face: FontFace, fonts: FontLibrary): { face: FontFace; missing: boolean; fallback: boolean } {
  const needed = [...cluster].filter((c) => !IGNORABLE.test(c)).map((c) => c.codePointAt(0) ?? 0);
  if (needed.every((c) => face.has(c) || c === 0x09)) return { face, missing: false, fallback: false };
  const other = fonts.fallback(needed, face);
  if (other) return { face: other.face, missing: false, fallback: other.face !== face };
  // HarfBuzz composes what a font has only as one character, such as ﬁrst letters with accents.
  const composed = [...cluster.normalize('NFC')].map((c) => c.codePointAt(0) ?? 0);
  return { face, missing: !composed.every((c) => face.has(c)), fallback: false };
}
