import { expect, test } from 'vitest';
import { drawnSize, frameWidth } from './size.ts';

const FULL_HD = { width: 1920, height: 1080 };
const STORY = { width: 1080, height: 1920 };
const at = (width: number, height: number, pixelRatio = 1) => ({
  box: { width, height },
  pixelRatio,
});

test.each([
  ['fills the width of the box', FULL_HD, at(640, 640), { width: 640, height: 360 }],
  ['fills the height of the box', STORY, at(640, 640), { width: 360, height: 640 }],
  ['counts device pixels', FULL_HD, at(640, 360, 2), { width: 1280, height: 720 }],
  ['is at most the size of the video', FULL_HD, at(4000, 4000), FULL_HD],
  ['is small in a hidden box', FULL_HD, at(0, 0), { width: 320, height: 180 }],
  ['is at least a pixel', { width: 4000, height: 1 }, at(10, 10), { width: 10, height: 1 }],
])('the drawn size %s', (_, video, container, size) => {
  expect(drawnSize(video, container)).toEqual(size);
});

test('the short side can be limited', () => {
  expect(drawnSize(FULL_HD, at(1920, 1080), 360)).toEqual({ width: 640, height: 360 });
  expect(drawnSize(STORY, at(1920, 1920), 360)).toEqual({ width: 360, height: 640 });
});

test("frames of videos are fetched at the next of few widths, and never above the file's own", () => {
  const drawnSize = { width: 640, height: 360 };
  expect(frameWidth(FULL_HD, FULL_HD, drawnSize)).toBe(960);
  expect(frameWidth({ width: 960, height: 540 }, FULL_HD, drawnSize)).toBe(480);
  expect(frameWidth({ width: 400, height: 225 }, FULL_HD, FULL_HD)).toBe(0);
  expect(frameWidth(FULL_HD, FULL_HD, FULL_HD)).toBe(0);
});
