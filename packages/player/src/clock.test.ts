import { expect, test } from 'vitest';
import { Clock, frameAt } from './clock.ts';

test('without audio the position follows the time of the page', () => {
  let nowMs = 500;
  const clock = new Clock({ isRunning: false, seconds: 0 }, () => nowMs);
  clock.start(2);
  nowMs += 250;
  expect(clock.seconds).toBe(2.25);
});

test('running audio is the clock, and playback goes on from its end', () => {
  let nowMs = 0;
  const audio = { isRunning: true, seconds: 1 };
  const clock = new Clock(audio, () => nowMs);
  clock.start(0);
  nowMs = 5000;
  expect(clock.seconds).toBe(1);
  audio.isRunning = false;
  nowMs = 5500;
  expect(clock.seconds).toBe(1.5);
});

test.each([24, 25, 30, 60, 24000 / 1001, 30000 / 1001, 60000 / 1001])(
  'the time of each frame shows this frame at %f frames per second',
  (fps) => {
    for (let frame = 0; frame < 5000; frame++) expect(frameAt(frame / fps, fps)).toBe(frame);
  },
);

test('no frame lies before the first', () => expect(frameAt(-0.5, 30)).toBe(0));
