import { assert, expect, test } from 'vitest';
import { addSession, temporaryDatabase } from './database.fixture.ts';

const FAULT = { code: 'delivery_unreachable', message: 'no', retryable: true } as const;
const STORED = { remoteId: 'r', bytes: 1, md5: 'm', version: null };

const upload = (id: string) => ({
  id,
  file: 'video',
  to: `gs://b/${id}`,
  target: `gs://b/${id}`,
  contentType: 'video/mp4',
  cacheControl: null,
  overwrite: true,
  encryptedQuery: null,
});

test('only the last start of a session writes', async () => {
  await using t = await temporaryDatabase();
  const { renderSessions, playlists, sessionInputs, storage } = t.db;
  await addSession(t.db);
  expect(await renderSessions.begin('rs_1', 2)).toBeUndefined();
  const old = await renderSessions.begin('rs_1', 1);
  assert(old);
  const playlist = { key: 'sessions/rs_1/preview/hls/1/main.m3u8', content: 'one' };
  expect(await playlists.publish('rs_1', playlist, old)).toBe(true);
  const last = await renderSessions.begin('rs_1', 1);
  assert(last);
  expect([old.epoch, last.epoch]).toEqual([1, 2]);

  const progress = { phase: 'rendering', percent: 50 } as const;
  expect(await renderSessions.progress('rs_1', { ...progress, lead: old })).toBe(false);
  expect(await renderSessions.progress('rs_1', { ...progress, lead: last })).toBe(true);
  expect(await playlists.write('rs_1', { ...playlist, content: 'two' }, last)).toBe(true);
  expect(await playlists.write('rs_1', playlist, old)).toBe(false);
  expect(await renderSessions.setPlayable('rs_1', 'other', old)).toBe(false);
  expect(await playlists.find(playlist.key)).toBe('two');
  const inputs = { ingested: {}, isComplete: true, expiresAtMs: 9e12 };
  await sessionInputs.keep('rs_1', inputs, old);
  expect(await sessionInputs.find('rs_1')).toBeUndefined();
  await sessionInputs.keep('rs_1', inputs, last);
  await sessionInputs.reopen('rs_1', old);
  expect(await sessionInputs.find('rs_1')).toEqual(inputs);
  await renderSessions.saveTimings('rs_1', { fetching: 1 }, old);
  await storage.keepSession('rs_1', 7, old);
  expect(await renderSessions.finish('rs_1', 'failed', {}, old)).toBe(false);
  expect(await renderSessions.finish('rs_1', 'preview_rendered', {}, last)).toBe(true);
  expect(await renderSessions.finish('rs_1', 'preview_rendered', {}, last)).toBe(false);
  expect(await renderSessions.find('rs_1')).toMatchObject({ timings: {}, hlsKey: playlist.key });

  await playlists.removeBelow('rs_1', 'sessions/rs_1/preview/hls/11');
  expect(await playlists.find(playlist.key)).toBe('two');
  await playlists.removeBelow('rs_1', 'sessions/rs_1/preview/hls/1');
  expect(await playlists.find(playlist.key)).toBeUndefined();
});

test('only the last claim of an upload writes', async () => {
  await using t = await temporaryDatabase();
  const { deliveries, renderSessions } = t.db;
  await addSession(t.db, 'rs_1', undefined, [upload('xup_1')]);
  await renderSessions.finish('rs_1', 'preview_rendered', {});
  const old = await deliveries.begin({ id: 'xup_1', claim: 0 }, 1, 1);
  assert(old);
  expect(await deliveries.begin({ id: 'xup_1', claim: 0 }, 1, 1)).toBeUndefined();
  const last = await deliveries.begin(old, 2, 1);
  assert(last);
  expect(await deliveries.keepResume(last, 'parts')).toBe(true);
  expect(await deliveries.keepResume(old, 'other')).toBe(false);
  expect(await deliveries.retry(old, FAULT, 9e12)).toBe(false);
  expect(await deliveries.fail(old, FAULT)).toBe(false);
  expect(await deliveries.handBack(old, 0)).toBe(false);
  expect(await deliveries.complete(old, STORED)).toBe(false);
  expect(await deliveries.find('xup_1')).toMatchObject({ encryptedResume: 'parts', claim: 2 });
  expect(await deliveries.complete(last, STORED)).toBe(true);
  expect(await deliveries.complete(last, STORED)).toBe(false);
});

test('only the last start of an import writes', async () => {
  await using t = await temporaryDatabase();
  const { templateVersions } = t.db;
  await addSession(t.db);
  const old = await templateVersions.begin('tsv_of_rs_1');
  const last = await templateVersions.begin('tsv_of_rs_1');
  expect([old, last]).toEqual([1, 2]);
  const ready = { status: 'edit_ready' } as const;
  expect(await templateVersions.update('tsv_of_rs_1', { status: 'failed' }, old)).toBe(false);
  expect(await templateVersions.update('tsv_of_rs_1', ready, last)).toBe(true);
  expect(await templateVersions.update('tsv_of_rs_1', { status: 'failed' }, last)).toBe(false);
  expect(await templateVersions.begin('tsv_of_rs_1')).toBeUndefined();
});
