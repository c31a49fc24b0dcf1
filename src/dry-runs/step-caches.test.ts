import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { openDiskStore, StepCache } from '../storage/index.ts';
import { forgetUploads } from './step-caches.ts';

test('uploads that are removed at the same time are forgotten together', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-forget-'));
  try {
    const cache = new StepCache(join(folder, 'acc_1'));
    const ids = Array.from({ length: 30 }, (_, index) => `up_${index}`);
    for (const id of [...ids, 'up_other']) await cache.run(['upload', id], async () => id);
    const forget = (id: string) =>
      forgetUploads(
        folder,
        [{ accountId: 'acc_1', id, sha256: `digest_${id}` }],
        openDiskStore(folder),
      );
    await Promise.all(ids.map(forget));
    expect(await readdir(join(folder, 'acc_1'))).toHaveLength(2);
    expect(await cache.find(['upload', 'up_other'])).toBeDefined();
  } finally {
    await removeFolder(folder);
  }
});
