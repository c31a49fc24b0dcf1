import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCaptionPage } from '../support/caption-page.ts';
import { Client, type Json, pause } from '../support/client.ts';
import { removeFolder } from '../support/folder.ts';
import {
  entriesOf,
  holdStream,
  playlistsOf,
  readAll,
  SECOND_COLORS,
  STREAM,
  writeStreamPackage,
} from '../support/held-stream.ts';
import { openHlsPlayer, type Played } from '../support/hls-player.ts';
import { type SharedService, sharedService } from '../support/shared-service.ts';

const run = promisify(execFile);

let folder: string;
let service: SharedService;
let client: Client;
let version: Json;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-hls-'));
  service = await sharedService({}, { isHeld: true });
  client = await new Client(service.url).login(service.credentials);
  version = await client.addTemplate(await writeStreamPackage(join(folder, 'seconds.zip')));
});

afterAll(() => removeFolder(folder));

/** Digests of the decoded frames. */
async function digests(input: string[]): Promise<string[]> {
  const args = ['-v', 'error', ...input, '-map', '0:v', '-fps_mode', 'passthrough'];
  const { stdout } = await run('ffmpeg', [...args, '-f', 'framemd5', '-'], { maxBuffer: 2 ** 26 });
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.split(',').at(-1)?.trim() ?? '');
}

test('a video plays while it is rendered, over every segment boundary to its end, and is the same afterwards', async () => {
  await using player = await openHlsPlayer();
  using stream = await holdStream(client, version, service.dataDir);
  const before = await playlistsOf(stream.url);
  expect(before['main']).toMatch(
    /CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",RESOLUTION=160x90,FRAME-RATE=30\.000,.*AUDIO="audio"/,
  );
  expect(before['video']).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(before['video']).not.toContain('#EXT-X-ENDLIST');

  await player.play(stream.url, 4);
  let played = await player.look();
  const until = async (isSo: (now: Played) => boolean) => {
    for (played = await player.look(); !isSo(played); played = await player.look()) await pause(50);
  };
  await until(({ currentTime }) => currentTime > 0);
  expect((await stream.read())['status']).toBe('preview_rendering');
  stream.resume();
  const done = await client.waitFor(stream.id);
  expect(done).toMatchObject({ status: 'preview_rendered', errors: [] });
  await until(({ ended }) => ended);

  expect(played.errors.filter(({ fatal }) => fatal)).toEqual([]);
  expect(played.duration).toBeCloseTo(STREAM.seconds, 2);
  expect(played.audioBytes).toBeGreaterThan(0);
  // Both tracks play from start to end without a gap; the encoder's priming is removed.
  const [[videoFrom, videoTo] = [], ...videoRest] = played.buffered['video'] ?? [];
  const [[audioFrom, audioTo] = [], ...audioRest] = played.buffered['audio'] ?? [];
  expect([videoRest, audioRest]).toEqual([[], []]);
  expect([videoFrom, audioFrom]).toEqual([0, 0]);
  expect(videoTo).toBeCloseTo(STREAM.seconds, 3);
  expect(audioTo).toBeCloseTo(STREAM.seconds, 3);
  // A busy machine skips frames, and its browser may report a frame's time with the next frame's image.
  for (const [second, wanted] of SECOND_COLORS.entries()) {
    const color = await player.colorAt(second + 0.5);
    const off = color.map((value, i) => Math.abs(value - (wanted[i] ?? 0)));
    expect(Math.max(...off), `at ${second + 0.5} s: ${color}`).toBeLessThan(16);
  }

  const after = await playlistsOf(stream.url);
  for (const track of ['audio', 'video']) {
    expect(after[track]).toMatch(/#EXT-X-PLAYLIST-TYPE:VOD\n(.*\n)*#EXT-X-ENDLIST\n$/);
    expect(entriesOf(after[track]).startsWith(entriesOf(before[track]))).toBe(true);
    await readAll(stream.url, after[track]);
  }
  const path = join(folder, 'video.mp4');
  await writeFile(path, Buffer.from(await (await fetch(String(done['video_url']))).arrayBuffer()));
  const streamed = await digests(['-allowed_extensions', 'ALL', '-i', String(done['hls_url'])]);
  expect(streamed).toHaveLength(STREAM.frames);
  expect(streamed).toEqual(await digests(['-i', path]));

  expect((await client.send('DELETE', `/v2/render_sessions/${stream.id}`)).status).toBe(204);
  expect((await fetch(stream.url)).status).toBe(404);
  expect(await stream.segments()).toEqual([]);
});

test('captions can be chosen while the video is rendered', async () => {
  await using page = await openCaptionPage('chromium');
  const cues = [
    { start: 0.5, end: 1, text: 'Hallo' },
    { start: 5, end: 6, text: 'Ende' },
  ];
  const captions = { source: { cues }, language: 'de', burn: false };
  using stream = await holdStream(client, version, service.dataDir, { captions });
  const { tracks, errors } = await page.hlsTracks(stream.url);
  expect((await stream.read())['status']).toBe('preview_rendering');
  const texts = cues.map(({ start, end, text }) => [start, end, text]);
  expect({ tracks, errors }).toEqual({
    tracks: [{ name: 'Deutsch', lang: 'de', cues: texts }],
    errors: [],
  });
  stream.resume();
  await client.waitFor(stream.id);
});

test('a cancel removes the stream', async () => {
  using stream = await holdStream(client, version, service.dataDir);
  const { body } = await client.send('POST', `/v2/render_sessions/${stream.id}/cancel`);
  expect(body['render_session']).toMatchObject({ status: 'canceled', hls_url: null });
  stream.resume();
  await expect.poll(stream.segments).toEqual([]);
  expect((await fetch(stream.url)).status).toBe(404);
});
