import { basename } from 'node:path';
import type { Font } from '../../lottie/index.ts';
import { familyOf, styleNameOf } from '../../text/index.ts';
import { foldedName as plain } from '../file-names.ts';
import type { TemplatePackage } from '../template-package.ts';

const FONT_FILE = /\.(ttf|otf|ttc|otc|woff2?)$/i;
const FOLDERS = ['fonts/', 'f/', ''];

/** Finds font files by the paths in a font list, which may be paths on the designer's machine, and by names. */
export class FontFilesOfPackage {
  readonly paths: readonly string[];
  readonly #base: string;
  readonly #byPath: ReadonlyMap<string, string>;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #byStem: ReadonlyMap<string, string>;

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

  /** The file whose name is that of the font, or its family and style. */
  called(font: Font): string | undefined {
    const found = namesOf(font).map((name) => this.#byStem.get(name));
    return found.find((path) => path !== undefined);
  }
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
