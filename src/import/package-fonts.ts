import { basename } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Font, Lottie } from '../lottie/index.ts';
import { type FontFile, type ReportEntry, toReportEntry } from '../template/index.ts';
import { type FontFace, FontLibrary, openFont } from '../text/index.ts';
import { dataUri } from './files.ts';
import type { TemplatePackage } from './template-package.ts';

type NamedFace = { name: string; face: FontFace };

const FONT_FILE = /\.(ttf|otf|ttc|otc|woff2?)$/i;
const FOLDERS = ['fonts/', 'f/', ''];

/**
 * Returns the fonts of a package: data URIs in the font list, files that the list names (`fPath`), and all
 * other font files. If the list or its file name links a file to a font of the list, the file is used for
 * that font, regardless of the names inside the file.
 */
export async function collectFonts(
  lottie: Lottie,
  source: TemplatePackage,
): Promise<CollectedFonts> {
  const list = lottie.fonts?.list ?? [];
  const files = new FontFilesOfPackage(source);
  const byFile = new Map<string, Font[]>([...files.paths].map((path) => [path, []]));
  const collected = new CollectedFonts();
  for (const font of list) {
    const { fPath } = font;
    delete font.fPath;
    if (typeof fPath !== 'string' || fPath === '') continue;
    const bytes = dataUri(fPath);
    const path = bytes ? undefined : files.find(fPath);
    if (bytes) await collected.take(bytes, `the font ${font.fName}`, [font]);
    else if (path !== undefined) byFile.get(path)?.push(font);
  }
  const named = new Map(list.map((font): [string, Font] => [font.fName, font]).reverse());
  for (const [path, fonts] of byFile) {
    const called = named.get(basename(path).replace(/\.\w+$/, ''));
    const bytes = source.files.get(path);
    const all = called && !fonts.includes(called) ? [...fonts, called] : fonts;
    if (bytes) await collected.take(bytes, `the font ${path}`, all);
  }
  return collected;
}

class CollectedFonts {
  readonly fonts: NamedFace[] = [];
  /** The font files by their SHA-256. */
  readonly fontFiles = new Map<string, FontFile>();
  readonly broken: ReportEntry[] = [];

  /** Opens a file once for all fonts of the list that use it. */
  async take(bytes: Uint8Array, label: string, listed: readonly Font[]): Promise<void> {
    try {
      const faces = await openFont(bytes, label);
      const [first] = faces;
      if (first && !this.fontFiles.has(first.fileDigest))
        this.fontFiles.set(first.fileDigest, { bytes, label });
      const taken = new Set<FontFace>();
      for (const font of listed) {
        const face = likest(faces, font);
        if (!face) continue;
        taken.add(face);
        this.fonts.push({ name: font.fName, face });
      }
      for (const face of faces)
        if (!taken.has(face)) this.fonts.push({ name: face.postScriptName, face });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.broken.push(...error.faults.map(toReportEntry));
    }
  }
}

/** Finds font files by the paths in a font list, which may be paths on the designer's machine. */
class FontFilesOfPackage {
  readonly paths: ReadonlySet<string>;
  readonly #base: string;
  readonly #byPath: ReadonlyMap<string, string>;
  readonly #byName: ReadonlyMap<string, string>;

  constructor({ files, base }: TemplatePackage) {
    const paths = [...files.keys()].filter(
      (path) => !path.startsWith('__MACOSX/') && FONT_FILE.test(path),
    );
    this.paths = new Set(paths);
    this.#base = base;
    const last = [...paths].reverse();
    this.#byPath = new Map(last.map((path) => [plain(path), path]));
    this.#byName = new Map(last.map((path) => [plain(basename(path)), path]));
  }

  /**
   * Searches for the path relative to the animation, to the top folder and to the folders of fonts, then for
   * the file name alone.
   */
  find(fPath: string): string | undefined {
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
}

/** File systems differ in upper and lower case and in how they encode accents. */
function plain(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns the face of a collection or variable font that matches an entry of the font list. */
function likest(faces: readonly FontFace[], font: Font): FontFace | undefined {
  if (faces.length <= 1) return faces[0];
  const library = new FontLibrary(faces.map((face) => ({ face, from: 'template' })));
  const [first] = faces;
  return library.match({ ...font, fFamily: first?.family ?? font.fFamily })?.face;
}
