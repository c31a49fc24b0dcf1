import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Composition } from '../../src/compose/index.ts';
import type { Layer } from '../../src/lottie/index.ts';
import { FORMATS, outputSettings, type WantedOutput } from '../../src/output/index.ts';
import { timelineOf } from '../../src/output/timeline.ts';
import { skipSystemFonts } from '../../src/raster/skip-system-fonts.ts';
import { Renderer, type RenderVideoRequest } from '../../src/render/index.ts';
import { SegmentStore } from '../../src/segments/index.ts';
import { planSegments } from '../../src/segments/plan.ts';
import { bar, compositionOf, sheet } from '../support/composition.ts';
import { imageFrames, zipFiles } from '../support/decoded.ts';
import { removeFolder } from '../support/folder.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { psnrOfFrames } from '../support/psnr.ts';

/** Files of all formats have the colors, frames, sizes and audio of their composition. */
export function formatTests(part: Part): void {
  skipSystemFonts();

  const run = promisify(execFile);
  const FRAMES = 48;
  const [FPS, WIDTH, HEIGHT] = [24, 320, 180];

  /** Every format with each of its codecs. */
  const ALL: WantedOutput[] = Object.entries(FORMATS).flatMap(([format, { codecs }]) =>
    codecs.map((codec) => ({ format, codec }) as WantedOutput),
  );
  const nameOf = ({ format, codec }: WantedOutput) => `${format} ${codec}`;

  let folder: string;
  let renderer: Renderer;
  let count = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-formats-'));
    renderer = new Renderer({ processes: 2 });
  });

  afterAll(async () => {
    await renderer?.[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  async function render(
    composition: Composition,
    wanted: readonly WantedOutput[],
    options: Partial<RenderVideoRequest> = {},
    by = renderer,
  ) {
    count += 1;
    const work = join(folder, `work-${count}`);
    await mkdir(work);
    const outputs = wanted.map((one, index) => {
      const path = join(work, `${index}.${FORMATS[one.format].extension}`);
      return { ...outputSettings(one, composition.video, 'standard', ''), path };
    });
    const made = await by.renderVideo({
      composition,
      paths: {},
      folder: work,
      outputs,
      ...options,
    });
    return { ...made, paths: outputs.map(({ path }) => path) };
  }

  const COLORS = [
    ...[
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
      [1, 1, 0],
      [0, 1, 1],
      [1, 0, 1],
      [0, 0, 0],
      [1, 1, 1],
    ],
    ...[
      [0.5, 0.5, 0.5],
      [0.8, 0.3, 0.1],
      [0.1, 0.5, 0.7],
      [0.95, 0.8, 0.7],
    ],
  ];
  const still = (k: unknown) => ({ a: 0, k }) as never;
  const PATCH = 80;

  /** Patches of 80×60 in four columns; every third one is half transparent. */
  function patches(): Layer[] {
    return COLORS.map((color, n): Layer => {
      const place = [PATCH * (n % 4) + 40, 60 * Math.floor(n / 4) + 30];
      const shapes = [
        { ty: 'rc', p: still([0, 0]), s: still([PATCH, 60]), r: still(0) },
        { ty: 'fl', c: still([...color, 1]), o: still(100) },
      ];
      const ks = { p: still(place), o: still(n % 3 === 2 ? 50 : 100) };
      return { ty: 4, ip: 0, op: 500, ks, shapes };
    });
  }

  const wall = { ty: 1, sc: '#204060', sw: WIDTH, sh: HEIGHT, ip: 0, op: 500, ks: {} };
  const scene = (layers: Layer[], frames = FRAMES) => compositionOf(layers, FPS, frames);
  /** A moving shape, over a gradient or over transparency. */
  const moving = (isOpaque: boolean) =>
    scene([bar([1, 0.2, 0.1, 0.8], [0, 320], [0, FRAMES]), ...(isOpaque ? [sheet(FRAMES)] : [])]);

  /** Draws the frame with Skia, as straight RGBA. */
  function drawn({ lottie }: Composition, frame: number, ground?: string): Buffer {
    const context = createCanvas(WIDTH, HEIGHT).getContext('2d');
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, WIDTH, HEIGHT);
    }
    const animation = LottieAnimation.loadFromData(JSON.stringify(lottie));
    animation.seekFrame(frame);
    animation.render(context, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
    return Buffer.from(context.getImageData(0, 0, WIDTH, HEIGHT).data);
  }

  /** Returns the pixel in the center of each patch. */
  function middles(rgba: Buffer): number[][] {
    return COLORS.map((_, n) => {
      const at = ((60 * Math.floor(n / 4) + 30) * WIDTH + PATCH * (n % 4) + 40) * 4;
      return [...rgba.subarray(at, at + 4)];
    });
  }

  describe.each(part === fewOf ? [false] : [true, false])('colors, opaque: %s', (isOpaque) => {
    test('differ from the drawing by at most 2 of 255, in every format', async () => {
      const composition = scene([...patches(), ...(isOpaque ? [wall] : [])], 12);
      const { paths, outputs, segmentCount } = await render(composition, ALL);
      // GIF and PNG use the same segments at one frame rate.
      expect(segmentCount).toBe(ALL.length);
      for (const [index, wanted] of ALL.entries()) {
        const hasAlpha = FORMATS[wanted.format].mayHaveAlpha && !isOpaque;
        expect(outputs[index]).toMatchObject({ hasAlpha, width: WIDTH, height: HEIGHT });
        const [frame = Buffer.alloc(0)] = await imageFrames(paths[index] ?? '', hasAlpha);
        const expected = middles(drawn(composition, 3, hasAlpha ? undefined : '#ffffff'));
        // A GIF pixel is opaque or transparent.
        const half = (alpha: number) => (wanted.format === 'gif' && alpha < 255 ? alpha : 0);
        const far = middles(frame).flatMap((found, n) => {
          const distance = Math.max(
            ...found.map(
              (value, c) =>
                Math.abs(value - (expected[n]?.[c] ?? 0)) -
                (c === 3 ? half(expected[n]?.[3] ?? 0) : 0),
            ),
          );
          return distance > 2 ? [{ n, found, expected: expected[n] }] : [];
        });
        expect(far, nameOf(wanted)).toEqual([]);
      }
    });

    // Some codecs take long; test/render/segments.test.ts compares the bytes of MP4.
    if (part === fewOf) return;

    test('the same composition gives the same bytes, with one rasteriser or two, alone or among other outputs', async () => {
      await using one = new Renderer({ processes: 1 });
      const composition = moving(isOpaque);
      const first = await render(composition, ALL, {}, one);
      expect(first.segmentCount).toBeGreaterThan(ALL.length);
      const again = await render(composition, [...ALL].reverse());
      const digests = (made: typeof first) => made.outputs.map(({ sha256 }) => sha256);
      expect(digests(again).reverse()).toEqual(digests(first));
      const [alone] = (await render(composition, ALL.slice(3, 4))).outputs;
      expect(alone?.sha256).toBe(first.outputs[3]?.sha256);
    });
  });

  if (part === fewOf)
    describe('a file', () => {
      test.each([
        [30, 60],
        [30, 12.5],
        [24, 29.97],
      ])(
        'of %d frames per second at an output rate of %d shows the frames of its times',
        async (own, fps) => {
          const layers = [bar([1, 0.2, 0.1, 1], [0, 320], [4, 20], { op: 25 }), sheet(40)];
          const composition = compositionOf(layers, own, 40);
          const { paths, outputs } = await render(composition, [{ format: 'png', fps }]);
          const files = await zipFiles(paths[0] ?? '');
          expect(files).toHaveLength(Math.round((40 * fps) / own));
          expect(outputs[0]).toMatchObject({ frameCount: files.length });
          const exact = fps === 29.97 ? 30_000 / 1001 : fps;
          const images = await imageFrames(paths[0] ?? '', false);
          const wrong = images.flatMap((image, n) =>
            image.equals(drawn(composition, (n * own) / exact, '#ffffff')) ? [] : [n],
          );
          expect(wrong).toEqual([]);
        },
      );

      test('has odd dimensions if the format allows it', async () => {
        const wanted: WantedOutput[] = [
          ...(['png', 'jpeg', 'gif', 'mov'] as const).map((format) => ({ format, width: 101 })),
          ...(['mp4', 'webm'] as const).map((format) => ({ format, height: 57 })),
        ];
        const { outputs } = await render(scene([sheet(12)], 12), wanted);
        expect(outputs.map(({ width, height }) => `${width}x${height}`)).toEqual([
          ...Array(4).fill('101x57'),
          ...Array(2).fill('102x58'),
        ]);
      });

      test('of a transparent template keeps its alpha after joining', async () => {
        const composition = moving(false);
        const { paths, segmentCount } = await render(composition, [
          { format: 'webm' },
          { format: 'mov' },
        ]);
        expect(segmentCount).toBe(4);
        for (const path of paths) {
          const frames = await imageFrames(path, true);
          expect(frames).toHaveLength(FRAMES);
          for (const frame of [0, 23, 24, 47]) {
            const [found, wanted] = [frames[frame], drawn(composition, frame)];
            let far = 0;
            for (let at = 3; at < wanted.length; at += 4)
              far += Math.abs((found?.[at] ?? 0) - (wanted[at] ?? 0));
            expect(far / (WIDTH * HEIGHT), `${path} ${frame}`).toBeLessThan(1);
          }
        }
      });
    });

  if (part !== fewOf)
    test('frames at segment boundaries are as close to the drawing as other frames, in every format', async () => {
      const frames = 72;
      const composition = scene(
        [bar([1, 0.2, 0.1, 1], [0, 320], [0, frames]), sheet(frames)],
        frames,
      );
      const wanted: WantedOutput[] = [
        ...[{ format: 'mp4', codec: 'hevc' } as const, { format: 'mp4', codec: 'av1' } as const],
        ...[{ format: 'webm' } as const, { format: 'mov' } as const],
      ];
      const { paths } = await render(composition, wanted);
      const timeline = timelineOf({ first: 0, count: frames }, FPS, FPS);
      const seams = planSegments(composition.lottie, timeline)
        .slice(1)
        .map(({ first }) => first);
      expect(seams.length).toBeGreaterThanOrEqual(2);
      const mean = (all: number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
      for (const [index, path] of paths.entries()) {
        const psnr = await psnrOfFrames(composition, path);
        expect(psnr).toHaveLength(frames);
        const atSeam = (frame: number) =>
          seams.some((seam) => frame >= seam - 2 && frame < seam + 2);
        const beside = psnr.filter((_, frame) => atSeam(frame));
        const inside = psnr.filter((_, frame) => frame > 4 && !atSeam(frame));
        const name = nameOf(wanted[index] ?? { format: 'mp4' });
        expect(Math.min(...beside), name).toBeGreaterThan(Math.min(...inside) - 0.5);
        expect(mean(beside), name).toBeGreaterThan(mean(inside) - 0.5);
        expect(mean(psnr), name).toBeGreaterThan(34);
      }
    });

  if (part !== fewOf) return;

  describe('several files', () => {
    test('of one size and rate are drawn once; existing segments are not encoded again', async () => {
      const segments = new SegmentStore(join(folder, 'kept'));
      const composition = moving(true);
      const [mp4, webm] = [{ format: 'mp4' }, { format: 'webm' }] as const;
      expect(await render(composition, [mp4], { segments })).toMatchObject({ reusedCount: 0 });
      const totals = new Set<number>();
      const onProgress = (_: number, frameCount: number) => totals.add(frameCount);
      const both = await render(composition, [webm, mp4], { segments, onProgress });
      expect([...totals]).toEqual([FRAMES]);
      expect(both).toMatchObject({ segmentCount: 4, reusedCount: 2 });
      const small = { format: 'mp4', width: 160 } as const;
      const third = await render(composition, [mp4, small, webm], { segments });
      expect(third).toMatchObject({ segmentCount: 6, reusedCount: 4 });
      expect(third.outputs[2]).toEqual(both.outputs[0]);
    });

    test('have the audio codec of their format, with the length of the video', async () => {
      const path = join(folder, 'tone.wav');
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=440:d=3', '-ac', '2', path]);
      const clip = {
        ...{ digest: 'tone', startSeconds: 0, endSeconds: 2, trimStartSeconds: 0 },
        ...{ speed: 1, gain: [[0, 1, 1]] as [number, number, number][], fadeInSeconds: 0 },
        fadeOutSeconds: 0,
      };
      const composition = { ...moving(true), audio: [clip] };
      const wanted = ['mp4', 'webm', 'mov', 'gif'].map((format) => ({ format }) as WantedOutput);
      const { paths, loudness } = await render(
        composition,
        [...wanted, { format: 'mp4', codec: 'hevc' }, { format: 'mp4', codec: 'av1', fps: 12 }],
        { paths: { tone: path } },
      );
      expect(loudness?.integratedLufs).toBeLessThan(0);
      const audioSources = paths.map(async (file) => {
        const show = ['-show_entries', 'stream=codec_name,codec_type', '-of', 'csv=p=0'];
        const { stdout } = await run('ffprobe', ['-v', 'error', ...show, file]);
        return stdout.trim().replaceAll('\n', ' ');
      });
      expect(await Promise.all(audioSources)).toEqual([
        ...['h264,video aac,audio', 'vp9,video opus,audio', 'prores,video pcm_s24le,audio'],
        ...['gif,video', 'hevc,video aac,audio', 'av1,video aac,audio'],
      ]);
      const heard = async (file = '') => {
        const args = ['-v', 'error', '-i', file, '-map', '0:a', '-f', 'f32le', '-ac', '1', '-'];
        const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 24 });
        return stdout.length / 4 / 48_000;
      };
      for (const file of paths.filter((_, index) => index !== 3))
        expect(Math.abs((await heard(file)) - 2)).toBeLessThan(1 / FPS);
    });
  });

  test('a GIF of one frame lasts one frame, and shares its drawing with PNG', async () => {
    const gif: WantedOutput = { format: 'gif', fps: 12 };
    const wanted: WantedOutput[] = [gif, { format: 'png', fps: 12 }];
    const frames = { first: 0, count: 2 };
    const { outputs, segmentCount } = await render(
      compositionOf([sheet(FRAMES)], FPS, FRAMES),
      wanted,
      { frames },
    );
    expect(outputs.map(({ frameCount }) => frameCount)).toEqual([1, 1]);
    expect(segmentCount).toBe(1);
  });

  test('the images of a ZIP have the same date and numbered names', async () => {
    const { paths } = await render(scene([sheet(12)], 12), [{ format: 'jpeg' }]);
    const files = await zipFiles(paths[0] ?? '');
    expect(files.map(({ name }) => name).slice(0, 2)).toEqual([
      'frame_000000.jpg',
      'frame_000001.jpg',
    ]);
    expect(new Set(files.map(({ year }) => year))).toEqual(new Set([1980]));
    expect((await readFile(paths[0] ?? '')).subarray(0, 4)).toEqual(Buffer.from('PK\x03\x04'));
  });
}
