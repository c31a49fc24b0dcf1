import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countingClip, ffmpeg, numberIn } from '../../src/media/testing/clips.ts';
import { Renderer } from '../../src/render/index.ts';
import { removeFolder } from '../support/folder.ts';
import { fewOf, type Part } from '../support/parts.ts';
import { BOX, framesOf, renderVideos, templateOf, videoLottie } from '../support/videos.ts';

/** Videos follow the times of the template, and end as the mapping says. */
export function timeMapTests(part: Part): void {
  const CLIP_FRAMES = 90;
  let folder: string;
  let clip: string;
  let renderer: Renderer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framepress-test-'));
    clip = join(folder, 'clip.mp4');
    const output = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-g', '30'];
    await countingClip(clip, { fps: '30', frameCount: CLIP_FRAMES }, output);
    renderer = new Renderer();
  });
  afterAll(async () => {
    await renderer[Symbol.asyncDispose]();
    await removeFolder(folder);
  });

  type Json = Record<string, unknown>;
  type Transform = Record<string, unknown>;
  type Drawn = { transform?: Transform; path?: string; files?: Record<string, Uint8Array> };

  /** Reads the number in each frame of the video; undefined without a number. */
  async function numbersOf(lottie: Json, { transform = {}, path = clip, files }: Drawn = {}) {
    const work = await mkdtemp(join(folder, 'work-'));
    const template = await templateOf(lottie, files);
    const videos = files ? {} : { video_1: { path, transform: transform as never } };
    const video = await renderVideos(renderer, template, videos, work);
    return (await framesOf(video)).map((pixels) => numberIn(pixels, BOX));
  }

  function each<T>(count: number, value: (frame: number) => T): T[] {
    return Array.from({ length: count }, (_, frame) => value(frame));
  }

  /** The layer of `videoLottie` inside nested precomps. */
  function nested(layer: Json, ...around: Json[]): Json {
    const lottie = videoLottie({ frames: 60 }, { op: 1000, ...layer });
    const assets = lottie['assets'] as Json[];
    let layers = lottie['layers'] as Json[];
    for (const [depth, outer] of around.entries()) {
      const id = `comp_${depth}`;
      assets.push({ id, layers });
      const show = { ty: 0, nm: id, refId: id, w: BOX.width, h: BOX.height, ind: 1, ks: {} };
      layers = [{ ...show, ip: 0, op: 1000, st: 0, sr: 1, ...outer }];
    }
    return { ...lottie, layers };
  }

  const remap = (...keys: [frame: number, seconds: number][]) => ({
    a: 1,
    k: keys.map(([t, s]) => ({ t, s: [s], o: { x: [0], y: [0] }, i: { x: [1], y: [1] } })),
  });

  describe.concurrent('the time map of the template', () => {
    const maps: [string, Json, (frame: number) => number | undefined][] = [
      [
        'a layer that begins later',
        videoLottie({ frames: 60 }, { st: 12 }),
        (n) => Math.max(0, n - 12),
      ],
      ['one that began before', videoLottie({ frames: 60 }, { st: -20 }), (n) => n + 20],
      [
        'one that shows for a while',
        videoLottie({ frames: 60 }, { ip: 10, op: 40, st: 10 }),
        (n) => (n < 10 || n >= 40 ? undefined : n - 10),
      ],
      [
        'stretched to double length',
        videoLottie({ frames: 60 }, { sr: 2 }),
        (n) => Math.floor(n / 2),
      ],
      ['at double speed', videoLottie({ frames: 45 }, { sr: 0.5 }), (n) => n * 2],
      [
        'at an odd speed',
        videoLottie({ frames: 60 }, { sr: 0.75 }),
        (n) => Math.floor(n / 0.75 + 1e-6),
      ],
      [
        'time remap backwards',
        videoLottie({ frames: 60 }, { tm: remap([0, 2], [60, 0]) }),
        (n) => 60 - n,
      ],
      [
        'time remap that stops and goes on',
        videoLottie(
          { frames: 60 },
          { tm: remap([0, 0], [20, 20 / 30], [40, 20 / 30], [60, 40 / 30]) },
        ),
        (n) => (n < 20 ? n : n < 40 ? 20 : n - 20),
      ],
      ['a precomp that begins later', nested({}, { st: 15 }), (n) => (n < 15 ? undefined : n - 15)],
      [
        'stretched precomps inside of each other',
        nested({ st: 4 }, { sr: 2, st: 6 }, { st: -10 }),
        (n) => Math.max(0, Math.floor((n + 10 - 6) / 2 - 4)),
      ],
      [
        'a remapped precomp',
        nested({}, { tm: remap([0, 1], [60, 2]) }),
        (n) => 30 + Math.floor(n / 2 + 1e-6),
      ],
    ];
    test.each(part(maps, 5))('%s', async (_, lottie, wanted) => {
      const numbers = await numbersOf(lottie);
      expect(numbers).toEqual(each(numbers.length, wanted));
    });

    if (part !== fewOf) return;

    test('one precomp twice, at other times and speeds', async () => {
      const lottie = nested({}, {});
      const [first = {}] = lottie['layers'] as Json[];
      lottie['layers'] = [
        { ...first, op: 30, st: -5 },
        { ...first, ind: 2, ip: 30, st: 30, sr: 2 },
      ];
      const wanted = each(60, (n) => (n < 30 ? n + 5 : Math.floor((n - 30) / 2)));
      expect(await numbersOf(lottie)).toEqual(wanted);
    });

    test('a composition whose first frame is not 0', async () => {
      const lottie = { ...videoLottie({ frames: 60 }), ip: 20 };
      expect(await numbersOf(lottie)).toEqual(each(40, (n) => n + 20));
    });
  });

  describe.concurrent('the end of a clip', () => {
    const lottie = videoLottie({ frames: 60 });
    const trim = { trim_strategy: 'manual', trim_start_time: 2 };

    const ends: [string, Transform, (n: number) => number | undefined][] = [
      ['freezes', trim, (n) => Math.min(89, 60 + n)],
      ['freezes when asked', { ...trim, end_behavior: 'freeze' }, (n) => Math.min(89, 60 + n)],
      ['repeats', { ...trim, end_behavior: 'loop' }, (n) => 60 + (n % 30)],
      ['hides', { ...trim, end_behavior: 'hide' }, (n) => (n < 30 ? 60 + n : undefined)],
      ['is the last image alone', { trim_start_time: 2.99 }, () => 89],
    ];
    test.each(part(ends, 4))('%s', async (_, transform, wanted) => {
      expect(await numbersOf(lottie, { transform })).toEqual(each(60, wanted));
    });

    test.each(part([3, 3.5, 86_400], 1))(
      'a trim of %s s of a clip of 3 s is refused',
      async (at) => {
        const refused = numbersOf(lottie, { transform: { trim_start_time: at } });
        await expect(refused).rejects.toMatchObject({
          code: 'video_too_short',
          faults: [
            {
              editable: 'video_1',
              pointer: '/mapping/resources/video_1/transform/trim_start_time',
              message: expect.stringContaining('but received 3 s'),
            },
          ],
        });
      },
    );
  });

  describe.concurrent('animated images', () => {
    const count = 10;
    const make = async (name: string, output: string[]) => {
      const path = join(folder, name);
      return countingClip(path, { fps: '10', frameCount: count }, output);
    };
    /** At 30 frames per second an image stays for three frames. */
    const once = (n: number) => Math.min(count - 1, Math.floor(n / 3));
    const again = (n: number) => Math.floor(n / 3) % count;

    const images: [string, string[], Transform, (n: number) => number | undefined][] = [
      ['endless.gif', ['-loop', '0'], {}, again],
      ['once.gif', ['-loop', '-1'], {}, once],
      ['frozen.gif', ['-loop', '0'], { end_behavior: 'freeze' }, once],
      [
        'hidden.gif',
        ['-loop', '0'],
        { end_behavior: 'hide' },
        (n) => (n < 30 ? again(n) : undefined),
      ],
      ['endless.webp', ['-c:v', 'libwebp_anim', '-loop', '0'], {}, again],
      [
        'trimmed.webp',
        ['-c:v', 'libwebp_anim'],
        { trim_start_time: 0.5, end_behavior: 'freeze' },
        (n) => Math.min(9, 5 + Math.floor(n / 3)),
      ],
    ];
    test.each(part(images, 3))('%s %o with %o', async (name, output, transform, wanted) => {
      const path = await make(name, output);
      const numbers = await numbersOf(videoLottie({ frames: 60 }), { transform, path });
      expect(numbers).toEqual(each(60, wanted));
    });
  });

  if (part === fewOf)
    describe.concurrent('footage of the template', () => {
      const footage = (layer: Json = {}) => {
        const lottie = videoLottie({ frames: 60 }, { nm: 'background', ...layer });
        const [asset] = lottie['assets'] as Json[];
        Object.assign(asset ?? {}, { p: 'back.mp4' });
        return lottie;
      };

      test.each([
        ['a video layer', {}],
        ['an image layer with a video file', { ty: 2 }],
      ])('%s plays and is no editable', async (_, layer) => {
        const files = { 'videos/back.mp4': await readFile(clip) };
        expect((await templateOf(footage(layer), files)).editables).toEqual({});
        expect(await numbersOf(footage({ ...layer, st: 5 }), { files })).toEqual(
          each(60, (n) => Math.max(0, n - 5)),
        );
      });

      test('an editable shows its sample', async () => {
        const files = { 'images/back.mp4': await readFile(clip) };
        const lottie = footage({ nm: 'video_1' });
        expect((await templateOf(lottie, files)).editables).toMatchObject({
          video_1: { input_type: 'video', duration: 2 },
        });
        expect(await numbersOf(lottie, { files })).toEqual(each(60, (n) => n));
      });

      test('a file that is no video stops the import', async () => {
        const broken = join(folder, 'broken.mp4');
        await ffmpeg(['-i', clip, '-c', 'copy', '-f', 'rawvideo', broken]);
        const files = { 'back.mp4': await readFile(broken) };
        await expect(numbersOf(footage(), { files })).rejects.toMatchObject({
          code: 'asset_not_media',
          message: expect.stringContaining('the video back.mp4'),
        });
      });
    });
}
