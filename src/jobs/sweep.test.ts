import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../database/database.fixture.ts';
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
  await using t = await temporaryDatabase();
  const { db, clock } = t;
  const store = openDiskStore(join(dirname(t.path), 'files'));
  const add = async (id: string, status: SessionStatus, expiresAtMs: number | null = null) => {
    const inputs = { pinned: {}, isComplete: true, expiresAtMs: clock.ms + HOUR_MS };
    await addSession(db, id, DEFAULT_ACCOUNT, [], expiresAtMs);
    await db.sessionInputs.keep(id, inputs);
    await store.putBytes(`sessions/${id}/inputs/a`, Buffer.from('x'));
    await store.putBytes(`sessions/${id}/preview/video.mp4`, Buffer.from('x'));
    await db.renderSessions.finish(id, status, {});
  };
  await add('rs_preview', 'preview_rendered');
  await add('rs_final', 'final_rendered');
  await add('rs_failed', 'failed', clock.ms - 1);
  await addSession(db, 'rs_running', DEFAULT_ACCOUNT, [], clock.ms - 1);
  const left = async () => {
    const files = await readdir(join(dirname(t.path), 'files'), { recursive: true });
    return files.filter((name) => /(a|mp4)$/.test(name)).sort();
  };
  await sweepSessions({ db, store }, clock);
  expect(await left()).toEqual([
    'sessions/rs_final/preview/video.mp4',
    'sessions/rs_preview/inputs/a',
    'sessions/rs_preview/preview/video.mp4',
  ]);
  expect(await db.renderSessions.find('rs_failed')).toBeUndefined();
  expect(await db.renderSessions.find('rs_running')).toBeDefined();
  clock.ms += HOUR_MS + 1;
  await sweepSessions({ db, store }, clock);
  expect(await left()).not.toContain('sessions/rs_preview/inputs/a');
  expect(await db.sessionInputs.find('rs_preview')).toBeUndefined();
});

test('events and their log are kept for a month, pending ones longer; numbers go on', async () => {
  await using t = await notifying();
  const { id } = await t.listen('http://127.0.0.1:9/');
  await t.tell('rs_1', 1);
  await t.tell('rs_2', 2);
  const [first] = await t.deliveries(id);
  const attempt = { at: '', duration_ms: 1, status: 200, response: '', error: null };
  if (first) await t.db.webhookDeliveries.record({ delivery: first, attempt, status: 'delivered' });
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
