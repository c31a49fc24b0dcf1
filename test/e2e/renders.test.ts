import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/system/index.ts';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { SCRIPT_FONT } from '../support/images.ts';
import { smallLottie, writePackage } from '../support/package.ts';
import { entriesOf, placeOf } from '../support/place.ts';
import { pixelAt, probe } from '../support/probe.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const LOGO = '(Footage)/USER/logo_01.png';

let folder: string;
let service: SharedService;
let client: Client;
let version: Json;
let images: Awaited<ReturnType<typeof serveImage>>;

/** Serves a font, and an image that can change or be missing. */
async function serveImage() {
  const font = await readFile(SCRIPT_FONT);
  const server = createServer((request, response) => {
    const isFont = request.url === '/font';
    it.requests[isFont ? 'font' : 'image'] += 1;
    const bytes = isFont ? font : it.bytes;
    if (bytes === undefined) response.writeHead(404).end();
    else response.end(bytes);
  });
  const it = { requests: { font: 0, image: 0 }, bytes: undefined as Buffer | undefined };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return Object.assign(it, { url: `http://127.0.0.1:${port}`, close: () => server.close() });
}

const image = (background: string) =>
  sharp({ create: { width: 100, height: 50, channels: 3, background } })
    .png()
    .toBuffer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-renders-'));
  images = await serveImage();
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
  version = await client.addTemplate(await writePackage(join(folder, 's.zip'), smallLottie(12)));
});

afterAll(async () => {
  images?.close();
  await removeFolder(folder);
});

async function create(more: object = {}, text = 'Hello'): Promise<string> {
  const resources = {
    t_01: { source: { text } },
    c_01: { source: { color: '#203040' } },
    [LOGO]: { source: { remote_url: `${images.url}/logo` } },
  };
  const [font = ''] = version['fonts'] as string[];
  const mapping = {
    template_style_version_id: version['id'],
    resources,
    font_changes: { [font]: { source: { remote_url: `${images.url}/font` } } },
  };
  const { body, status } = await client.send('POST', '/v2/render_sessions', {
    title: 'A video',
    mapping,
    ...more,
  });
  expect([status, body['errors']]).toEqual([201, undefined]);
  return String((body['render_session'] as Json)['id']);
}

const act = (id: string, action: string, body?: object) =>
  client.send('POST', `/v2/render_sessions/${id}/${action}`, body);

async function download(url: unknown): Promise<Buffer> {
  const response = await fetch(String(url));
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('a final uses the inputs of its preview and fetches nothing again', async () => {
  images.bytes = await image('#00a040');
  const id = await create({ render: 'preview' });
  const preview = await client.waitFor(id);
  expect(preview).toMatchObject({ status: 'preview_rendered', errors: [] });
  const asked = { ...images.requests };
  // The image at this address has changed since the preview.
  images.bytes = await image('#ff0000');
  const begun = await act(id, 'render', { render: 'final' });
  const shown = begun.body['render_session'] as Json;
  expect(shown).toMatchObject({ status: 'final_rendering', render_progress: 0 });
  expect(await download(shown['video_url'])).toEqual(await download(preview['video_url']));
  const seen: unknown[] = [];
  const final = await client.waitFor(id, (session) => seen.push(session['render_progress']));
  expect(final).toMatchObject({ status: 'final_rendered', render_progress: 100, warnings: [] });
  expect(seen.at(-1)).toBe(100);
  expect(seen).toEqual([...seen].sort((a, b) => Number(a) - Number(b)));
  expect(images.requests).toEqual(asked);

  const path = join(folder, 'final.mp4');
  const bytes = await download(final['video_url']);
  await writeFile(path, bytes);
  const [red = 0, green = 0] = await pixelAt(path, 11, 250, 135);
  expect([red < 20, green > 140]).toEqual([true, true]);
  // Preview and final are different files of the same inputs.
  expect(await download(preview['video_url'])).not.toEqual(bytes);
  const [before, after] = [preview['receipt'] as Json, final['receipt'] as Json];
  expect(Object.keys(after['media'] as Json)).toHaveLength(2);
  for (const part of ['template', 'mapping', 'media', 'fonts', 'engine']) {
    expect(after[part]).toEqual(before[part]);
  }
  expect(after['outputs']).toEqual({ video: sha256(bytes) });
  expect(final['outputs']).toMatchObject([
    { file: 'video', format: 'mp4', codec: 'h264', width: 320, height: 180, fps: 30 },
  ]);
});

test('a failed session is retried with the inputs that it has', async () => {
  images.bytes = undefined;
  const id = await create({}, 'Retry');
  await act(id, 'render', { render: 'preview' });
  const failed = await client.waitFor(id);
  expect(failed).toMatchObject({ status: 'failed', video_url: null });
  expect(failed['errors']).toMatchObject([{ editable: LOGO, code: 'asset_not_found' }]);
  const { font } = images.requests;
  images.bytes = await image('#0000ff');
  expect((await act(id, 'retry')).status).toBe(200);
  expect(await client.waitFor(id)).toMatchObject({ status: 'preview_rendered', errors: [] });
  // It had already been fetched.
  expect(images.requests.font).toBe(font);

  // The input snapshot is lost: a final with other images would differ from the preview.
  const { files } = await placeOf(service.dataDir);
  await files.remove(`sessions/${id}/inputs`);
  await act(id, 'render', { render: 'final' });
  const lost = await client.waitFor(id);
  expect(lost['errors']).toMatchObject([{ code: 'inputs_gone', retryable: false }]);
  expect(await entriesOf(service.dataDir, 'work')).not.toContain(id);
  await client.send('DELETE', `/v2/render_sessions/${id}`);
  expect(await files.keys(`sessions/${id}`)).toEqual([]);
});

test('a session has several outputs of one render, each as requested', async () => {
  images.bytes = await image('#00a040');
  const output = [
    { width: 160, codec: 'hevc', quality: 'draft' },
    { format: 'webm', fps: 15 },
    { format: 'gif', height: 90 },
    { format: 'png' },
  ];
  const id = await create({ render: 'preview', output });
  const done = await client.waitFor(id);
  expect(done['errors']).toEqual([]);
  expect(done).toMatchObject({ status: 'preview_rendered', width: 160, height: 90, fps: 30 });
  const outputs = done['outputs'] as Json[];
  expect(outputs).toMatchObject([
    { file: 'video', format: 'mp4', codec: 'hevc', width: 160, height: 90, fps: 30, duration: 0.4 },
    { file: 'video_2', format: 'webm', codec: 'vp9', width: 320, height: 180, fps: 15 },
    { file: 'video_3', format: 'gif', codec: 'gif', width: 160, height: 90, fps: 15 },
    { file: 'video_4', format: 'png', codec: 'png', width: 320, height: 180, fps: 30 },
  ]);
  const names = ['A video.mp4', 'A video 2.webm', 'A video 3.gif', 'A video 4.zip'];
  const types = ['video/mp4', 'video/webm', 'image/gif', 'application/zip'];
  for (const [index, { url, bytes, sha256: digest, file, codec }] of outputs.entries()) {
    const response = await fetch(String(url));
    expect(response.headers.get('content-type')).toBe(types[index]);
    expect(response.headers.get('content-disposition')).toContain(`filename="${names[index]}"`);
    const whole = Buffer.from(await response.arrayBuffer());
    expect([whole.byteLength, sha256(whole)]).toEqual([bytes, digest]);
    if (codec === 'png') {
      expect(whole.subarray(0, 2).toString()).toBe('PK');
      continue;
    }
    const path = join(folder, String(file));
    await writeFile(path, whole);
    expect((await probe(path))['codec_name']).toBe(codec);
    const [red = 0, green = 0, blue = 0] = await pixelAt(path, 2, 8, 8);
    for (const [seen, wanted] of [
      [red, 0x20],
      [green, 0x30],
      [blue, 0x40],
    ] as const) {
      expect(Math.abs(seen - wanted), `${codec}`).toBeLessThanOrEqual(6);
    }
  }
  expect((done['receipt'] as Json)['outputs']).toEqual(
    Object.fromEntries(outputs.map(({ file, sha256: digest }) => [file, digest])),
  );

  // An explicit quality applies to preview and final: the same bytes. Other outputs are encoded again.
  await act(id, 'render', { render: 'final' });
  const final = (await client.waitFor(id))['outputs'] as Json[];
  expect(final[0]?.['sha256']).toBe(outputs[0]?.['sha256']);
  expect(final[1]?.['sha256']).not.toBe(outputs[1]?.['sha256']);
  expect(final[3]?.['sha256']).toBe(outputs[3]?.['sha256']);
});

test('a session whose first output is not MP4 has no stream', async () => {
  images.bytes = await image('#00a040');
  const id = await create({ render: 'preview', output: [{ format: 'png' }, { format: 'mp4' }] });
  const seen: unknown[] = [];
  const done = await client.waitFor(id, (session) => seen.push(session['hls_url']));
  expect(done).toMatchObject({ status: 'preview_rendered', hls_url: null });
  expect(seen.filter((url) => url !== null)).toEqual([]);
  const { files } = await placeOf(service.dataDir);
  const keys = await files.keys(`sessions/${id}`);
  expect(keys.filter((key) => key.endsWith('.zip') || key.includes('hls'))).toEqual([
    expect.stringMatching(/\/preview\/(?:.*\/)?video\.zip$/),
  ]);
});
