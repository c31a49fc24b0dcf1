import { AppError } from '../../base/index.ts';
import type { Font, Lottie } from '../../lottie/index.ts';
import { type FontFile, type ImportWarning, toWarning } from '../../template/index.ts';
import { type FontFace, FontLibrary, openFont } from '../../text/index.ts';
import { decodeDataUri } from '../files.ts';
import type { TemplatePackage } from '../template-package.ts';
import { FontFilesOfPackage, namesOf, plainName } from './font-files.ts';

type NamedFace = { name: string; face: FontFace };

/** The fonts of a package, and the addresses that its font list has for other fonts. */
export type PackageFonts = { collected: CollectedFonts; addresses: ReadonlyMap<Font, string> };

/**
 * Returns the fonts of a package: data URIs in the font list, files that the list names (`fPath`), files that
 * are called like a font of the list, and all other font files, which are found by the names inside. Removes
 * `fPath` from the list.
 */
export async function collectFonts(lottie: Lottie, source: TemplatePackage): Promise<PackageFonts> {
  const list = lottie.fonts?.list ?? [];
  const files = new FontFilesOfPackage(source);
  const byFile = new Map<string, Font[]>(files.paths.map((path) => [path, []]));
  const collected = new CollectedFonts();
  const addresses = new Map<Font, string>();
  for (const font of list) {
    const fPath = typeof font.fPath === 'string' ? font.fPath : '';
    delete font.fPath;
    const bytes = decodeDataUri(fPath);
    const path = files.findAt(fPath) ?? files.findNamed(font);
    if (bytes) await collected.openFile(bytes, `the font ${font.fName}`, [font]);
    else if (path !== undefined) byFile.get(path)?.push(font);
    else if (/^(?:https?:)?\/\//i.test(fPath)) addresses.set(font, fPath);
  }
  for (const [path, fonts] of byFile) {
    const bytes = source.files.get(path);
    if (bytes) await collected.openFile(bytes, `the font ${path}`, fonts);
  }
  collected.nameFaces(list);
  return { collected, addresses };
}

class CollectedFonts {
  readonly fonts: NamedFace[] = [];
  /** The font files by their SHA-256. */
  readonly fontFiles = new Map<string, FontFile>();
  readonly broken: ImportWarning[] = [];

  /**
   * Opens a file once for all fonts of the list that use it. Adds its other faces under their PostScript
   * names. A file that cannot be opened is added to `broken` and does not end the import.
   */
  async openFile(bytes: Uint8Array, label: string, listed: readonly Font[]): Promise<void> {
    try {
      const faces = await openFont(bytes, label);
      const [first] = faces;
      if (first && !this.fontFiles.has(first.fileDigest))
        this.fontFiles.set(first.fileDigest, { bytes, label });
      const takenFaces = new Set<FontFace>();
      for (const font of listed) {
        const face = likest(faces, font);
        if (!face) continue;
        takenFaces.add(face);
        this.fonts.push({ name: font.fName, face });
      }
      for (const face of faces)
        if (!takenFaces.has(face)) this.fonts.push({ name: face.postScriptName, face });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.broken.push(...error.faults.map(toWarning));
    }
  }

  /** Gives the fonts of the list that have no face the one whose own names differ only in their spelling. */
  nameFaces(list: readonly Font[]): void {
    const named = new Set(this.fonts.map(({ name }) => name));
    const faces = new Map<string, FontFace>();
    for (const { face } of this.fonts) {
      for (const name of [face.postScriptName, `${face.family} ${face.style}`].map(plainName))
        if (name !== '' && !faces.has(name)) faces.set(name, face);
    }
    for (const font of list) {
      if (named.has(font.fName)) continue;
      const name = namesOf(font).find((fontName) => faces.has(fontName));
      const face = name === undefined ? undefined : faces.get(name);
      if (face) this.fonts.push({ name: font.fName, face });
    }
  }
}

/** Returns the face of a collection or variable font that matches an entry of the font list. */
function likest(faces: readonly FontFace[], font: Font): FontFace | undefined {
  if (faces.length <= 1) return faces[0];
  const library = new FontLibrary(faces.map((face) => ({ face, from: 'template' })));
  const [first] = faces;
  const match = library.match({ ...font, fFamily: first?.family ?? font.fFamily })?.face;
  // Only faces that the file names can be stored; the library sets the others from these.
  return match && (faces.find(({ key }) => key === match.key) ?? first);
}
