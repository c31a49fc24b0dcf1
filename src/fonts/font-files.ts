import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../base/index.ts';
import {
  type FontFace,
  type FontStyle,
  openFont,
  styleDistance,
  styleNamed,
} from '../text/index.ts';

/** The parts of a font file's name: `NotoSans-Bold.ttf` is of the family `notosans`. */
type FontFileName = { path: string; family: string; style: FontStyle; variable: boolean };

const FILE = /^([A-Za-z0-9]+)(?:-([A-Za-z]+))?(-VariableFont_[\w,]+|\[[\w,]+\])?\.(?:ttf|otf|ttc)$/;
/**
 * Size of the cache of opened fonts: all Noto fonts that Debian installs, in one weight, and both
 * kinds of CJK.
 */
const MAX_LOADED_BYTES = 256 * 1024 * 1024;

/** The fonts in some folders. Files in earlier folders take precedence. */
export class FontFiles {
  readonly #families: ReadonlyMap<string, readonly FontFileName[]>;

  private constructor(files: readonly FontFileName[]) {
    this.#families = Map.groupBy(files, ({ family }) => family);
  }

  /** Reads the folders; missing folders are skipped. */
  static async in(folders: readonly string[]): Promise<FontFiles> {
    return new FontFiles((await Promise.all(folders.map(fontFilesIn))).flat());
  }

  /**
   * Returns the faces of one file of a family: the readable file whose style is nearest to `style`. Empty if
   * no file can be read. A variable font has all weights, but is upright or italic.
   */
  async faces(family: string, style: FontStyle): Promise<readonly FontFace[]> {
    const files = this.#families.get(family.toLowerCase()) ?? [];
    const distanceOf = ({ style: has, variable }: FontFileName) =>
      styleDistance(variable ? { ...style, italic: has.italic } : has, style);
    for (const { path } of files.toSorted((a, b) => distanceOf(a) - distanceOf(b))) {
      const faces = await loadFont(path);
      if (faces.length > 0) return faces;
    }
    return [];
  }
}

const listings = new Map<string, { changedMs: number; files: FontFileName[] }>();

/**
 * The font files of a folder; none if it is missing. Listed again only if the folder's time of change
 * differs.
 */
async function fontFilesIn(folder: string): Promise<FontFileName[]> {
  const changedMs = (await stat(folder).catch(() => undefined))?.mtimeMs;
  if (changedMs === undefined) return [];
  const cachedListing = listings.get(folder);
  if (cachedListing?.changedMs === changedMs) return cachedListing.files;
  const names = await readdir(folder).catch(() => []);
  const files = names.flatMap((name) => parseFileName(join(folder, name)) ?? []);
  listings.set(folder, { changedMs, files });
  return files;
}

/** Reads family and style from the file name, without opening the file; undefined for other names. */
function parseFileName(path: string): FontFileName | undefined {
  const [, family, style = '', axes] = FILE.exec(basename(path)) ?? [];
  if (family === undefined) return undefined;
  const variable = axes !== undefined || style === 'VF';
  return { path, family: family.toLowerCase(), style: styleNamed(style), variable };
}

const loaded = new Map<string, Promise<{ faces: readonly FontFace[]; byteLength: number }>>();
let loadedBytes = 0;

/** Returns no faces for a file that cannot be read, so that the caller tries the next file. */
export async function loadFont(path: string): Promise<readonly FontFace[]> {
  const loadedFile = loaded.get(path);
  const opening = loadedFile ?? openFile(path);
  loaded.delete(path);
  loaded.set(path, opening);
  try {
    const { faces, byteLength } = await opening;
    if (!loadedFile) {
      loadedBytes += byteLength;
      await evictFonts(path);
    }
    return faces;
  } catch (error) {
    loaded.delete(path);
    if (error instanceof AppError && error.code !== 'font_invalid') throw error;
    return [];
  }
}

async function openFile(path: string) {
  const bytes = await readFile(path);
  const faces = await openFont(bytes, path);
  return { faces, byteLength: faces[0]?.fileBytes ?? bytes.byteLength };
}

/** Removes the oldest fonts from the cache until it is small enough; never the newest. */
async function evictFonts(newest: string): Promise<void> {
  for (const [path, opening] of loaded) {
    if (loadedBytes <= MAX_LOADED_BYTES || path === newest) return;
    loaded.delete(path);
    loadedBytes -= (await opening.catch(() => undefined))?.byteLength ?? 0;
  }
}
