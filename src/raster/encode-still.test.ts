import { createCanvas } from '@napi-rs/canvas';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeStill } from './encode-still.ts';

/** A canvas with odd sides and colored patches of 60 px width. */
function patches() {
  const canvas = createCanvas(241, 61);
  const ctx = canvas.getContext('2d');
  for (const [index, color] of ['#ffffff', '#d02030', '#1080f0', '#101010', '#3a9d23'].entries()) {
    ctx.fillStyle = color;
    ctx.fillRect(index * 60, 0, 60, 61);
  }
  return canvas;
}

test('a PNG still has the exact pixels of the canvas, without alpha', async () => {
  const canvas = patches();
  const { data, info } = await sharp(await encodeStill(canvas, 'png'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 241, height: 61, channels: 3 });
  const pixels = canvas.data();
  expect(data).toEqual(Buffer.from(pixels.filter((_, index) => index % 4 < 3)));
});

test.each(['jpeg', 'webp'] as const)('a %s still has the colors of the canvas', async (format) => {
  const canvas = patches();
  const bytes = await encodeStill(canvas, format);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 241, height: 61, channels: 3 });
  expect((await sharp(bytes).metadata()).format).toBe(format);
  const pixels = canvas.data();
  for (const x of [30, 90, 150, 210])
    for (const channel of [0, 1, 2]) {
      const at = 30 * 241 + x;
      const [actual, expected] = [data[at * 3 + channel], pixels[at * 4 + channel]];
      expect(Math.abs((actual ?? -1) - (expected ?? 0)), `${x}/${channel}`).toBeLessThanOrEqual(3);
    }
});
