import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT, openDatabase, type SessionStatus } from '../database/index.ts';
import { openDiskStore } from '../storage/index.ts';
import { notifying } from './notify/notifier.fixture.ts';
import { sweep, sweepEvents, sweepSessions } from './sweep.ts';

const HOUR_MS = 3600_000;
const LIMITS = { ttlMs: HOUR_MS, mostBytes: 0 };

test('the sweep removes uploads an hour after they have expired, with their files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-sweep-'));
  try {
    await using db = await openDatabase(join(folder, 'framepress.sqlite'));
    const store = openDiskStore(join(folder, 'files'));
    const shop = { db, store, segmentFolder: join(folder, 'segments') };
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
        sha256: '0',
        width: null,
        height: null,
        duration: null,
        fontNames: [],
        expiresAtMs,
      });
    };
    for (let i = 0; i < 150; i++) await add(`up_old${i}`, 1000);
    await add('up_late', 1000 + HOUR_MS);
    expect(await sweep(shop, LIMITS, { nowMs: () => 999 + HOUR_MS })).toBe(0);
    expect(await sweep(shop, LIMITS, { nowMs: () => 1000 + HOUR_MS })).toBe(150);
    expect(await readdir(join(folder, 'files/uploads'))).toEqual(['up_late']);
    expect(await db.uploads.findIn(DEFAULT_ACCOUNT, 'up_old0')).toBeUndefined();
    expect(await db.uploads.findIn(DEFAULT_ACCOUNT, 'up_late')).toBeDefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('sessions go when their time is over, and what they were made of when nothing needs it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-sweep-'));
  const clock = { ms: HOUR_MS, nowMs: () => clock.ms };
  try {
    await using db = await openDatabase(join(folder, 'framepress.sqlite'), clock);
    const store = openDiskStore(join(folder, 'files'));
    const of = { accountId: DEFAULT_ACCOUNT, templateStyleVersionId: 'tsv_1' };
    await db.templateVersions.insert({
      ...{ id: 'tsv_1', accountId: DEFAULT_ACCOUNT, language: 'en', name: 'Hello', digest: 'd' },
      ...{ packageKey: 'k', packageLabel: 'hello.lottie' },
    });
    const add = async (id: string, status?: SessionStatus, expiresAtMs: number | null = null) => {
      const mapping = { id: `map_of_${id}` };
      const rest = { render: 'preview' as const, metadata: {}, externalId: null, expiresAtMs };
      await db.renderSessions.insert({ ...of, id, title: 'one', mapping, ...rest });
      const inputs = { pinned: {}, isComplete: true, expiresAtMs: clock.ms + HOUR_MS };
      await db.sessionInputs.keep(id, inputs);
      for (const name of ['inputs/a', 'preview/video.mp4'])
        await store.putBytes(`sessions/${id}/${name}`, Buffer.from('x'));
      if (status) await db.renderSessions.finish(id, status, {});
    };
    await add('rs_preview', 'preview_rendered');
    await add('rs_final', 'final_rendered');
    await add('rs_failed', 'failed', clock.ms - 1);
    await add('rs_running', undefined, clock.ms - 1);
    const left = async () => {
      const files = await readdir(join(folder, 'files/sessions'), { recursive: true });
      return files.filter((name) => /(a|mp4)$/.test(name)).sort();
    };
    await sweepSessions({ db, store }, clock);
    const running = ['rs_running/inputs/a', 'rs_running/preview/video.mp4'];
    const videos = ['rs_final/preview/video.mp4', 'rs_preview/preview/video.mp4'];
    expect(await left()).toEqual([...videos, 'rs_preview/inputs/a', ...running].sort());
    expect(await db.renderSessions.find('rs_failed')).toBeUndefined();
    clock.ms += HOUR_MS + 1;
    await sweepSessions({ db, store }, clock);
    expect(await left()).toEqual([...videos, ...running].sort());
    expect(await db.sessionInputs.find('rs_preview')).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('events and their log are kept for a month, pending ones longer; numbers go on', async () => {
  await using t = await notifying();
  const { id } = await t.listen('http://127.0.0.1:9/');
  await t.tell('rs_1', 1);
  await t.tell('rs_2', 2);
  const [first] = await t.deliveries(id);
  const attempt = { at: '', duration_ms: 1, status: 200, response: '', error: null };
  if (first) {
    const attempts = [attempt];
    await t.db.webhookDeliveries.record({ delivery: first, attempts, status: 'delivered' });
  }
  const after = (days: number) =>
    sweepEvents(t, { nowMs: () => Date.now() + days * 24 * HOUR_MS + 1000 });
  await after(29);
  expect(await t.deliveries(id)).toHaveLength(2);
  await after(30);
  expect(await t.deliveries(id)).toMatchObject([{ status: 'pending' }]);
  expect(await t.db.events.after('rs_1', 0)).toHaveLength(1);
  await after(31);
  expect(await t.db.events.after('rs_1', 0)).toEqual([]);
  expect(await t.tell('rs_1', 3)).toMatchObject({ sequence: 2 });
});
