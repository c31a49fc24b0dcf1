import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childrenOf, send } from '../support/child-processes.ts';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { holdSegments } from '../support/held-segments.ts';
import { serveImages } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf } from '../support/place.ts';
import { boxesOf, pixelAt, probe } from '../support/probe.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

let folder: string;
let service: SharedService;
let images: Awaited<ReturnType<typeof serveImages>>;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-render-'));
  images = await serveImages();
  service = await sharedService({}, { isHeld: true });
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  await images?.[Symbol.asyncDispose]();
  await removeFolder(folder);
});

const mappingOf = (version: Json, logo = '/good.jpg') => ({
  template_style_version_id: version['id'],
  resources: {
    t_01: { source: { text: 'Größe مرحبا' } },
    c_01: { source: { color: '#a03060' } },
    '(Footage)/USER/logo_01.png': { source: { remote_url: images.url(logo) } },
  },
});

const addVersion = async (frames: number) =>
  client.addTemplate(await writePackage(join(folder, `${frames}.zip`), smallLottie(frames)));

async function start(version: Json, render = 'preview', logo?: string): Promise<Json> {
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'A/B: "été"',
    render,
    mapping: mappingOf(version, logo),
  });
  return body['render_session'] as Json;
}

test('the video matches the template, is tagged and streamable, and has the requested colors', async () => {
  const version = await addVersion(45);
  const session = await start(version);
  const done = await client.waitFor(String(session['id']));
  expect(done['errors']).toEqual([]);
  expect(done).toMatchObject({
    status: 'preview_rendered',
    phase: 'done',
    width: 320,
    height: 180,
    fps: 30,
    duration: 1.5,
  });

  const path = join(folder, 'video.mp4');
  await writeFile(path, Buffer.from(await (await fetch(String(done['video_url']))).arrayBuffer()));
  expect(await probe(path)).toMatchObject({
    codec_name: 'h264',
    profile: 'High',
    width: 320,
    height: 180,
    pix_fmt: 'yuv420p',
    r_frame_rate: '30/1',
    nb_read_frames: '45',
    color_range: 'tv',
    color_space: 'bt709',
    color_transfer: 'bt709',
    color_primaries: 'bt709',
  });
  const boxes = await boxesOf(path);
  expect(boxes.indexOf('moov')).toBeGreaterThan(-1);
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));

  // The background in the color of the mapping; the image, green, at its place in the last frame.
  expect(farthest(await pixelAt(path, 20, 4, 4), [0xa0, 0x30, 0x60])).toBeLessThanOrEqual(2);
  expect(farthest(await pixelAt(path, 44, 250, 135), [0x00, 0xa0, 0x40])).toBeLessThanOrEqual(4);

  const [thumbnail] = done['thumbnails'] as string[];
  for (const [url, width] of [
    [thumbnail, 320],
    [done['poster_url'], 320],
    [Object.values(version['stillcuts'] as Json)[0], 320],
  ] as const) {
    const bytes = Buffer.from(await (await fetch(String(url))).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width });
  }
});

test('a final render ends with the status final_rendered', async () => {
  const session = await start(await addVersion(10), 'final');
  expect(session['status']).toBe('final_rendering');
  expect(await client.waitFor(String(session['id']))).toMatchObject({
    status: 'final_rendered',
    render_progress: 100,
  });
});

test('a draft does not start a render', async () => {
  const version = await client.addTemplate(await writePackage(join(folder, 'draft.zip')));
  const { status, body } = await client.send('POST', '/v2/render_sessions', {
    title: 'later',
    mapping: mappingOf(version),
  });
  expect(status).toBe(201);
  expect(body['render_session']).toMatchObject({ status: 'draft', render_progress: 0 });
});

test('files support ranges, HEAD and validators, and require their own signature', async () => {
  const session = await start(await addVersion(12));
  const url = String((await client.waitFor(String(session['id'])))['video_url']);
  const whole = Buffer.from(await (await fetch(url)).arrayBuffer());
  const size = whole.byteLength;
  const ranged = async (range: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers: { range, ...headers } });
    return {
      status: response.status,
      contentRange: response.headers.get('content-range'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  expect(await ranged('bytes=0-9')).toEqual({
    status: 206,
    contentRange: `bytes 0-9/${size}`,
    bytes: whole.subarray(0, 10),
  });
  expect(await ranged('bytes=-5')).toEqual({
    status: 206,
    contentRange: `bytes ${size - 5}-${size - 1}/${size}`,
    bytes: whole.subarray(size - 5),
  });
  expect(await ranged(`bytes=${size - 3}-`)).toMatchObject({
    status: 206,
    bytes: whole.subarray(size - 3),
  });
  expect(await ranged(`bytes=${size}-`)).toMatchObject({
    status: 416,
    contentRange: `bytes */${size}`,
  });
  expect(await ranged('bytes=0-1', { 'if-range': '"other"' })).toMatchObject({
    status: 200,
    bytes: whole,
  });

  const head = await fetch(url, { method: 'HEAD' });
  expect([
    head.status,
    Number(head.headers.get('content-length')),
    head.headers.get('accept-ranges'),
  ]).toEqual([200, size, 'bytes']);
  expect(decodeURIComponent(head.headers.get('content-disposition') ?? '')).toContain(
    "''A B été.mp4",
  );
  expect(
    (await fetch(url, { headers: { 'if-none-match': head.headers.get('etag') ?? '' } })).status,
  ).toBe(304);

  expect((await fetch(url.replace('video.mp4', 'poster.jpg'))).status).toBe(403);
  expect((await fetch(url.replace(/expires=\d/, 'expires=9'))).status).toBe(403);
  expect(
    (await fetch(`${service.url}/files/..%2f..%2fsigning.key?expires=99999999999&signature=x`))
      .status,
  ).toBe(403);
});

const read = async (id: string) =>
  (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;

/** Waits until a render is composed, so that its frames are drawn unless the rasterisers are held. */
async function isDrawn(id: string): Promise<void> {
  await expect.poll(async () => (await read(id))['phase']).toBe('rendering');
}

test('a canceled render stops and stays canceled', async () => {
  const version = await addVersion(30);
  using _hold = holdSegments(service.dataDir, 0);
  const id = String((await start(version))['id']);
  await isDrawn(id);
  const canceled = await client.send('POST', `/v2/render_sessions/${id}/cancel`);
  expect([canceled.status, (canceled.body['render_session'] as Json)['status']]).toEqual([
    200,
    'canceled',
  ]);
  expect((await client.send('POST', `/v2/render_sessions/${id}/cancel`)).status).toBe(200);
  // Its folder is gone only when its processes have ended.
  while ((await entriesOf(service.dataDir, 'work')).includes(id)) await pause(20);
  expect(await read(id)).toMatchObject({ status: 'canceled', video_url: null });
});

// Different lengths, so that the second does not reuse the segments of the first.
test.each([
  ['rasteriser-process', 31],
  ['isolated-process', 32],
])('a session finishes although each %s is killed once', async (name, frames) => {
  const version = await addVersion(frames);
  using resume = holdSegments(service.dataDir, 0);
  const id = String((await start(version))['id']);
  await isDrawn(id);
  const children = await Promise.all(service.workerPids.map((pid) => childrenOf(pid, name)));
  expect(children.flat().length).toBeGreaterThan(0);
  for (const child of children.flat()) send(child, 'SIGKILL');
  resume();
  let percent = 0;
  const done = await client.waitFor(id, (now) => {
    expect(Number(now['render_progress'])).toBeGreaterThanOrEqual(percent);
    percent = Number(now['render_progress']);
  });
  expect(done).toMatchObject({ status: 'preview_rendered', errors: [] });
});

test('sessions are listed in pages, newest first', async () => {
  const first = await client.send('GET', '/v2/render_sessions?limit=2');
  const page = first.body['render_sessions'] as Json[];
  expect(page).toHaveLength(2);
  const second = await client.send(
    'GET',
    `/v2/render_sessions?limit=2&cursor=${first.body['next_cursor']}`,
  );
  const ids = [...page, ...(second.body['render_sessions'] as Json[])].map((s) => s['id']);
  expect(new Set(ids).size).toBe(ids.length);
  const canceled = (await client.send('GET', '/v2/render_sessions?status=canceled')).body[
    'render_sessions'
  ] as Json[];
  expect(canceled.map((s) => s['status'])).toEqual(['canceled']);
  expect((await client.send('GET', '/v2/render_sessions?limit=0')).status).toBe(422);
  expect((await client.send('GET', '/v2/render_sessions?cursor=nonsense')).status).toBe(422);
});

test('a session fetches its inputs while earlier sessions are drawn', async () => {
  const version = await addVersion(33);
  using _hold = holdSegments(service.dataDir, 0);
  const first = String((await start(version))['id']);
  await isDrawn(first);
  const ids = [first];
  for (const logo of ['/good.jpg', '/hangs'])
    ids.push(String((await start(version, 'preview', logo))['id']));
  while (images.hanging() === 0) await pause(20);
  expect(await read(first)).toMatchObject({ phase: 'rendering' });
  for (const id of ids) await client.send('POST', `/v2/render_sessions/${id}/cancel`);
});

/** Returns the largest difference of a channel. */
function farthest(color: number[], wanted: number[]): number {
  return Math.max(
    ...wanted.map((channel, index) => Math.abs((color[index] ?? Number.NaN) - channel)),
  );
}
