import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { isolatedFor } from '../produce/isolated.fixture.ts';
import { openDiskStore } from '../storage/index.ts';
import { silentLog } from '../system/index.ts';
import { runImport } from './import-template.ts';
import type { JobContext } from './job-context.ts';

const ADDED = { accountId: DEFAULT_ACCOUNT, name: 'Hello', language: 'en', digest: 'd' };
const PACKAGE = { packageKey: 'k', packageLabel: 'hello.lottie' };
const NULL_LAYER = { ty: 3, nm: 'null', ip: 0, op: 2, ks: {} };
const EMPTY = { v: '5.7.0', fr: 30, ip: 0, op: 2, w: 64, h: 36, layers: [NULL_LAYER] };

test('an import that is late starts again some times, and can be tried again after its failure', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'framepress-import-'));
  await using db = await openTestDatabase(join(folder.path, 'framepress.sqlite'));
  const files = join(folder.path, 'files');
  const store = openDiskStore(files);
  await store.putBytes('k', Buffer.from(JSON.stringify(EMPTY)));
  await db.templateVersions.insert({ id: 'tsv_1', ...ADDED, ...PACKAGE });
  const settings = { filesFolder: files, fontFolders: [], rasteriserMemoryBytes: 2 ** 32 };
  // No rasteriser is fast enough for this limit.
  const slow = { ...settings, stallMs: 0.001, loudnessTargetLufs: null };
  const importWith = async (changes: Parameters<typeof isolatedFor>[1]) => {
    await using isolated = isolatedFor(files, changes);
    const workFolder = join(folder.path, 'work');
    const context = { db, store, isolated, workFolder, log: silentLog } as unknown as JobContext;
    await runImport('tsv_1', context, new AbortController().signal);
  };
  const late = { code: 'render_timeout', retryable: true };
  // A start that a crash ended is not late.
  await db.templateVersions.begin('tsv_1');
  for (const _ of [1, 2, 3])
    await expect(importWith({ settings: slow })).rejects.toMatchObject(late);
  expect(await db.templateVersions.find('tsv_1')).toMatchObject({ status: 'demo_rendering' });
  await importWith({ settings: slow });
  expect(await db.templateVersions.find('tsv_1')).toMatchObject({
    status: 'failed',
    report: { errors: [{ code: 'render_timeout', hint: expect.stringContaining('Try again') }] },
  });
  expect(await db.templateVersions.retry('tsv_1')).toBe(true);
  await expect(importWith({ settings: slow })).rejects.toMatchObject(late);
  const report = { errors: [], warnings: [] };
  await importWith({});
  expect(await db.templateVersions.find('tsv_1')).toMatchObject({ status: 'edit_ready', report });
});

test.each([
  ['Data', 'data.json', 'Data'],
  ['', 'x.json', 'Promo'],
  ['For Ada', 'data.json', 'For Ada'],
])('an upload called %j of the file %s is named %s', async (name, packageLabel, expected) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'framepress-import-'));
  await using db = await openTestDatabase(join(folder.path, 'framepress.sqlite'));
  const files = join(folder.path, 'files');
  const store = openDiskStore(files);
  await store.putBytes('k', Buffer.from(JSON.stringify({ ...EMPTY, nm: 'Promo' })));
  await db.templateVersions.insert({ id: 'tsv_1', ...ADDED, packageKey: 'k', packageLabel, name });
  await using isolated = isolatedFor(files);
  const workFolder = join(folder.path, 'work');
  const context = { db, store, isolated, workFolder, log: silentLog } as unknown as JobContext;
  await runImport('tsv_1', context, new AbortController().signal);
  const version = await db.templateVersions.find('tsv_1');
  expect(version).toMatchObject({ status: 'edit_ready', name: expected });
  const template = await db.templates.findIn(DEFAULT_ACCOUNT, version?.templateId ?? '');
  expect(template?.name).toBe(expected);
});
