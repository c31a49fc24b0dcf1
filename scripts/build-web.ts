/**
 * Builds what browsers load from the service into web/: the studio, the editor element, and the player's
 * engine and worker. Each file has a copy compressed with Brotli. Files below a folder or with a name that
 * has a digest never change.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';
import { sizeTable, webSizes } from './web-sizes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'web');
const CACHE = join(ROOT, 'node_modules/.cache/framepress-web');
/** Smaller files would hardly become smaller. */
const MIN_COMPRESSED_BYTES = 1024;

const compress = promisify(brotliCompress);
const require = createRequire(import.meta.url);

/**
 * Minifiers leave the white space and comments of template literals. In files with elements, that before a line
 * has no meaning: pages show a line break like a space.
 */
const compactTemplates = {
  name: 'compact-templates',
  enforce: 'pre',
  transform: (code: string, id: string) =>
    id.includes('/packages/') && /from 'lit'/.test(code)
      ? code
          .replaceAll(/\bcss`[^`]*`/g, (style) =>
            style
              .replaceAll(/\/\*.*?\*\//gs, '')
              .replaceAll(/\s+/g, ' ')
              .replaceAll(/ ?([{};]) ?/g, '$1'),
          )
          .replaceAll(/\n[ \t]+/g, '\n')
      : undefined,
} satisfies Plugin;

const common = {
  configFile: false,
  logLevel: 'warn',
  plugins: [compactTemplates],
  resolve: { conditions: ['framepress-source', 'browser', 'module', 'import', 'default'] },
} satisfies InlineConfig;

const fresh = `${OUT}.new`;
await rm(fresh, { recursive: true, force: true });
await buildEngine(join(fresh, 'engine'));
await buildEditor(join(fresh, 'editor'));
await buildStudio(join(fresh, 'studio'));
await compressAll(fresh);
await rm(OUT, { recursive: true, force: true });
await rename(fresh, OUT);
process.stdout.write(`${sizeTable(await webSizes(OUT))}\n`);

/** CanvasKit and the player's worker, in a folder with the digest of all of them. */
async function buildEngine(folder: string): Promise<void> {
  const temporary = join(folder, 'new');
  await build({
    ...common,
    root: join(ROOT, 'packages/player'),
    build: {
      outDir: temporary,
      emptyOutDir: true,
      target: 'es2022',
      lib: {
        entry: 'src/worker.ts',
        formats: ['iife'],
        name: 'player',
        fileName: () => 'worker.js',
      },
    },
  });
  const canvasKit = join(dirname(require.resolve('canvaskit-wasm/package.json')), 'bin/full');
  for (const name of ['canvaskit.js', 'canvaskit.wasm'])
    await cp(join(canvasKit, name), join(temporary, name));
  const hash = createHash('sha256');
  for (const name of (await readdir(temporary)).toSorted())
    hash.update(name).update(await readFile(join(temporary, name)));
  await rename(temporary, join(folder, hash.digest('hex').slice(0, 16)));
}

/** One module under a name that stays, and its chunks under names with digests. */
async function buildEditor(folder: string): Promise<void> {
  await build({
    ...common,
    root: join(ROOT, 'packages/editor'),
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'framepress-editor.js' },
      // Vite leaves the white space of modules for bundlers; this one is for pages.
      rolldownOptions: { output: { chunkFileNames: 'chunks/[name]-[hash].js', minify: true } },
    },
  });
}

async function buildStudio(folder: string): Promise<void> {
  await build({
    ...common,
    root: join(ROOT, 'packages/studio'),
    // Relative, because the service may be reached below a path.
    base: './',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}

async function compressAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || (await stat(path)).size < MIN_COMPRESSED_BYTES) continue;
    await writeFile(`${path}.br`, await compressed(await readFile(path)));
  }
}

/** The engine takes 15 s, so results are kept under the digest of their content. */
async function compressed(bytes: Buffer): Promise<Buffer> {
  const cachePath = join(CACHE, `${createHash('sha256').update(bytes).digest('hex')}.br`);
  try {
    return await readFile(cachePath);
  } catch {
    const small = await compress(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    });
    await mkdir(CACHE, { recursive: true });
    await writeFile(cachePath, small);
    return small;
  }
}
