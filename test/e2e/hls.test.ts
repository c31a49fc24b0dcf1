import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import { openHlsPlayer, type Played } from '../support/hls-player.ts';
import { writeZip } from '../support/package.ts';
import { placeOf } from '../support/place.ts';
import { holdRasterisers } from '../support/rasterisers.ts';
import { makeClient, startService } from '../support/service.ts';
import { tone, wavOf } from '../support/tones.ts';

const run = promisify(execFile);

const [FPS, SECONDS] = [30, 12];
const FRAMES = FPS * SECONDS;
const [WIDTH, HEIGHT] = [640, 360];
/** One color for each second, so that a color identifies the position in the video. */
const COLORS = Array.from({ length: SECONDS }, (_, i) => [
  40 + (i % 3) * 80,
  40 + (Math.floor(i / 3) % 2) * 150,
  30 + Math.floor(i / 6) * 160,
]);
const NOT_REUSED = { REUSE_SEGMENTS: 'off', FRAMEPRESS_WORKERS: '1' };

let folder: string;
let template: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-hls-'));
  const hex = (color: number[]) => `#${Buffer.from(color).toString('hex')}`;
  const layers = COLORS.map((color, second) => ({
    ...{ ty: 1, nm: `second ${second}`, sw: WIDTH, sh: HEIGHT, sc: hex(color), ks: {} },
    ...{ ip: second * FPS, op: (second + 1) * FPS, st: 0 },
  }));
  const audio = { ty: 6, nm: 'music', refId: 'music', ip: 0, op: FRAMES, st: 0 };
  template = await writeZip(join(folder, 'seconds.zip'), {
    'data.json': JSON.stringify({
      ...{ v: '5.9.0', fr: FPS, ip: 0, op: FRAMES, w: WIDTH, h: HEIGHT, nm: 'seconds' },
      assets: [{ id: 'music', u: 'audio/', p: 'music.wav', e: 0 }],
      // A moving shape, so that no frame repeats the previous one.
      layers: [mover(), ...layers, audio],
    }),
    'audio/music.wav': wavOf(SECONDS, tone(440)),
  });
});

afterAll(() => removeFolder(folder));

function mover(): Json {
  const p = {
    a: 1,
    k: [
      { t: 0, s: [4, HEIGHT - 4, 0] },
      { t: FRAMES, s: [WIDTH - 4, HEIGHT - 4, 0] },
    ],
  };
  const shapes = [
    { ty: 'rc', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [4, 4] }, r: { a: 0, k: 0 } },
    { ty: 'fl', c: { a: 0, k: [1, 1, 1, 1] }, o: { a: 0, k: 100 } },
  ];
  return { ty: 4, nm: 'mover', ip: 0, op: FRAMES, st: 0, ks: { p }, shapes };
}

/** Returns the keys of the stream's segments. */
const segmentFiles = async (dataDir: string, id: string) => {
  const { files } = await placeOf(dataDir);
  return (await files.keys(`sessions/${id}/preview/hls`)).filter((key) => key.endsWith('.mp4'));
};

/** Starts a render that pauses after its first segment, when it can be played. */
async function startHeld(
  client: Client,
  version: Json,
  dataDir: string,
  workers: readonly number[],
) {
  const mapping = { template_style_version_id: version['id'], resources: {} };
  const { body } = await client.send('POST', '/v2/render_sessions', {
    ...{ title: 'hls', render: 'preview', mapping },
  });
  const created = body['render_session'] as Json;
  expect(created['hls_url']).toBeNull();
  const id = String(created['id']);
  const segments = () => segmentFiles(dataDir, id);
  while ((await segments()).length === 0) await pause(2);
  const goOn = await holdRasterisers(workers);
  const read = async () =>
    (await client.send('GET', `/v2/render_sessions/${id}`)).body['render_session'] as Json;
  let session = await read();
  for (; session['hls_url'] === null; session = await read()) await pause(20);
  expect(session['status']).toBe('preview_rendering');
  return { id, segments, url: String(session['hls_url']), goOn, read };
}

/** Fetches the playlists of a stream, by name. */
async function playlists(url: string): Promise<Record<string, string>> {
  const main = await (await fetch(url)).text();
  const found: Record<string, string> = { main };
  for (const [name] of main.matchAll(/(?:audio|video)[\w-]*\.m3u8[^\s"]*/g)) {
    found[name.slice(0, 5)] = await (await fetch(new URL(name, url))).text();
  }
  return found;
}

const entries = (playlist = '') =>
  playlist.replace(/#EXT-X-PLAYLIST-TYPE.*\n/, '').replace('#EXT-X-ENDLIST\n', '');

/** Checks that all files in the playlists exist. */
async function readAll(url: string, playlist = ''): Promise<void> {
  for (const [name] of playlist.matchAll(/^[^#\s].*$/gm)) {
    const answer = await fetch(new URL(name, url), { headers: { range: 'bytes=0-99' } });
    expect(answer.status, name).toBe(206);
    await answer.arrayBuffer();
  }
}

/** Digests of the decoded frames. */
async function digests(input: string[]): Promise<string[]> {
  const args = ['-v', 'error', ...input, '-map', '0:v', '-fps_mode', 'passthrough'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'framemd5', '-'], { maxBuffer: 2 ** 26 });
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}

test('a video plays while it is rendered, over every segment boundary to its end, and is the same afterwards', async () => {
  const dataDir = join(folder, 'playing');
  const credentials = await makeClient(dataDir);
  await using api = await startService(dataDir, {}, 'api');
  await using worker = await startService(dataDir, NOT_REUSED, 'worker');
  const client = await new Client(api.url).login(credentials);
  await using player = await openHlsPlayer();
  const held = await startHeld(
    client,
    await client.addTemplate(template),
    dataDir,
    worker.workerPids,
  );
  const before = await playlists(held.url);
  expect(before['main']).toMatch(
    /CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",RESOLUTION=640x360,FRAME-RATE=30\.000,.*AUDIO="audio"/,
  );
  expect(before['video']).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(before['video']).not.toContain('#EXT-X-ENDLIST');

  await player.play(held.url, 4);
  let played = await player.look();
  const until = async (isSo: (now: Played) => boolean) => {
    for (played = await player.look(); !isSo(played); played = await player.look()) await pause(50);
  };
  await until(({ currentTime }) => currentTime > 0.5);
  expect((await held.read())['status']).toBe('preview_rendering');
  held.goOn();
  const done = await client.waitFor(held.id);
  expect(done).toMatchObject({ status: 'preview_rendered', errors: [] });
  await until(({ ended }) => ended);

  expect(played.errors.filter(({ fatal }) => fatal)).toEqual([]);
  expect(played.duration).toBeCloseTo(SECONDS, 2);
  expect(played.audioBytes).toBeGreaterThan(0);
  // Both tracks play from start to end without a gap; the encoder's priming is removed.
  const [[videoFrom, videoTo] = [], ...videoRest] = played.buffered['video'] ?? [];
  const [[audioFrom, audioTo] = [], ...audioRest] = played.buffered['audio'] ?? [];
  expect([videoRest, audioRest]).toEqual([[], []]);
  expect([videoFrom, audioFrom]).toEqual([0, 0]);
  expect(videoTo).toBeCloseTo(SECONDS, 3);
  expect(audioTo).toBeCloseTo(SECONDS, 3);
  // A busy machine skips frames, and its browser may report a frame's time with the next frame's image.
  for (const [second, wanted] of COLORS.entries()) {
    const color = await player.colorAt(second + 0.5);
    const off = color.map((value, i) => Math.abs(value - (wanted[i] ?? 0)));
    expect(Math.max(...off), `at ${second + 0.5} s: ${color}`).toBeLessThan(16);
  }

  const after = await playlists(held.url);
  for (const track of ['audio', 'video']) {
    expect(after[track]).toMatch(/#EXT-X-PLAYLIST-TYPE:VOD\n(.*\n)*#EXT-X-ENDLIST\n$/);
    expect(entries(after[track]).startsWith(entries(before[track]))).toBe(true);
    await readAll(held.url, after[track]);
  }
  const path = join(folder, 'video.mp4');
  await writeFile(path, Buffer.from(await (await fetch(String(done['video_url']))).arrayBuffer()));
  const streamed = await digests(['-allowed_extensions', 'ALL', '-i', String(done['hls_url'])]);
  expect(streamed).toHaveLength(FRAMES);
  expect(streamed).toEqual(await digests(['-i', path]));

  expect((await client.send('DELETE', `/v2/render_sessions/${held.id}`)).status).toBe(204);
  expect((await fetch(held.url)).status).toBe(404);
  expect(await held.segments()).toEqual([]);
});

test('a stream continues after a kill with the same bytes, and a cancel removes it', async () => {
  const dataDir = join(folder, 'killed');
  const credentials = await makeClient(dataDir);
  const first = await startService(dataDir, NOT_REUSED);
  const client = await new Client(first.url).login(credentials);
  const version = await client.addTemplate(template);
  const held = await startHeld(client, version, dataDir, first.workerPids);
  let known = await playlists(held.url);
  await first.crash();
  held.goOn();

  await using second = await startService(dataDir, NOT_REUSED);
  const again = await new Client(second.url).login(credentials);
  const url = held.url.replace(first.url, second.url);
  const look = async () => {
    const now = await playlists(url);
    for (const track of ['audio', 'video']) {
      expect(entries(now[track]).startsWith(entries(known[track]))).toBe(true);
      await readAll(url, now[track]);
    }
    known = now;
  };
  let session: Json = { status: 'preview_rendering' };
  for (; session['status'] === 'preview_rendering'; await look()) {
    const { body } = await again.send('GET', `/v2/render_sessions/${held.id}`);
    session = body['render_session'] as Json;
  }
  expect(session).toMatchObject({ status: 'preview_rendered', errors: [] });
  expect(known['video']).toContain('#EXT-X-ENDLIST');

  const canceled = await startHeld(again, version, dataDir, second.workerPids);
  expect(await cancel(again, canceled.id)).toMatchObject({ status: 'canceled', hls_url: null });
  canceled.goOn();
  while ((await canceled.segments()).length > 0) await pause(20);
  expect((await fetch(canceled.url)).status).toBe(404);

  // Also if no worker renders it at that moment.
  const left = await startHeld(again, version, dataDir, second.workerPids);
  await second.crash();
  left.goOn();
  await using api = await startService(dataDir, {}, 'api');
  const last = await new Client(api.url).login(credentials);
  expect(await cancel(last, left.id)).toMatchObject({ status: 'canceled', hls_url: null });
  await using _worker = await startService(dataDir, NOT_REUSED, 'worker');
  while ((await left.segments()).length > 0) await pause(20);
});

async function cancel(client: Client, id: string): Promise<Json> {
  const { body } = await client.send('POST', `/v2/render_sessions/${id}/cancel`);
  return body['render_session'] as Json;
}
