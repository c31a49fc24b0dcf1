import bidiFactory from 'bidi-js';
import { inBasicPlane } from './basic-plane.ts';
import type { FontFace } from './font-face.ts';
import type { FontLibrary } from './font-library.ts';

/** Text of one direction, script and font: what HarfBuzz shapes at once. UTF-16 indices. */
export type Run = {
  start: number;
  end: number;
  level: number;
  script: string | undefined;
  face: FontFace;
};

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Scripts that are shaped apart. The Japanese ones stand together in one line of text and in its fonts. */
const SCRIPTS = [
  ...[
    'Latin',
    'Greek',
    'Cyrillic',
    'Arabic',
    'Hebrew',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
  ],
  ...[
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Thai',
    'Lao',
    'Tibetan',
    'Myanmar',
    'Georgian',
  ],
  ...[
    'Hangul',
    'Ethiopic',
    'Khmer',
    'Mongolian',
    'Armenian',
    'Syriac',
    'Thaana',
    'Nko',
    'Cherokee',
    'Javanese',
  ],
].map((name) => ({ name, pattern: new RegExp(`^\\p{Script=${name}}`, 'u') }));
SCRIPTS.push({
  name: 'Han',
  pattern: /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u,
});

/** Bidirectional levels (UAX #9), one for each UTF-16 unit; odd is right to left. */
export function levelsOf(paragraph: string): { levels: Uint8Array; base: number } {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(
    inBasicPlane(paragraph, bidi.getBidiCharTypeName),
  );
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

/** What is known of the grapheme clusters that a text has had so far. */
export type ClusterMemory = Map<string, { face: FontFace; script: string | undefined }>;

/** Cuts a paragraph into runs. A grapheme cluster is never cut: all of it is set in one font. */
export function itemise(
  paragraph: string,
  levels: Uint8Array,
  face: FontFace,
  fonts: FontLibrary,
  memory: ClusterMemory,
): Run[] {
  const runs: Run[] = [];
  for (const { segment, index } of graphemes.segment(paragraph)) {
    const known = memory.get(segment) ?? {
      face: faceFor(segment, face, fonts),
      script: scriptOf(segment),
    };
    memory.set(segment, known);
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const sameScript =
      known.script === undefined || last?.script === undefined || last.script === known.script;
    if (last && sameScript && last.level === level && last.face === known.face) {
      last.end = index + segment.length;
      last.script ??= known.script;
    } else runs.push({ start: index, end: index + segment.length, level, ...known });
  }
  return runs;
}

/** The script of a cluster, or undefined where it goes along with its neighbours. */
function scriptOf(cluster: string): string | undefined {
  return SCRIPTS.find(({ pattern }) => pattern.test(cluster))?.name;
}

/** A cluster that no font has stays in its own, whose gaps shaping finds. */
function faceFor(cluster: string, face: FontFace, fonts: FontLibrary): FontFace {
  const emoji = isEmoji(cluster) ? fonts.emoji(visible(cluster)) : undefined;
  if (emoji) return emoji;
  // HarfBuzz composes and decomposes, so a font covers what it has in either form.
  const forms = [cluster, cluster.normalize('NFC'), cluster.normalize('NFD')];
  if (forms.some((form) => visible(form).every((c) => face.has(c)))) return face;
  return fonts.fallback(visible(cluster), face)?.face ?? face;
}

const EMOJI = /^\p{RGI_Emoji}$/v;
const PICTOGRAPH = /\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\u200d/u;
const AS_TEXT = '\ufe0e';

/** Whether a cluster is to be shown as a picture (UTS #51): by itself or by its variation selector. */
function isEmoji(cluster: string): boolean {
  return EMOJI.test(cluster) || (PICTOGRAPH.test(cluster) && !cluster.includes(AS_TEXT));
}

/** Code points that need a glyph: not joiners, marks of direction, variation selectors. */
export function visible(text: string): number[] {
  return [...text].filter((c) => !IGNORABLE.test(c)).map((c) => c.codePointAt(0) ?? 0);
}
