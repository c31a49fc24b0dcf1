import { mkdir, mkdtemp, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { FileCache } from './file-cache.ts';

const KILOBYTE = 1000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-file-cache-'));
});
afterEach(() => removeFolder(folder));

/** Caches a file that was last used some hours ago. */
async function add(cache: FileCache, key: string, hours: number): Promise<void> {
  await cache.add(key, async (to) => {
    await writeFile(to, Buffer.alloc(KILOBYTE));
    return true;
  });
  const usedAt = new Date(Date.now() - hours * 3600_000);
  await utimes(cache.path(key), usedAt, usedAt);
}

async function cached(cache: FileCache, keys: readonly string[]): Promise<string[]> {
  const foundKeys: string[] = [];
  for (const key of keys) {
    const isThere = await stat(cache.path(key)).then(
      () => true,
      () => false,
    );
    if (isThere) foundKeys.push(key);
  }
  return foundKeys;
}

test('the least recently used files are removed beyond the size', async () => {
  const cache = new FileCache(folder, 4 * KILOBYTE);
  for (const [key, hours] of [
    ['a', 3],
    ['b', 9],
    ['c', 5],
    ['d', 1],
  ] as const)
    await add(cache, key, hours);
  await add(cache, 'e', 0);
  // A removal leaves nine tenths of the size.
  expect(await cached(cache, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'd', 'e']);
});

test('a file that was used just now stays, also beyond the size', async () => {
  const cache = new FileCache(folder, KILOBYTE);
  for (const key of ['a', 'b']) await add(cache, key, 0);
  expect(await cached(cache, ['a', 'b'])).toEqual(['a', 'b']);
});

test('files that were not used for long and the remains of killed processes are removed', async () => {
  const cache = new FileCache(folder, 4 * KILOBYTE);
  await add(cache, 'old', 30);
  await add(cache, 'new', 1);
  const remains = join(folder, '.unfinished/x');
  await mkdir(dirname(remains), { recursive: true });
  await writeFile(remains, 'half');
  const beforeMs = Date.now() - 24 * 3600_000;
  await cache.removeUnused(beforeMs);
  await cache.removeUnfinished(beforeMs);
  expect(await cached(cache, ['old', 'new'])).toEqual(['new']);
  expect((await stat(remains)).size).toBe(4);
  await cache.removeUnfinished(Date.now() + 1000);
  await expect(stat(remains)).rejects.toThrow('ENOENT');
});

test('a file that was used just now is never unused', async () => {
  const cache = new FileCache(folder, 4 * KILOBYTE);
  await add(cache, 'before', 1);
  await add(cache, 'now', 0);
  await cache.removeUnused(Infinity);
  expect(await cached(cache, ['before', 'now'])).toEqual(['now']);
});

test('the least recently used files leave a full disk until it is not full', async () => {
  const keys = ['a', 'b', 'c', 'd', 'e'];
  const cache = new FileCache(folder, 16 * KILOBYTE);
  for (const [at, key] of keys.entries()) await add(cache, key, at);
  // The disk is full while `d` is cached. One file more leaves: a sixteenth of the size.
  await cache.shrink(async () => (await cached(cache, ['d'])).length > 0);
  expect(await cached(cache, keys)).toEqual(['a', 'b']);
  await cache.shrink(async () => true);
  expect(await cached(cache, keys)).toEqual(['a']);
});

test('a file that is used while others are removed stays', async () => {
  const cache = new FileCache(folder, 4 * KILOBYTE);
  for (const key of ['a', 'b', 'c']) await add(cache, key, 1);
  let requestCount = 0;
  await cache.shrink(async () => {
    requestCount += 1;
    if (requestCount === 1) for (const key of ['a', 'b', 'c']) await cache.use(key);
    return true;
  });
  expect(await cached(cache, ['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
});
