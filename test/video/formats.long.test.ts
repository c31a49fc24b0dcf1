import { stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, patchesClip } from '../../src/media/testing/clips.ts';
import { BLUE, GREEN, patches, RED, WHITE } from '../../src/media/testing/images.ts';
import { ingestVideo } from '../../src/media/video/index.ts';
import { GROUND, NUMBER, openShownVideos, worst } from './shown-videos.ts';
import { CUT_OUT, OPAQUE, x264 } from './video-rows.ts';

let videos: Awaited<ReturnType<typeof openShownVideos>>;
let folder: string;

beforeAll(async () => {
  videos = await openShownVideos();
  ({ folder } = videos);
});
afterAll(() => videos?.[Symbol.asyncDispose]());

const shownOf = (path: string) => videos.shownOf(path);

const sine = ['-f', 'lavfi', '-i', 'sine=440:duration=3'];
const near = [RED, GREEN, BLUE, WHITE];

// Each is mostly programs that start.
describe.concurrent('a video of each format shows upright, in its colors, at its time', () => {
  test.each(OPAQUE)('%s (%s)', async (_, file, output, tolerance = 14) => {
    const path = await patchesClip(join(folder, file), output);
    const { number, colors } = await shownOf(path);
    expect({ number, off: worst(colors, near), colors }).toMatchObject({ number: NUMBER });
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(tolerance);
  });

  test.each(CUT_OUT)(
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

describe.concurrent('a still image replaces a video', () => {
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="18">${near
    .map(
      (rgb, i) =>
        `<rect x="${(i % 2) * 16}" y="${i < 2 ? 0 : 9}" width="16" height="9" fill="rgb(${rgb.join()})"/>`,
    )
    .join('')}</svg>`;

  test.each<[string, () => Promise<Buffer>]>([
    ['PNG', () => patches(640, 360).png().toBuffer()],
    ['CMYK', () => patches(320, 180).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['WebP', () => patches(160, 90).webp({ quality: 95 }).toBuffer()],
    ['SVG', async () => Buffer.from(SVG)],
  ])('%s', async (what, make) => {
    const path = join(folder, `still-${what}`);
    await writeFile(path, await make());
    const { colors } = await shownOf(path);
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(
      what === 'CMYK' ? 100 : 14,
    );
  });
});

describe.concurrent('videos that are turned in their container', () => {
  test.each<[degrees: number, file: string, filter: string]>([
    [180, 'turned-180.mp4', 'hflip,vflip'],
    [270, 'turned-270.mov', 'transpose=1'],
    [90, 'turned-anamorphic.mp4', 'transpose=2,scale=180:180,setsar=9/16'],
  ])('by %s° (%s)', async (degrees, file, filter) => {
    const lying = await patchesClip(join(folder, `lying-${file}`), x264('yuv420p', '-vf', filter));
    const path = join(folder, file);
    // ffmpeg 5.1 writes the angle with the other sign than it reads it.
    await ffmpeg(['-i', lying, '-c', 'copy', '-metadata:s:v', `rotate=${360 - degrees}`, path]);
    const { width, height } = await ingestVideo({ path, dir: folder });
    expect(width / height).toBeCloseTo(16 / 9, 1);
    const { number, colors } = await shownOf(path);
    expect(number).toBe(NUMBER);
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
  });
});

describe.concurrent('files with other peculiarities', () => {
  const plain = (name: string, more: string[] = []) =>
    patchesClip(join(folder, name), [...more, ...x264('yuv420p', '-g', '10')]);

  test.each<[string, () => Promise<string>]>([
    [
      'with audio that is longer',
      async () => {
        const path = join(folder, 'audio.mp4');
        await ffmpeg(['-i', await plain('mute.mp4'), ...sine, '-c:v', 'copy', '-c:a', 'aac', path]);
        return path;
      },
    ],
    [
      'that begins at ten seconds',
      async () => {
        const path = join(folder, 'late.mkv');
        const late = ['-itsoffset', '10', '-i', await plain('early.mp4'), ...sine];
        await ffmpeg([...late, '-c:v', 'copy', '-c:a', 'libvorbis', path]);
        return path;
      },
    ],
    [
      'with two videos in it',
      async () => {
        const path = join(folder, 'two.mkv');
        const other = ['-f', 'lavfi', '-i', 'color=purple:s=640x360:d=2'];
        const maps = [
          '-map',
          '1',
          '-map',
          '0',
          '-disposition:v:0',
          '0',
          '-disposition:v:1',
          'default',
        ];
        await ffmpeg(['-i', await plain('one.mp4'), ...other, ...maps, '-c:v', 'libx264', path]);
        return path;
      },
    ],
    ['cut off, index first', () => cutOff('cut.mp4', 0.7, ['-movflags', '+faststart'])],
    ['cut off Matroska', () => cutOff('cut.mkv', 0.7)],
    ['cut off transport stream', () => cutOff('cut.ts', 0.7)],
    ['cut off AVI', () => cutOff('cut.avi', 0.7)],
  ])('%s', async (_, make) => {
    const { number, colors } = await shownOf(await make());
    expect(number).toBe(NUMBER);
    expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
  });

  const cutOff = async (name: string, part: number, more: string[] = []) => {
    const even = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '1', '-qp', '8'];
    const path = await patchesClip(join(folder, name), [...even, ...more]);
    await truncate(path, Math.floor((await stat(path)).size * part));
    return path;
  };

  test('of one image stays on it', async () => {
    const path = await patchesClip(join(folder, 'single.mp4'), x264('yuv420p'), { frameCount: 1 });
    expect((await shownOf(path)).number).toBe(0);
  });
});
