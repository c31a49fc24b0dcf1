import bidiFactory from 'bidi-js';
import { type CjkForm, cjkFormOf } from './font/cjk-form.ts';
import type { FontFace } from './font/font-face.ts';
import type { FontLibrary } from './font/font-library.ts';
import { inBasicPlane } from './unicode/basic-plane.ts';
import { SCRIPT_TAGS, scriptsOf } from './unicode/scripts.ts';

/** Text of one direction, script and font: what HarfBuzz shapes at once. UTF-16 indices. */
export type Run = {
  start: number;
  end: number;
  level: number;
  /** Unicode's name of the script, and its ISO 15924 code; of signs alone that go with any, neither. */
  script: string | undefined;
  scriptTag: string | undefined;
  face: FontFace;
};

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** Bidirectional levels (UAX #9), one for each UTF-16 unit; odd is right to left. */
export function levelsOf(paragraph: string): { levels: Uint8Array; base: number } {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(
    inBasicPlane(paragraph, bidi.getBidiCharTypeName),
  );
  return { levels, base: paragraphs[0]?.level ?? 0 };
}

/** What is known of the grapheme clusters that a text has had so far. */
export type ClusterMemory = Map<string, { face: FontFace; scripts: readonly string[] }>;

/** A run whose script later clusters may still decide; an empty list stands for any. */
type OpenRun = Pick<Run, 'start' | 'end' | 'level' | 'face'> & { scripts: readonly string[] };

/**
 * Cuts a paragraph into runs. A grapheme cluster is never cut: all of it is set in one font. Signs
 * and marks that several scripts share (UAX #24) go along with the letters before or behind them.
 */
export function itemise({
  paragraph,
  levels,
  face,
  fonts,
  memory,
  language = '',
}: {
  paragraph: string;
  levels: Uint8Array;
  face: FontFace;
  fonts: FontLibrary;
  memory: ClusterMemory;
  language?: string | undefined;
}): Run[] {
  const runs: OpenRun[] = [];
  const form = cjkFormOf(paragraph, language);
  for (const { segment, index } of graphemes.segment(paragraph)) {
    const key = form + segment;
    const known = memory.get(key) ?? {
      face: faceFor(segment, face, fonts, form),
      scripts: scriptsOfCluster(segment),
    };
    memory.set(key, known);
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const own = last && known.face !== face ? sharedFace(segment, known, last) : known.face;
    const scripts = last && common(last.scripts, known.scripts);
    if (last && scripts && last.level === level && last.face === own) {
      last.end = index + segment.length;
      last.scripts = scripts;
    } else {
      const { scripts: all } = known;
      runs.push({ start: index, end: index + segment.length, level, face: own, scripts: all });
    }
  }
  return runs.map(({ scripts: [script], ...run }) => ({
    ...run,
    script,
    scriptTag: script && SCRIPT_TAGS.get(script),
  }));
}

/** The scripts that two neighbours can both be of; undefined where there is none. */
function common(a: readonly string[], b: readonly string[]): readonly string[] | undefined {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const both = a.filter((script) => b.includes(script));
  return both.length > 0 ? both : undefined;
}

/** A sign that the text's own font lacks comes out of the font of the letters before it. */
function sharedFace(
  cluster: string,
  known: { face: FontFace; scripts: readonly string[] },
  { face, scripts }: OpenRun,
): FontFace {
  const joins = known.scripts.length !== 1 && common(scripts, known.scripts);
  return joins && covers(face, cluster) ? face : known.face;
}

/** The scripts of a cluster by its first character that has any. Kana are one script to fonts. */
function scriptsOfCluster(cluster: string): readonly string[] {
  for (const character of cluster) {
    const scripts = scriptsOf(character);
    if (scripts.length > 0)
      return [...new Set(scripts.map((name) => (name === 'Hiragana' ? 'Katakana' : name)))];
  }
  return [];
}

/** A cluster that no font has stays in its own, whose gaps shaping finds. */
function faceFor(cluster: string, face: FontFace, fonts: FontLibrary, form: CjkForm): FontFace {
  const emoji = isEmoji(cluster) ? fonts.emoji(visible(cluster)) : undefined;
  if (emoji) return emoji;
  if (covers(face, cluster)) return face;
  return fonts.fallback(visible(cluster), face, form)?.face ?? face;
}

const EMOJI = /^\p{RGI_Emoji}$/v;
const PICTOGRAPH = /\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\u200d/u;
const AS_TEXT = '\ufe0e';

/** Whether a cluster is to be shown as a picture (UTS #51): by itself or by its variation selector. */
function isEmoji(cluster: string): boolean {
  return EMOJI.test(cluster) || (PICTOGRAPH.test(cluster) && !cluster.includes(AS_TEXT));
}

/** HarfBuzz composes and decomposes, so a font covers what it has in either form. */
function covers(face: FontFace, cluster: string): boolean {
  const forms = [cluster, cluster.normalize('NFC'), cluster.normalize('NFD')];
  return forms.some((form) => visible(form).every((c) => face.has(c)));
}

/** Code points that need a glyph: not joiners, marks of direction, variation selectors. */
export function visible(text: string): number[] {
  return [...text].filter((c) => !IGNORABLE.test(c)).map((c) => c.codePointAt(0) ?? 0);
}
