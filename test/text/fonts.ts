import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FontFace, FontLibrary, openFont } from '../../src/text/index.ts';

/** Fonts that are not named after their script. */
const FILES: Record<string, string> = {
  Latin: 'poppins',
  Greek: 'NotoSans-Regular.ttf',
  Cyrillic: 'NotoSans-Regular.ttf',
  Arabic: 'noto-sans-arabic',
  Hebrew: 'noto-sans-hebrew',
  Mixed: 'noto-sans-hebrew',
  Canadian: 'NotoSansCanadianAboriginal-Regular.ttf',
  Nastaliq: 'NotoNastaliqUrdu-Regular.ttf',
  Nko: 'NotoSansNKo-Regular.ttf',
  Tibetan: 'NotoSerifTibetan-Regular.ttf',
  Emoji: 'noto-color-emoji',
};
const CJK = new Set(['Hangul', 'Kana', 'Hiragana', 'Katakana', 'Bopomofo', 'Han']);

/** Returns the file of a script's font: Debian's Noto, or a font from npm. */
export function fontFile(script: string): string {
  if (CJK.has(script)) return '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc';
  const file = FILES[script] ?? `NotoSans${script}-Regular.ttf`;
  if (file.endsWith('.ttf')) return `/usr/share/fonts/truetype/noto/${file}`;
  const name = file.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  return fileURLToPath(
    import.meta.resolve(`@expo-google-fonts/${file}/400Regular/${name}_400Regular.ttf`),
  );
}

/** Returns the fonts of scripts, in order; each file is read once. */
export class Fonts {
  readonly #faces = new Map<string, Promise<FontFace>>();

  async library(scripts: readonly string[]): Promise<{ face: FontFace; library: FontLibrary }> {
    const faces = await Promise.all(scripts.map((script) => this.#face(fontFile(script))));
    const [face] = faces;
    if (!face) throw new Error('Expected a script');
    return { face, library: new FontLibrary(faces.map((f) => ({ face: f, from: 'fallback' }))) };
  }

  #face(path: string): Promise<FontFace> {
    const face = this.#faces.get(path) ?? firstFace(path);
    this.#faces.set(path, face);
    return face;
  }
}

/** The font of a collection that browsers use. */
async function firstFace(path: string): Promise<FontFace> {
  const [face] = await openFont(await readFile(path), basename(path));
  if (!face) throw new Error(`Expected a font in ${path}.`);
  return face;
}
