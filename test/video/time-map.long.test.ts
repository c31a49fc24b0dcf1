import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoLottie } from '../support/videos.ts';
import { ANIMATED_IMAGES, CLIP_ENDS, each, openCounted, TIME_MAPS } from './time-maps.ts';

let counted: Awaited<ReturnType<typeof openCounted>>;
beforeAll(async () => {
  counted = await openCounted();
});
afterAll(() => counted?.[Symbol.asyncDispose]());

// Each is mostly programs that start.
describe.concurrent('the frames of a clip', () => {
  test.each(TIME_MAPS)('with %s', async (_, lottie, wanted) => {
    const numbers = await counted.numbersOf(lottie);
    expect(numbers).toEqual(each(numbers.length, wanted));
  });

  test.each(CLIP_ENDS)('whose end %s', async (_, transform, wanted) => {
    const numbers = await counted.numbersOf(videoLottie({ frames: 60 }), { transform });
    expect(numbers).toEqual(each(60, wanted));
  });

  test.each(ANIMATED_IMAGES)('of %s %o with %o', async (name, output, transform, wanted) => {
    const path = await counted.makeImage(name, output);
    const numbers = await counted.numbersOf(videoLottie({ frames: 60 }), { transform, path });
    expect(numbers).toEqual(each(60, wanted));
  });
});
