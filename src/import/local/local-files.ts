import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { AppError } from '../../base/index.ts';
import { decodedName, findPath, foldedName, plainPath } from '../file-names.ts';
import type { TemplatePackage } from '../template-package.ts';

/** A package is read into memory. */
const MAX_FILE_BYTES = 1024 ** 3;
/** Limits of the files of a folder, as for an archive. */
const MAX_SIBLING_BYTES = 64 * 1024 * 1024;
const MAX_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 2000;
const MAX_DEPTH = 12;
const MAX_ENTRIES = 10_000;
/** Folders that a bare .json uses without naming them. */
const FOLDERS = ['images', 'i', 'fonts', 'f', 'audio', 'u', 'videos'];
const FONT = /\.(ttf|otf|ttc|otc|woff2?)$/i;
const MEDIA =
  /\.(png|jpe?g|webp|gif|avif|ttf|otf|ttc|otc|woff2?|mp3|m4a|aac|wav|flac|og[gav]|opus|webm|mp4|mov|m4v|mkv|avi|mpg|ts)$/i;

/** Data that expressions read. Only files that an asset names are read. */
const DATA = /\.json$/i;

/** Reads a regular file: a device such as /dev/zero never ends. */
export async function readRegularFile(path: string): Promise<Buffer> {
  const facts = await stat(path);
  if (!facts.isFile() || facts.size > MAX_FILE_BYTES) {
    const received = facts.isFile() ? `${facts.size} bytes` : 'no regular file';
    throw new AppError(
      'package_unreadable',
      `Expected a file of at most ${MAX_FILE_BYTES} bytes at ${path} but received ${received}.`,
    );
  }
  return readFile(path);
}

/** Returns the template.json in the folder of a file, if it has one. */
export async function templateJsonBeside(path: string): Promise<Uint8Array | undefined> {
  const folder = dirname(path);
  return new FolderReader(await realpath(folder)).read('template.json');
}

/**
 * Returns the files that the JSON at `path` needs, by their paths relative to its folder: those that its
 * assets and fonts name, files in the usual folders that its text or template.json mentions, and the files in
 * its folders for fonts. Never returns a file outside of the folder, also not by a symbolic link.
 */
export async function filesOf(
  path: string,
  animation: Uint8Array,
  templateJson: Uint8Array | undefined,
): Promise<Map<string, Uint8Array>> {
  const folder = await realpath(dirname(path));
  const text = textOf(animation, templateJson);
  const reader = new FolderReader(folder);
  const named = namedIn(animation);
  const data = new Set(named.filter((name) => DATA.test(name)));
  const candidates = new Set(named);
  const spelled = new Set(named.map(foldedName));
  for (const sub of ['', ...FOLDERS]) {
    const names = await readdir(join(folder, sub)).catch(() => []);
    // A text may be long, so it is not searched for the names of other files.
    for (const name of names.filter((mediaName) => MEDIA.test(mediaName))) {
      const isFont = /^f(onts)?$/.test(sub) && FONT.test(name);
      const place = sub === '' ? name : `${sub}/${name}`;
      if (spelled.has(foldedName(place))) continue;
      if (isFont || text.includes(foldedName(name))) candidates.add(place);
    }
  }
  const files = new Map<string, Uint8Array>();
  for (const name of candidates) {
    if (!MEDIA.test(name) && !data.has(name)) continue;
    const bytes = await reader.read(name);
    if (bytes) files.set(name, bytes);
  }
  return files;
}

/**
 * Returns the files of a package that its animation may need. Of a folder, these are the animation, the files
 * that its text or template.json mentions, and the fonts; of an archive, all files.
 */
export function neededFiles(source: TemplatePackage): ReadonlyMap<string, Uint8Array> {
  const { files, animation, templateJson } = source;
  if (source.isArchive || files.has('manifest.json')) return files;
  const text = textOf(animation, templateJson);
  const data = new Set(
    namedIn(animation)
      .filter((name) => DATA.test(name))
      .map(foldedName),
  );
  const isNeeded = ([name, bytes]: [string, Uint8Array]) =>
    bytes === animation ||
    data.has(foldedName(name)) ||
    (MEDIA.test(name) && (FONT.test(name) || text.includes(foldedName(basename(name)))));
  return new Map([...files].filter(isNeeded));
}

/** The text in which names of files are searched. */
function textOf(animation: Uint8Array, templateJson: Uint8Array | undefined): string {
  const decoder = new TextDecoder();
  const decodedTexts = [animation, templateJson].map((bytes) => decoder.decode(bytes));
  return foldedName([...decodedTexts, ...namedIn(animation).map(decodedName)].join('\n'));
}

/** The paths that the assets and fonts name. */
function namedIn(animation: Uint8Array): string[] {
  let json: { assets?: unknown; fonts?: { list?: unknown } } | null;
  try {
    json = JSON.parse(new TextDecoder().decode(animation).replace(/^\uFEFF/, ''));
  } catch {
    // The parser reports the error.
    return [];
  }
  const list = (value: unknown): Record<string, unknown>[] =>
    (Array.isArray(value) ? value : []).filter((v) => typeof v === 'object' && v !== null);
  const text = (value: unknown) =>
    typeof value === 'string' && value.length <= 4096 && !value.startsWith('data:') ? value : '';
  const assets = list(json?.assets).map(({ u, p }) => {
    const folder = text(u);
    return text(p) === ''
      ? ''
      : `${folder}${folder === '' || folder.endsWith('/') ? '' : '/'}${text(p)}`;
  });
  const fonts = list(json?.fonts?.list).map(({ fPath }) => text(fPath));
  return [...assets, ...fonts].filter((name) => name !== '').map(plainPath);
}

/**
 * Returns the media, fonts and .json files below a folder, by their paths relative to it. Leaves out hidden
 * files, `node_modules`, symbolic links, and files of more than 64 MiB. Throws `package_too_large` for too
 * many files or bytes.
 */
export async function readFolder(folder: string): Promise<Map<string, Uint8Array>> {
  const reader = new FolderReader(await realpath(folder));
  const files = new Map<string, Uint8Array>();
  for (const name of await namesBelow(folder)) {
    const bytes = MEDIA.test(name) || name.endsWith('.json') ? await reader.read(name) : undefined;
    if (bytes) files.set(name, bytes);
  }
  return files;
}

/**
 * Returns the paths of all files below a folder, without hidden ones, `node_modules` and symbolic links.
 * Throws `package_too_large` for too many entries or too deep folders, before any file is read.
 */
async function namesBelow(folder: string): Promise<string[]> {
  const foundNames: string[] = [];
  const open = [''];
  let entries = 0;
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    const prefix = at === '' ? '' : `${at}/`;
    const inside = await readdir(join(folder, at), { withFileTypes: true });
    entries += inside.length;
    if (entries > MAX_ENTRIES || at.split('/').length > MAX_DEPTH) throw tooLarge(folder);
    const visibleEntries = inside.filter(
      ({ name }) => !name.startsWith('.') && name !== 'node_modules',
    );
    open.push(...visibleEntries.filter((e) => e.isDirectory()).map((e) => prefix + e.name));
    foundNames.push(...visibleEntries.filter((e) => e.isFile()).map((e) => prefix + e.name));
  }
  return foundNames;
}

/** Reads files inside of one folder, up to a limit for all together. */
class FolderReader {
  readonly #folder: string;
  readonly #listed = new Map<string, ReadonlyMap<string, unknown>>();
  /** Running totals of the files read so far; `read` limits them. */
  #bytes = 0;
  #files = 0;

  /** `folder` must be a real path: every path of a file is compared with it after its links are resolved. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Returns the bytes of a file by its path relative to the folder. Undefined if the file does not exist,
   * has more than 64 MiB, or is outside of the folder, also by a symbolic link. Throws `package_too_large`
   * if all files read so far exceed the limits.
   */
  async read(name: string): Promise<Uint8Array | undefined> {
    const path = await realpath(join(this.#folder, await this.#nameOnDisk(name))).catch(
      () => undefined,
    );
    if (path === undefined || !path.startsWith(this.#folder + sep)) return undefined;
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > MAX_SIBLING_BYTES) return undefined;
    this.#bytes += facts.size;
    this.#files += 1;
    if (this.#bytes > MAX_BYTES || this.#files > MAX_FILES) throw tooLarge(this.#folder);
    return readFile(path);
  }

  /**
   * The name as it is on the disk, with other accents and capitals; see `findPath`. A name with `..` is
   * returned as it is; `read` checks where it leads.
   */
  async #nameOnDisk(name: string): Promise<string> {
    const parts = name.split('/').filter((part) => part !== '');
    if (parts.includes('..')) return name;
    let spelled = '';
    for (const part of parts) {
      const names = await this.#namesIn(spelled);
      spelled = join(spelled, findPath(names, [part]) ?? part);
    }
    return spelled;
  }

  /**
   * The names in a subfolder, listed once; none if it is missing or leads out of the folder by a symbolic
   * link.
   */
  async #namesIn(folder: string): Promise<ReadonlyMap<string, unknown>> {
    const listedEntries = this.#listed.get(folder);
    if (listedEntries) return listedEntries;
    const path = await realpath(join(this.#folder, folder)).catch(() => undefined);
    const isInside = path === this.#folder || path?.startsWith(this.#folder + sep) === true;
    const names = isInside ? await readdir(path).catch(() => []) : [];
    const listed = new Map(names.map((name) => [name, true]));
    this.#listed.set(folder, listed);
    return listed;
  }
}

function tooLarge(folder: string): AppError {
  return new AppError(
    'package_too_large',
    `Expected at most ${MAX_FILES} files with ${MAX_BYTES} bytes in the folder ${basename(folder)} but received more.`,
    { hint: 'Move the animation and its files to a folder of their own.' },
  );
}
