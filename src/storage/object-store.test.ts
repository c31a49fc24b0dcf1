import { mkdtemp, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { FileCache } from './file-cache.ts';
import { openStore } from './open-store.ts';

test('files that were cached a minute ago leave a full disk', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'framepress-full-disk-'));
  const cache = new FileCache(join(dataDir, 'cache'), 1e6);
  const twoMinutesAgo = new Date(Date.now() - 120_000);
  for (const key of ['before', 'now']) {
    await cache.add(key, async (to) => {
      await writeFile(to, key);
      return true;
    });
  }
  const path = cache.path('before');
  await utimes(path, twoMinutesAgo, twoMinutesAgo);
  const storage = { url: 's3://bucket', s3Endpoint: 'http://127.0.0.1:9', cacheBytes: 1e6 };
  // A cleanup follows at once.
  await openStore({ dataDir, storage }, async () => true);
  await expect.poll(() => stat(path).catch((error) => error.code)).toBe('ENOENT');
  expect((await stat(cache.path('now'))).size).toBe(3);
  await removeFolder(dataDir);
});
