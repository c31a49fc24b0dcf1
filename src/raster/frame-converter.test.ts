import { expect, test } from 'vitest';
import { FrameConverter, type PixelLayout } from './frame-converter.ts';

type Color = readonly [number, number, number];

/** BT.709-6, item 3, for 8 bits and limited range, in floating point; colors are 0–1. */
function yuv([r, g, b]: Color): Color {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + 219 * y, 128 + (224 * (b - y)) / 1.8556, 128 + (224 * (r - y)) / 1.5748];
}

/** The mean straight color of pixels, weighted by their alpha. */
function straight(rgba: Uint8Array, pixels: readonly number[]): Color {
  const sum = (channel: number) => pixels.reduce((s, at) => s + (rgba[at * 4 + channel] ?? 0), 0);
  const alpha = sum(3);
  return alpha === 0 ? [0, 0, 0] : [sum(0) / alpha, sum(1) / alpha, sum(2) / alpha];
}

function reference(layout: PixelLayout, rgba: Uint8Array, width: number, height: number): number[] {
  const pixelNumbers = Array.from({ length: width * height }, (_, pixel) => pixel);
  const alpha = pixelNumbers.map((pixel) => rgba[pixel * 4 + 3] ?? 0);
  if (layout === 'rgba')
    return pixelNumbers.flatMap((at) => [
      ...straight(rgba, [at]).map((c) => c * 255),
      alpha[at] ?? 0,
    ]);
  const colors = pixelNumbers.map((pixel) => yuv(straight(rgba, [pixel])));
  const plane = (list: readonly Color[], part: number) => list.map((color) => color[part] ?? 0);
  if (layout.includes('10')) {
    const planes = [0, 1, 2].flatMap((part) => plane(colors, part)).map((value) => value * 4);
    return layout.includes('a') ? [...planes, ...alpha.map((a) => (a * 1023) / 255)] : planes;
  }
  const squares = Array.from({ length: (width * height) / 4 }, (_, index) => {
    const [column, row] = [(index % (width / 2)) * 2, Math.floor(index / (width / 2)) * 2];
    const square = [0, 1, width, width + 1].map((n) => row * width + column + n);
    return yuv(straight(rgba, square));
  });
  const planes = [...plane(colors, 0), ...plane(squares, 1), ...plane(squares, 2)];
  return layout.includes('a') ? [...planes, ...alpha] : planes;
}

/** Premultiplied random pixels, some opaque and some fully transparent. */
function noise(pixels: number, isOpaque: boolean): Uint8Array {
  let seed = 7;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed;
  };
  const rgba = new Uint8Array(pixels * 4);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = isOpaque || next() % 3 === 0 ? 255 : next() % 4 === 0 ? 0 : next() % 256;
    for (let c = 0; c < 3; c++)
      rgba[at + c] = next() % 5 === 0 ? (next() % 2) * alpha : next() % (alpha + 1);
    rgba[at + 3] = alpha;
  }
  return rgba;
}

const EVEN = [
  [64, 32],
  [16, 2],
  [18, 4],
  [1082, 6],
  [14, 10],
  [2, 2],
] as const;
const ODD = [...EVEN, [1, 1], [3, 5], [17, 1], [17, 3], [1081, 67]] as const;

test.each<[PixelLayout, readonly (readonly [number, number])[]]>([
  ['yuv420p', EVEN],
  ['yuva420p', EVEN],
  ['yuv444p10le', ODD],
  ['yuva444p10le', ODD],
  ['rgba', ODD],
])('%s matches the standard to within a rounding error, at any size', async (layout, sizes) => {
  for (const [width, height] of sizes) {
    const converter = await FrameConverter.create({ width, height }, layout);
    const rgba = noise(width * height, layout === 'yuv420p' || layout === 'yuv444p10le');
    const expected = reference(layout, rgba, width, height);
    const bytes = converter.convert(rgba);
    const deep = layout.includes('10');
    const got = deep
      ? Array.from(bytes, (_, n) => (n % 2 ? 0 : bytes.readUInt16LE(n))).filter(
          (_, n) => n % 2 === 0,
        )
      : [...bytes];
    expect(got).toHaveLength(expected.length);
    const max = deep ? 0.76 : 0.52;
    expect(expected.filter((value, at) => !(Math.abs((got[at] ?? -9) - value) <= max))).toEqual([]);
  }
});

test('gray pixels have neutral chroma, black is 16 and white is 235', async () => {
  const converter = await FrameConverter.create({ width: 512, height: 2 }, 'yuv420p');
  const rgba = Uint8Array.from({ length: 512 * 2 * 4 }, (_, at) => (Math.floor(at / 4) % 512) / 2);
  const planes = converter.convert(rgba);
  expect([planes[0], planes[511]]).toEqual([16, 235]);
  expect(new Set(planes.subarray(1024))).toEqual(new Set([128]));
});

test.each(['yuv420p', 'rgba'] as const)(
  'a converted frame of %s stays valid while two more are converted',
  async (layout) => {
    const converter = await FrameConverter.create({ width: 2, height: 2 }, layout);
    const frames = [1, 2, 3].map((gray) =>
      converter.convert(Uint8Array.from({ length: 16 }, (_, n) => (n % 4 === 3 ? 255 : gray * 50))),
    );
    const first = layout === 'rgba' ? [50, 100, 150] : [59, 102, 145];
    expect(frames.map((frame) => frame[0])).toEqual(first);
  },
);
