import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../system/index.ts';
import { TemplateCache } from './template-cache.ts';

const LAYER = { ty: 3, nm: 'null', ip: 0, op: 30, ks: {} };
const LOTTIE = { v: '5.7.0', fr: 30, ip: 0, op: 30, w: 64, h: 36, layers: [LAYER] };
const BYTES = JSON.stringify(LOTTIE);

let folder: string;
const read: string[] = [];
const store = {
  localPath: async (key: string) => {
    read.push(key);
    return join(folder, key);
  },
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-templates-'));
  read.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function add(key: string, packageLabel: string, bytes = BYTES) {
  await writeFile(join(folder, key), bytes);
  return { digest: sha256(bytes), packageKey: key, packageLabel, language: 'en' };
}

test('an upload with the same bytes and a different file name does not get the first file name', async () => {
  const cache = new TemplateCache(store);
  const secret = await cache.get(await add('a', 'merger-with-acme.json'));
  const other = await cache.get(await add('b', 'hello.json'));
  expect([secret.name, other.name]).toEqual(['merger-with-acme', 'hello']);
  expect(await cache.get(await add('c', 'hello.json'))).toBe(other);
  expect((await cache.get({ ...(await add('c', 'hello.json')), language: 'ar' })).language).toBe(
    'ar',
  );
  expect(read).toEqual(['a', 'b']);
});

test('what failed is tried again', async () => {
  const cache = new TemplateCache(store);
  const version = await add('a', 'a.json');
  await rm(join(folder, 'a'));
  await expect(cache.get(version)).rejects.toThrow('ENOENT');
  const broken = await add('b', 'b.json', '{');
  await expect(cache.get(broken)).rejects.toMatchObject({ code: 'lottie_malformed' });
  await writeFile(join(folder, 'b'), BYTES);
  expect((await cache.get(broken)).name).toBe('b');
  expect((await cache.get(await add('a', 'a.json'))).name).toBe('a');
});

test('the least recently used templates are removed first, by their size', async () => {
  const cache = new TemplateCache(store, BYTES.length * 2);
  const [a, b, c] = [await add('a', 'a'), await add('b', 'b'), await add('c', 'c')];
  for (const one of [a, b, a, c, a, b]) await cache.get(one);
  expect(read).toEqual(['a', 'b', 'c', 'b']);
  const large = await add('large', 'large', BYTES + ' '.repeat(BYTES.length * 2));
  await cache.get(large);
  await cache.get(large);
  expect(read.slice(4)).toEqual(['large', 'large']);
});
