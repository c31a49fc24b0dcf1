import { basename } from 'node:path';
import type { Font } from '../../lottie/index.ts';
import { familyOf, splitFamily, styleNameOf, widthOfStyle } from '../../text/index.ts';
import { decodedName, foldedName as plain } from '../file-names.ts';
import type { TemplatePackage } from '../template-package.ts';

const FONT_FILE = /\.(ttf|otf|ttc|otc|woff2?)$/i;
/**
 * The mark of a variable font in the name of its file, without its extension: Google Fonts adds the axes to the
 * family, as `Family-Italic[opsz,wght]` or `Family-Italic-VariableFont_opsz,wght`, and other foundries and
 * packages a word or `-latin-wght-italic`. Some browsers save brackets as underscores.
 */
const VARIABLE =
  /[-_ ]?\[[^\]]*\]|_[a-z0-9]{4}(?:,[a-z0-9]{4})*_|[-_ .]?variable(?:[-_ ]?font)?(?=$|[-_ (])|(?:-latin)?[-_ ](?:[a-z0-9]{4},)*wght(?=$|[-_ (])|[-_ .]?vf(?=$|[-_ ([])|\.var(?=$|[-_ (])/i;
/** The slope may stand before or after the mark. */
const SLOPE = /[-_ .]+(?:italic|oblique|roman|upright)$/i;
/** The size in points that Google Fonts adds to the families of its optical sizes. */
const POINTS = /\s+\d+pt$/i;
/** Longer names belong to no font of a foundry. */
const MAX_STEM = 300;
const ITALIC = /italic|oblique/i;
const FOLDERS = ['fonts/', 'f/', ''];

/** Finds font files by the paths in a font list, which may be paths on the designer's machine, and by names. */
export class FontFilesOfPackage {
  readonly paths: readonly string[];
  readonly #base: string;
  readonly #byPath: ReadonlyMap<string, string>;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #byStem: ReadonlyMap<string, string>;
  /** Variable fonts, by their family and whether they are italic. */
  readonly #variable: ReadonlyMap<string, string>;

  constructor({ files, base }: TemplatePackage) {
    this.paths = [...files.keys()].filter(
      (path) => !path.startsWith('__MACOSX/') && FONT_FILE.test(path),
    );
    this.#base = base;
    // The first of equal names counts.
    const last = [...this.paths].reverse();
    this.#byPath = new Map(last.map((path) => [plain(decodedName(path)), path]));
    this.#byName = new Map(last.map((path) => [plain(decodedName(basename(path))), path]));
    this.#byStem = new Map(
      last.map((path) => [plainName(decodedName(basename(path)).replace(FONT_FILE, '')), path]),
    );
    this.#variable = new Map(
      last.flatMap((path) => variableNames(path).map((key): [string, string] => [key, path])),
    );
  }

  /**
   * Searches for the path relative to the animation, to the top folder and to the folders of fonts, then
   * for the file name alone. Returns the path of the file in the package, or undefined.
   */
  findAt(fPath: string): string | undefined {
    const wantedName = plain(decodedName(fPath))
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '');
    const name = basename(wantedName);
    const places = FOLDERS.flatMap((folder) => [`${this.#base}${folder}`, folder]).flatMap(
      (folder) => [folder + wantedName, folder + name],
    );
    for (const place of [`${this.#base}${wantedName}`, wantedName, ...places]) {
      const path = this.#byPath.get(plain(place));
      if (path !== undefined) return path;
    }
    return this.#byName.get(name);
  }

  /** The file whose name is that of the font, or its family and style, or a variable font of its family. */
  findNamed(font: Font): string | undefined {
    const foundFiles = namesOf(font).map((name) => this.#byStem.get(name));
    return foundFiles.find((path) => path !== undefined) ?? this.#variableOf(font);
  }

  /**
   * The variable font of the font's family; undefined also for one that lacks the axis of the wanted width.
   */
  #variableOf(font: Font): string | undefined {
    const family = familyOf(font);
    const { base, words } = splitFamily(family.replace(POINTS, ''));
    const style = `${words} ${styleNameOf(font)}`;
    const slopes = ITALIC.test(style) ? [true, false] : [false];
    const path = [family, base]
      .flatMap((name) => slopes.map((isItalic) => variableKey(plainName(name), isItalic)))
      .map((key) => this.#variable.get(key))
      .find((file) => file !== undefined);
    // Another width needs an axis for it, if the name has the axes.
    const isOther = path !== undefined && /wght/i.test(path) && !/wdth/i.test(path);
    return isOther && widthOfStyle(style) !== 100 ? undefined : path;
  }
}

function variableKey(family: string, isItalic: boolean): string {
  return `${family} ${isItalic}`;
}

/** The families of a variable font's file, each with whether it is italic; none for other names. */
function variableNames(path: string): string[] {
  const stem = decodedName(basename(path)).replace(FONT_FILE, '').slice(0, MAX_STEM);
  const mark = VARIABLE.exec(stem);
  if (!mark || mark.index === 0) return [];
  const fullStem = stem.slice(0, mark.index);
  const family = fullStem.replace(SLOPE, '');
  const isItalic = ITALIC.test(fullStem.slice(family.length) + stem.slice(mark.index));
  const names = isItalic ? [family] : [family, fullStem];
  return [...new Set(names.map((name) => variableKey(plainName(name), isItalic)))];
}

/** The names by which a font of the list may be called: its own, and its family with its style. */
export function namesOf(font: Font): string[] {
  const names = [font.fName, `${familyOf(font)} ${styleNameOf(font)}`].map(plainName);
  return names.filter((name) => name !== '');
}

/** Designers and systems write names with other spaces, hyphens and capitals. "Regular" may be left out. */
export function plainName(name: string): string {
  return plain(name)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/regular$/, '');
}
