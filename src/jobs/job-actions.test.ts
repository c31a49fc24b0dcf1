import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { type AccountLimits, DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { InProcessQueue } from '../queue/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { silentLog, systemClock } from '../system/index.ts';
import { jobActions } from './job-actions.ts';
import { measureSession, measureVersion } from './stored-bytes.ts';

const MEGABYTE = 2 ** 20;
const NO_LIMITS = {
  rendersAtOnce: 0,
  queuedSessions: 0,
  framesPerDay: 0,
  storedBytes: 0,
  speechCharactersPerDay: 0,
  transcriptionSecondsPerDay: 0,
};

async function withActions(limits: Partial<AccountLimits>) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-actions-'));
  const db = await openTestDatabase(join(folder, 'framepress.sqlite'));
  const store = openDiskStore(join(folder, 'files'));
  const { pending } = db.jobs;
  const queue = new InProcessQueue({ pending, recentWork: db.recentWork, log: silentLog });
  const defaultLimits = { ...NO_LIMITS, ...limits };
  const log = silentLog;
  const settings = { clock: systemClock, defaultLimits, inputsTtlSeconds: 60 };
  const actions = jobActions(queue, { db, store, log, ...settings });
  const add = (id: string, accountId = DEFAULT_ACCOUNT) =>
    db.transaction(async (tx) => {
      const version = { id, accountId, language: 'en', name: 'Birthday', digest: 'd' };
      const packed = { packageKey: `versions/${id}/package`, packageLabel: 'a.lottie' };
      await tx.templateVersions.insert({ ...version, ...packed, packageBytes: MEGABYTE });
      await actions.versionAdded({ id, accountId }, tx);
    });
  return {
    db,
    store,
    actions,
    add,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

test('an account with too many jobs gets the limit and its use in the error; another account does not', async () => {
  await using t = await withActions({ queuedSessions: 2 });
  const { id: other } = await t.db.accounts.insert('other');
  await t.add('tsv_1');
  await t.add('tsv_2');
  await expect(t.add('tsv_3')).rejects.toMatchObject({
    code: 'queue_full',
    message: 'The account has 2 waiting or running sessions and imports (limit: 2).',
  });
  expect(await t.db.templateVersions.find('tsv_3')).toBeUndefined();
  await t.add('tsv_other', other);
  await t.db.templateVersions.update('tsv_1', { status: 'edit_ready' });
  await t.add('tsv_3');
});

test('an account has a storage limit, and removed files do not count', async () => {
  await using t = await withActions({ storedBytes: 3 * MEGABYTE });
  const { db, store } = t;
  await t.add('tsv_1');
  await db.renderSessions.insert({
    id: 'rs_1',
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: 'tsv_1',
    title: 'one',
    render: 'preview',
    metadata: {},
    externalId: null,
    mapping: { id: 'map_1' },
  });
  await store.putBytes('sessions/rs_1/preview/video.mp4', Buffer.alloc(MEGABYTE));
  await store.putBytes('sessions/rs_1/inputs/a', Buffer.alloc(MEGABYTE / 2));
  await measureSession('rs_1', { db, store });
  const mappingBytes = 2;
  expect(await db.storage.usedBy(DEFAULT_ACCOUNT)).toBe(2.5 * MEGABYTE + mappingBytes);
  await expect(t.add('tsv_2')).rejects.toMatchObject({
    code: 'quota_exceeded',
    message: 'The account would store 4 MB (limit: 3 MB).',
    details: {
      limit: {
        name: 'stored_bytes',
        limit: 3 * MEGABYTE,
        used: 3.5 * MEGABYTE + mappingBytes,
        freesAtMs: null,
      },
    },
  });
  const started = {
    id: 'rs_1',
    accountId: DEFAULT_ACCOUNT,
    attempt: 2,
    priority: 'normal',
  } as const;
  await db.transaction((tx) => t.actions.sessionStarted(started, tx));
  const upload = db.transaction(async (tx) => {
    const facts = { contentType: 'image/png', kind: 'image', width: 1, height: 1 } as const;
    const otherFacts = {
      duration: null,
      renderSessionId: null,
      fontNames: [],
      sha256: 's',
      expiresAtMs: 9e15,
    };
    await tx.uploads.insert({
      id: 'up_1',
      accountId: DEFAULT_ACCOUNT,
      storageKey: 'k',
      bytes: MEGABYTE,
      ...facts,
      ...otherFacts,
    });
    await t.actions.fileStored(DEFAULT_ACCOUNT, tx);
  });
  // The upload that is rejected does not count, and no other file expires.
  await expect(upload).rejects.toMatchObject({
    code: 'quota_exceeded',
    details: { limit: { freesAtMs: null } },
  });
  await store.removePrefix('sessions/rs_1');
  await db.renderSessions.remove('rs_1');
  await t.add('tsv_2');
  await store.putBytes('versions/tsv_2/package', Buffer.alloc(2 * MEGABYTE));
  await measureVersion('tsv_2', { db, store });
  expect(await db.storage.usedBy(DEFAULT_ACCOUNT)).toBe(3 * MEGABYTE);
});

test('a new session without files waits for its render at once, unless the account has fonts', async () => {
  await using t = await withActions({});
  const { db } = t;
  await t.add('tsv_1');
  const create = (id: string, namesFiles?: boolean) =>
    db.transaction(async (tx) => {
      await tx.renderSessions.insert({
        id,
        accountId: DEFAULT_ACCOUNT,
        templateStyleVersionId: 'tsv_1',
        title: id,
        render: 'final',
        metadata: {},
        externalId: null,
        mapping: { id: `map_${id}` },
      });
      const start = { id, accountId: DEFAULT_ACCOUNT, attempt: 1, priority: 'normal' } as const;
      await t.actions.sessionStarted({ ...start, ...(namesFiles === false && { namesFiles }) }, tx);
    });
  const waitingFor = async (kind: string) =>
    (await db.jobs.pending([kind])).map(({ id, round }) => [id, round]);

  await create('rs_files');
  await create('rs_text', false);
  const facts = { contentType: 'font/ttf', kind: 'font', width: null, height: null } as const;
  await db.uploads.insert({
    id: 'up_1',
    accountId: DEFAULT_ACCOUNT,
    storageKey: 'k',
    bytes: 1,
    duration: null,
    ...facts,
    renderSessionId: null,
    fontNames: ['Anton'],
    sha256: 's',
    expiresAtMs: 9e15,
  });
  await create('rs_font', false);

  expect(await waitingFor('fetch')).toEqual([
    ['rs_files', 1],
    ['rs_font', 1],
  ]);
  expect(await waitingFor('render')).toEqual([['rs_text', 1]]);
  expect(await db.sessionInputs.find('rs_text')).toMatchObject({ ingested: {}, isComplete: true });
});

test('a session that went on without words is fetched again when it starts again', async () => {
  await using t = await withActions({});
  const { db } = t;
  await t.add('tsv_1');
  const id = 'rs_1';
  const accountId = DEFAULT_ACCOUNT;
  await db.renderSessions.insert({
    ...{ id, accountId, templateStyleVersionId: 'tsv_1', title: id, render: 'preview' },
    ...{ metadata: {}, externalId: null, mapping: { id: `map_${id}` } },
  });
  const waits = async (kind: string) => (await db.jobs.pending([kind])).length;
  const startWith = async (input: object) => {
    const ingested = { '/captions': { kind: 'captions', sha256: 's', ...input } };
    await db.sessionInputs.keep(id, { ingested, isComplete: true, expiresAtMs: 9e15 });
    const start = { id, accountId, attempt: 2, priority: 'normal' } as const;
    await db.transaction((tx) => t.actions.sessionStarted(start, tx));
    return [await waits('fetch'), await waits('render')];
  };
  expect(await startWith({})).toEqual([0, 1]);
  expect(await startWith({ failedAttempt: 1 })).toEqual([1, 0]);
  expect(await db.sessionInputs.find(id)).toMatchObject({ isComplete: true });
});
