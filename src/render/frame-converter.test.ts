import { expect, test } from 'vitest';
import { FrameConverter } from './frame-converter.ts';

/** BT.709-6, item 3, for 8 bits and limited range, in floating point. */
function reference(rgba: Uint8Array, width: number, height: number): number[] {
  const weigh = (at: number, r: number, g: number, b: number) =>
    ((rgba[at] ?? 0) * r + (rgba[at + 1] ?? 0) * g + (rgba[at + 2] ?? 0) * b) / 255;
  const luma = (at: number) => weigh(at, 0.2126, 0.7152, 0.0722);
  const y = Array.from({ length: width * height }, (_, pixel) => 16 + 219 * luma(pixel * 4));
  const chroma = (part: (at: number) => number) =>
    Array.from({ length: (width * height) / 4 }, (_, index) => {
      const [column, row] = [(index % (width / 2)) * 2, Math.floor(index / (width / 2)) * 2];
      const square = [0, 1, width, width + 1].map((n) => (row * width + column + n) * 4);
      return 128 + (224 * square.reduce((sum, at) => sum + part(at), 0)) / 4;
    });
  const u = chroma((at) => (weigh(at, 0, 0, 1) - luma(at)) / 1.8556);
  const v = chroma((at) => (weigh(at, 1, 0, 0) - luma(at)) / 1.5748);
  return [...y, ...u, ...v];
}

function noise(length: number): Uint8Array {
  let seed = 7;
  return Uint8Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % 5 === 0 ? (seed % 2) * 255 : seed % 256;
  });
}

test.each([
  [64, 32],
  [16, 2],
  [18, 4],
  [1082, 6],
  [14, 10],
  [2, 2],
])('%i×%i as the standard has it, within a rounding', async (width, height) => {
  const converter = await FrameConverter.create({ width, height });
  const rgba = noise(width * height * 4);
  const wanted = reference(rgba, width, height);
  const got = converter.convert(rgba);
  expect(got).toHaveLength((width * height * 3) / 2);
  const far = wanted.filter((value, at) => Math.abs((got[at] ?? 0) - value) > 0.52);
  expect(far).toEqual([]);
});

test('grays have no color, black is 16 and white 235', async () => {
  const converter = await FrameConverter.create({ width: 512, height: 2 });
  const rgba = Uint8Array.from({ length: 512 * 2 * 4 }, (_, at) => (Math.floor(at / 4) % 512) / 2);
  const planes = converter.convert(rgba);
  expect([planes[0], planes[511]]).toEqual([16, 235]);
  expect(new Set(planes.subarray(1024))).toEqual(new Set([128]));
});

test('a frame outlives the next two', async () => {
  const converter = await FrameConverter.create({ width: 16, height: 2 });
  const frames = [0, 100, 200].map((gray) => converter.convert(new Uint8Array(128).fill(gray)));
  expect(frames.map((frame) => frame[0])).toEqual([16, 102, 188]);
});
