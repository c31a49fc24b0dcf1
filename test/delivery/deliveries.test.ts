import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSession, temporaryDatabase } from '../../src/database/database.fixture.ts';
import { DEFAULT_ACCOUNT } from '../../src/database/index.ts';
import { type DeliveriesOptions, deliverUploads } from '../../src/jobs/index.ts';
import { InProcessQueue } from '../../src/queue/index.ts';
import { createVault } from '../../src/secrets/index.ts';
import { openDiskStore } from '../../src/storage/index.ts';
import { silentLog, systemClock } from '../../src/system/index.ts';
import { pause } from '../support/client.ts';
import { type GcsServer, refuse, startGcs } from '../support/gcs-server.ts';
import { loopbackNetwork } from './backends.ts';

const vault = createVault([Buffer.alloc(32, 1)]);
let gcs: GcsServer;

beforeAll(async () => {
  gcs = await startGcs();
  gcs.buckets.set('good', new Map());
});
afterAll(async () => {
  await gcs?.[Symbol.asyncDispose]();
});

/** Runs the deliveries of a database until it is disposed. */
function startDeliveries(
  deliveryContext: Omit<DeliveriesOptions, 'atOnce' | 'queue'>,
): AsyncDisposable {
  const { jobs, recentWork } = deliveryContext.db;
  const rows = { pending: jobs.pending, recentWork };
  const queue = new InProcessQueue({ ...rows, log: silentLog, pollMs: 50 });
  deliverUploads({ ...deliveryContext, queue, atOnce: 4 });
  queue.start();
  return queue;
}

test('a store that hangs does not delay others, and a stop returns its uploads to the queue', async () => {
  await using opened = new AsyncDisposableStack();
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  opened.defer(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;

  const t = opened.use(await temporaryDatabase({ ms: 0, nowMs: () => Date.now() }));
  const { db } = t;
  const dataFolder = dirname(t.path);
  const store = openDiskStore(join(dataFolder, 'files'));
  await store.putBytes('video', Buffer.from('a video'));
  const setDestination = async (place: string, endpoint: string) => {
    await db.destinations.remove(place);
    await db.destinations.insert({
      id: place,
      accountId: DEFAULT_ACCOUNT,
      kind: 'gcs',
      name: '',
      prefix: `gs://${place}`,
      options: { endpoint },
      identity: '',
      encryptedCredentials: vault.encrypt(JSON.stringify({ service_account: gcs.owner }), place),
    });
  };
  await setDestination('hangs', `http://127.0.0.1:${port}`);
  await setDestination('stays', `http://127.0.0.1:${port}`);
  await setDestination('good', gcs.url);
  const upload = (id: string, target: string) => ({
    id,
    file: 'video',
    to: target,
    target,
    contentType: 'video/mp4',
    cacheControl: null,
    overwrite: true,
    encryptedQuery: null,
  });
  const stuck = Array.from({ length: 6 }, (_, i) => upload(`xup_${i}`, `gs://hangs/${i}`));
  await addSession(db, 'rs_1', DEFAULT_ACCOUNT, stuck);
  await addSession(db, 'rs_2', DEFAULT_ACCOUNT, [upload('xup_good', 'gs://good/v.mp4')]);
  for (const id of ['rs_1', 'rs_2']) {
    await db.renderSessions.finish(id, 'preview_rendered', { phase: 'done', videoKey: 'video' });
  }
  const reported: unknown[] = [];
  const begin = async () => {
    const network = loopbackNetwork();
    const log = { ...silentLog, info: (...words: unknown[]) => void reported.push(...words) };
    const deliveryContext = { db, store, vault, network, clock: systemClock, log };
    return startDeliveries(deliveryContext);
  };
  const statuses = async () =>
    ((await db.renderSessions.find('rs_1'))?.deliveries ?? []).map(({ status }) => status);
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await pause(20);
  };

  const first = await begin();
  // The sending process notices that another process canceled the upload.
  await addSession(db, 'rs_0', DEFAULT_ACCOUNT, [upload('xup_canceled', 'gs://stays/c')]);
  await db.renderSessions.finish('rs_0', 'preview_rendered', { phase: 'done', videoKey: 'video' });
  await until(async () => (await db.deliveries.find('xup_canceled'))?.status === 'uploading');
  await db.deliveries.cancelOf('rs_0');
  await until(async () => reported.includes('canceled while it was sent'));

  await until(async () => (await statuses()).filter((one) => one === 'uploading').length === 2);
  await until(async () => (await db.deliveries.find('xup_good'))?.status === 'complete');
  expect((await statuses()).filter((one) => one === 'uploading')).toHaveLength(2);
  await first[Symbol.asyncDispose]();
  expect(await statuses()).toEqual(Array.from({ length: 6 }, () => 'pending'));

  await setDestination('hangs', gcs.url);
  gcs.buckets.set('hangs', new Map());
  await using _second = await begin();
  await until(async () => (await statuses()).every((one) => one === 'complete'));
  expect([...(gcs.buckets.get('hangs')?.keys() ?? [])].sort()).toEqual([
    '0',
    '1',
    '2',
    '3',
    '4',
    '5',
  ]);
});

test('a final upload waits for the running preview upload', async () => {
  await using opened = new AsyncDisposableStack();
  const t = opened.use(await temporaryDatabase({ ms: 0, nowMs: () => Date.now() }));
  const { db } = t;
  const dataFolder = dirname(t.path);
  const store = openDiskStore(join(dataFolder, 'files'));
  for (const name of ['preview', 'final']) await store.putBytes(name, Buffer.from(name));
  await db.destinations.insert({
    id: 'dst_1',
    accountId: DEFAULT_ACCOUNT,
    kind: 'gcs',
    name: '',
    identity: '',
    prefix: 'gs://good',
    options: { endpoint: gcs.url },
    encryptedCredentials: vault.encrypt(JSON.stringify({ service_account: gcs.owner }), 'dst_1'),
  });
  const upload = (id: string) => ({
    id,
    file: 'video',
    to: 'gs://good/one',
    target: 'gs://good/one',
    contentType: 'video/mp4',
    cacheControl: null,
    overwrite: true,
    encryptedQuery: null,
  });
  const held: ServerResponse[] = [];
  gcs.fault = (request, response) => {
    const isFirst = request.method === 'PUT' && held.length === 0;
    if (isFirst) held.push(response);
    return isFirst;
  };
  const network = opened.use(loopbackNetwork());
  const deliveryContext = { db, store, vault, network, clock: systemClock, log: silentLog };
  opened.use(startDeliveries(deliveryContext));
  await addSession(db, 'rs_1', DEFAULT_ACCOUNT, [upload('xup_preview')]);
  const done = (videoKey: string) => ({ phase: 'done', videoKey }) as const;
  await db.renderSessions.finish('rs_1', 'preview_rendered', done('preview'));
  while (held.length === 0) await pause(20);
  let looks = 0;
  const { ofSessions } = db.deliveries;
  db.deliveries.ofSessions = (ids) => {
    looks += 1;
    return ofSessions(ids);
  };
  const final = { ...upload('xup_final'), render: 'final' as const };
  await db.renderSessions.start('rs_1', 'final', ['preview_rendered'], [final]);
  await db.renderSessions.finish('rs_1', 'final_rendered', done('final'));
  // The second check comes after the first one has changed nothing.
  while (looks < 2) await pause(20);
  expect(held[0]?.destroyed).toBe(false);
  if (held[0]) refuse(held[0], 503, 'backendError');
  while ((await db.deliveries.find('xup_final'))?.status !== 'complete') await pause(20);
  expect(String(gcs.buckets.get('good')?.get('one')?.bytes)).toBe('final');
  gcs.fault = () => false;
});
