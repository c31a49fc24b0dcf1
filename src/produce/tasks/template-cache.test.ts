import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { IMPORTER_VERSION } from '../../import/index.ts';
import { type BlobStore, openDiskStore } from '../../storage/index.ts';
import { sha256 } from '../../system/index.ts';
import { templateKey } from '../session-files.ts';
import {
  importAndStore,
  type StoredAgain,
  TemplateCache,
  type TemplateRef,
} from './template-cache.ts';

const LAYER = { ty: 3, nm: 'null', ip: 0, op: 30, ks: {} };
const LOTTIE = { v: '5.7.0', fr: 30, ip: 0, op: 30, w: 64, h: 36, layers: [LAYER] };
const BYTES = JSON.stringify(LOTTIE);

let folder: string;
let store: BlobStore;
const read: string[] = [];
const newImports: StoredAgain[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
  const files = openDiskStore(folder);
  store = {
    ...files,
    localPath: (key) => {
      read.push(key.split('/')[1] ?? '');
      return files.localPath(key);
    },
  };
  read.length = 0;
  newImports.length = 0;
});
afterEach(() => removeFolder(folder));

function cacheOf(maxBytes?: number): TemplateCache {
  return new TemplateCache(store, (event) => newImports.push(event), maxBytes);
}

/** A version whose package is there and whose import is not. */
async function add(id: string, packageLabel: string, bytes = BYTES): Promise<TemplateRef> {
  const packageKey = `versions/${id}/package`;
  await store.putBytes(packageKey, Buffer.from(bytes));
  const digest = sha256(bytes);
  const file = { digest, packageKey, packageLabel, animation: null, theme: null };
  return { id, ...file, language: 'en', templateDigest: null };
}

async function addStored(id: string, packageLabel: string, bytes = BYTES): Promise<TemplateRef> {
  const version = await add(id, packageLabel, bytes);
  const { templateDigest } = await importAndStore(version, store);
  read.length = 0;
  return { ...version, templateDigest };
}

function storedPath({ id, templateDigest }: TemplateRef): string {
  return join(folder, templateKey(id, templateDigest ?? ''));
}

test('a template is read from its stored import, without its package', async () => {
  const version = await addStored('a', 'hello.json');
  await store.remove(version.packageKey);
  const opened = await cacheOf().open(version);
  expect(opened).toMatchObject({ importerVersion: IMPORTER_VERSION, template: { name: 'hello' } });
  expect(newImports).toEqual([]);
});

test('a version without a stored import is imported from its package, once', async () => {
  const cache = cacheOf();
  const version = await add('a', 'hello.json');
  expect((await cache.get(version)).name).toBe('hello');
  const [newImport] = newImports;
  expect(newImport).toMatchObject({
    before: null,
    imported: { importerVersion: IMPORTER_VERSION, width: 64, frameCount: 30, editables: {} },
  });
  const templateDigest = newImport?.imported.templateDigest ?? '';
  await rm(join(folder, version.packageKey));
  expect((await cacheOf().get({ ...version, templateDigest })).name).toBe('hello');
  expect(newImports).toHaveLength(1);
});

test('a fetched font is stored with its version, and never fetched again', async () => {
  const fPath = 'https://fonts.example/anton.ttf';
  const list = [{ fName: 'Anton', fFamily: 'Anton', fPath, origin: 3 }];
  const document = { f: 'Anton', s: 20, t: 'Hi', j: 0, fc: [0, 0, 0] };
  const text = { ...LAYER, ty: 5, nm: 'text', t: { d: { k: [{ t: 0, s: document }] } } };
  const bytes = JSON.stringify({ ...LOTTIE, fonts: { list }, layers: [text] });
  const version = await add('a', 'hello.json', bytes);
  const font = await readFile(
    fileURLToPath(import.meta.resolve('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf')),
  );
  const urls: string[] = [];
  const opened = await cacheOf().import(version, async (url) => {
    urls.push(url);
    return font;
  });
  expect(urls).toEqual([fPath]);
  expect(opened.template.warnings).toMatchObject([{ code: 'no_editables' }]);
  expect((await cacheOf().import(version)).templateDigest).toBe(opened.templateDigest);
  const other = await cacheOf().import(await add('b', 'hello.json', bytes));
  expect(other.template.warnings).toMatchObject([
    { code: 'no_editables' },
    { code: 'font_missing', message: expect.stringContaining('only when a template is uploaded') },
  ]);
});

test.each([
  ['missing', (path: string) => rm(path), 'it is missing'],
  [
    'cut off',
    async (path: string) => writeFile(path, (await readFile(path)).subarray(9)),
    'damaged',
  ],
  ['damaged', async (path: string) => writeFile(path, `${await readFile(path)} `), 'damaged'],
])('a stored import that is %s is made again', async (_what, harm, reason) => {
  const version = await addStored('a', 'hello.json');
  const bytesBefore = await readFile(storedPath(version));
  await harm(storedPath(version));
  expect((await cacheOf().get(version)).name).toBe('hello');
  expect(newImports).toMatchObject([
    { reason: expect.stringContaining(reason), before: version.templateDigest },
  ]);
  expect(await readFile(storedPath(version))).toEqual(bytesBefore);
});

test('a stored import that is removed before it is opened is made again', async () => {
  const version = await addStored('a', 'hello.json');
  const { localPath } = store;
  const key = templateKey('a', version.templateDigest ?? '');
  store.localPath = async (requestedKey) => {
    if (requestedKey === key) await store.remove(key);
    return localPath(requestedKey);
  };
  expect((await cacheOf().get(version)).name).toBe('hello');
  expect(newImports).toMatchObject([{ reason: expect.stringContaining('opened (ENOENT)') }]);
});

test('a stored import of a later format is made again', async () => {
  const version = await addStored('a', 'hello.json');
  const later = Buffer.from(await readFile(storedPath(version)));
  later.write('framepress template 9');
  const templateDigest = sha256(later);
  await store.putBytes(templateKey('a', templateDigest), later);
  expect((await cacheOf().get({ ...version, templateDigest })).name).toBe('hello');
  expect(newImports).toMatchObject([
    {
      reason: expect.stringContaining('Expected format 1'),
      imported: { templateDigest: version.templateDigest },
    },
  ]);
});

test('without import and package the fault names the version', async () => {
  const version = await addStored('a', 'hello.json');
  await store.removePrefix('versions/a');
  await expect(cacheOf().get(version)).rejects.toMatchObject({
    code: 'storage_failed',
    message: 'The package of the template version a is missing.',
  });
});

test('the name of a file is not shown to a version with the same bytes and another name', async () => {
  const cache = cacheOf();
  const secret = await cache.get(await addStored('a', 'merger-with-acme.json'));
  const other = await cache.get(await addStored('b', 'hello.json'));
  expect([secret.name, other.name]).toEqual(['merger-with-acme', 'hello']);
  const third = await addStored('c', 'hello.json');
  expect(await cache.get(third)).toBe(other);
  expect((await cache.get({ ...third, language: 'ar' })).language).toBe('ar');
  expect(read).toEqual([]);
});

test('an import that failed is tried again', async () => {
  const cache = cacheOf();
  const version = await add('a', 'a.json');
  await rm(join(folder, version.packageKey));
  await expect(cache.get(version)).rejects.toThrow('is missing');
  const broken = await add('b', 'b.json', '{');
  await expect(cache.get(broken)).rejects.toMatchObject({ code: 'lottie_malformed' });
  await add('b', 'b.json');
  expect((await cache.get(broken)).name).toBe('b');
});

test('templates used longest ago make room, by their bytes', async () => {
  const versions = [
    await addStored('a', 'a'),
    await addStored('b', 'b'),
    await addStored('c', 'c'),
  ];
  const [a, b, c] = versions as [TemplateRef, TemplateRef, TemplateRef];
  const { length } = await readFile(storedPath(a));
  const cache = cacheOf(length * 2);
  for (const version of [a, b, a, c, a, b]) await cache.get(version);
  expect(read).toEqual(['a', 'b', 'c', 'b']);
});

test('a template that is larger than the cache is read each time', async () => {
  const large = await addStored('large', 'large');
  const { length } = await readFile(storedPath(large));
  const cache = cacheOf(length - 1);
  await cache.get(large);
  await cache.get(large);
  expect(read).toEqual(['large', 'large']);
});
