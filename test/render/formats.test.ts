import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WantedOutput } from '../../src/output/index.ts';
import { SegmentStore } from '../../src/render/index.ts';
import { bar, compositionOf, sheet } from '../support/composition.ts';
import { imageFrames, zipFiles } from '../support/decoded.ts';
import {
  drawn,
  expectColors,
  expectNoSeams,
  expectSameBytes,
  type FormatRenders,
  FPS,
  FRAMES,
  HEIGHT,
  moving,
  openFormatRenders,
  scene,
  WIDTH,
} from './format-renders.ts';

const run = promisify(execFile);

/** formats.long.test.ts has every format with each of its codecs. */
const OPAQUE: WantedOutput[] = [{ format: 'mp4' }, { format: 'mp4', codec: 'hevc' }];
const TRANSPARENT: WantedOutput[] = (['webm', 'mov', 'gif', 'png'] as const).map((format) => ({
  format,
}));

let renders: FormatRenders;
let folder: string;
beforeAll(async () => {
  renders = await openFormatRenders();
  ({ folder } = renders);
});
afterAll(() => renders?.[Symbol.asyncDispose]());

const render: FormatRenders['render'] = (...given) => renders.render(...given);

test('colors differ from the drawing by at most 2 of 255', async () => {
  const all = [...OPAQUE, ...TRANSPARENT];
  // GIF and PNG use the same segments at one frame rate.
  expect(await expectColors(renders, all, { isOpaque: false })).toBe(all.length);
  await expectColors(renders, OPAQUE, { isOpaque: true });
});

test('the same composition gives the same bytes, with one rasteriser or two, alone or among other outputs', async () => {
  await expectSameBytes(renders, OPAQUE, { isOpaque: true });
  await expectSameBytes(renders, TRANSPARENT, { isOpaque: false });
});

test('frames at segment boundaries are as close to the drawing as other frames', () =>
  expectNoSeams(renders, [{ format: 'mp4', codec: 'hevc' }]));

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
      digest: 'tone',
      startSeconds: 0,
      endSeconds: 2,
      trimStartSeconds: 0,
      speed: 1,
      gain: [[0, 1, 1]] as [number, number, number][],
      fadeInSeconds: 0,
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
