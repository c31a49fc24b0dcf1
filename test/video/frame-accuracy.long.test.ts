import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, CLIPS, openClips } from './frame-accuracy.ts';

const CASES = CLIPS.flatMap(([name]) =>
  [30, 60].flatMap((output) =>
    [0, 0.7, 1.234].map((trim): Case => ({ name, output, trim, seconds: 2 })),
  ),
);

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
