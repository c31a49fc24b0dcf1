import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, patchesClip } from '../../src/media/testing/clips.ts';
import { BLUE, GREEN, patches, RED, WHITE } from '../../src/media/testing/images.ts';
import { ingestVideo } from '../../src/media/video/index.ts';
import { rowsOf } from './rows-of.ts';
import { GROUND, NUMBER, openShownVideos, worst } from './shown-videos.ts';
import { CUT_OUT, OPAQUE, x264 } from './video-rows.ts';

/** Some of each kind. formats.long.test.ts has all formats. */
const FORMATS = [
  ...['H.264, BT.709', 'H.264, untagged and small', 'H.264, full range', 'HEVC, 10 bit'],
  ...['H.264 in AVI, with B-frames', 'Display P3', 'HDR, PQ', 'VP9', 'AV1', 'ProRes 422'],
  ...['MPEG-2 in a program stream', 'interlaced, upper field first', 'anamorphic'],
  ...['of odd size', 'GIF', 'animated WebP'],
];
const ALPHA = ['VP9 with alpha', 'ProRes 4444', 'GIF with a transparent color'];

let videos: Awaited<ReturnType<typeof openShownVideos>>;
let folder: string;

beforeAll(async () => {
  videos = await openShownVideos();
  ({ folder } = videos);
});
afterAll(() => videos?.[Symbol.asyncDispose]());

const shownOf = (path: string, frame?: number) => videos.shownOf(path, frame);

const near = [RED, GREEN, BLUE, WHITE];
// Each is mostly programs that start.
describe.concurrent('a video of each kind of format shows upright, in its colors, at its time', () => {
  test.each(rowsOf(OPAQUE, FORMATS))('%s (%s)', async (_, file, output, tolerance = 14) => {
    const { number, colors } = await shownOf(await patchesClip(join(folder, file), output));
    expect(number).toBe(NUMBER);
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(tolerance);
  });

  test.each(rowsOf(CUT_OUT, ALPHA))(
    '%s shows the background through (%s)',
    async (_, file, output, tolerance = 14) => {
      const path = await patchesClip(join(folder, file), output, { isCutOut: true });
      const { number, colors } = await shownOf(path);
      expect(number).toBe(NUMBER);
      expect(worst(colors, [RED, GREEN, BLUE, GROUND]), JSON.stringify(colors)).toBeLessThanOrEqual(
        tolerance,
      );
    },
  );
});

test('a still image replaces a video', async () => {
  const path = join(folder, 'still.jpg');
  const turned = patches(640, 360).rotate(270).jpeg({ quality: 95 });
  await writeFile(path, await turned.withMetadata({ orientation: 6 }).toBuffer());
  const { colors } = await shownOf(path);
  expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
});

test('a video that is turned in its container is shown upright', async () => {
  const output = x264('yuv420p', '-vf', 'transpose=2');
  const lying = await patchesClip(join(folder, 'lying.mp4'), output);
  const path = join(folder, 'turned.mp4');
  // ffmpeg 5.1 writes the angle with the other sign than it reads it.
  await ffmpeg(['-i', lying, '-c', 'copy', '-metadata:s:v', 'rotate=270', path]);
  const { width, height } = await ingestVideo({ path, dir: folder });
  expect(width / height).toBeCloseTo(16 / 9, 1);
  const { number, colors } = await shownOf(path);
  expect(number).toBe(NUMBER);
  expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
});

describe.concurrent('files with other peculiarities', () => {
  const plain = (name: string) => patchesClip(join(folder, name), x264('yuv420p', '-g', '10'));

  test('a video with a cover image before it', async () => {
    const cover = join(folder, 'cover.jpg');
    const create = { width: 64, height: 64, channels: 3 as const, background: 'purple' };
    await sharp({ create }).toFile(cover);
    const path = join(folder, 'cover.mp4');
    const maps = ['-map', '1', '-map', '0', '-c', 'copy', '-disposition:v:0', 'attached_pic'];
    await ffmpeg(['-i', await plain('bare.mp4'), '-i', cover, ...maps, path]);
    const { number, colors } = await shownOf(path);
    expect(number).toBe(NUMBER);
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
  });

  test('a video that is cut by an edit list', async () => {
    const path = join(folder, 'edited.mp4');
    const long = ['-vf', "select='gte(n,1)',setpts=N/25/TB"];
    await patchesClip(join(folder, 'uncut.mp4'), x264('yuv420p', ...long), { frameCount: 40 });
    // The cut lies between key frames: what is before it is in the file, and not shown.
    await ffmpeg(['-ss', '0.04', '-i', join(folder, 'uncut.mp4'), '-c', 'copy', path]);
    expect((await shownOf(path)).number).toBe(NUMBER + 2);
  });

  test('a video with noise in its end', async () => {
    const path = await plain('noisy.ts');
    const bytes = await readFile(path);
    for (let at = Math.floor(bytes.length * 0.75); at < bytes.length; at += 7) bytes[at] = at % 251;
    await writeFile(path, bytes);
    const { number, colors } = await shownOf(path);
    expect(number).toBe(NUMBER);
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
  });

  test('a clip that ends before it was to end stays on its last good image', async () => {
    const even = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '1', '-qp', '8'];
    const path = await patchesClip(join(folder, 'short.mkv'), even);
    await truncate(path, Math.floor((await stat(path)).size * 0.5));
    const last = (await shownOf(path, 29)).number ?? 0;
    expect(last).toBeGreaterThan(8);
    expect(last).toBeLessThan(24);
  });
});
