import { expect, test } from 'vitest';
import { hasOpaquePixels } from './image-decoder.ts';

const TURN = 4 * 2 ** 20;

test.each([1, 3])('an image with %i channels has no alpha', async (channels) => {
  expect(await hasOpaquePixels(Buffer.alloc(30), channels)).toBe(true);
});

test.each([2, 4])(
  'the last of %i channels is alpha, and a single transparent pixel is found',
  async (channels) => {
    const pixels = Buffer.alloc(TURN + 8 * channels);
    for (let at = channels - 1; at < pixels.length; at += channels) pixels[at] = 255;
    expect(await hasOpaquePixels(pixels, channels)).toBe(true);
    for (const at of [channels - 1, TURN - 1, TURN + channels - 1, pixels.length - 1]) {
      pixels[at] = 254;
      expect(await hasOpaquePixels(pixels, channels), `at ${at}`).toBe(false);
      pixels[at] = 255;
    }
  },
);
