import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '../../src/media/testing/clips.ts';
import { templateOf, videoLottie } from '../support/videos.ts';
import { rowsOf } from './rows-of.ts';
import {
  ANIMATED_IMAGES,
  CLIP_ENDS,
  each,
  type Json,
  nested,
  openCounted,
  TIME_MAPS,
} from './time-maps.ts';

/** Some of each kind. time-map.long.test.ts has all of them. */
const MAPS = [
  ...['a layer that begins later', 'one that shows for a while', 'at an odd speed'],
  ...['time remap that stops and goes on', 'stretched precomps inside of each other'],
];
const ENDS = ['freezes', 'repeats', 'hides'];
const IMAGES = ['once.gif', 'trimmed.webp'];

let counted: Awaited<ReturnType<typeof openCounted>>;
let folder: string;
let clip: string;
beforeAll(async () => {
  counted = await openCounted();
  ({ folder, clip } = counted);
});
afterAll(() => counted?.[Symbol.asyncDispose]());

const numbersOf: typeof counted.numbersOf = (...given) => counted.numbersOf(...given);

describe.concurrent('the time map of the template', () => {
  test.each(rowsOf(TIME_MAPS, MAPS))('%s', async (_, lottie, wanted) => {
    const numbers = await numbersOf(lottie);
    expect(numbers).toEqual(each(numbers.length, wanted));
  });

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

  test.each(rowsOf(CLIP_ENDS, ENDS))('%s', async (_, transform, wanted) => {
    expect(await numbersOf(lottie, { transform })).toEqual(each(60, wanted));
  });

  test.each([3, 86_400])('a trim of %s s of a clip of 3 s is refused', async (at) => {
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
  });
});

describe.concurrent('animated images', () => {
  test.each(rowsOf(ANIMATED_IMAGES, IMAGES))(
    '%s %o with %o',
    async (name, output, transform, wanted) => {
      const path = await counted.makeImage(name, output);
      const numbers = await numbersOf(videoLottie({ frames: 60 }), { transform, path });
      expect(numbers).toEqual(each(60, wanted));
    },
  );
});

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
