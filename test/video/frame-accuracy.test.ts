import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, openClips } from './frame-accuracy.ts';

/** Some rates and trims. frame-accuracy.long.test.ts has all combinations. */
const CASES: Case[] = [
  { name: '24', output: 30, trim: 0.7, seconds: 1 },
  { name: '30000/1001', output: 60, trim: 1.234, seconds: 1 },
  { name: '60', output: 30, trim: 1.234, seconds: 1 },
  { name: 'a varying rate', output: 60, trim: 0, seconds: 1 },
  { name: 'a varying rate in milliseconds', output: 30, trim: 0.7, seconds: 1 },
  { name: '30000/1001 in milliseconds', output: 30, trim: 0, seconds: 1 },
];

let clips: Awaited<ReturnType<typeof openClips>>;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips?.[Symbol.asyncDispose]());

// Each is mostly programs that start.
test.concurrent.each(CASES)(
  '$name frames a second into $output from $trim s on: the right frame at every frame',
  async (one) => {
    const { found, right } = await clips.numbersOf(one);
    expect(found).toEqual(right);
  },
);
