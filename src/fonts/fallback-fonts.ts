import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Template } from '../template/index.ts';
import {
  type CjkForm,
  cjkFormOf,
  cjkFormOfFamily,
  type FontFace,
  type FontStyle,
  scriptsOf,
  substituteStyle,
} from '../text/index.ts';
import { FontFiles, loadFont } from './font-files.ts';

/** Folders of Noto fonts on Debian, other Linux systems and macOS. */
const SYSTEM_FOLDERS = [
  '/usr/share/fonts/truetype/noto',
  '/usr/share/fonts/opentype/noto',
  '/usr/share/fonts/noto',
  '/usr/share/fonts/noto-cjk',
  '/Library/Fonts',
  join(homedir(), 'Library/Fonts'),
  join(homedir(), '.local/share/fonts'),
];

const { resolve } = createRequire(import.meta.url);
const EMOJI = resolve(
  '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);
const EMOJI_TEXT =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\ufe0f\u20e3]|\p{Regional_Indicator}/u;

/**
 * Limit, because every character of a text is checked in each style. Real templates have a few
 * styles.
 */
const MAX_STYLES = 16;
const REGULAR: FontStyle = { weight: 400, italic: false, width: 100, serif: false };
/** Includes code points that Unicode does not define. */
const UNSEEN = /[\p{C}\p{White_Space}\p{Default_Ignorable_Code_Point}]/u;
const CJK_SCRIPTS = ['Han', 'Hangul', 'Katakana', 'Hiragana', 'Bopomofo'];
const CJK_SIGN = /[\u2e80-\u33ff\ufe30-\ufe4f\uff00-\uffef\u{1f200}-\u{1f2ff}]/u;
const FORMS: readonly CjkForm[] = ['SC', 'TC', 'HK', 'JP', 'KR'];

/** Noto's names of scripts that differ from Unicode's. The main fonts contain the first three. */
const NAMES: Readonly<Record<string, string>> = {
  Latin: '',
  Greek: '',
  Cyrillic: '',
  Meroitic_Cursive: 'Meroitic',
  Meroitic_Hieroglyphs: 'Meroitic',
};
/** The kinds of families to search for a script, for styles with and without serifs. */
const SERIF_KINDS = ['NotoSerif', 'NotoNaskh', 'NotoTraditional', 'NotoSans'];
const SANS_KINDS = ['NotoSans', 'NotoSerif'];
/** Families that supplement a script's own family. */
const SUPPLEMENTS: Readonly<Record<string, string[]>> = {
  Tamil: ['NotoSansTamilSupplement'],
  Arabic: ['NotoSansMath', 'NotoSansIndicSiyaqNumbers'],
};
/** Signs without a script that only one script's fonts contain: the baht and the svasti. */
const SIGNS: readonly [RegExp, string][] = [
  [/\u0e3f/, 'NotoSansThai'],
  [/[\u0fd5-\u0fd8]/, 'NotoSerifTibetan'],
];
const SYMBOLS = [
  'NotoSans',
  'NotoSansSymbols2',
  'NotoSansSymbols',
  'NotoSansMath',
  'NotoMusic',
  'NotoSansIndicSiyaqNumbers',
  'NotoSansMayanNumerals',
];

/** The criteria for fallback fonts in addition to the text: its language (BCP 47) and its styles. */
export type FallbackOptions = { language?: string; styles?: readonly (FontStyle | FontFace)[] };

/**
 * Returns the Noto fonts that replace missing glyphs of a template's own fonts, as far as `text`
 * needs them, in the styles nearest to `styles`. Fonts that are not installed are skipped; the fit
 * report then lists missing glyphs.
 */
export async function fallbackFonts(
  text: string,
  extraFolders: readonly string[],
  { language = '', styles = [REGULAR] }: FallbackOptions = {},
): Promise<FontFace[]> {
  const files = await FontFiles.in([...extraFolders, ...SYSTEM_FOLDERS]);
  // Letters of a single script come first, because their fonts also contain the script's signs.
  const emoji = EMOJI_TEXT.test(text) ? await loadFont(EMOJI) : [];
  const inColor = (c: string) =>
    /\p{Emoji_Presentation}/u.test(c) && emoji.some((face) => face.maps(c.codePointAt(0) ?? 0));
  const characters = [...new Set(text)]
    .filter((c) => !UNSEEN.test(c) && !inColor(c))
    .sort((a, b) => (scriptsOf(a).length || 100) - (scriptsOf(b).length || 100));
  const forms = formsOf(text, language);
  const facesByName = new Map<string, FontFace>();
  for (const style of distinctStyles(styles.length > 0 ? styles : [REGULAR])) {
    const set = new FallbackSet(files, style, forms);
    await set.addFamily(style.serif ? 'NotoSerif' : 'NotoSans');
    for (const character of characters) await set.cover(character);
    for (const face of set.faces) facesByName.set(face.key, face);
  }
  return [...facesByName.values(), ...emoji];
}

/** The styles of a template's fonts, which fallback fonts have to match. */
export function stylesOf({
  lottie,
  fonts,
}: Pick<Template, 'lottie' | 'fonts'>): (FontStyle | FontFace)[] {
  return (lottie.fonts?.list ?? []).map(
    (font) => fonts.find(({ name }) => name === font.fName)?.face ?? substituteStyle(font),
  );
}

/**
 * Returns the different combinations of weight, italic, width and serif among styles and faces, at most the first
 * `MAX_STYLES`. A variable face has the style in which it is drawn.
 */
function distinctStyles(styles: readonly (FontStyle | FontFace)[]): FontStyle[] {
  const keyed = styles.map((style): [string, FontStyle] => {
    const { weight, italic, width, serif } = 'drawnStyle' in style ? style.drawnStyle : style;
    return [`${weight} ${italic} ${width} ${serif}`, { weight, italic, width, serif }];
  });
  return [...new Map(keyed).values()].slice(0, MAX_STYLES);
}

/** The regional forms of the text's paragraphs. */
function formsOf(text: string, language: string): ReadonlySet<CjkForm> {
  return new Set(text.split(/\p{Cc}+/u).map((paragraph) => cjkFormOf(paragraph, language)));
}

/** The fallback fonts of one style. Fonts are added until they cover a text. */
class FallbackSet {
  readonly faces: FontFace[] = [];
  readonly #files: FontFiles;
  readonly #style: FontStyle;
  readonly #forms: ReadonlySet<CjkForm>;
  readonly #tried = new Set<string>();

  constructor(files: FontFiles, style: FontStyle, forms: ReadonlySet<CjkForm>) {
    this.#files = files;
    this.#style = style;
    this.#forms = forms;
  }

  /** Opens families until one of them has the character. It stays missing if none has it. */
  async cover(character: string): Promise<void> {
    for (const family of this.#familiesFor(character)) {
      if (this.#has(character)) return;
      await this.addFamily(family);
    }
  }

  /**
   * Opens a family once and adds its faces; of a collection only the wanted regional forms, without
   * monospaced faces.
   */
  async addFamily(family: string): Promise<void> {
    if (this.#tried.has(family)) return;
    this.#tried.add(family);
    const faces = await this.#files.faces(family, this.#style);
    // A collection has all regional forms, each proportional and monospaced.
    const forms = new Set(faces.map((face) => cjkFormOfFamily(face.family)));
    for (const face of faces) {
      const form = cjkFormOfFamily(face.family);
      const isWanted = form && this.#forms.has(form) && !/mono/i.test(face.family);
      if (forms.size === 1 || isWanted) this.faces.push(face);
    }
  }

  #has(character: string): boolean {
    const codePoint = character.codePointAt(0) ?? 0;
    return this.faces.some((face) => face.has(codePoint));
  }

  /**
   * Names of families that may have the character, the best first: Chinese, Japanese and Korean forms, the
   * families of its scripts, signs, then symbols for everything.
   */
  #familiesFor(character: string): string[] {
    const scripts = scriptsOf(character);
    const kinds = this.#style.serif ? SERIF_KINDS : SANS_KINDS;
    const cjk = CJK_SIGN.test(character) || scripts.some((name) => CJK_SCRIPTS.includes(name));
    const scriptFamilies = scripts.flatMap((name) => [
      ...kinds.map((kind) => kind + (NAMES[name] ?? name.replaceAll('_', ''))),
      ...(SUPPLEMENTS[name] ?? []),
    ]);
    const sign = SIGNS.filter(([pattern]) => pattern.test(character)).map(([, family]) => family);
    return [...(cjk ? this.#cjkFamilies(kinds) : []), ...scriptFamilies, ...sign, ...SYMBOLS];
  }

  /** Debian has all forms in one collection; other systems have a file for each form. */
  #cjkFamilies(kinds: readonly string[]): string[] {
    const forms = [...this.#forms, ...FORMS];
    return kinds.flatMap((kind) => [
      `${kind}CJK`,
      ...forms.flatMap((form) => [`${kind}CJK${form}`, kind + form]),
    ]);
  }
}
