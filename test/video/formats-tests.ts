import { mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, patchesClip, readPatches } from '../../src/media/testing/clips.ts';
import { BLUE, GREEN, patches, RED, WHITE } from '../../src/media/testing/images.ts';
import { ingestVideo } from '../../src/media/video/index.ts';
import { Renderer } from '../../src/render/index.ts';
import type { Template } from '../../src/template/index.ts';
import { removeFolder } from '../support/folder.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { composeVideos, templateOf, videoLottie } from '../support/videos.ts';
import { CUT_OUT, OPAQUE, x264 } from './video-rows.ts';

/** Videos of all formats and with all peculiarities show upright, in their colors, at their time. */
export function videoFormatTests(part: Part): void {
  const BOX = { width: 320, height: 180 };
  /** Half a second into the video, at the template's 30 frames per second. */
  const FRAME = 15;
  const NUMBER = 12;
  const GROUND = [255, 204, 0];

  let folder: string;
  let renderer: Renderer;
  let template: Template;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
    renderer = new Renderer();
    const lottie = videoLottie({ frames: 30, ...BOX });
    const ground = { ty: 1, sw: BOX.width, sh: BOX.height, sc: '#ffcc00', ind: 2, ks: {} };
    const layers = lottie['layers'] as object[];
    lottie['layers'] = [...layers, { ...ground, ip: 0, op: 30, st: 0, sr: 1 }];
    template = await templateOf(lottie);
  });
  afterAll(async () => {
    await renderer[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  /** Renders the frame half a second into a video. */
  async function shownOf(path: string, transform = {}, frame = FRAME) {
    const work = await mkdtemp(join(folder, 'work-'));
    const videos = { video_1: { path, transform } };
    const { composition, paths } = await composeVideos(template, videos, work, [frame]);
    const still = join(work, 'still.png');
    await renderer.renderStills({
      composition,
      paths,
      folder: work,
      stills: [{ frame, path: still, format: 'png' }],
    });
    const pixels = await sharp(still).removeAlpha().raw().toBuffer();
    return readPatches(pixels, BOX);
  }

  /** Returns the largest difference of a channel in any patch. */
  function worst(colors: number[][], wanted: readonly (readonly number[])[]): number {
    return Math.max(
      ...wanted.flatMap((color, i) => color.map((c, j) => Math.abs(c - (colors[i]?.[j] ?? 999)))),
    );
  }

  const sine = ['-f', 'lavfi', '-i', 'sine=440:duration=3'];
  const near = [RED, GREEN, BLUE, WHITE];

  // Each is mostly programs that start.
  describe.concurrent('a video of each format shows upright, in its colors, at its time', () => {
    test.each(part(OPAQUE, 6))('%s (%s)', async (_, file, output, tolerance = 14) => {
      const path = await patchesClip(join(folder, file), output);
      const { number, colors } = await shownOf(path);
      expect({ number, off: worst(colors, near), colors }).toMatchObject({ number: NUMBER });
      expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(tolerance);
    });

    test.each(part(CUT_OUT, 2))(
      '%s shows the background through (%s)',
      async (_, file, output, tolerance = 14) => {
        const path = await patchesClip(join(folder, file), output, { isCutOut: true });
        const { number, colors } = await shownOf(path);
        expect(number).toBe(NUMBER);
        expect(
          worst(colors, [RED, GREEN, BLUE, GROUND]),
          JSON.stringify(colors),
        ).toBeLessThanOrEqual(tolerance);
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

    const stills: [string, () => Promise<Buffer>][] = [
      ['PNG', () => patches(640, 360).png().toBuffer()],
      [
        'JPEG, turned',
        () =>
          patches(640, 360)
            .rotate(270)
            .jpeg({ quality: 95 })
            .withMetadata({ orientation: 6 })
            .toBuffer(),
      ],
      ['CMYK', () => patches(320, 180).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
      ['WebP', () => patches(160, 90).webp({ quality: 95 }).toBuffer()],
      ['SVG', async () => Buffer.from(SVG)],
    ];
    test.each(part(stills, 2))('%s', async (what, make) => {
      const path = join(folder, `still-${what}`);
      await writeFile(path, await make());
      const { colors } = await shownOf(path);
      expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(
        what === 'CMYK' ? 100 : 14,
      );
    });
  });

  describe.concurrent('videos that are turned in their container', () => {
    const turned: [degrees: number, file: string, filter: string][] = [
      [90, 'turned-90.mp4', 'transpose=2'],
      [180, 'turned-180.mp4', 'hflip,vflip'],
      [270, 'turned-270.mov', 'transpose=1'],
      [90, 'turned-anamorphic.mp4', 'transpose=2,scale=180:180,setsar=9/16'],
    ];
    test.each(part(turned, 2))('by %s° (%s)', async (degrees, file, filter) => {
      const lying = await patchesClip(
        join(folder, `lying-${file}`),
        x264('yuv420p', '-vf', filter),
      );
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

    const peculiar: [string, () => Promise<string>][] = [
      [
        'with audio that is longer',
        async () => {
          const path = join(folder, 'audio.mp4');
          await ffmpeg([
            '-i',
            await plain('mute.mp4'),
            ...sine,
            '-c:v',
            'copy',
            '-c:a',
            'aac',
            path,
          ]);
          return path;
        },
      ],
      [
        'with a cover image before it',
        async () => {
          const cover = join(folder, 'cover.jpg');
          await sharp({
            create: { width: 64, height: 64, channels: 3, background: 'purple' },
          }).toFile(cover);
          const path = join(folder, 'cover.mp4');
          const maps = ['-map', '1', '-map', '0', '-c', 'copy', '-disposition:v:0', 'attached_pic'];
          await ffmpeg(['-i', await plain('bare.mp4'), '-i', cover, ...maps, path]);
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
        'cut by an edit list',
        async () => {
          const path = join(folder, 'edited.mp4');
          const long = ['-vf', "select='gte(n,1)',setpts=N/25/TB"];
          await patchesClip(join(folder, 'uncut.mp4'), x264('yuv420p', ...long), {
            frameCount: 40,
          });
          // The cut lies between key frames: what is before it is in the file, and not shown.
          await ffmpeg(['-ss', '0.04', '-i', join(folder, 'uncut.mp4'), '-c', 'copy', path]);
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
      [
        'with noise in its end',
        async () => {
          const path = await plain('noisy.ts');
          const bytes = await readFile(path);
          for (let at = Math.floor(bytes.length * 0.75); at < bytes.length; at += 7)
            bytes[at] = at % 251;
          await writeFile(path, bytes);
          return path;
        },
      ],
    ];
    test.each(part(peculiar, 5))('%s', async (name, make) => {
      const { number, colors } = await shownOf(await make());
      expect(number).toBe(name.includes('edit list') ? NUMBER + 2 : NUMBER);
      expect(worst(colors, near), JSON.stringify(colors)).toBeLessThanOrEqual(14);
    });

    const cutOff = async (name: string, part: number, more: string[] = []) => {
      const even = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '1', '-qp', '8'];
      const path = await patchesClip(join(folder, name), [...even, ...more]);
      await truncate(path, Math.floor((await stat(path)).size * part));
      return path;
    };

    if (part !== fewOf) return;

    test('of one image stays on it', async () => {
      const path = await patchesClip(join(folder, 'single.mp4'), x264('yuv420p'), {
        frameCount: 1,
      });
      expect((await shownOf(path)).number).toBe(0);
    });

    test('a clip that ends before it was to end stays on its last good image', async () => {
      const path = await cutOff('short.mkv', 0.5);
      const last = (await shownOf(path, {}, 29)).number ?? 0;
      expect(last).toBeGreaterThan(8);
      expect(last).toBeLessThan(24);
    });
  });
}
