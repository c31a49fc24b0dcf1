import { libraryOf } from '../../compose/index.ts';
import { fallbackFonts, stylesOf } from '../../fonts/index.ts';
import { shownMissingFonts } from '../../import/index.ts';
import { allLayers } from '../../lottie/index.ts';
import { NO_ENTRIES } from '../../mapping/index.ts';
import { documentsOf, type Template } from '../../template/index.ts';
import { type FontFace, type FontLibrary, linePath } from '../../text/index.ts';

const MAX_FONTS = 12;
const MAX_LETTERS = 24;
const PLAIN = 'Abc 123';

type Line = { d: string; width: number };
/** A sample in the outlines that the file has of a missing font, if any, and in the font that replaces it. */
export type FontSample = { name: string; replacement: string; own: Line | undefined; other: Line };

/** Returns samples of the missing fonts that a video can show, in the first text of each. */
export async function fontSamples(
  template: Template,
  fontFolders: readonly string[],
): Promise<FontSample[]> {
  const missing = shownMissingFonts(template).slice(0, MAX_FONTS);
  const texts = samplesOf(template);
  const sampleOf = (name: string) => texts.get(name) ?? PLAIN;
  const text = missing.map(({ name }) => sampleOf(name)).join('\n');
  const fallbacks = await fallbackFonts(text, fontFolders, {
    language: template.language,
    styles: stylesOf(template),
  });
  const { lottie } = template;
  const fonts = libraryOf({ template, lottie, mapping: NO_ENTRIES, suppliedFonts: [], fallbacks });
  return missing.flatMap(({ name, font }) => {
    const match = fonts.match(font);
    if (!match) return [];
    const text = sampleOf(name);
    const { face, letters } = match;
    return [
      {
        name,
        replacement: face.postScriptName,
        own: letters && ownLine(text, letters, fonts),
        other: linePath(text, face, fonts),
      },
    ];
  });
}

/** The letters of a text that a face has; undefined without any. */
function ownLine(text: string, face: FontFace, fonts: FontLibrary): Line | undefined {
  const letters = [...text].filter((letter) => face.has(letter.codePointAt(0) ?? 0)).join('');
  return letters.trim() === '' ? undefined : linePath(letters, face, fonts);
}

/** The first line of the first text in each font. */
function samplesOf({ lottie }: Template): Map<string, string> {
  const samples = new Map<string, string>();
  for (const { layer } of allLayers(lottie)) {
    for (const { f = '', t = '', ca } of documentsOf(layer)) {
      const line = t.split(/\p{Cc}+/u).find((part) => part.trim() !== '');
      const short = [...(line ?? '').trim().slice(0, 200)].slice(0, MAX_LETTERS).join('');
      if (short !== '' && !samples.has(f)) samples.set(f, ca === 1 ? short.toUpperCase() : short);
    }
  }
  return samples;
}
