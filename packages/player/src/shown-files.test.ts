import { expect, test } from 'vitest';
import { shownFiles } from './shown-files.ts';

const image = (number: number) => ({ id: `image ${number}`, p: `${number}.jpg` });
/** One image a frame. */
const VIDEO = {
  id: 'video',
  layers: [0, 1, 2, 3].map((number) => ({ refId: `image ${number}`, ip: number, op: number + 1 })),
};
const ASSETS = [VIDEO, ...[0, 1, 2, 3].map(image)];

test('a paused frame needs the images of its own time', () => {
  const layers = [{ refId: 'video', ip: 10, op: 14, st: 10 }];
  const lottie = { ip: 10, assets: ASSETS, layers };
  expect([...shownFiles(lottie, 0)]).toEqual(['0.jpg']);
  expect([...shownFiles(lottie, 2)]).toEqual(['2.jpg']);
  expect([...shownFiles(lottie, 4)]).toEqual([]);
});

test('times inside a precomp are stretched', () => {
  const layers = [{ refId: 'video', ip: 0, op: 8, sr: 2 }];
  expect([...shownFiles({ assets: ASSETS, layers }, 5)]).toEqual(['2.jpg']);
});

test('at the edge of a stretched time both images may be shown', () => {
  const layers = [{ refId: 'video', ip: 0, op: 8, sr: 0.3 }];
  // 0.6 / 0.3 is 2, or a little less with 32 bits.
  expect([...shownFiles({ ip: 0.6, assets: ASSETS, layers }, 0)]).toEqual(['1.jpg', '2.jpg']);
});

test('below time remapping all images are needed', () => {
  const layers = [{ refId: 'video', ip: 0, op: 8, tm: { a: 0, k: 0 } }];
  expect(shownFiles({ assets: ASSETS, layers }, 0).size).toBe(4);
});

test('precomps that contain each other end', () => {
  const assets = [
    { id: 'a', layers: [{ refId: 'b' }, { refId: 'a' }] },
    { id: 'b', layers: [{ refId: 'a', st: 1 }, { refId: 'image 0' }] },
    image(0),
  ];
  expect([...shownFiles({ assets, layers: [{ refId: 'a' }] }, 0)]).toEqual(['0.jpg']);
});
