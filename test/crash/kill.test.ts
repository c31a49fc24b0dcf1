import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdableSegments, holdSegments } from '../support/held-segments.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf, placeOf } from '../support/place.ts';
import { startProxy, type TcpProxy } from '../support/proxy.ts';
import { type S3Stub, startS3Stub } from '../support/s3-stub.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

/*
 * A service is stopped while a session is drawn, and killed while each kind of work is in progress: a render,
 * a batch, a webhook, a delivery and an upload. Servers that do not answer and rasterisers that are held
 * keep the work in progress. The next start completes it.
 */

const KEYS = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'wJalrXUtnFEMI' };
const LOGO = '(Footage)/USER/logo_01.png';
const OUTPUT = { width: 64 };
/** Rows whose image arrives before the kill, and rows whose image does not. */
const [DONE_ROWS, OPEN_ROWS] = [2, 2];

const opened = new AsyncDisposableStack();
let folder: string;
let dataDir: string;
let credentials: { client_id: string; client_secret: string };
let service: RunningService;
let client: Client;
let bucket: S3Stub;
let network: TcpProxy;
let hooks: WebhookReceiver;
let images: Awaited<ReturnType<typeof startImages>>;
let mapping: Json;
let secret: string;
/** The session that is drawn, the one that is delivered, and the batch. */
let drawn: string;
let delivered: string;
let batch: string;
let rowsBefore: Json[];

/** Requests with a key, and the id in the answer. */
const repeats: { path: string; body: Json; key: string; id: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-kill-'));
  opened.defer(() => removeFolder(folder));
  dataDir = join(folder, 'data');
  credentials = await makeClient(dataDir);
  bucket = opened.use(await startS3Stub({ [KEYS.access_key_id]: KEYS.secret_access_key }));
  network = opened.use(await startProxy(bucket.url));
  hooks = opened.use(await startWebhookReceiver());
  images = opened.use(await startImages());
  await start();
  opened.defer(async () => void (await service.stop()));
  const pack = await writePackage(join(folder, 'small.zip'), smallLottie(60));
  const { id } = await client.addTemplate(pack);
  mapping = { template_style_version_id: id, missing: 'example', resources: {} };
  const destination = { prefix: 's3://videos', options: { endpoint: network.url } };
  await create('/v2/destinations', { ...destination, credentials: KEYS });
});

afterAll(() => opened.disposeAsync());

async function start(): Promise<void> {
  // Rows of a batch that wait for their images must not keep other renders from starting.
  service = await startService(dataDir, {
    ...(await holdableSegments(dataDir)),
    FRAMEPRESS_RENDERS: '8',
    FRAMEPRESS_ACCOUNT_RENDERS: '8',
  });
  client = await new Client(service.url).login(credentials);
}

/** Creates a resource with a key, and returns it. */
async function create(path: string, body: Json): Promise<Json> {
  const key = `key ${repeats.length}`;
  const answer = await client.send('POST', path, body, { 'idempotency-key': key });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const [made] = Object.values(answer.body) as Json[];
  repeats.push({ path, body, key, id: String(made?.['id']) });
  return made ?? {};
}

async function createSession(title: string, more: Json = {}): Promise<string> {
  const session = { title, render: 'preview', mapping, output: OUTPUT, ...more };
  return String((await create('/v2/render_sessions', session))['id']);
}

async function sessionOf(id: string): Promise<Json> {
  return (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
}

async function batchNow(): Promise<Json & { counts: Record<string, number> }> {
  return (await client.send('GET', `/v2/batches/${batch}`)).body['batch'] as never;
}

async function query(sql: string, ...values: string[]): Promise<Json[]> {
  const rows = await (await placeOf(dataDir)).query(sql, ...values);
  return rows.map((row) => ({ ...row }));
}

/** The rows of the batch, and what their renders have stored. */
const rowsNow = () =>
  query(
    `select batch_row, id, status, attempt, updated_at from render_sessions where batch_id = ?
      order by batch_row`,
    batch,
  );

/** Serves an image. Until `release`, it does not answer requests with `?held`. */
async function startImages() {
  const create = { width: 64, height: 32, channels: 3 as const, background: 'teal' };
  const image = await sharp({ create }).png().toBuffer();
  const waiting: ServerResponse[] = [];
  let isReleased = false;
  const server = createServer(({ url = '' }, response) => {
    if (isReleased || !url.includes('held')) response.end(image);
    else waiting.push(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`,
    waiting,
    release: () => {
      isReleased = true;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Files of requests. Each process has a folder for them. */
async function receivedFiles(): Promise<string[]> {
  return (await entriesOf(dataDir, 'uploads')).filter((path) => path.includes('/'));
}

/** Sends the first half of an upload, and waits until the service has it on disk. */
async function beginUpload(): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(2 ** 20)]), 'half.bin');
  const whole = new Request('http://127.0.0.1/', { method: 'POST', body: form });
  const bytes = Buffer.from(await whole.arrayBuffer());
  const { access_token: token } = (
    await client.send('POST', '/oauth/token', { grant_type: 'client_credentials', ...credentials })
  ).body;
  const sent = request(`${service.url}/v2/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': whole.headers.get('content-type') ?? '',
      'content-length': bytes.byteLength,
    },
  });
  sent.on('error', () => undefined).write(bytes.subarray(0, bytes.byteLength / 2));
  while ((await receivedFiles()).length === 0) await pause(20);
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function videoOf(session: Json): Promise<string> {
  const video = await fetch(String(session['video_url']));
  return digestOf(new Uint8Array(await video.arrayBuffer()));
}

test('a stopped service returns a session that is drawn to the queue', async () => {
  const release = holdSegments(dataDir, 0);
  drawn = await createSession('drawn');
  while ((await sessionOf(drawn))['phase'] !== 'rendering') await pause(20);
  expect(await service.stop()).toBe(0);
  release();
});

test('the service is killed with kill -9 while each kind of work is in progress', async () => {
  await start();
  // The other session is rendered, and its upload begins.
  await client.waitFor(drawn);
  network.split('silent');
  delivered = await createSession('delivered', {
    external_uploads: [{ to: 's3://videos/delivered.mp4' }],
  });
  expect(await client.waitFor(delivered)).toMatchObject({ status: 'preview_rendered' });
  const uploading = 'select 1 from external_uploads where session_id = ? and status = ?';
  while ((await query(uploading, delivered, 'uploading')).length === 0) await pause(20);

  // Some rows are rendered, the others wait for their images.
  const urls = [...Array(DONE_ROWS).fill('a.png'), ...Array(OPEN_ROWS).fill('a.png?held')];
  const rows = urls.map((name, index) => ({ t_01: `Row ${index}`, [LOGO]: images.url(name) }));
  const { template_style_version_id: version } = mapping;
  const made = await create('/v2/batches', {
    template_style_version_id: version,
    rows,
    render: 'preview',
    output: OUTPUT,
    mapping: { resources: {}, missing: 'example' },
  });
  batch = String(made['id']);
  while ((await batchNow()).counts['rendered'] !== DONE_ROWS) await pause(20);
  while (images.waiting.length === 0) await pause(20);

  // A session is drawn, and the webhook about its start is not answered.
  const endpoint = await create('/v2/webhook_endpoints', { url: hooks.url });
  secret = String(endpoint['secret']);
  hooks.hold();
  const release = holdSegments(dataDir, 0);
  drawn = await createSession('drawn again', {
    mapping: { ...mapping, resources: { t_01: { source: { text: 'Again' } } } },
  });
  while ((await sessionOf(drawn))['phase'] !== 'rendering') await pause(20);
  while (hooks.posted.length === 0) await pause(20);
  await beginUpload();

  rowsBefore = await rowsNow();
  await service.crash();
  release();
  network.heal();
  hooks.resume();
  images.release();
  await start();
});

test('the session is drawn again', async () => {
  expect(await client.waitFor(drawn)).toMatchObject({
    status: 'preview_rendered',
    render_progress: 100,
    errors: [],
  });
  // Another session of the same mapping has the same bytes.
  const again = await createSession('the same', {
    mapping: { ...mapping, resources: { t_01: { source: { text: 'Again' } } } },
  });
  expect(await videoOf(await client.waitFor(again))).toBe(await videoOf(await sessionOf(drawn)));
});

test('the delivery is completed', async () => {
  const isOpen = 'select 1 from external_uploads where session_id = ? and ended_at is null';
  while ((await query(isOpen, delivered)).length > 0) await pause(50);
  const session = await sessionOf(delivered);
  expect(session['external_uploads']).toMatchObject([{ status: 'complete' }]);
  const object = bucket.objects.get('/videos/delivered.mp4');
  expect(object && digestOf(object.bytes)).toBe(await videoOf(session));
});

test('only the unfinished rows of the batch are rendered again', async () => {
  while ((await batchNow())['status'] !== 'completed') await pause(50);
  const total = DONE_ROWS + OPEN_ROWS;
  expect(await batchNow()).toMatchObject({ counts: { total, rendered: total, failed: 0 } });
  const after = await rowsNow();
  expect(after.map((row) => row['batch_row'])).toEqual([1, 2, 3, 4]);
  const finished = rowsBefore.filter(({ status }) => status === 'preview_rendered');
  expect(finished).toHaveLength(DONE_ROWS);
  // A finished row is the same session, at the time at which it was finished.
  for (const row of finished) expect(after).toContainEqual(row);
  const events = await query('select type from events where subject_id = ?', batch);
  expect(events).toEqual([{ type: 'batch.completed' }]);
});

test('the webhook is sent again with its id, and those after it in order', async () => {
  const isPending = "select 1 from webhook_deliveries where status = 'pending'";
  while ((await query(isPending)).length > 0) await pause(50);
  const events = hooks.received(secret).flatMap(({ id, data }) => {
    const session = data['render_session'] as Json | undefined;
    return session?.['id'] === drawn ? [{ id, status: session['status'] }] : [];
  });
  const [first] = events;
  // It was sent before the kill, and after it.
  expect(events.filter(({ id }) => id === first?.id).length).toBeGreaterThan(1);
  const statuses = [...new Map(events.map(({ id, status }) => [id, status])).values()];
  expect(statuses).toEqual(['preview_rendering', 'preview_rendered']);
});

test('half an upload leaves nothing', async () => {
  // Only the worker of a data folder removes the files of killed processes; an API of a cluster has none.
  await expect.poll(receivedFiles).toEqual([]);
  expect((await client.send('GET', '/v2/uploads')).body).toMatchObject({ uploads: [] });
});

test('requests that are repeated with their keys create nothing', async () => {
  for (const { path, body, key, id } of [...repeats]) {
    const again = await client.send('POST', path, body, { 'idempotency-key': key });
    const [made] = Object.values(again.body) as Json[];
    expect([path, again.status, made?.['id']]).toEqual([path, 201, id]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  }
});
