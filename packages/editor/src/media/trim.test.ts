import { expect, test } from 'vitest';
import { barHeight, peaksOf } from './peaks.ts';
import { bytesText, clockText, percentText, secondsText, spokenTime } from './time-text.ts';
import { clampStart, fadesOf, stripTimes, trimOf } from './trim.ts';

test('a start and the length of the place determine the part that plays', () => {
  const file = { fileSeconds: 10, placeSeconds: 4 };
  expect(trimOf(2.5, file)).toEqual({ start: 2.5, end: 6.5, missing: 0 });
  expect(trimOf(8, file)).toEqual({ start: 8, end: 12, missing: 2 });
  expect(trimOf(-1, file)).toMatchObject({ start: 0 });
  expect(trimOf(99, file)).toEqual({ start: 9.96, end: 13.96, missing: 3.96 });
  expect(trimOf(3, { fileSeconds: 10, placeSeconds: undefined })).toMatchObject({ end: 10 });
  expect(clampStart(5, 0.01)).toBe(0);
});

test('fades do not overlap', () => {
  expect(fadesOf({ fadeIn: 3, fadeOut: 3 }, 'fadeIn', 4)).toEqual({ fadeIn: 3, fadeOut: 1 });
  expect(fadesOf({ fadeIn: 3, fadeOut: 9 }, 'fadeOut', 4)).toEqual({ fadeIn: 0, fadeOut: 4 });
  expect(fadesOf({ fadeIn: -1, fadeOut: 0 }, 'fadeIn', 4)).toEqual({ fadeIn: 0, fadeOut: 0 });
});

test('the images of a strip are in the middle of its parts', () => {
  expect(stripTimes(10, 4)).toEqual([1.25, 3.75, 6.25, 8.75]);
});

test('peaks are those of all channels, and pauses let the page work', async () => {
  const left = Float32Array.from({ length: 3_000_000 }, (_, at) => (at === 2_999_999 ? -0.5 : 0));
  const right = Float32Array.from({ length: 3_000_000 }, (_, at) => (at === 0 ? 2 : 0.1));
  let pauses = 0;
  const peaks = await peaksOf([left, right], 3, async () => {
    pauses++;
  });
  expect([...peaks].map((peak) => Math.round(peak * 10) / 10)).toEqual([1, 0.1, 0.5]);
  expect(pauses).toBe(3);
  expect([...(await peaksOf([], 2, async () => {}))]).toEqual([0, 0]);
  expect([...(await peaksOf([Float32Array.of(0.3)], 2, async () => {}))].length).toBe(2);
  expect(barHeight(1)).toBe(1);
  expect(barHeight(0)).toBe(0);
  expect(barHeight(0.1)).toBeGreaterThan(0.5);
});

test('times and sizes are written in the language', () => {
  expect(clockText(62.54, 'en')).toBe('1:02.5');
  expect(clockText(59.96, 'en')).toBe('1:00.0');
  expect(clockText(3723, 'en')).toBe('1:02:03.0');
  expect(clockText(62.5, 'de')).toBe('1:02,5');
  expect(spokenTime(62.5, 'en')).toBe('1 minute 2.5 seconds');
  expect(spokenTime(1, 'en')).toBe('1 second');
  expect(spokenTime(120, 'en')).toBe('2 minutes');
  expect(secondsText(2.51, 'en')).toBe('2.5 sec');
  expect(percentText(0.25, 'en')).toBe('25%');
  expect(bytesText(3_420_000, 'en')).toBe('3.4 MB');
  expect(bytesText(12_000, 'en')).toBe('12 kB');
});
