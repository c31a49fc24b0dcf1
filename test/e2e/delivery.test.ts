import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { type GcsServer, startGcs } from '../support/gcs-server.ts';
import { interrupt } from '../support/interrupted.ts';
import { liveFiles } from '../support/live-files.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import {
  AZURE_ACCOUNT,
  AZURE_KEY,
  makeBuckets,
  S3_OWNER,
  type StoreServer,
  startAzurite,
  startS3,
} from '../support/stores.ts';
import { startTls, type TlsServer } from '../support/tls.ts';

const WRONG = 'planted-wrong-secret';
const TOKEN = 'planted-bearer-token';
const SIGNATURE = 'planted-signature';
const CAPTIONS = {
  source: { cues: [{ start: 0, end: 0.4, text: 'Hello' }] },
  language: 'en',
  burn: false,
};
/** Of a large upload. */
const [PARTS, PART_BYTES] = [6, 8 * 1024 * 1024];

let opened: AsyncDisposableStack;
let folder: string;
let s3: StoreServer;
let azure: StoreServer;
let gcs: GcsServer;
let tls: TlsServer;
let direct: S3Client;
let t: Awaited<ReturnType<typeof start>>;
const received = new Map<string, { bytes: Buffer; authorization: string | undefined }>();

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  folder = await mkdtemp(join(tmpdir(), 'framepress-deliver-'));
  opened.defer(() => removeFolder(folder));
  s3 = opened.use(await startS3());
  azure = opened.use(await startAzurite());
  gcs = opened.use(await startGcs());
  gcs.buckets.set('videos', new Map());
  tls = opened.use(
    await startTls((request, response) => {
      void buffer(request).then((bytes) => {
        const { authorization } = request.headers;
        received.set(request.url ?? '', { bytes, authorization });
        response.end(bytes.byteLength === 0 ? received.get(request.url ?? '')?.bytes : '');
      });
    }),
  );
  direct = await makeBuckets(s3.url, 'videos');
  const credential = new StorageSharedKeyCredential(AZURE_ACCOUNT, AZURE_KEY);
  await new ContainerClient(`${azure.url}/${AZURE_ACCOUNT}/videos`, credential).create();
  t = opened.use(await start());
});
afterAll(async () => {
  await opened?.disposeAsync();
});

/** A service with a template, and a client that records all responses. */
async function start() {
  const dataDir = join(folder, 'data');
  const credentials = await makeClient(dataDir);
  const environment = { NODE_EXTRA_CA_CERTS: tls.caPath, FRAMEPRESS_LOG_LEVEL: 'debug' };
  const answers: string[] = [];
  const logs: string[] = [];
  const begin = async (service: RunningService) => {
    const client = await new Client(service.url).login(credentials);
    const send = async (method: string, path: string, body?: unknown) => {
      const answer = await client.send(method, path, body);
      answers.push(JSON.stringify([answer.body, [...answer.headers]]));
      return answer;
    };
    return { service, client, send };
  };
  let now = await begin(await startService(dataDir, environment));
  const version = await now.client.addTemplate(
    await writePackage(join(folder, 'small.zip'), smallLottie(12)),
  );
  return {
    dataDir,
    answers,
    logs,
    send: (method: string, path: string, body?: unknown) => now.send(method, path, body),
    crash: async () => {
      await now.service.crash();
      logs.push(now.service.log());
      now = await begin(await startService(dataDir, environment));
    },
    stop: async () => {
      await now.service.stop();
      logs.push(now.service.log());
    },
    [Symbol.asyncDispose]: async () => {
      await now.service.stop();
    },
    render: async (uploads: Json[]): Promise<Json> => {
      const { status, body } = await now.send('POST', '/v2/render_sessions', {
        title: 'Delivered',
        render: 'preview',
        mapping: {
          template_style_version_id: version['id'],
          missing: 'example',
          resources: {},
          captions: CAPTIONS,
        },
        external_uploads: uploads,
      });
      expect(body['errors']).toBeUndefined();
      expect(status).toBe(201);
      return body['render_session'] as Json;
    },
    /** Polls until the uploads match. */
    until: async (id: unknown, isSo: (uploads: Json[], session: Json) => boolean) => {
      for (;;) {
        const { body } = await now.send('GET', `/v2/render_sessions/${id}`);
        const session = body['render_session'] as Json;
        const uploads = session['external_uploads'] as Json[];
        if (isSo(uploads, session)) return { session, uploads };
        await pause(50);
      }
    },
  };
}

const destinations = () => [
  {
    prefix: 's3://videos/good',
    options: { endpoint: s3.url, cache_control: 'max-age=60' },
    credentials: S3_OWNER,
  },
  {
    prefix: 's3://videos/bad',
    options: { endpoint: s3.url },
    credentials: { ...S3_OWNER, secret_access_key: WRONG },
  },
  {
    prefix: `wasbs://videos@${AZURE_ACCOUNT}.blob.core.windows.net`,
    options: { endpoint: `${azure.url}/${AZURE_ACCOUNT}` },
    credentials: { account_key: AZURE_KEY },
  },
  {
    prefix: 'gs://videos',
    options: { endpoint: gcs.url },
    credentials: { service_account: gcs.owner },
  },
  {
    prefix: `https://${tls.host}/in`,
    credentials: { headers: { authorization: `Bearer ${TOKEN}` } },
  },
];

test('a large upload resumes after a kill without starting again', async () => {
  await using connection = await interrupt(s3.url);
  await t.send('POST', '/v2/destinations', {
    prefix: 's3://videos/large',
    options: { endpoint: connection.url },
    credentials: S3_OWNER,
  });
  connection.reset(0);
  const session = await t.render([{ to: 's3://videos/large/{id}.mp4' }]);
  await t.until(session['id'], ([upload]) => upload?.['status'] === 'retrying');
  // Rendering such a large video would take an hour.
  const { files } = await placeOf(t.dataDir);
  const keys = await files.keys(`sessions/${session['id']}/preview`);
  const key = keys.find((one) => one.endsWith('/video.mp4')) ?? '';
  const large = Buffer.concat(Array.from({ length: PARTS }, () => randomBytes(PART_BYTES)));
  await files.write(key, large);
  // Two parts are sent at once, so two others have been sent by then.
  connection.hang(4.5 * PART_BYTES);
  // The next attempt would begin five seconds after the first.
  await t.send('POST', `/v2/render_sessions/${session['id']}/deliver`);
  while (connection.sentBytes() < 4.5 * PART_BYTES) await pause(5);
  await t.crash();
  connection.reset();
  const { uploads } = await t.until(session['id'], ([upload]) => upload?.['status'] === 'complete');
  expect(uploads[0]).toMatchObject({ md5: createHash('md5').update(large).digest('hex') });
  expect(connection.sentBytes()).toBeLessThan((PARTS - 1) * PART_BYTES);
  const { Body } = await direct.send(
    new GetObjectCommand({ Bucket: 'videos', Key: `large/${session['id']}.mp4` }),
  );
  expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(large)).toBe(true);
});

test('a session is delivered to every store, and all secrets are stored encrypted', async () => {
  const ids: unknown[] = [];
  for (const destination of destinations()) {
    const { status, body } = await t.send('POST', '/v2/destinations', destination);
    expect(status).toBe(201);
    ids.push((body['destination'] as Json)['id']);
  }
  const tests = [];
  for (const id of ids)
    tests.push((await t.send('POST', `/v2/destinations/${id}/test`)).body['test']);
  expect(tests).toMatchObject([
    { ok: true },
    { ok: false, steps: [{ step: 'write', code: 'delivery_denied' }] },
    { ok: true },
    { ok: true },
    { ok: true },
  ]);

  const azurePlace = `wasbs://videos@${AZURE_ACCOUNT}.blob.core.windows.net`;
  const session = await t.render([
    { to: 's3://videos/good/{id}/{title}.mp4', captions: ['vtt'] },
    { to: 's3://videos/good/{id}/', file: 'thumbnails' },
    { to: `${azurePlace}/{id}.mp4` },
    { to: `${azurePlace}/{id}.jpg`, file: 'poster' },
    { to: 'gs://videos/{id}.mp4' },
    { to: `https://${tls.host}/in/{title}.mp4` },
    { to: `https://${tls.host}/out/v.mp4?X-Amz-Signature=${SIGNATURE}` },
    { to: 's3://videos/bad/{id}.mp4' },
  ]);
  const ended = await t.until(session['id'], (uploads) =>
    uploads.every(({ status }) => status === 'complete' || status === 'retrying'),
  );
  expect(ended.session).toMatchObject({ status: 'preview_rendered', phase: 'delivering' });
  expect(ended.uploads.filter(({ status }) => status === 'retrying')).toMatchObject([
    { to: 's3://videos/bad/{id}.mp4', error: { code: 'delivery_denied', retryable: true } },
  ]);

  const video = Buffer.from(await (await fetch(String(ended.session['video_url']))).arrayBuffer());
  const md5 = createHash('md5').update(video).digest('hex');
  for (const upload of ended.uploads) {
    if (upload['file'] === 'video' && upload['status'] === 'complete') {
      expect(upload).toMatchObject({ md5, bytes: video.byteLength });
    }
  }
  const head = await direct.send(
    new HeadObjectCommand({ Bucket: 'videos', Key: `good/${session['id']}/Delivered.mp4` }),
  );
  expect(head).toMatchObject({
    ETag: `"${md5}"`,
    ContentType: 'video/mp4',
    CacheControl: 'max-age=60',
  });
  const captions = await direct.send(
    new GetObjectCommand({ Bucket: 'videos', Key: `good/${session['id']}/Delivered.en.vtt` }),
  );
  expect(captions.ContentType).toBe('text/vtt; charset=utf-8');
  expect(await captions.Body?.transformToString()).toContain('Hello');
  const thumbnail = await direct.send(
    new HeadObjectCommand({ Bucket: 'videos', Key: `good/${session['id']}/thumbnail_01.jpg` }),
  );
  expect(thumbnail.ContentType).toBe('image/jpeg');
  expect(received.get('/in/Delivered.mp4')).toEqual({
    bytes: video,
    authorization: `Bearer ${TOKEN}`,
  });
  expect(received.get(`/out/v.mp4?X-Amz-Signature=${SIGNATURE}`)?.bytes).toEqual(video);

  // The destination is corrected: waiting uploads start immediately.
  await t.send('PATCH', `/v2/destinations/${ids[1]}`, { credentials: S3_OWNER });
  const mended = await t.until(session['id'], (uploads) =>
    uploads.every(({ status }) => status === 'complete'),
  );
  expect(mended.session['phase']).toBe('done');
  // The final replaces the preview in all stores, also at the presigned URL.
  await t.send('POST', `/v2/render_sessions/${session['id']}/render`, { render: 'final' });
  const final = await t.until(
    session['id'],
    (uploads, { status }) =>
      status === 'final_rendered' && uploads.every((upload) => upload['status'] === 'complete'),
  );
  const half = mended.uploads.length;
  expect(final.uploads.slice(half).map((upload) => [upload['render'], upload['to']])).toEqual(
    mended.uploads.map((upload) => ['final', upload['to']]),
  );
  const better = Buffer.from(await (await fetch(String(final.session['video_url']))).arrayBuffer());
  expect(better).not.toEqual(video);
  expect(received.get('/in/Delivered.mp4')?.bytes).toEqual(better);
  expect(received.get(`/out/v.mp4?X-Amz-Signature=${SIGNATURE}`)?.bytes).toEqual(better);
  await t.send('POST', '/v2/destinations', {
    prefix: 's3://a',
    credentials: { secret_access_key: WRONG },
  });
  await t.send('GET', '/v2/destinations');
  await t.send('GET', '/metrics');
  await t.stop();

  const key = String(gcs.owner['private_key']).split('\n')[3] ?? '';
  const secrets = [S3_OWNER.secret_access_key, WRONG, AZURE_KEY, TOKEN, SIGNATURE, key];
  const places = [...t.answers, ...t.logs, ...(await liveFiles(t.dataDir)).values()];
  expect(t.logs.join('')).toContain('delivered');
  expect(places.length).toBeGreaterThan(20);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10);
    for (const text of places) expect(text.includes(secret), secret).toBe(false);
  }
});
