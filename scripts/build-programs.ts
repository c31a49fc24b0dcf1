/**
 * Bundles the programs (the command line with the service, and the processes and threads that it starts)
 * into dist/programs/. Reading some 2,000 modules one by one takes half of a program's start. The
 * bundles are one file each, with shared and lazily loaded parts beside them.
 *
 * A running service may still load a part of an earlier build, so these are removed only after a day.
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');
const OUT = join(DIST, 'programs');
const DAY_MS = 24 * 3600_000;

/** Each is started by its file name, which is that of its source. Other programs import the command line. */
const PROGRAMS = [
  'src/cli.ts',
  'src/serve.ts',
  // For tests, which run commands in their own process.
  'src/commands/program/all-commands.ts',
  'src/database/sqlite/checkpoint-thread.ts',
  'src/expressions/bake-program.ts',
  'src/speech/local/engine-process.ts',
  'src/produce/isolated-process.ts',
  'src/media/image/svg-process.ts',
  'src/raster/rasteriser-process.ts',
];
/** Native modules, and packages that read files beside their own. */
const NOT_BUNDLED =
  /^(?:@jitl\/.*|@napi-rs\/canvas|harfbuzzjs|lottie-web|pg|pg-boss|pino|sharp|sherpa-onnx-node|woff2-encoder)(?:\/|$)/;

const begun = new Date();
await mkdir(DIST, { recursive: true });
const fresh = await mkdtemp(join(DIST, 'new-'));
try {
  await Promise.all(PROGRAMS.map(bundle));
  await cp(join(ROOT, 'src/pages/docs/assets'), join(fresh, 'assets'), { recursive: true });
  for (const name of ['schema.sql', 'old-steps.sql'])
    await cp(join(ROOT, 'src/database', name), join(fresh, name));
  await publish();
} finally {
  await rm(fresh, { recursive: true, force: true });
}

/** Each program is bundled by itself, so that it has only what it needs itself of a module. */
async function bundle(path: string): Promise<void> {
  await using build = await rolldown({
    cwd: ROOT,
    input: { [basename(path, '.ts')]: join(ROOT, path) },
    platform: 'node',
    // Node.js knows `using` and all else that the sources use.
    transform: { target: 'node24' },
    // Own modules only declare. So a module of which nothing is used is left out.
    treeshake: {
      moduleSideEffects: (id, isExternal) => !isExternal && id.includes('/node_modules/'),
    },
    resolve: { conditionNames: ['framepress-source', 'node', 'import', 'default'] },
    external: NOT_BUNDLED,
  });
  await build.write({
    dir: fresh,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  });
}

/** Moves the new files to their place: the parts first, then the programs that load them. */
async function publish(): Promise<void> {
  await mkdir(join(OUT, 'assets'), { recursive: true });
  const entries = new Set(PROGRAMS.map((path) => `${basename(path, '.ts')}.js`));
  const names = await readdir(fresh, { recursive: true });
  const files = names.filter((name) => name !== 'assets').toSorted();
  const isEntry = (name: string) => entries.has(name);
  for (const name of [...files.filter((file) => !isEntry(file)), ...files.filter(isEntry)])
    await rename(join(fresh, name), join(OUT, name));
  const builtNames = new Set(files);
  for (const name of await readdir(OUT)) {
    if (builtNames.has(name) || !name.endsWith('.js')) continue;
    const { mtimeMs } = await stat(join(OUT, name));
    if (begun.getTime() - mtimeMs > DAY_MS) await rm(join(OUT, name), { force: true });
  }
  // Sources that were changed meanwhile are newer than this file.
  const stamp = join(OUT, '.built');
  await writeFile(stamp, '');
  await utimes(stamp, begun, begun);
}
