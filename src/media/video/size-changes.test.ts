import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ffmpeg } from '../testing/clips.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { decodeVideoInput } from './decode-video.ts';
import { ingestVideo } from './ingest-video.ts';
import { placeVideo } from './video-place.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

type Part = { color: string; size: string; frames: number };
const PARTS: Part[] = [
  { color: 'red', size: '64x36', frames: 30 },
  { color: 'blue', size: '32x24', frames: 30 },
  { color: 'lime', size: '80x80', frames: 30 },
];

/** Joins parts of other sizes without encoding them again. `output`: the encoder of the parts. */
async function changing(name: string, fps: string, output: readonly string[]): Promise<string> {
  const parts = PARTS.map((part, n) => ({ ...part, path: join(folder.path, `${n}-${name}`) }));
  for (const { color, size, frames, path } of parts) {
    const source = `color=${color}:s=${size}:r=${fps}`;
    await ffmpeg(['-f', 'lavfi', '-i', source, '-frames:v', String(frames), ...output, path]);
  }
  const list = join(folder.path, `${name}.txt`);
  await writeFile(list, parts.map(({ path }) => `file '${path}'\n`).join(''));
  const path = join(folder.path, name);
  await ffmpeg(['-f', 'concat', '-safe', '0', '-i', list, '-c', 'copy', path]);
  return path;
}

/** The colors of the images that are shown at a rate, each with the number of images in a row. */
async function readFrames(
  path: string,
  rate: number,
  seconds: number,
): Promise<[string, number][]> {
  await using work = await temporaryFolder();
  const input = await ingestVideo({ path, dir: work.path, editable: 'video_1' });
  const fit = { box: { width: 16, height: 16 }, crop: { strategy: 'fill' }, scale: 1 } as const;
  const place = placeVideo({ source: input, ...fit });
  const times = Array.from({ length: Math.round(rate * seconds) }, (_, n) => n / rate);
  const options = { seconds: times, trimStartSeconds: 0, place };
  const dir = join(work.path, 'frames');
  const images = await decodeVideoInput({ input, label: 'video_1' }, options, dir);
  const frames: [string, number][] = [];
  for (const image of images) {
    const [r = 0, g = 0, b = 0] = await sharp(image?.path).removeAlpha().raw().toBuffer();
    const color = r > 128 ? 'red' : g > 128 ? 'lime' : b > 128 ? 'blue' : 'none';
    const last = frames.at(-1);
    if (last?.[0] === color) last[1] += 1;
    else frames.push([color, 1]);
  }
  return frames;
}

const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const MJPEG = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'];
const ALPHA = ['-pix_fmt', 'yuva420p', '-auto-alt-ref', '0', ...VP8];

test.each([
  ['more images than needed', 'double.webm', '60', VP8],
  ['the rate of the template', 'same.webm', '30', VP8],
  ['in H.264', 'double.ts', '60', H264],
  ['with transparency', 'alpha.webm', '60', ALPHA],
])('a video whose size changes is shown to its end: %s', async (_, name, fps, output) => {
  const path = await changing(name, fps, output);
  const each = (30 / Number(fps)) * 30;
  expect(await readFrames(path, 30, (3 * each) / 30)).toEqual([
    ['red', each],
    ['blue', each],
    ['lime', each],
  ]);
});

test('a video of a variable rate whose size changes is shown to its end', async () => {
  const path = await changing('constant.webm', '30', VP8);
  const variable = join(folder.path, 'variable.webm');
  // Every second image of the first second is shown twice as long.
  const times = "setts=pts='if(lt(N,30),floor(N/2)*2,N)*1000/30+mod(N,2)*5'";
  await ffmpeg(['-i', path, '-c', 'copy', '-bsf:v', times, variable]);
  expect((await readFrames(variable, 25, 3)).map(([color]) => color)).toEqual([
    'red',
    'blue',
    'lime',
  ]);
  const [red = ['', 0], blue = ['', 0]] = await readFrames(variable, 25, 3);
  expect([red[1], blue[1]]).toEqual([25, 25]);
});

test('a turned video whose size changes is shown upright to its end', async () => {
  const path = await changing('upright.mov', '60', MJPEG);
  const turned = join(folder.path, 'turned.mov');
  await ffmpeg(['-i', path, '-c', 'copy', '-metadata:s:v:0', 'rotate=90', turned]);
  expect(await readFrames(turned, 30, 1.5)).toEqual([
    ['red', 15],
    ['blue', 15],
    ['lime', 15],
  ]);
});
