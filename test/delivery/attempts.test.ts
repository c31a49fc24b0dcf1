import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../../src/database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { openNetwork } from '../../src/delivery/index.ts';
import { attemptUpload, type DeliveryContext } from '../../src/jobs/deliver/send.ts';
import { createVault } from '../../src/secrets/index.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { silentLog } from '../../src/system/index.ts';
import { type GcsServer, refuse, startGcs } from '../support/gcs-server.ts';
import { startTls, type TlsServer } from '../support/tls.ts';
import { loopbackNetwork } from './backends.ts';

const VIDEO = Buffer.alloc(3 * 1024 * 1024, 'video');
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;
const vault = createVault([Buffer.alloc(32, 1)]);

let gcs: GcsServer;
let tls: TlsServer;
let take: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  gcs = await startGcs();
  tls = await startTls((request, response) => take(request, response));
});
afterAll(async () => {
  await gcs?.[Symbol.asyncDispose]();
  await tls?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  gcs.fault = () => false;
  gcs.buckets.clear();
  gcs.buckets.set('videos', new Map());
});

/** A rendered session with one upload, and the delivery jobs. */
async function rendered(upload: { target?: string; query?: string; overwrite?: boolean } = {}) {
  await using opened = new AsyncDisposableStack();
  const t = opened.use(await temporaryDatabase());
  const { db, clock } = t;
  const store = openDiskStore(join(dirname(t.path), 'files'));
  const allow = { isAllowed: (address: string) => address === '127.0.0.1' };
  const lookup = (() => undefined) as never;
  const network = opened.use(
    upload.query === undefined ? loopbackNetwork() : openNetwork({ allow, lookup, ca: tls.ca }),
  );
  const target = upload.target ?? 'gs://videos/rs_1.mp4';
  await addSession(db, 'rs_1', DEFAULT_ACCOUNT, [
    {
      id: 'xup_1',
      file: 'video',
      to: target,
      target,
      contentType: 'video/mp4',
      cacheControl: null,
      overwrite: upload.overwrite ?? true,
      encryptedQuery: upload.query === undefined ? null : vault.encrypt(upload.query, 'xup_1'),
    },
  ]);
  const setDestination = async (account: Record<string, string>) => {
    await db.destinations.remove('dst_1');
    await db.destinations.insert({
      id: 'dst_1',
      accountId: DEFAULT_ACCOUNT,
      kind: 'gcs',
      name: '',
      prefix: 'gs://videos',
      options: { endpoint: gcs.url },
      identity: '',
      encryptedCredentials: vault.encrypt(JSON.stringify({ service_account: account }), 'dst_1'),
    });
  };
  await setDestination(gcs.owner);
  await store.putBytes('sessions/rs_1/video.mp4', VIDEO);
  await db.renderSessions.finish('rs_1', 'preview_rendered', {
    phase: 'done',
    videoKey: 'sessions/rs_1/video.mp4',
  });
  const deliveryContext: DeliveryContext = { db, store, vault, network, clock, log: silentLog };
  const state = async () => {
    const session = await db.renderSessions.find('rs_1');
    const [one] = session?.externalUploads ?? [];
    return { session: session?.status, ...one };
  };
  const events = async () =>
    (await db.events.after('rs_1', 0, 99))
      .filter(({ type }) => type.includes('external_upload'))
      .map(({ type, data }) => ({ type, data }));
  const held = opened.move();
  return {
    ...t,
    deliveryContext,
    store,
    state,
    events,
    setDestination,
    attempt: (signal = never) => attemptUpload('xup_1', deliveryContext, signal),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

test('an upload succeeds by itself after a store was down for a day', async () => {
  await using t = await rendered();
  const start = t.clock.ms;
  gcs.fault = (_request, response) => {
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
  await t.setDestination(gcs.guest);
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
  await t.setDestination(gcs.owner);
  expect(await t.attempt()).toBeGreaterThan(0);
  expect(await t.db.externalUploads.retryNow(DEFAULT_ACCOUNT, () => true)).toEqual(['xup_1']);
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'complete', attempts: 2 });
});

test('permanent failures are not retried', async () => {
  await using t = await rendered({ overwrite: false });
  const other = { resource: { metadata: {} }, bytes: Buffer.from('x') };
  gcs.buckets.get('videos')?.set('rs_1.mp4', other);
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'failed', error: { code: 'delivery_exists' } });
  expect(gcs.buckets.get('videos')?.get('rs_1.mp4')).toBe(other);

  await using gone = await rendered();
  await gone.store.remove('sessions/rs_1/video.mp4');
  expect(await gone.attempt()).toBeUndefined();
  expect(await gone.state()).toMatchObject({ error: { code: 'delivery_source_gone' } });
});

test('an upload stopped by the service is returned to the queue and continues', async () => {
  await using t = await rendered();
  const stop = new AbortController();
  gcs.fault = (request) => {
    if (request.method !== 'PUT') return false;
    stop.abort(new Error('stop'));
    return true;
  };
  await expect(t.attempt(stop.signal)).rejects.toThrow();
  expect(await t.state()).toMatchObject({ status: 'pending', attempts: 0, error: null });
  gcs.fault = () => false;
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ status: 'complete', attempts: 1 });
});

test.each(['in progress', 'waiting'])(
  'an upload that is canceled while %s is released',
  async (when) => {
    await using t = await rendered();
    const cleared: string[] = [];
    const stop = new AbortController();
    const { externalUploads } = t.db;
    gcs.fault = (request, response) => {
      if (request.method === 'DELETE') cleared.push(request.url ?? '');
      if (request.method !== 'PUT') return false;
      if (when === 'waiting') refuse(response, 503, 'backendError');
      else void externalUploads.cancelOf('rs_1').then(() => stop.abort(new Error('canceled')));
      return true;
    };
    const pause = await t.attempt(stop.signal);
    if (when === 'waiting') {
      expect(pause).toBeGreaterThan(0);
      await externalUploads.cancelOf('rs_1');
      expect(await t.attempt()).toBeUndefined();
    }
    expect(cleared).toEqual([expect.stringContaining('upload_id=')]);
    expect(await t.state()).toMatchObject({ session: 'preview_rendered', status: 'canceled' });
    expect(await externalUploads.find('xup_1')).toMatchObject({ encryptedResume: null });
    expect(await t.events()).toMatchObject([{ type: 'render_session.external_upload.canceled' }]);
    expect(await t.attempt()).toBeUndefined();
    expect(cleared).toHaveLength(1);
  },
);

test('an upload that the final replaced while it was sent stays canceled', async () => {
  await using t = await rendered();
  const { renderSessions } = t.db;
  let isDone: Promise<unknown> = Promise.resolve();
  gcs.fault = (request, response) => {
    if (request.method !== 'PUT') return false;
    isDone = renderSessions
      .start('rs_1', 'final', ['preview_rendered'])
      .then(() => renderSessions.finish('rs_1', 'final_rendered', { phase: 'done' }))
      .then(() => refuse(response, 503, 'backendError'));
    return true;
  };
  expect(await t.attempt()).toBeGreaterThan(0);
  await isDone;
  expect((await t.db.externalUploads.find('xup_1'))?.encryptedResume).not.toBeNull();
  // Its parts in the store are removed later.
  expect(await t.attempt()).toBeUndefined();
  expect(await t.state()).toMatchObject({ session: 'final_rendered', status: 'canceled' });
  expect(await t.db.externalUploads.find('xup_1')).toMatchObject({ encryptedResume: null });
  expect(await t.events()).toMatchObject([{ type: 'render_session.external_upload.canceled' }]);
});

test('an upload that was begun at another endpoint starts again and sends it no token', async () => {
  await using t = await rendered();
  await using other = await startGcs();
  const asked: (string | undefined)[] = [];
  other.fault = ({ headers }) => asked.push(headers.authorization) > 0;
  const session = `${other.url}/upload/storage/v1/b/videos/o?upload_id=1`;
  await t.db.externalUploads.keepResume('xup_1', vault.encrypt(session, 'xup_1'));
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
  expect(await t.db.externalUploads.find('xup_1')).toMatchObject({ status: 'canceled' });
  await t.db.renderSessions.remove('rs_1');
  expect(await t.db.externalUploads.find('xup_1')).toBeUndefined();
});

test('a presigned URL gets one PUT, and its query is stored encrypted', async () => {
  const query = '?X-Amz-Signature=planted-signature';
  await using t = await rendered({ target: `https://${tls.host}/a%20b/v.mp4`, query });
  const seen: { url: string | undefined; headers: object; bytes: Buffer }[] = [];
  take = (request, response) => {
    const { url, headers } = request;
    void buffer(request).then((bytes) => {
      seen.push({ url, headers, bytes });
      response.end();
    });
  };
  for (const suffix of ['', '-wal']) {
    expect(String(await readFile(t.path + suffix, 'latin1'))).not.toContain('planted-signature');
  }
  expect(await t.attempt()).toBeUndefined();
  expect(seen).toMatchObject([
    {
      url: `/a%20b/v.mp4${query}`,
      headers: {
        'content-type': 'video/mp4',
        'content-length': String(VIDEO.byteLength),
        'content-md5': createHash('md5').update(VIDEO).digest('base64'),
      },
      bytes: VIDEO,
    },
  ]);
  expect(await t.state()).toMatchObject({
    status: 'complete',
    remoteId: `https://${tls.host}/a%20b/v.mp4`,
  });
  expect(JSON.stringify(await t.events())).not.toContain('planted');
});

test.each([
  [403, 'failed', 'delivery_denied', 'Sign PUT'],
  [302, 'failed', 'delivery_rejected', 'accepts the file'],
  [503, 'retrying', 'delivery_unreachable', 'retried later'],
  [507, 'retrying', 'delivery_full', 'Free space'],
])(
  'a presigned URL that answers %i, even before the whole file is sent: %s',
  async (status, then, code, hint) => {
    await using t = await rendered({ target: `https://${tls.host}/v.mp4`, query: '?sig=x&sv=y' });
    take = (_request, response) => {
      response.writeHead(status, { location: 'https://example.com/', connection: 'close' }).end();
    };
    await t.attempt();
    const error = { code, hint: expect.stringContaining(hint) };
    expect(await t.state()).toMatchObject({ status: then, error });
  },
);

test('the file is sent even if the server answers before it has read the body', async () => {
  const got: Buffer[] = [];
  await using hasty = await startTls(
    (request, response) => void buffer(request).then((bytes) => got.push(bytes) && response.end()),
    (_request, response) => response.end(),
  );
  await using t = await rendered({ target: `https://${hasty.host}/v.mp4`, query: '?sig=x' });
  const { allow } = t.deliveryContext.network;
  using network = openNetwork({ allow, lookup: (() => undefined) as never, ca: hasty.ca });
  await attemptUpload('xup_1', { ...t.deliveryContext, network }, never);
  expect(got).toEqual([VIDEO]);
  expect(await t.state()).toMatchObject({ status: 'complete' });
});

test('a presigned URL that does not answer is retried later', async () => {
  await using t = await rendered({ target: `https://${tls.host}/v.mp4`, query: '?sig=x' });
  take = () => undefined;
  const allow = { isAllowed: () => true };
  using network = openNetwork({
    allow,
    lookup: (() => undefined) as never,
    ca: tls.ca,
    stallMs: 300,
  });
  await attemptUpload('xup_1', { ...t.deliveryContext, network }, never);
  expect(await t.state()).toMatchObject({
    status: 'retrying',
    error: { code: 'delivery_timeout', hint: expect.stringContaining('check the network') },
  });
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
