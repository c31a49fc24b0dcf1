import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { openDiskStore } from '../storage/index.ts';
import { silentLog } from '../system/index.ts';
import { Cleanup } from './cleanup.ts';

test('a start removes the work folders of earlier processes, also of jobs that are not over', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-cleanup-'));
  try {
    await using db = await openTestDatabase(join(folder, 'framepress.sqlite'));
    await db.templateVersions.insert({
      ...{ id: 'tsv_1', accountId: DEFAULT_ACCOUNT, name: 'Hello', language: 'en', digest: 'd' },
      ...{ packageKey: 'k', packageLabel: 'hello.lottie' },
    });
    expect(await db.templateVersions.unfinished()).toEqual(['tsv_1']);
    const workFolder = join(folder, 'work');
    for (const name of ['tsv_1/images', 'rs_1/media', 'lost+found'])
      await mkdir(join(workFolder, name), { recursive: true });
    const context = {
      ...{ db, store: openDiskStore(join(folder, 'files')), log: silentLog },
      ...{ workFolder, segmentFolder: join(folder, 'segments') },
      ...{ previewCacheFolder: join(folder, 'preview-cache'), previewCacheBytes: 0 },
    };
    await using cleanup = new Cleanup(context, { ttlMs: 1000, maxBytes: 0 });
    await cleanup.start();
    expect(await readdir(workFolder)).toEqual(['lost+found']);
  } finally {
    await removeFolder(folder);
  }
});
