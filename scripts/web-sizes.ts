import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type BundleSize = { name: string; bytes: number; gzip: number; brotli: number };

/** Modules of the studio that load when a person opens a page, by the start of the name of their chunk. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'Studio: gallery': ['index', 'templates-page'],
  'Studio: a template': ['template-page'],
  'Studio: make a template editable': ['make-editable-page'],
  'Studio: editor and player': ['fill-page', 'src'],
  'Studio: list of videos': ['renders-page'],
  'Studio: a video': ['render-page'],
  'Studio: HLS in Chromium and Firefox': ['hls.light'],
  'Studio: a new batch': ['new-batch-page'],
  'Studio: settings': ['settings-page'],
};

/**
 * Returns the sizes of what browsers load from `web/`. A page of the studio is what it loads in addition to
 * the gallery.
 */
export async function webSizes(web: string): Promise<BundleSize[]> {
  const assets = join(web, 'studio/assets');
  const names = await readdir(assets);
  const first = await gallery(assets, names);
  const sizes: BundleSize[] = [];
  for (const [name, chunks] of Object.entries(PAGES)) {
    const files = await loaded(assets, chunksOf(names, chunks));
    const isGallery = name === 'Studio: gallery';
    const paths = [...(isGallery ? first : files)]
      .filter((file) => isGallery || !first.has(file))
      .map((file) => join(assets, file));
    if (isGallery) paths.push(join(web, 'studio/index.html'));
    sizes.push(await sizeOf(name, paths));
  }
  const chunks = await loaded(join(web, 'editor'), ['framepress-editor.js']);
  const element = [...chunks].map((file) => join(web, 'editor', file));
  sizes.push(await sizeOf('`<framepress-editor>` for other pages', element));
  const [engine = ''] = await readdir(join(web, 'engine'));
  const files = ['canvaskit.js', 'canvaskit.wasm', 'worker.js'];
  const paths = files.map((file) => join(web, 'engine', engine, file));
  // Compressing the engine takes 15 s; the build has done it.
  const brotliFiles = await Promise.all(paths.map((path) => readFile(`${path}.br`)));
  const size = await sizeOf('Engine of the live frame', paths, totalOf(brotliFiles));
  return [...sizes, size];
}

/** Returns the sizes as a table of Markdown, in kB. */
export function sizeTable(sizes: readonly BundleSize[]): string {
  const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
  const rows = [
    ['Bundle', 'kB', 'gzip', 'Brotli'],
    ...sizes.map(({ name, bytes, gzip, brotli }) => [
      name,
      ...[bytes, gzip, brotli].map(kilobytes),
    ]),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

/** What the gallery needs, with the styles and the icon of the page. */
async function gallery(assets: string, names: readonly string[]): Promise<Set<string>> {
  const files = await loaded(assets, chunksOf(names, PAGES['Studio: gallery'] ?? []));
  for (const name of names) if (/\.(css|svg)$/.test(name)) files.add(name);
  return files;
}

function chunksOf(names: readonly string[], starts: readonly string[]): string[] {
  return starts.flatMap((start) => {
    const chunks = names.filter((name) => name.endsWith('.js') && startOf(name) === start);
    if (chunks.length === 0) throw new Error(`The studio has no chunk ${start}.`);
    return chunks;
  });
}

/** `hls.light` for `hls.light-B5YW9Yff.js`. The digest may have hyphens. */
const startOf = (name: string) => name.slice(0, -'-12345678.js'.length);

/** Returns files with all that they import at once. */
async function loaded(folder: string, files: readonly string[]): Promise<Set<string>> {
  const loadedFiles = new Set<string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (loadedFiles.has(file)) continue;
    loadedFiles.add(file);
    const code = await readFile(join(folder, file), 'utf8');
    for (const [, path] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.\.?\/[^"'`]+\.js)["'`]/g))
      if (path) queue.push(join(dirname(file), path));
  }
  return loadedFiles;
}

async function sizeOf(
  name: string,
  paths: readonly string[],
  brotli?: number,
): Promise<BundleSize> {
  const contents = await Promise.all(paths.map((path) => readFile(path)));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  return {
    name,
    bytes: totalOf(contents),
    gzip: totalOf(contents.map((content) => gzipSync(content))),
    brotli: brotli ?? totalOf(contents.map((content) => brotliCompressSync(content, { params }))),
  };
}

const totalOf = (contents: readonly Buffer[]) =>
  contents.reduce((sum, { length }) => sum + length, 0);
