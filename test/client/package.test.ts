import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiTypes } from '../../packages/client/scripts/api-types.ts';
import { temporaryApi } from '../../src/api/api.fixture.ts';
import { removeFolder } from '../support/folder.ts';
import { bundleClient } from './bundle.ts';

const MAX_BUNDLE_BYTES = 17_000;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/client');

const execute = promisify(execFile);
/** Runs a program of node_modules and returns its output, also if it fails. */
const run = async (program: string, args: string[], cwd: string) => {
  const path = join(ROOT, 'node_modules/.bin', program);
  try {
    const { stdout } = await execute(path, args, { cwd, env: { ...process.env, NO_COLOR: '1' } });
    return { code: 0, stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout: stdout + stderr };
  }
};

let folder: string;
/** The package as it is published. */
let published: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-package-'));
  published = join(folder, 'node_modules/@framepress/client');
  for (const name of ['package.json', 'README.md', 'src'])
    await cp(join(PACKAGE, name), join(published, name), { recursive: true });
  const config = join(PACKAGE, 'tsconfig.json');
  const built = await run('tsc', ['-p', config, '--outDir', join(published, 'dist')], PACKAGE);
  expect(built).toEqual({ code: 0, stdout: '' });
});

afterAll(async () => {
  await removeFolder(folder);
});

test('the types are those of the OpenAPI document (npm run generate)', async () => {
  await using api = await temporaryApi();
  const document = await api.app.inject({ method: 'GET', url: '/openapi.json' });
  const current = await readFile(join(PACKAGE, 'src/generated/api.ts'), 'utf8');
  expect((await apiTypes(document.body)) === current).toBe(true);
});

test(`the bundle for browsers has less than ${MAX_BUNDLE_BYTES} bytes`, async () => {
  const bundle = await bundleClient(join(PACKAGE, 'src/index.ts'));
  expect(Buffer.byteLength(bundle)).toBeLessThan(MAX_BUNDLE_BYTES);
  expect(bundle).not.toContain('node:');
});

test('publint finds no problem in the published package', async () => {
  const { code, stdout } = await run(
    'publint',
    ['run', published, '--strict', '--pack', 'npm'],
    published,
  );
  expect(stdout).toContain('All good!');
  expect(code).toBe(0);
});

test('the types of the published package resolve', async () => {
  const { code, stdout } = await run(
    'attw',
    ['--pack', published, '--profile', 'esm-only', '--no-definitely-typed', '--no-emoji'],
    folder,
  );
  expect(code, stdout).toBe(0);
});

test('a sample compiles with tsc --strict, and wrong names do not', async () => {
  await cp(fileURLToPath(new URL('sample.ts', import.meta.url)), join(folder, 'sample.ts'));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.asynciterable'],
  };
  const config = JSON.stringify({ compilerOptions, files: ['sample.ts'] });
  await writeFile(join(folder, 'tsconfig.json'), config);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const compiled = await run('tsc', ['-p', folder], folder);
  expect(compiled).toEqual({ code: 0, stdout: '' });
});

test('the published package runs in Node.js', async () => {
  const script =
    "const { Framepress } = await import('@framepress/client'); console.log(Object.keys(new Framepress({ baseUrl: 'http://x', token: 't' })).length);";
  const { stdout } = await run('node', ['--input-type=module', '--eval', script], folder);
  expect(Number(stdout)).toBeGreaterThan(10);
});
