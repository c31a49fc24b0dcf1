import { basename } from 'node:path';
import type { Font } from '../../lottie/index.ts';
import { familyOf, styleNameOf } from '../../text/index.ts';
import { foldedName as plain } from '../file-names.ts';
import type { TemplatePackage } from '../template-package.ts';

const FONT_FILE = /\.(ttf|otf|ttc|otc|woff2?)$/i;
/**
 * The name of a variable font's file, without its extension: Google Fonts adds the axes to the family,
 * as `Family-Italic[opsz,wght]` or `Family-Italic-VariableFont_opsz,wght`, and other foundries a word.
 * Some browsers save brackets as underscores.
 */
const VARIABLE =
  /^(.+?)([-_ .]?italic)?(?:\[[^\]]*\]|_[A-Za-z0-9]{4}(?:,[A-Za-z0-9]{4})*_|[-_ .]?variable(?:[-_ ]?font)?(?:[-_ ].*)?|[-_ .]vf|\.var)$/i;
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
    this.#byPath = new Map(last.map((path) => [plain(path), path]));
    this.#byName = new Map(last.map((path) => [plain(basename(path)), path]));
    this.#byStem = new Map(
      last.map((path) => [plainName(basename(path).replace(FONT_FILE, '')), path]),
    );
    this.#variable = new Map(
      last.flatMap((path): [string, string][] => {
        const key = variableName(path);
        return key === undefined ? [] : [[key, path]];
      }),
    );
  }

  /**
   * Searches for the path relative to the animation, to the top folder and to the folders of fonts, then for
   * the file name alone.
   */
  at(fPath: string): string | undefined {
    const wanted = plain(decoded(fPath))
      .replaceAll('\\', '/')
      .replace(/^(?:\.?\/)+/, '');
    const name = basename(wanted);
    const places = FOLDERS.flatMap((folder) => [`${this.#base}${folder}`, folder]).flatMap(
      (folder) => [folder + wanted, folder + name],
    );
    for (const place of [`${this.#base}${wanted}`, wanted, ...places]) {
      const path = this.#byPath.get(plain(place));
      if (path !== undefined) return path;
    }
    return this.#byName.get(name);
  }

  /** The file whose name is that of the font, or its family and style, or a variable font of its family. */
  called(font: Font): string | undefined {
    const found = namesOf(font).map((name) => this.#byStem.get(name));
    return found.find((path) => path !== undefined) ?? this.#ofFamily(font);
  }

  #ofFamily(font: Font): string | undefined {
    const family = plainName(familyOf(font));
    const isItalic = ITALIC.test(styleNameOf(font));
    const keys = [variableKey(family, isItalic), variableKey(family, false)];
    return keys.map((key) => this.#variable.get(key)).find((path) => path !== undefined);
  }
}

function variableKey(family: string, isItalic: boolean): string {
  return `${family} ${isItalic}`;
}

/** The family of a variable font's file, and whether it is italic; undefined for other names. */
function variableName(path: string): string | undefined {
  const stem = basename(path).replace(FONT_FILE, '');
  const [, family, italic] = VARIABLE.exec(stem.slice(0, MAX_STEM)) ?? [];
  return family === undefined ? undefined : variableKey(plainName(family), italic !== undefined);
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
