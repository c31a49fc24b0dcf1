import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { writeZip } from '../support/package.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';
import { levelOf, tone, wavOf } from '../support/tones.ts';

const run = promisify(execFile);
const RATE = 48_000;

let folder: string;
let service: SharedService;
let client: Client;
let origin: string;
const server = createServer((request, response) => {
  if (request.url === '/voice.wav') response.end(wavOf(3, tone(700)));
  else if (request.url === '/silence.wav') response.end(wavOf(3, () => 0));
  else if (request.url?.startsWith('/page.mp3?'))
    response.end('<!doctype html><title>Log in</title>');
  else response.writeHead(404).end();
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-audio-'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  service = await sharedService();
  client = await new Client(service.url).login(service.credentials);
});

afterAll(async () => {
  server.close();
  await removeFolder(folder);
});

/** Frames of five seconds. */
const [FPS, FRAMES] = [10, 50];

const layer = (more: Json) => ({ ip: 0, op: FRAMES, st: 0, sr: 1, ...more });
const SOLID = { ty: 1, nm: 'ground', sw: 64, sh: 36, sc: '#204080', ks: {} };

/** Five seconds: a fixed audio file, a replaceable one, and background music. */
async function addTemplate(name: string, layers: Json[], audio = true): Promise<Json> {
  const animation = {
    v: '5.9.0',
    fr: FPS,
    ip: 0,
    op: FRAMES,
    w: 64,
    h: 36,
    nm: name,
    assets: [
      { id: 'fixed', u: 'audio/', p: 'fixed.wav', e: 0 },
      { id: 'own', u: 'audio/', p: 'own.wav', e: 0 },
    ],
    layers: [...layers, layer(SOLID)],
  };
  const path = await writeZip(join(folder, `${name}.zip`), {
    'data.json': JSON.stringify(animation),
    'audio/fixed.wav': wavOf(5, tone(300)),
    'audio/own.wav': wavOf(5, tone(500)),
    'audio/bed.wav': wavOf(5, tone(1100, 0.1)),
    ...(audio && { 'template.json': JSON.stringify({ version: 1, audio: 'audio/bed.wav' }) }),
  });
  return client.addTemplate(path);
}

const LAYERS = [
  layer({ ty: 6, refId: 'fixed', ip: FPS, op: 2 * FPS, st: FPS, au: { lv: { a: 0, k: 50 } } }),
  layer({ ty: 6, refId: 'own', nm: 'a_01', ip: 2 * FPS, st: 2 * FPS }),
];

async function render(version: Json, audio_tracks: Json): Promise<Json> {
  const mapping = { template_style_version_id: version['id'], resources: {}, audio_tracks };
  const { body } = await client.send('POST', '/v2/render_sessions', {
    title: 'audio',
    render: 'preview',
    mapping,
  });
  return client.waitFor(String((body['render_session'] as Json)['id']));
}

async function download(session: Json): Promise<string> {
  const path = join(folder, `${session['id']}.mp4`);
  const answer = await fetch(String(session['video_url']));
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  return path;
}

/** Returns the amplitudes of some tones in the left channel of one second of a video. */
async function heard(path: string, from: number, hertz: number[]): Promise<number[]> {
  const args = ['-v', 'error', '-i', path, '-map', '0:a', '-f', 'f32le', '-ar', `${RATE}`, '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  const samples = new Float32Array(new Uint8Array(stdout).buffer).filter((_, i) => i % 2 === 0);
  const part = samples.subarray((from + 0.1) * RATE, (from + 0.9) * RATE);
  return hertz.map((f) => Math.round(levelOf(part, RATE, f) * 20) / 20);
}

const streams = async (path: string) => {
  const args = [
    '-v',
    'error',
    '-show_entries',
    'stream=codec_name,start_time,duration',
    '-of',
    'csv=p=0',
    path,
  ];
  return (await run('ffprobe', args)).stdout.trim().split('\n');
};

test("mixes a template's own audio files and reports the loudness", async () => {
  const version = await addTemplate('own', LAYERS);
  expect(version).toMatchObject({ status: 'edit_ready', report: { warnings: [] } });
  expect(version['editables']).toMatchObject({
    a_01: { input_type: 'audio', required: false, start: 2, end: 5, duration: 3, volume: 1 },
    background: { input_type: 'audio', duration: 5 },
  });
  const session = await render(version, {});
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [], warnings: [] });
  const { integrated_lufs: lufs, limited } = session['loudness'] as Json;
  expect(Number(lufs)).toBeGreaterThan(-20);
  expect(Number(lufs)).toBeLessThan(-5);
  expect(limited).toBe(false);
  const path = await download(session);
  expect(await streams(path)).toEqual(['h264,0.000000,5.000000', 'aac,0.000000,5.000000']);
  expect(await heard(path, 0, [300, 500, 1100])).toEqual([0, 0, 0.1]);
  expect(await heard(path, 1, [300, 500, 1100])).toEqual([0.25, 0, 0.1]);
  expect(await heard(path, 3, [300, 500, 1100])).toEqual([0, 0.5, 0.1]);
});

test('mixes audio tracks from a URL and an upload, with silence and a fade', async () => {
  const version = await addTemplate('tracks', LAYERS);
  const { status, body } = await client.upload(Uint8Array.from(wavOf(1.5, tone(900))));
  expect(status).toBe(201);
  const upload = body['upload'] as Json;
  expect(upload).toMatchObject({ content_type: 'audio/wav', duration: 1.5 });
  const session = await render(version, {
    a_01: {
      source: { remote_url: `${origin}/voice.wav` },
      transform: { trim_strategy: 'manual', trim_start_time: 2, volume: 0.6 },
    },
    background: {
      source: { upload_id: upload['id'] },
      transform: { loop: true, volume: 0.2, fade_out: 1 },
    },
  });
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [] });
  expect(session['source_uploads']).toMatchObject([
    { editable: 'a_01', content_type: 'audio/wav', duration: 3 },
    { editable: 'background', upload_id: upload['id'], duration: 1.5 },
  ]);
  const path = await download(session);
  // The file has three seconds: one second of it plays, from 2 s on.
  expect(await heard(path, 2, [500, 700, 900])).toEqual([0, 0.3, 0.1]);
  expect(await heard(path, 3, [500, 700, 900])).toEqual([0, 0, 0.1]);
  expect((await heard(path, 4, [900]))[0]).toBeCloseTo(0.05, 1);
});

test('a template without audio, a muted template and a silent file give no audio track', async () => {
  const mute = await addTemplate('mute', [], false);
  const session = await render(mute, {});
  expect(session).toMatchObject({ status: 'preview_rendered', loudness: null });
  expect(await streams(await download(session))).toEqual(['h264,0.000000,5.000000']);
  const only = await addTemplate('only', LAYERS.slice(1), false);
  const silence = { source: { remote_url: `${origin}/silence.wav` } };
  for (const a_01 of [null, silence]) {
    const silenced = await render(only, { a_01 });
    expect(silenced).toMatchObject({ status: 'preview_rendered', loudness: null });
    expect(await streams(await download(silenced))).toEqual(['h264,0.000000,5.000000']);
  }
});

test('a file without audio and a trim beyond the end are reported with their pointers', async () => {
  const version = await addTemplate('faults', LAYERS);
  const session = await render(version, {
    a_01: { source: { remote_url: `${origin}/page.mp3?token=secret` } },
    background: { source: { remote_url: `${origin}/none.mp3` } },
  });
  expect(session).toMatchObject({ status: 'failed', video_url: null });
  const errors = session['errors'] as Json[];
  expect(errors.find(({ editable }) => editable === 'a_01')).toMatchObject({
    code: 'asset_not_media',
    url: `${origin}/page.mp3`,
    retryable: false,
    message: expect.stringContaining('an HTML page'),
  });
  expect(errors.find(({ editable }) => editable === 'background')).toMatchObject({
    code: 'asset_not_found',
    url: `${origin}/none.mp3`,
  });
  expect(JSON.stringify(session['errors'])).not.toContain('secret');
  const mapping = {
    template_style_version_id: version['id'],
    resources: {},
    audio_tracks: {
      a_01: { source: { remote_url: `${origin}/voice.wav` }, transform: { trim_start_time: 3 } },
    },
  };
  const { body } = await client.send('POST', '/v2/mappings/validate', { mapping });
  expect(body).toMatchObject({
    valid: false,
    errors: [
      {
        code: 'sound_too_short',
        editable: 'a_01',
        pointer: '/mapping/audio_tracks/a_01/transform/trim_start_time',
      },
    ],
  });
});
