import { expect, test } from 'vitest';
import { clockTime, isInside, placeAt, videoPoint } from './geometry.ts';

const VIDEO = { width: 1920, height: 1080 };

test('a point of the box is a pixel of the video, or beside the video', () => {
  expect(videoPoint([480, 270], { width: 960, height: 540 }, VIDEO)).toEqual([960, 540]);
  expect(videoPoint([0, 100], { width: 960, height: 740 }, VIDEO)).toEqual([0, 0]);
  expect(videoPoint([0, 99], { width: 960, height: 740 }, VIDEO)).toBeUndefined();
  expect(videoPoint([1060, 10], { width: 1060, height: 540 }, VIDEO)).toBeUndefined();
});

test('a point is in a rotated place, or not', () => {
  const diamond = [
    [50, 0],
    [100, 50],
    [50, 100],
    [0, 50],
  ] as const;
  expect(isInside([50, 50], diamond)).toBe(true);
  expect(isInside([10, 10], diamond)).toBe(false);
  expect(isInside([50, 50], [])).toBe(false);
});

test('a click finds the topmost editable that has a field', () => {
  const corners = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const;
  const places = [
    { editable: 'hidden', corners },
    { editable: 'title', corners },
    { editable: 'photo', corners },
  ];
  const rankOf = (name: string) => (name === 'hidden' ? undefined : 0);
  expect(placeAt([5, 5], places, rankOf)?.editable).toBe('title');
  expect(placeAt([50, 5], places, rankOf)).toBeUndefined();
});

test('a click on a layer with several editables means its text, not its color', () => {
  const corners = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ] as const;
  const behind = corners.map(([x, y]) => [x * 2, y * 2] as const);
  const places = [
    { editable: 'ink', corners },
    { editable: 'name', corners },
    { editable: 'headline', corners: behind },
  ];
  const rankOf = (name: string) => (name === 'ink' ? 1 : 0);
  expect(placeAt([5, 5], places, rankOf)?.editable).toBe('name');
  expect(placeAt([15, 15], places, rankOf)?.editable).toBe('headline');
});

test('times have minutes and seconds', () => {
  expect([0, 7.26, 61, 600].map((seconds) => clockTime(seconds))).toEqual([
    ...['0:00', '0:07', '1:01', '10:00'],
  ]);
  expect([0.3, 59.96].map((seconds) => clockTime(seconds, true))).toEqual(['0:00.3', '0:59.9']);
});
