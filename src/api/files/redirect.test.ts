import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { openStore } from '../../storage/index.ts';
import { BACKENDS, type Backend } from '../../storage/store-backends.fixture.ts';
import { silentLog, systemClock } from '../../system/index.ts';
import { temporaryApi } from '../api.fixture.ts';

const VIDEO = randomBytes(300_000);

let folder: string;
let backend: Backend;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-redirect-'));
  backend = (await BACKENDS['S3']?.(folder)) as Backend;
});
afterAll(async () => {
  await backend[Symbol.asyncDispose]();
  await removeFolder(folder);
});

/** An API whose files are in S3. Returns the URL of a stored video. */
async function served(fileLinks: 'redirect' | 'proxy', bytes = VIDEO) {
  const storage = { ...backend, cacheBytes: 1e9 };
  const { store } = await openStore({ dataDir: folder, storage });
  const t = await temporaryApi({ fileLinks }, silentLog, store);
  t.clock.ms = systemClock.nowMs();
  await t.listen();
  await t.addVersion();
  const key = 'versions/tsv_ready/demo.mp4';
  await store.putBytes(key, bytes);
  await t.db.templateVersions.update('tsv_ready', { demoVideoKey: key });
  const { json } = await t.send('GET', '/v2/template_style_versions/tsv_ready');
  const url: string = json.template_style_version.demo_video_url;
  return { url, key, store, [Symbol.asyncDispose]: t[Symbol.asyncDispose] };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('a large file is redirected to the store, which answers Range', async () => {
  await using s = await served('redirect');
  const first = await fetch(s.url, { redirect: 'manual' });
  expect(first.status).toBe(302);
  expect(first.headers.get('cache-control')).toBe('private, no-store');
  const place = new URL(first.headers.get('location') ?? '');
  expect(place.origin).toBe(backend.s3Endpoint);
  expect(Number(place.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(3600);
  const part = await fetch(s.url, { headers: { range: 'bytes=1000-1999' } });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 1000-1999/300000');
  expect((await bytesOf(part)).equals(VIDEO.subarray(1000, 2000))).toBe(true);
  const response = await fetch(s.url);
  expect(response.headers.get('content-type')).toBe('video/mp4');
  expect((await bytesOf(response)).equals(VIDEO)).toBe(true);
  const head = await fetch(s.url, { method: 'HEAD', redirect: 'manual' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '300000']);
  await s.store.remove(s.key);
  expect((await fetch(s.url)).status).toBe(404);
});

test('a small file comes from the API', async () => {
  await using s = await served('redirect', Buffer.from('0123456789'));
  const answer = await fetch(s.url, { redirect: 'manual', headers: { range: 'bytes=2-4' } });
  expect([answer.status, await answer.text()]).toEqual([206, '234']);
});

test('the API streams a file of the store with Range and validators', async () => {
  await using s = await served('proxy');
  const headers = { range: 'bytes=299990-' };
  const part = await fetch(s.url, { redirect: 'manual', headers });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    'bytes 299990-299999/300000',
  ]);
  expect((await bytesOf(part)).equals(VIDEO.subarray(299_990))).toBe(true);
  const etag = part.headers.get('etag') ?? '';
  const same = await fetch(s.url, { headers: { 'if-none-match': etag } });
  expect(same.status).toBe(304);
  const old = await fetch(s.url, { headers: { ...headers, 'if-range': '"old"' } });
  expect([old.status, (await bytesOf(old)).equals(VIDEO)]).toEqual([200, true]);
});
