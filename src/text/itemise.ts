import bidiFactory from 'bidi-js';
import { type CjkForm, cjkFormOf } from './font/cjk-form.ts';
import type { FontFace } from './font/font-face.ts';
import type { FontLibrary } from './font/font-library.ts';
import { inBasicPlane } from './unicode/basic-plane.ts';
import { SCRIPT_TAGS, scriptsOf } from './unicode/scripts.ts';

/** Text of one direction, script and font: the unit that HarfBuzz shapes. UTF-16 indices. */
export type Run = {
  start: number;
  end: number;
  level: number;
  /**
   * Unicode's name of the script, and its ISO 15924 code. Both undefined for signs that occur in
   * all scripts.
   */
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

/** Caches the font and the scripts of each grapheme cluster that the text has had so far. */
export type ClusterMemory = Map<string, { face: FontFace; scripts: readonly string[] }>;

/**
 * A run whose script later clusters may still decide. An empty list of scripts means any script.
 */
type OpenRun = Pick<Run, 'start' | 'end' | 'level' | 'face'> & { scripts: readonly string[] };

/**
 * Splits a paragraph into runs. A grapheme cluster is never split: one font sets all of it. Signs
 * and marks that several scripts share (UAX #24) join the run of the letters before or after them.
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
    const choice = memory.get(key) ?? {
      face: faceFor(segment, face, fonts, form),
      scripts: scriptsOfCluster(segment),
    };
    memory.set(key, choice);
    const level = levels[index] ?? 0;
    const last = runs.at(-1);
    const chosenFace =
      last && choice.face !== face ? sharedFace(segment, choice, last) : choice.face;
    const scripts = last && common(last.scripts, choice.scripts);
    if (last && scripts && last.level === level && last.face === chosenFace) {
      last.end = index + segment.length;
      last.scripts = scripts;
    } else {
      const { scripts: allScripts } = choice;
      runs.push({
        start: index,
        end: index + segment.length,
        level,
        face: chosenFace,
        scripts: allScripts,
      });
    }
  }
  return runs.map(({ scripts: [script], ...run }) => ({
    ...run,
    script,
    scriptTag: script && SCRIPT_TAGS.get(script),
  }));
}

/** The scripts that two neighbours have in common; undefined if there are none. */
function common(a: readonly string[], b: readonly string[]): readonly string[] | undefined {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const both = a.filter((script) => b.includes(script));
  return both.length > 0 ? both : undefined;
}

/**
 * The font for a cluster that the text's own font lacks: for a shared sign, the font of the letters
 * before it.
 */
function sharedFace(
  cluster: string,
  choice: { face: FontFace; scripts: readonly string[] },
  { face, scripts }: OpenRun,
): FontFace {
  const joins = choice.scripts.length !== 1 && common(scripts, choice.scripts);
  return joins && covers(face, cluster) ? face : choice.face;
}

/**
 * The scripts of a cluster, by its first character that has any. Fonts treat both kinds of kana as
 * one script.
 */
function scriptsOfCluster(cluster: string): readonly string[] {
  for (const character of cluster) {
    const scripts = scriptsOf(character);
    if (scripts.length > 0)
      return [...new Set(scripts.map((name) => (name === 'Hiragana' ? 'Katakana' : name)))];
  }
  return [];
}

/**
 * A cluster that no font covers stays in the text's own font; shaping then reports its missing
 * glyphs.
 */
function faceFor(cluster: string, face: FontFace, fonts: FontLibrary, form: CjkForm): FontFace {
  const emoji = isEmoji(cluster) ? fonts.emoji(visible(cluster)) : undefined;
  if (emoji) return emoji;
  if (covers(face, cluster)) return face;
  return fonts.fallback(visible(cluster), face, form)?.face ?? face;
}

const EMOJI = /^\p{RGI_Emoji}$/v;
const PICTOGRAPH = /\p{Emoji_Presentation}|\p{Extended_Pictographic}.*\u200d/u;
const AS_TEXT = '\ufe0e';

/**
 * Whether a cluster is shown as an emoji image (UTS #51): by default or by its variation selector.
 */
function isEmoji(cluster: string): boolean {
  return EMOJI.test(cluster) || (PICTOGRAPH.test(cluster) && !cluster.includes(AS_TEXT));
}

/**
 * Whether a font covers a cluster. HarfBuzz composes and decomposes, so either normalization form
 * is enough.
 */
function covers(face: FontFace, cluster: string): boolean {
  const forms = [cluster, cluster.normalize('NFC'), cluster.normalize('NFD')];
  return forms.some((form) => visible(form).every((c) => face.has(c)));
}

/** Whether a font covers all of a text. Emoji always have a font of their own. */
export function coversText(face: FontFace, fonts: FontLibrary, text: string): boolean {
  for (const { segment } of graphemes.segment(text)) {
    if (covers(face, segment)) continue;
    if (!isEmoji(segment) || !fonts.emoji(visible(segment))) return false;
  }
  return true;
}

/** The code points that need a glyph. Joiners, direction marks and variation selectors do not. */
export function visible(text: string): number[] {
  return [...text].filter((c) => !IGNORABLE.test(c)).map((c) => c.codePointAt(0) ?? 0);
}
