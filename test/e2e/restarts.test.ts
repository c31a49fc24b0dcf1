import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdableSegments } from '../support/held-segments.ts';
import {
  entriesOf,
  type HeldStream,
  holdStream,
  playlistsOf,
  readAll,
  STREAM,
  writeStreamPackage,
} from '../support/held-stream.ts';
import { listenWhile } from '../support/listening.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { isCluster } from '../support/test-services.ts';

/*
 * A service is killed, starts again on a full disk, and starts once more with free space. A render, a removal
 * and cached media are in progress at the kill.
 */
const LOGO = '(Footage)/USER/logo_01.png';
const VERSIONS = '/v2/template_style_versions';

let folder: string;
let dataDir: string;
let credentials: Awaited<ReturnType<typeof makeClient>>;
let service: RunningService;
let client: Client;
let small: Json;
let stream: HeldStream;
let playlists: Record<string, string>;
let draft: string;
let totals: Record<string, number>;
let composition: Json;
/** A version whose removal is in progress at the kill. */
let removed: string;

async function start(environment: Record<string, string> = {}): Promise<void> {
  service = await startService(dataDir, { ...(await holdableSegments(dataDir)), ...environment });
  client = await new Client(service.url).login(credentials);
}

const create = (more: Json = {}) =>
  client.send('POST', '/v2/render_sessions', {
    title: 'small',
    mapping: { template_style_version_id: small['id'], missing: 'example', resources: {} },
    ...more,
  });
const readTotals = async () =>
  (await client.send('GET', '/v2/usage')).body['totals'] as Record<string, number>;
const readStream = async () => {
  const { body } = await client.send('GET', `/v2/render_sessions/${stream.id}`);
  return body['render_session'] as Json;
};

let logo: string;
const compose = async (text: string) => {
  const resources = {
    t_01: { source: { text } },
    [LOGO]: { source: { upload_id: logo } },
    c_01: { source: { color: '203040' } },
  };
  const { status, body } = await client.send('POST', '/v2/compositions', {
    mapping: { template_style_version_id: small['id'], resources },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body['composition'] as Json;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-restarts-'));
  dataDir = join(folder, 'data');
  credentials = await makeClient(dataDir);
  await start({ FRAMEPRESS_STALL_SECONDS: '3600' });
  const addSmall = async (name: string) =>
    client.addTemplate(await writePackage(join(folder, name), smallLottie(6)));
  small = await addSmall('small.zip');
  removed = String((await addSmall('removed.zip'))['id']);
  draft = String(((await create()).body['render_session'] as Json)['id']);
  const image = { create: { width: 300, height: 200, channels: 3 as const, background: 'teal' } };
  const { body } = await client.upload(Uint8Array.from(await sharp(image).png().toBuffer()));
  logo = String((body['upload'] as Json)['id']);
  composition = await compose('One');
  const version = await client.addTemplate(await writeStreamPackage(join(folder, 'stream.zip')));
  stream = await holdStream(client, version, dataDir);
  playlists = await playlistsOf(stream.url);
  totals = await readTotals();
});

afterAll(async () => {
  stream?.resume();
  await service?.stop();
  await removeFolder(folder);
});

/** Checks that the playlists of the stream only grow, and that their segments exist. */
async function expectGrown(): Promise<void> {
  const { pathname, search } = new URL(stream.url);
  const url = service.url + pathname + search;
  const now = await playlistsOf(url);
  for (const track of ['audio', 'video']) {
    expect(entriesOf(now[track]).startsWith(entriesOf(playlists[track]))).toBe(true);
    await readAll(url, now[track]);
  }
  playlists = now;
}

test('after a kill, a service with a full disk begins no render and accepts no new work', async () => {
  const kill = async () => {
    // The removal has hidden the version and is killed while it removes the files, or before or after.
    const removing = client.send('DELETE', `${VERSIONS}/${removed}`).catch(() => undefined);
    await service.crash();
    stream.resume();
    await removing;
  };
  expect(await listenWhile(kill, { url: service.url, dataDir })).toBe('asks again');
  await start({ FRAMEPRESS_DISK_FLOOR_MB: '100000000', FRAMEPRESS_ACCOUNT_QUEUE: '1' });
  expect(await client.send('GET', '/readyz')).toMatchObject({
    status: 503,
    body: { parts: { storage: expect.stringMatching(/^The data folder has \d+ MB left/) } },
  });
  expect(await create()).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: 'The disk of the service is full.' },
  });
  const render = await client.send('POST', `/v2/render_sessions/${draft}/render`, {
    render: 'preview',
  });
  expect(render).toMatchObject({
    status: 429,
    body: {
      code: 'queue_full',
      detail: 'The account has 1 waiting or running sessions and imports (limit: 1).',
    },
  });
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  expect(await client.upload(new TextEncoder().encode(image))).toMatchObject({
    status: 503,
    body: { code: 'unavailable', detail: 'The disk of the service is full.' },
  });
  // A worker of a cluster begins no job on a full disk.
  if (!isCluster) await expect.poll(() => service.log()).toContain('waits for disk space');
  await expectGrown();
  expect(await readStream()).toMatchObject({ status: 'preview_rendering' });
});

test('with free space the stream continues with the same bytes, and its render counts once', async () => {
  const { url } = service;
  expect(await listenWhile(() => service.stop(), { url, dataDir })).toBe('asks again');
  await start();
  let session: Json = { status: 'preview_rendering' };
  for (; session['status'] === 'preview_rendering'; await expectGrown())
    session = await readStream();
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [] });
  expect(playlists['video']).toContain('#EXT-X-ENDLIST');
  const now = await readTotals();
  const added = (name: string) => (now[name] ?? 0) - (totals[name] ?? 0);
  expect([added('renders'), added('failed_renders'), added('frames')]).toEqual([
    ...[1, 0, STREAM.frames],
  ]);
  expect(added('cpu_seconds')).toBeGreaterThan(0);
  const usage = await client.send('GET', '/v2/usage?group_by=day,template');
  const templates = usage.body['usage'] as { frames: number }[];
  expect(templates.map(({ frames }) => frames)).toContain(now['frames']);
});

test('the files of a version are removed after a kill in the middle of its removal', async () => {
  const { files } = await placeOf(dataDir);
  const { status } = await client.send('GET', `${VERSIONS}/${removed}`);
  if (status === 200)
    expect((await client.send('DELETE', `${VERSIONS}/${removed}`)).status).toBe(204);
  await expect.poll(() => files.keys(`versions/${removed}`)).toEqual([]);
});

test('after a restart, a composition needs no upload again', async () => {
  const { files } = await placeOf(dataDir);
  // The second API of a cluster has not read the upload before.
  if (!isCluster) await files.remove('uploads');
  expect((await compose('One'))['digest']).toBe(composition['digest']);
  const edited = await compose('Two');
  const names = (of: Json) => (of['files'] as Json[]).map(({ name }) => name);
  expect(edited['digest']).not.toBe(composition['digest']);
  expect(names(edited)).toEqual(names(composition));
});
