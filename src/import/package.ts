import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { AppError, expected } from '../base/index.ts';
import { unzip } from './unzip.ts';

/** The files of a template: the text of the animation, and the other files by their path in the package. */
export type TemplatePackage = {
  /** The file's name, for messages. */
  label: string;
  animation: Uint8Array;
  /** The folder of the animation in the package: '' or a path that ends in '/'. */
  base: string;
  templateJson: Uint8Array | undefined;
  files: ReadonlyMap<string, Uint8Array>;
};

/** A package is read into memory. */
const MAX_FILE_BYTES = 1024 ** 3;
const ACCEPTED = 'a .lottie package, a .zip with data.json, or a Lottie .json';

/**
 * Reads a package from bytes: dotLottie 1 and 2, Bodymovin's zip, or a bare Lottie JSON. The bytes decide
 * about the format, not the name.
 */
export async function readPackage(bytes: Uint8Array, label: string): Promise<TemplatePackage> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return fromFiles(await unzip(bytes, label), label);
  const head = new TextDecoder('utf-8')
    .decode(bytes.subarray(0, 64))
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (!head.startsWith('{')) {
    throw new AppError(
      'package_unreadable',
      `Expected ${ACCEPTED} for ${label} but received ${describe(bytes)}.`,
      {
        hint: 'Export from After Effects with Bodymovin, or download the .lottie from your tool.',
      },
    );
  }
  return { label, animation: bytes, base: '', templateJson: undefined, files: new Map() };
}

/**
 * Reads a package from disk. For a bare .json, the package also contains the images that it names in the
 * folders `images/` and `i/` and in its own folder.
 */
export async function readPackageFile(path: string): Promise<TemplatePackage> {
  const bytes = await readRegularFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'package_unreadable',
      `Expected ${ACCEPTED} at ${path} but it cannot be read: ${cause.code ?? cause.message}.`,
      {},
      { cause },
    );
  });
  const found = await readPackage(bytes, basename(path));
  if (found.files.size > 0 || bytes[0] === 0x50) return found;
  return { ...found, files: await siblings(dirname(path), found.animation) };
}

/** A device such as /dev/zero never ends. */
async function readRegularFile(path: string): Promise<Buffer> {
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

/** Returns the files below `folder` that the JSON names, except files above 64 MB. */
async function siblings(folder: string, animation: Uint8Array): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const text = new TextDecoder().decode(animation);
  const entries = await readdir(folder, { withFileTypes: true, recursive: false });
  const candidates = entries.filter((e) => e.isFile()).map((e) => e.name);
  for (const sub of ['images', 'i', 'fonts', 'f', 'audio', 'u', 'videos']) {
    const names = await readdir(join(folder, sub)).catch(() => []);
    candidates.push(...names.map((n) => `${sub}/${n}`));
  }
  for (const name of candidates) {
    if (!MEDIA.has(extname(name).toLowerCase()) || !text.includes(basename(name))) continue;
    const path = join(folder, name);
    const info = await stat(path);
    if (info.isFile() && info.size <= 64 * 1024 * 1024) {
      files.set(relative(folder, path), await readFile(path));
    }
  }
  return files;
}

const MEDIA = new Set([
  ...['.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif', '.ttf', '.otf', '.ttc'],
  ...['.otc', '.woff', '.woff2'],
  ...['.mp3', '.m4a', '.aac', '.wav', '.flac', '.ogg', '.oga', '.opus', '.webm', '.mp4'],
  ...['.mov', '.m4v', '.mkv', '.avi', '.mpg', '.ts', '.ogv'],
]);

function fromFiles(files: Map<string, Uint8Array>, label: string): TemplatePackage {
  const manifest = files.get('manifest.json');
  const path = (manifest && fromManifest(manifest, files, label)) ?? findAnimation(files);
  const animation = path === undefined ? undefined : files.get(path);
  if (path === undefined || !animation) {
    throw new AppError(
      'package_incomplete',
      expected(
        'a data.json or a dotLottie manifest',
        label,
        [...files.keys()].join(', ') || 'an empty archive',
      ),
      {
        hint: 'Put data.json at the top of the archive, next to images/.',
      },
    );
  }
  // A dotLottie has its images in a folder at the top, regardless of the folder of the animation.
  const base = manifest ? '' : path.slice(0, path.length - basename(path).length);
  return { label, animation, base, templateJson: files.get(`${base}template.json`), files };
}

/** Returns the animation that the dotLottie manifest lists first. */
function fromManifest(
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
  label: string,
): string | undefined {
  let manifest: {
    animations?: { id?: unknown }[];
    initial?: { animation?: unknown };
    activeAnimationId?: unknown;
  };
  try {
    manifest = JSON.parse(new TextDecoder().decode(bytes)) as typeof manifest;
  } catch (cause) {
    throw new AppError(
      'package_unreadable',
      `Expected JSON for manifest.json of ${label} but received text that is not JSON.`,
      {},
      { cause },
    );
  }
  if (typeof manifest !== 'object' || manifest === null || !Array.isArray(manifest.animations))
    return undefined;
  const ids = manifest.animations.map((a) => a?.id).filter((id) => typeof id === 'string');
  const first = [manifest.initial?.animation, manifest.activeAnimationId].find((id) =>
    ids.includes(id as string),
  );
  const id = (first ?? ids[0]) as string | undefined;
  const found = [`a/${id}.json`, `animations/${id}.json`].find((p) => files.has(p));
  if (id !== undefined && found === undefined) {
    throw new AppError(
      'package_incomplete',
      `Expected a/${id}.json in ${label}, as its manifest says, but it is missing.`,
      {
        hint: 'Export the .lottie again.',
      },
    );
  }
  return found;
}

/**
 * Returns the path of the data.json in the highest folder, else of the only JSON file that may be an
 * animation.
 */
function findAnimation(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const paths = [...files.keys()]
    .filter(
      (p) =>
        p.endsWith('.json') &&
        !/(^|\/)(template|manifest)\.json$/.test(p) &&
        !p.startsWith('__MACOSX/'),
    )
    .sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1));
  return paths.find((p) => basename(p) === 'data.json') ?? paths[0];
}

function describe(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'an empty file';
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  if (head.startsWith('\x1f\x8b')) return 'a gzip file';
  if (head.startsWith('Rar!')) return 'a RAR archive';
  if (head.startsWith('7z')) return 'a 7z archive';
  if (/^\s*</.test(head)) return 'markup (HTML, XML or SVG)';
  if (head.startsWith('RIFX')) return 'an After Effects project';
  return `${bytes.length} bytes of another kind`;
}
