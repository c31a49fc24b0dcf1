import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import { AppError, expected } from '../base/index.ts';
import { unzip } from './unzip.ts';

/** A template as it came: the animation's text and the files beside it, by their path in the package. */
export type TemplatePackage = {
  /** For messages: the file's own name. */
  label: string;
  animation: Uint8Array;
  /** Folder of the animation inside of the package, '' or ending in '/'. */
  base: string;
  templateJson: Uint8Array | undefined;
  files: ReadonlyMap<string, Uint8Array>;
};

const ACCEPTED = 'a .lottie package, a .zip with data.json, or a Lottie .json';

/**
 * Reads a package from bytes: dotLottie 1 and 2, Bodymovin's zip, or a bare Lottie JSON. What it is
 * is told from the bytes, not from the name.
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
 * Reads a package from disk. Beside a bare .json, the pictures of its folders `images/`, `i/` and of
 * the folder itself are taken along.
 */
export async function readPackageFile(path: string): Promise<TemplatePackage> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
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

/** Files below `folder` that the JSON names; nothing outside of it and no more than 64 MB each. */
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
        hint: 'Put data.json at the top of the archive, beside images/.',
      },
    );
  }
  // A dotLottie keeps its pictures at the top, whatever folder the animation is in.
  const base = manifest ? '' : path.slice(0, path.length - basename(path).length);
  return { label, animation, base, templateJson: files.get(`${base}template.json`), files };
}

/** The animation that the dotLottie manifest shows first. */
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
      `Expected JSON for manifest.json of ${label} but received text that is not.`,
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
      `Expected a/${id}.json in ${label}, as its manifest says, but it is not there.`,
      {
        hint: 'Export the .lottie again.',
      },
    );
  }
  return found;
}

/** data.json at the shallowest place, else the only JSON that could be one. */
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
