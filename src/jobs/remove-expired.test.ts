import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { AppError } from '../base/index.ts';
import { DEFAULT_ACCOUNT, type NewUpload, type SessionStatus } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { openDiskStore, StepCache } from '../storage/index.ts';
import { silentLog } from '../system/index.ts';
import { readInputSnapshot } from './input-snapshot.ts';
import { notifying } from './notify/notifier.fixture.ts';
import {
  removeBatchFiles,
  removeDeletedVersions,
  removeExpiredEvents,
  removeExpiredSessions,
  removeExpiredUploads,
  removeLostUploads,
} from './remove-expired.ts';
import { removeLeft } from './session-steps.ts';

const HOUR_MS = 3600_000;

/** A store and a database with sessions that have a video and input files. */
async function withSessions() {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-cleanup-'));
  const clock = { ms: HOUR_MS, nowMs: () => clock.ms };
  const db = await openTestDatabase(join(folder, 'framepress.sqlite'), clock);
  const store = openDiskStore(join(folder, 'files'));
  const of = { accountId: DEFAULT_ACCOUNT, templateStyleVersionId: 'tsv_1' };
  await db.templateVersions.insert({
    id: 'tsv_1',
    accountId: DEFAULT_ACCOUNT,
    language: 'en',
    name: 'Hello',
    digest: 'd',
    packageKey: 'k',
    packageLabel: 'hello.lottie',
  });
  const add = async (
    id: string,
    status?: SessionStatus,
    expiresAtMs: number | null = null,
    deliveries: NewUpload[] = [],
  ) => {
    const mapping = { id: `map_of_${id}` };
    const fields = {
      render: 'preview' as const,
      metadata: {},
      externalId: null,
      expiresAtMs,
      deliveries,
    };
    await db.renderSessions.insert({ ...of, id, title: 'one', mapping, ...fields });
    const inputs = { ingested: {}, isComplete: true, expiresAtMs: clock.ms + HOUR_MS };
    await db.sessionInputs.keep(id, inputs);
    for (const name of ['inputs/a', 'preview/video.mp4'])
      await store.putBytes(`sessions/${id}/${name}`, Buffer.from('x'));
    if (status) await db.renderSessions.finish(id, status, {});
  };
  const remainingFiles = async () => {
    const files = await readdir(join(folder, 'files/sessions'), { recursive: true });
    return files.filter((name) => /(a|mp4)$/.test(name)).sort();
  };
  return {
    db,
    store,
    clock,
    add,
    left: remainingFiles,
    folder,
    log: silentLog,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      await removeFolder(folder);
    },
  };
}

test('the cleanup removes uploads, their files and previews an hour after they expired', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-cleanup-'));
  try {
    await using db = await openTestDatabase(join(folder, 'framepress.sqlite'));
    const store = openDiskStore(join(folder, 'files'));
    const stepCacheFolder = join(folder, 'preview-cache');
    const context = {
      db,
      store,
      stepCacheFolder,
      log: silentLog,
      segmentFolder: join(folder, 'segments'),
    };
    const cache = new StepCache(join(stepCacheFolder, DEFAULT_ACCOUNT));
    const add = async (id: string, expiresAtMs: number) => {
      const storageKey = `uploads/${id}`;
      await store.putBytes(storageKey, Buffer.from('x'));
      await db.uploads.insert({
        id,
        accountId: DEFAULT_ACCOUNT,
        storageKey,
        contentType: 'font/ttf',
        kind: 'font',
        bytes: 1,
        sha256: `digest_of_${id}`,
        width: null,
        height: null,
        duration: null,
        fontNames: [],
        renderSessionId: null,
        expiresAtMs,
      });
    };
    for (let i = 0; i < 150; i++) await add(`up_old${i}`, 1000);
    await add('up_late', 1000 + HOUR_MS);
    const keys = ['up_old7', 'digest_of_up_old8', 'up_late'].map((name) => ['image', { name }]);
    for (const key of keys) await cache.run(key, async () => key);
    expect(await removeExpiredUploads(context, { nowMs: () => 999 + HOUR_MS })).toBe(0);
    // A store that denies one part of the cleanup does not stop the rest.
    const denied = async () => {
      throw new AppError('storage_failed', 'The credentials may not list uploads.');
    };
    const denying = { ...context, store: { ...store, removeUnfinished: denied } };
    expect(await removeExpiredUploads(denying, { nowMs: () => 1000 + HOUR_MS })).toBe(150);
    expect(await readdir(join(folder, 'files/uploads'))).toEqual(['up_late']);
    const cached = await Promise.all(keys.map((key) => cache.find(key)));
    expect(cached.map((entry) => entry?.facts)).toEqual([undefined, undefined, keys[2]]);
    expect(await db.uploads.findIn(DEFAULT_ACCOUNT, 'up_old0')).toBeUndefined();
    expect(await db.uploads.findIn(DEFAULT_ACCOUNT, 'up_late')).toBeDefined();
  } finally {
    await removeFolder(folder);
  }
});

test('rows of a batch are removed when no batch needs them, also after a crash before its commit', async () => {
  await using t = await withSessions();
  const { db, store, folder } = t;
  for (const id of ['bat_open', 'bat_ended', 'bat_none'])
    await store.putBytes(`batches/${id}/rows`, Buffer.from('x'));
  for (const id of ['bat_open', 'bat_ended'])
    await db.batches.insert({
      id,
      accountId: DEFAULT_ACCOUNT,
      templateStyleVersionId: 'tsv_1',
      title: 'Cards',
      render: 'final',
      priority: 'batch',
      externalId: null,
      metadata: {},
      options: {},
      invalidRows: 'stop',
      startsItself: true,
      rowsFormat: { kind: 'json_lines' },
      rowsKey: `batches/${id}/rows`,
      storedBytes: 0,
      expiresAtMs: null,
    });
  await db.batches.endCheck('bat_ended');
  const remainingFiles = () => readdir(join(folder, 'files/batches'));
  const nowMs = Date.now();
  await removeBatchFiles(t, { nowMs: () => nowMs });
  expect(await remainingFiles()).toHaveLength(3);
  await removeBatchFiles(t, { nowMs: () => nowMs + 2 * HOUR_MS });
  expect(await remainingFiles()).toEqual(['bat_open']);
});

test('expired sessions are removed, and input snapshots that are not needed', async () => {
  await using t = await withSessions();
  const { db, clock, add, left: remainingFiles } = t;
  await add('rs_preview', 'preview_rendered');
  await add('rs_final', 'final_rendered');
  await add('rs_failed', 'failed', clock.ms - 1);
  await add('rs_running', undefined, clock.ms - 1);
  await removeExpiredSessions(t, clock);
  const running = ['rs_running/inputs/a', 'rs_running/preview/video.mp4'];
  const videos = ['rs_final/preview/video.mp4', 'rs_preview/preview/video.mp4'];
  expect(await remainingFiles()).toEqual([...videos, 'rs_preview/inputs/a', ...running].sort());
  expect(await db.renderSessions.find('rs_failed')).toBeUndefined();
  clock.ms += HOUR_MS + 1;
  await removeExpiredSessions(t, clock);
  expect(await remainingFiles()).toEqual([...videos, ...running].sort());
  expect(await db.sessionInputs.find('rs_preview')).toBeUndefined();
});

test('a session that is being removed cannot be started, and a failed removal does not stop the others', async () => {
  await using t = await withSessions();
  const { db, store, clock } = t;
  for (const id of ['rs_1', 'rs_2']) await t.add(id, 'preview_rendered', clock.ms - 1);
  await t.add('rs_3', 'preview_rendered');
  const start = (id: string) => db.renderSessions.start(id, 'final', ['preview_rendered']);
  const started: boolean[] = [];
  const removePrefix = async (prefix: string) => {
    started.push(await start(prefix.replace('sessions/', '')), await start('rs_3'));
    if (prefix.endsWith('rs_1')) throw new Error('EIO');
    await store.removePrefix(prefix);
  };
  await removeExpiredSessions({ ...t, store: { ...store, removePrefix } }, clock);
  expect(started).toEqual([false, true, false, false]);
  expect(await db.renderSessions.find('rs_1')).toBeUndefined();
  expect(await db.renderSessions.unfinished()).toMatchObject([{ id: 'rs_3' }]);
  expect(await t.left()).toHaveLength(4);
  await removeExpiredSessions(t, clock);
  expect(await t.left()).toHaveLength(2);
});

test('a retry waits until the removal of its inputs has ended', async () => {
  await using t = await withSessions();
  const { db, store, clock } = t;
  await t.add('rs_1', 'failed');
  clock.ms += HOUR_MS + 1;
  let isRemoved = false;
  let retry: Promise<unknown> | undefined;
  const removePrefix = async (prefix: string) => {
    await db.renderSessions.start('rs_1', 'preview', ['failed']);
    const session = { id: 'rs_1', videoKey: null };
    retry = readInputSnapshot(
      session,
      { ...t, workFolder: tmpdir() },
      new AbortController().signal,
    ).then(() => isRemoved);
    await db.renderSessions.unfinished();
    await store.removePrefix(prefix);
    isRemoved = true;
  };
  await removeExpiredSessions({ ...t, store: { ...store, removePrefix } }, clock);
  expect(await retry).toBe(true);
  expect(await t.left()).toEqual(['rs_1/preview/video.mp4']);
});

test('an expired session with a pending upload is not removed', async () => {
  await using t = await withSessions();
  const upload = {
    id: 'xup_1',
    file: 'video',
    to: 's3://a/v',
    target: 's3://a/v',
    encryptedQuery: null,
  };
  const how = { contentType: 'video/mp4', cacheControl: null, overwrite: true };
  await t.add('rs_1', 'preview_rendered', t.clock.ms - 1, [{ ...upload, ...how }]);
  await removeExpiredSessions(t, t.clock);
  expect(await t.left()).toHaveLength(2);
  await t.db.deliveries.cancelOf('rs_1');
  await removeExpiredSessions(t, t.clock);
  expect(await t.left()).toEqual([]);
});

test('files of a failed render are removed, and the files of a preview stay with those of its final', async () => {
  await using t = await withSessions();
  const { db, store } = t;
  const put = (name: string) => store.putBytes(`sessions/rs_1/${name}`, Buffer.from('x'));
  await t.add('rs_1', 'preview_rendered');
  await put('preview/hls/1/a');
  await db.renderSessions.start('rs_1', 'final', ['preview_rendered']);
  await db.renderSessions.begin('rs_1', 2);
  for (const name of ['final/1/video.mp4', 'final/hls/2/a']) await put(name);
  const keptFiles = ['rs_1/inputs/a', 'rs_1/preview/hls/1/a', 'rs_1/preview/video.mp4'];
  await removeLeft('rs_1', t);
  expect(await t.left()).toHaveLength(5);
  await db.renderSessions.finish('rs_1', 'failed', {});
  await removeLeft('rs_1', t);
  expect(await t.left()).toEqual(keptFiles);
  await db.renderSessions.start('rs_1', 'final', ['failed']);
  for (let start = 0; start < 2; start++) await db.renderSessions.begin('rs_1', 3);
  for (const epoch of [2, 3, 4]) await put(`final/${epoch}/video.mp4`);
  const videoKey = 'sessions/rs_1/final/3/video.mp4';
  await db.renderSessions.finish('rs_1', 'final_rendered', { videoKey });
  // The files of the old start are removed, and those of a start that this one does not know stay.
  await removeLeft('rs_1', t);
  const finals = ['rs_1/final/3/video.mp4', 'rs_1/final/4/video.mp4'];
  expect(await t.left()).toEqual([...finals, ...keptFiles].sort());
});

test('events and deliveries are stored for a month, pending deliveries longer; sequence numbers continue', async () => {
  await using t = await notifying();
  const { id } = await t.listen('http://127.0.0.1:9/');
  await t.emit('rs_1', 1);
  await t.emit('rs_2', 2);
  const [first] = await t.deliveries(id);
  const attempt = { at: '', duration_ms: 1, status: 200, response: '', error: null };
  if (first) {
    const attempts = [attempt];
    await t.db.webhookDeliveries.record({ delivery: first, attempts, status: 'delivered' });
  }
  const removeAfter = (days: number) =>
    removeExpiredEvents(t, { nowMs: () => Date.now() + days * 24 * HOUR_MS + 1000 });
  await removeAfter(29);
  expect(await t.deliveries(id)).toHaveLength(2);
  await removeAfter(30);
  expect(await t.deliveries(id)).toMatchObject([{ status: 'pending' }]);
  expect(await t.db.events.after('rs_1', 0, 99)).toHaveLength(1);
  await removeAfter(31);
  expect(await t.db.events.after('rs_1', 0, 99)).toEqual([]);
  expect(await t.emit('rs_1', 3)).toMatchObject({ sequence: 2 });
});

test('the cleanup ends the removal of a template that a crash interrupted', async () => {
  await using t = await withSessions();
  await t.add('rs_1', 'preview_rendered');
  await t.db.templateVersions.update('tsv_1', { status: 'edit_ready', editables: { t_01: {} } });
  const { templateId = '' } = (await t.db.templateVersions.find('tsv_1')) ?? {};
  const versions = () => readdir(join(t.folder, 'files/versions'));
  const key = 'versions/tsv_1/package';
  await t.store.putBytes(key, Buffer.from('x'));
  expect(await t.db.templateRemoval.remove({ of: 'templateId', id: templateId })).toEqual({
    versionIds: ['tsv_1'],
  });
  await removeDeletedVersions(t, t.clock);
  expect(await versions()).toEqual([]);
  // A task that read the template before may still store it again.
  await t.store.putBytes(key, Buffer.from('x'));
  t.clock.ms += 2 * HOUR_MS;
  await removeDeletedVersions(t, t.clock);
  expect(await versions()).toEqual([]);
  expect(await t.db.templateRemoval.withFiles('', 10)).toEqual([]);
  // The session stays readable, and its version's row is removed after it.
  expect(await t.db.renderSessions.find('rs_1')).toMatchObject({ status: 'preview_rendered' });
  const version = {
    id: 'tsv_1',
    accountId: DEFAULT_ACCOUNT,
    language: 'en',
    name: '',
    digest: 'd',
  };
  const insert = () =>
    t.db.templateVersions.insert({ ...version, packageKey: 'k', packageLabel: 'a' });
  await expect(insert()).rejects.toThrow(/unique/i);
  await t.db.renderSessions.remove('rs_1');
  await removeDeletedVersions(t, t.clock);
  expect(await insert()).toMatchObject({ id: 'tsv_1' });
});

test('the cleanup ends the removal of an upload that a crash interrupted', async () => {
  await using t = await withSessions();
  await t.store.putBytes('uploads/up_1', Buffer.from('x'));
  await t.db.uploads.insert({
    id: 'up_1',
    accountId: DEFAULT_ACCOUNT,
    storageKey: 'uploads/up_1',
    kind: 'font',
    contentType: 'font/ttf',
    bytes: 1,
    sha256: 'd',
    width: null,
    height: null,
    duration: null,
    fontNames: ['Inter'],
    renderSessionId: null,
    expiresAtMs: 1e12,
  });
  expect(await t.db.uploads.hide(DEFAULT_ACCOUNT, 'up_1')).toBeUndefined();
  // No use of the font brings it back.
  await t.db.uploads.keepUntil('up_1', 1e13);
  expect(await t.db.uploads.findIn(DEFAULT_ACCOUNT, 'up_1')).toBeUndefined();
  expect(await t.db.uploads.findAllIn(DEFAULT_ACCOUNT, ['up_1'])).toEqual([]);
  const stepCacheFolder = join(t.folder, 'preview-cache');
  await removeExpiredUploads({ ...t, stepCacheFolder }, t.clock);
  expect(await t.store.stat('uploads/up_1')).toBeUndefined();
  expect(await t.db.uploads.expiredBefore(1e13, '', 10)).toEqual([]);
});

test('a file of an upload without a row is removed after a day, and no other file', async () => {
  await using t = await withSessions();
  const { db, store } = t;
  for (const id of ['up_lost', 'up_kept']) await store.putBytes(`uploads/${id}`, Buffer.from('x'));
  await db.uploads.insert({
    id: 'up_kept',
    accountId: DEFAULT_ACCOUNT,
    storageKey: 'uploads/up_kept',
    bytes: 1,
    contentType: 'image/png',
    kind: 'image',
    sha256: 's',
    width: 1,
    height: 1,
    duration: null,
    fontNames: [],
    renderSessionId: null,
    expiresAtMs: 0,
  });
  const removed = (hours: number) =>
    removeLostUploads({ db, store, log: silentLog }, { nowMs: () => Date.now() + hours * HOUR_MS });
  expect(await removed(23)).toBe(0);
  expect(await removed(25)).toBe(1);
  expect(await store.stat('uploads/up_lost')).toBeUndefined();
  expect(await store.stat('uploads/up_kept')).toBeDefined();
});
