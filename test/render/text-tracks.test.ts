import { execFile } from 'node:child_process';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTextTracks } from '../../src/mux/add-text-tracks.ts';
import { boxAt, boxesIn } from '../../src/mux/boxes.ts';
import type { TextTrack } from '../../src/mux/text-track.ts';
import { type ExpectedVideo, verifyVideo } from '../../src/mux/verify.ts';
import { removeFolder } from '../support/folder.ts';

const run = promisify(execFile);
const SIZE = { width: 64, height: 36 };
const H264: ExpectedVideo = {
  ...SIZE,
  format: 'mp4',
  codec: 'h264',
  fps: 12,
  hasAlpha: false,
  frameCount: 24,
  audio: 'aac',
};
const GERMAN: TextTrack = {
  code: 'deu',
  tag: 'de',
  title: 'Deutsch',
  texts: [
    { startSeconds: 0.25, endSeconds: 1, text: 'Grüße\nan {alle} <hier> \\ & dort' },
    { startSeconds: 1, endSeconds: 2, text: 'Ende' },
  ],
};
const ARABIC: TextTrack = {
  code: 'ara',
  title: 'العربية',
  texts: [{ startSeconds: 0, endSeconds: 0.5, text: 'مرحبا 🎂' }],
};
const TRACKS = [GERMAN, ARABIC];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-texts-'));
});
afterAll(() => removeFolder(folder));

/** A video of two seconds with a tone, from ffmpeg's own muxer. */
async function made(name: string, ...more: string[]): Promise<string> {
  const path = join(folder, name);
  const image = 'testsrc2=s=64x36:r=12:d=2,format=yuv420p';
  const inputs = ['-f', 'lavfi', '-i', image, '-f', 'lavfi', '-i', 'sine=d=2'];
  const colors = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];
  const codecs = ['-c:v', 'libx264', '-color_range', 'tv', ...colors, '-c:a', 'aac'];
  const rate = ['-ar', '48000', '-ac', '2', '-movie_timescale', '48000'];
  await run('ffmpeg', ['-v', 'error', ...inputs, ...codecs, ...rate, ...more, '-y', path]);
  return path;
}

const added = async (from: string, name: string, tracks: readonly TextTrack[] = TRACKS) => {
  const to = join(folder, name);
  await addTextTracks({ from, to, format: 'mp4', tracks, ...SIZE, seconds: 2 });
  return to;
};

const framesOf = async (path: string) =>
  (
    await run(
      'ffmpeg',
      ['-v', 'error', '-i', path, '-map', '0:v', '-map', '0:a', '-c', 'copy'].concat([
        '-f',
        'framemd5',
        '-',
      ]),
    )
  ).stdout;

test.each([
  ['first', '+faststart'],
  ['last', '0'],
])('texts are added to a video whose index is %s, and its frames stay', async (_, flags) => {
  const plain = await made('plain.mp4', '-movflags', flags);
  const path = await added(plain, 'texts.mp4');
  await verifyVideo(path, { ...H264, texts: TRACKS });
  expect(await framesOf(path)).toBe(await framesOf(plain));
  const types = boxesIn(await readFile(path)).map(({ type }) => type);
  expect(types).toEqual(['ftyp', 'moov', 'mdat', 'mdat']);
  const texts = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-map', '0:s:0'].concat(['-f', 'webvtt', '-']),
  );
  expect(texts.stdout).toBe(
    'WEBVTT\n\n00:00.250 --> 00:01.000\nGrüße\nan {alle} <hier> \\ & dort\n\n00:01.000 --> 00:02.000\nEnde\n',
  );
});

test.each<[string, readonly TextTrack[]]>([
  ['no texts', []],
  ['one track', [GERMAN]],
  ['another order', [ARABIC, GERMAN]],
  ['another title', [GERMAN, { ...ARABIC, title: 'Arabic' }]],
  ['another language', [GERMAN, { ...ARABIC, code: 'heb' }]],
  [
    'another text',
    [GERMAN, { ...ARABIC, texts: [{ startSeconds: 0, endSeconds: 0.5, text: 'x' }] }],
  ],
  [
    'another time',
    [GERMAN, { ...ARABIC, texts: ARABIC.texts.map((text) => ({ ...text, endSeconds: 0.6 })) }],
  ],
])('a video with other texts is reported as corrupt: %s', async (_, tracks) => {
  const path = await made('plain.mp4');
  const video = tracks.length === 0 ? path : await added(path, 'other.mp4', tracks);
  await expect(verifyVideo(video, { ...H264, texts: TRACKS })).rejects.toMatchObject({
    code: 'render_corrupt',
  });
});

test('texts that would show at once are reported as corrupt', async () => {
  const path = await added(await made('plain.mp4'), 'enabled.mp4');
  const bytes = await readFile(path);
  const { start, end } = boxAt(bytes, 'moov');
  const last = boxesIn(bytes, start, end)
    .filter(({ type }) => type === 'trak')
    .at(-1);
  await using file = await open(path, 'r+');
  // The flags of the track header.
  await file.write(Buffer.from([3]), 0, 1, (last?.start ?? 0) + 8 + 3);
  await expect(verifyVideo(path, { ...H264, texts: TRACKS })).rejects.toMatchObject({
    message: expect.stringContaining('in ara, enabled'),
  });
});

test('places near 4 GB are written with 64 bits', async () => {
  const plain = await made('plain.mp4', '-movflags', '+faststart', '-an');
  const bytes = await readFile(plain);
  const data = boxesIn(bytes).find(({ type }) => type === 'mdat');
  const dataAt = (data?.start ?? 8) - 8;
  const gap = 0xf800_0000;
  const table = boxAt(bytes, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stco');
  const count = bytes.readUInt32BE(table.start + 4);
  for (let at = 0; at < count; at += 1) {
    const place = table.start + 8 + at * 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(place) + gap, place);
  }
  const far = join(folder, 'far.mp4');
  {
    await using file = await open(far, 'w');
    await file.write(bytes.subarray(0, dataAt), 0, dataAt, 0);
    const free = Buffer.alloc(8);
    free.writeUInt32BE(gap);
    free.write('free', 4);
    await file.write(free, 0, 8, dataAt);
    const rest = bytes.subarray(dataAt);
    await file.write(rest, 0, rest.length, dataAt + gap);
  }
  const path = await added(far, 'near.mp4');
  await rm(far);
  await verifyVideo(path, { ...H264, audio: undefined, texts: TRACKS });
  const near = await readFile(path);
  expect(boxAt(near, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'co64').start).toBeGreaterThan(0);
});
