import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../../src/database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { openNetwork } from '../../src/delivery/index.ts';
import { attemptUpload } from '../../src/jobs/deliver/send.ts';
import { refuse, startGcs } from '../support/gcs-server.ts';
import { HOUR_MS, never, rendered, servers, VIDEO, vault } from './attempts.fixture.ts';

test('an upload succeeds by itself after a store was down for a day', async () => {
  await using t = await rendered();
  const start = t.clock.ms;
  servers.gcs.fault = (_request, response) => {
    if (t.clock.ms - start >= 24 * HOUR_MS) return false;
    refuse(response, 503, 'backendError');
    return true;
  };
  let pause = await t.attempt();
  expect(await t.state()).toMatchObject({
    session: 'preview_rendered',
    status: 'retrying',
    attempts: 1,
    error: { code: 'delivery_unreachable', retryable: true },
  });
  while (pause !== undefined) {
    t.clock.ms += pause;
    pause = await t.attempt();
  }
  expect(await t.state()).toMatchObject({
    session: 'preview_rendered',
    status: 'complete',
    error: null,
    remoteId: 'gs://videos/rs_1.mp4',
    md5: createHash('md5').update(VIDEO).digest('hex'),
  });
  expect(t.clock.ms - start).toBeLessThan(30 * HOUR_MS);
  expect(await t.events()).toEqual([
    {
      type: 'render_session.external_upload.complete',
      data: expect.objectContaining({
        render_session_id: 'rs_1',
        to: 'gs://videos/rs_1.mp4',
        remote_id: 'gs://videos/rs_1.mp4',
      }),
    },
  ]);
});

test('an upload that never succeeds fails after two days; the render is not affected', async () => {
  await using t = await rendered();
  await t.setDestination(servers.gcs.guest);
  const start = t.clock.ms;
  for (let pause = await t.attempt(); pause !== undefined; pause = await t.attempt()) {
    t.clock.ms += pause;
  }
  expect(t.clock.ms - start).toBe(48 * HOUR_MS);
  expect(await t.state()).toMatchObject({
    session: 'preview_rendered',
    status: 'failed',
    error: { code: 'delivery_denied', hint: expect.stringContaining('storage.objects.create') },
  });
  expect(await t.events()).toMatchObject([
    {
      type: 'render_session.external_upload.failed',
      data: { render_session_id: 'rs_1', remote_id: null, error: { code: 'delivery_denied' } },
    },
  ]);
  expect(await t.attempt()).toBeUndefined();
  expect(await t.events()).toHaveLength(1);
});

test('a corrected or recreated destination is used immediately', async () => {
  await using t = await rendered();
  await t.db.destinations.remove('dst_1');
  expect(await t.attempt()).toBeGreaterThan(0);
  expect(await t.state()).toMatchObject({ error: { code: 'destination_unknown' } });
  await t.setDestination(servers.gcs.owner);
  expect(await t.attempt()).toBeGreaterThan(0);
  expect(await t.db.deliveries.retryNow(DEFAULT_ACCOUNT, () => true)).toEqual(['xup_1']);
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'complete', attempts: 2 });
});

test('permanent failures are not retried', async () => {
  await using t = await rendered({ overwrite: false });
  const other = { resource: { metadata: {} }, bytes: Buffer.from('x') };
  servers.gcs.buckets.get('videos')?.set('rs_1.mp4', other);
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'failed', error: { code: 'delivery_exists' } });
  expect(servers.gcs.buckets.get('videos')?.get('rs_1.mp4')).toBe(other);

  await using gone = await rendered();
  await gone.store.remove('sessions/rs_1/video.mp4');
  expect(await gone.attempt()).toBeUndefined();
  expect(await gone.state()).toMatchObject({ error: { code: 'delivery_source_gone' } });
});

test('an upload stopped by the service is returned to the queue and continues', async () => {
  await using t = await rendered();
  const stop = new AbortController();
  servers.gcs.fault = (request) => {
    if (request.method !== 'PUT') return false;
    stop.abort(new Error('stop'));
    return true;
  };
  await expect(t.attempt(stop.signal)).rejects.toThrow();
  expect(await t.state()).toMatchObject({ status: 'pending', attempts: 0, error: null });
  servers.gcs.fault = () => false;
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'complete', attempts: 1 });
});

test.each(['in progress', 'waiting'])(
  'an upload that is canceled while %s is released',
  async (when) => {
    await using t = await rendered();
    const cleared: string[] = [];
    const stop = new AbortController();
    const { deliveries } = t.db;
    servers.gcs.fault = (request, response) => {
      if (request.method === 'DELETE') cleared.push(request.url ?? '');
      if (request.method !== 'PUT') return false;
      if (when === 'waiting') refuse(response, 503, 'backendError');
      else void deliveries.cancelOf('rs_1').then(() => stop.abort(new Error('canceled')));
      return true;
    };
    const pause = await t.attempt(stop.signal);
    if (when === 'waiting') {
      expect(pause).toBeGreaterThan(0);
      await deliveries.cancelOf('rs_1');
      expect(await t.attempt()).toBeUndefined();
    }
    expect(cleared).toEqual([expect.stringContaining('upload_id=')]);
    expect(await t.state()).toMatchObject({ session: 'preview_rendered', status: 'canceled' });
    expect(await deliveries.find('xup_1')).toMatchObject({ encryptedResume: null });
    expect(await t.events()).toMatchObject([{ type: 'render_session.external_upload.canceled' }]);
    expect(await t.attempt()).toBeUndefined();
    expect(cleared).toHaveLength(1);
  },
);

test('an upload that the final replaced while it was sent stays canceled', async () => {
  await using t = await rendered();
  const { renderSessions } = t.db;
  let isDone: Promise<unknown> = Promise.resolve();
  servers.gcs.fault = (request, response) => {
    if (request.method !== 'PUT') return false;
    isDone = renderSessions
      .start('rs_1', 'final', ['preview_rendered'])
      .then(() => renderSessions.finish('rs_1', 'final_rendered', { phase: 'done' }))
      .then(() => refuse(response, 503, 'backendError'));
    return true;
  };
  expect(await t.attempt()).toBeGreaterThan(0);
  await isDone;
  expect((await t.db.deliveries.find('xup_1'))?.encryptedResume).not.toBeNull();
  // Its parts in the store are removed later.
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ session: 'final_rendered', status: 'canceled' });
  expect(await t.db.deliveries.find('xup_1')).toMatchObject({ encryptedResume: null });
  expect(await t.events()).toMatchObject([{ type: 'render_session.external_upload.canceled' }]);
});

test('an upload that was begun at another endpoint starts again and sends it no token', async () => {
  await using t = await rendered();
  await using other = await startGcs();
  const asked: (string | undefined)[] = [];
  other.fault = ({ headers }) => asked.push(headers.authorization) > 0;
  const session = `${other.url}/upload/storage/v1/b/videos/o?upload_id=1`;
  await t.db.deliveries.keepResume({ id: 'xup_1', claim: 0 }, vault.encrypt(session, 'xup_1'));
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'complete' });
  expect(asked).toEqual([]);
});

test('a failed or canceled session delivers nothing', async () => {
  await using t = await temporaryDatabase();
  await addSession(t.db, 'rs_1', DEFAULT_ACCOUNT, [
    {
      id: 'xup_1',
      file: 'video',
      to: 'gs://a/b',
      target: 'gs://a/b',
      contentType: 'video/mp4',
      cacheControl: null,
      overwrite: true,
      encryptedQuery: null,
    },
  ]);
  expect(await t.db.jobs.pending(['deliver'])).toEqual([]);
  await t.db.renderSessions.finish('rs_1', 'failed', { phase: 'done' });
  expect(await t.db.deliveries.find('xup_1')).toMatchObject({ status: 'canceled' });
  await t.db.renderSessions.remove('rs_1');
  expect(await t.db.deliveries.find('xup_1')).toBeUndefined();
});

test('no upload reaches a private address, by host name or by IP address', async () => {
  await using t = await rendered();
  const lookup = (_name: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error('refused'), { code: 'ENOTFOUND' }));
  using network = openNetwork({ allow: { isAllowed: () => false }, lookup: lookup as never });
  await attemptUpload('xup_1', { ...t.deliveryContext, network }, never);
  expect(await t.state()).toMatchObject({
    status: 'failed',
    error: { code: 'asset_private_address' },
  });
});
