import { expect, test } from 'vitest';
import type { Layer, Lottie } from '../lottie/index.ts';
import { around, shownAt, timelineOf } from '../output/timeline.ts';
import { planSegments } from './plan.ts';

function lottie(fps: number, texts: [number, number][] = []): Lottie {
  const layers = texts.map(([ip, op]): Layer => ({ ty: 5, ip, op, t: { d: { k: [] } } }));
  return { fr: fps, ip: 0, op: 1e6, w: 10, h: 10, layers };
}

const plan = (document: Lottie, count: number, first = 0) =>
  planSegments(document, timelineOf({ first, count }, document.fr, document.fr));
const lengths = (document: Lottie, count: number) => plan(document, count).map((s) => s.count);

test.each([0.1, 0.3, 1, 12.5, 24, 25, 29.97, 60])(
  'segments at %d frames per second are whole half seconds and cover the range without gaps',
  (fps) => {
    for (const count of [1, 5, 6, 13, 47, 90, 241, 601, 3600]) {
      const segments = plan(lottie(fps), count, 7);
      let at = 0;
      for (const { first, count: frames } of segments) {
        expect([first, frames > 0]).toEqual([at, true]);
        at += frames;
      }
      expect(at).toBe(count);
      const isLong = count >= 20 * fps;
      if (fps < 2) continue;
      if (isLong) expect(segments[0]?.count).toBe(Math.round(fps));
      if (count < 8 * fps) continue;
      for (const { first, count: frames } of segments.slice(isLong ? 1 : 0, -1)) {
        const cuts = [first, first + frames].map((frame) => frame / (fps / 2));
        for (const cut of cuts) expect(Math.abs(cut - Math.round(cut)) * fps).toBeLessThan(1.01);
        expect(frames / fps).toBeGreaterThan(1.45);
        expect(frames / fps).toBeLessThan(3.05);
      }
    }
  },
);

test('a short video is also split, but not into tiny segments', () => {
  expect(lengths(lottie(30), 120)).toEqual([30, 30, 30, 30]);
  expect(lengths(lottie(30), 60)).toHaveLength(2);
  expect(lengths(lottie(30), 30)).toHaveLength(1);
  expect(lengths(lottie(30), 1)).toEqual([1]);
});

test('ten seconds are split evenly for two rasterisers', () => {
  expect(lengths(lottie(30), 300)).toEqual([75, 75, 75, 75]);
});

test('cuts fall where a text appears and disappears', () => {
  const cuts = (...texts: [number, number][]) =>
    plan(lottie(30, texts), 300).map((s) => s.first / 30);
  expect(cuts([105, 195])).toEqual([0, 2, 3.5, 5, 6.5, 8.5]);
  expect(cuts([120, 180])).toEqual([0, 2, 4, 5.5, 7, 8.5]);
  // A text that always shows moves no cut.
  expect(cuts([0, 300], [105, 195], [60, 300])).toEqual([0, 2, 3.5, 5, 6.5, 8.5]);
});

test('at another rate each frame shows its own time, and the video ends with the composition', () => {
  const shownFrames = (ownFps: number, fps: number, count = 60) => {
    const timeline = timelineOf({ first: 10, count }, ownFps, fps);
    const frames = Array.from({ length: timeline.frameCount }, (_, n) => shownAt(timeline, n));
    return { count: frames.length, some: frames.slice(0, 4), last: frames.at(-1) };
  };
  expect(shownFrames(30, 30)).toEqual({ count: 60, some: [10, 11, 12, 13], last: 69 });
  expect(shownFrames(30, 60)).toEqual({ count: 120, some: [10, 10.5, 11, 11.5], last: 69.5 });
  expect(shownFrames(60, 15)).toEqual({ count: 15, some: [10, 14, 18, 22], last: 66 });
  expect(shownFrames(29.9700012, 29.97).some).toEqual([10, 11, 12, 13]);
  expect(shownFrames(25, 30, 25)).toMatchObject({
    count: 30,
    some: [10, 10 + 25 / 30, 10 + 50 / 30, 12.5],
  });
  expect(shownFrames(30, 1, 3).count).toBe(1);
  expect(around(timelineOf({ first: 10, count: 60 }, 25, 30), { first: 1, count: 3 })).toEqual({
    first: 10,
    last: 13,
  });
});

test('at another rate cuts fall at the same times', () => {
  const document = lottie(30, [[105, 195]]);
  const segments = planSegments(document, timelineOf({ first: 0, count: 300 }, 30, 12));
  expect(segments.map((s) => s.first / 12)).toEqual(expect.arrayContaining([0, 3.5, 6.5]));
});
