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

async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-cleanup-'));
  const clock = { ms: 1, nowMs: () => clock.ms };
  const db = await openTestDatabase(join(folder, 'framepress.sqlite'), clock);
  const workFolder = join(folder, 'work');
  await mkdir(workFolder);
  const context = {
    db,
    store: openDiskStore(join(folder, 'files')),
    log: silentLog,
    workFolder,
    segmentFolder: join(folder, 'segments'),
    dataFolder: folder,
    stepCacheFolder: join(folder, 'preview-cache'),
    stepCacheBytes: 0,
    inputsTtlSeconds: 60,
  };
  const cleanup = new Cleanup(context, { ttlMs: 1000, maxBytes: 0 });
  return {
    db,
    clock,
    workFolder,
    cleanup,
    async [Symbol.asyncDispose]() {
      await cleanup[Symbol.asyncDispose]();
      await db[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

test('a start removes the work folders of earlier processes, also of jobs that are not over', async () => {
  await using t = await setUp();
  const { db, workFolder } = t;
  await db.templateVersions.insert({
    id: 'tsv_1',
    accountId: DEFAULT_ACCOUNT,
    name: 'Hello',
    language: 'en',
    digest: 'd',
    packageKey: 'k',
    packageLabel: 'hello.lottie',
  });
  expect(await db.templateVersions.unfinished()).toEqual(['tsv_1']);
  for (const name of ['tsv_1/images', 'rs_1/media', 'lost+found'])
    await mkdir(join(workFolder, name), { recursive: true });
  await t.cleanup.start();
  expect(await readdir(workFolder)).toEqual(['lost+found']);
});

test('answers to idempotency keys are removed a day later, without a start', async () => {
  await using t = await setUp();
  const { db, clock, cleanup } = t;
  await cleanup.start();
  using _leading = cleanup.lead();
  const owner = { accountId: DEFAULT_ACCOUNT, caller: 'cl_1', key: 'k' };
  await db.idempotency.insert(owner, 'hash', { status: 201, body: 'an answer' });
  const storedBytes = () => db.storage.usedBy(DEFAULT_ACCOUNT);
  expect(await storedBytes()).toBeGreaterThan(0);
  clock.ms += 25 * 3600_000;
  cleanup.rendered();
  await expect.poll(storedBytes).toBe(0);
});
