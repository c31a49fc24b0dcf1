import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import { BLUE, GREEN, noise, patches, pixelAt, RED, type Rgb, WHITE } from '../testing/images.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { convertImage, fitImage } from './fit-image.ts';
import { type IngestedImage, ingestImageBytes } from './ingest-image.ts';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

type Focus = { focalX?: number; focalY?: number; editable?: string };
const ingest = (bytes: Uint8Array) =>
  ingestImageBytes({ bytes, dir: join(folder.path, 'ingested'), what: 'the test' });
const cover = (image: IngestedImage, width: number, height: number, more: Focus = {}) =>
  fitImage(image, { width, height, strategy: 'cover', ...more }, join(folder.path, 'fitted'));

/** Returns the colors at the centers of the four patches. */
async function expectPatches(path: string, expected: Rgb[], tolerance = 8): Promise<void> {
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const;
  for (const [index, [x, y]] of places.entries())
    expectColor(await pixelAt(path, x, y), expected[index] ?? WHITE, tolerance);
}

function expectColor(actual: number[], expected: number[], tolerance: number): void {
  expect(difference(actual, expected), `${actual} for ${expected}`).toBeLessThanOrEqual(tolerance);
}

/** Returns the largest difference of a channel. */
function difference(actual: number[], expected: number[]): number {
  return Math.max(...expected.map((value, channel) => Math.abs(value - (actual[channel] ?? -999))));
}

test.each(['png', 'jpeg', 'webp', 'gif', 'avif', 'tiff'] as const)(
  'a %s keeps its colors and gets the exact size',
  async (format) => {
    const image = await ingest(await patches(120, 80).toFormat(format).toBuffer());
    const fitted = await cover(image, 61, 41);
    expect(fitted).toMatchObject({ width: 61, height: 41, contentType: 'image/png' });
    expect(await sharp(fitted.path).metadata()).toMatchObject({
      width: 61,
      height: 41,
      format: 'png',
      space: 'srgb',
      depth: 'uchar',
      hasAlpha: false,
    });
    await expectPatches(fitted.path, [RED, GREEN, BLUE, WHITE], 12);
  },
);

test('the file name is the digest, and the same image gives the same bytes', async () => {
  const image = await ingest(await noise(900, 700).jpeg().toBuffer());
  const first = await cover(image, 800, 600);
  expect(basename(first.path)).toBe(`${first.sha256}.jpg`);
  expect(sha256(await readFile(first.path))).toBe(first.sha256);
  const second = await fitImage(
    image,
    { width: 800, height: 600, strategy: 'cover' },
    join(folder.path, 'again'),
  );
  expect(second.sha256).toBe(first.sha256);
});

test('large opaque images become JPEG without chroma subsampling, small images become PNG', async () => {
  const image = await ingest(await patches(120, 80).png().toBuffer());
  const large = await cover(image, 1200, 800);
  expect(await sharp(large.path).metadata()).toMatchObject({
    format: 'jpeg',
    chromaSubsampling: '4:4:4',
  });
  expect(large.contentType).toBe('image/jpeg');
  await expectPatches(large.path, [RED, GREEN, BLUE, WHITE], 3);
  expect((await cover(image, 120, 80)).contentType).toBe('image/png');
});

const UPRIGHT = [RED, GREEN, BLUE, WHITE];
/** Patch colors after the rotation that EXIF tag 274 requires. */
const TURNED: [number, Rgb[]][] = [
  [1, UPRIGHT],
  [2, [GREEN, RED, WHITE, BLUE]],
  [3, [WHITE, BLUE, GREEN, RED]],
  [4, [BLUE, WHITE, RED, GREEN]],
  [5, [RED, BLUE, GREEN, WHITE]],
  [6, [BLUE, RED, WHITE, GREEN]],
  [7, [WHITE, GREEN, BLUE, RED]],
  [8, [GREEN, WHITE, RED, BLUE]],
];

test.each(TURNED)(
  'an image with EXIF orientation %i is turned upright',
  async (orientation, expected) => {
    const image = await ingest(
      await patches(120, 80).jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer(),
    );
    const [width, height] = orientation < 5 ? [60, 40] : [40, 60];
    const fitted = await cover(image, width, height);
    await expectPatches(fitted.path, expected);
    expect((await sharp(fitted.path).metadata()).orientation).toBeUndefined();
    const converted = await convertImage(image, join(folder.path, 'fitted'), 'the test');
    expect([converted.width, converted.height]).toEqual([image.width, image.height]);
    await expectPatches(converted.path, expected);
  },
);

test.each([
  [{}, RED, GREEN],
  [{ focalX: 0 }, RED, RED],
  [{ focalX: 0.25, focalY: 0 }, RED, RED],
  [{ focalX: 1 }, GREEN, GREEN],
  [{ focalX: 7, focalY: -7 }, GREEN, GREEN],
])('cover with %o shows the expected part of a wide image', async (focal, left, right) => {
  const image = await ingest(await patches(200, 100).png().toBuffer());
  const { path } = await cover(image, 50, 50, focal);
  expect(difference(await pixelAt(path, 0.05, 0.1), left)).toBeLessThanOrEqual(3);
  expect(difference(await pixelAt(path, 0.95, 0.1), right)).toBeLessThanOrEqual(3);
});

test.each([
  [0, RED],
  [1, BLUE],
])('cover with focalY %i shows the expected part of a tall image', async (focalY, color) => {
  const image = await ingest(await patches(100, 200).png().toBuffer());
  const { path } = await cover(image, 50, 40, { focalY });
  expect(difference(await pixelAt(path, 0.1, 0.5), color)).toBeLessThanOrEqual(3);
});

test('transparency and its colors are preserved', async () => {
  const pixels = Buffer.alloc(100 * 100 * 4);
  for (let i = 0; i < 10_000; i++) pixels.set([...RED, i % 100 < 50 ? 0 : 128], i * 4);
  const image = await ingest(
    await sharp(pixels, { raw: { width: 100, height: 100, channels: 4 } })
      .png()
      .toBuffer(),
  );
  const fitted = await cover(image, 1000, 1000);
  expect(fitted.contentType).toBe('image/png');
  expect((await pixelAt(fitted.path, 0.2, 0.5))[3]).toBe(0);
  expectColor(await pixelAt(fitted.path, 0.8, 0.5), [...RED, 128], 2);
});

test('an opaque alpha channel is dropped', async () => {
  const image = await ingest(await patches(1200, 800).ensureAlpha().png().toBuffer());
  const fitted = await cover(image, 1200, 800);
  expect(fitted.contentType).toBe('image/jpeg');
  await expectPatches(fitted.path, UPRIGHT, 3);
  const converted = await convertImage(image, join(folder.path, 'fitted'), 'the test');
  expect(converted.contentType).toBe('image/jpeg');
});

test('16 bits per channel become 8', async () => {
  const pixels = new Uint16Array(64 * 64 * 4);
  for (let i = 0; i < 64 * 64; i++)
    pixels.set([40_000, 20_000, 65_535, i % 64 < 32 ? 65_535 : 32_768], i * 4);
  const source = sharp(pixels, { raw: { width: 64, height: 64, channels: 4 } }).toColourspace(
    'rgb16',
  );
  const bytes = await source.png().toBuffer();
  expect((await sharp(bytes).metadata()).depth).toBe('ushort');
  const fitted = await cover(await ingest(bytes), 32, 32);
  expectColor(await pixelAt(fitted.path, 0.2, 0.5), [156, 78, 255, 255], 1);
  expectColor(await pixelAt(fitted.path, 0.9, 0.5), [156, 78, 255, 128], 1);
});

test('a CMYK JPEG becomes sRGB', async () => {
  const bytes = await patches(120, 80).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
  expect((await sharp(bytes).metadata()).space).toBe('cmyk');
  const fitted = await cover(await ingest(bytes), 60, 40);
  expect(await sharp(fitted.path).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  // CMYK cannot show these colors exactly. An inverted or unconverted file differs much more.
  const strongest = async (x: number, y: number) => {
    const pixel = await pixelAt(fitted.path, x, y);
    return pixel.indexOf(Math.max(...pixel));
  };
  const actual = [
    await strongest(0.25, 0.25),
    await strongest(0.75, 0.25),
    await strongest(0.25, 0.75),
  ];
  expect(actual).toEqual([0, 1, 2]);
  expectColor(await pixelAt(fitted.path, 0.75, 0.75), WHITE, 8);
});

test('a wide-gamut image is converted to sRGB without a profile', async () => {
  const bytes = await patches(120, 80).withIccProfile('p3').png().toBuffer();
  const storedPixels = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
  expect([...storedPixels.subarray(0, 3)]).not.toEqual(RED);
  const fitted = await cover(await ingest(bytes), 60, 40);
  await expectPatches(fitted.path, UPRIGHT, 3);
  expect((await sharp(fitted.path).metadata()).hasProfile).toBe(false);
});

test('gray images become sRGB', async () => {
  const fitted = await cover(
    await ingest(await patches(120, 80).greyscale().jpeg().toBuffer()),
    60,
    40,
  );
  expect(await sharp(fitted.path).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
});

test.each([
  ['one almost opaque pixel', 254, 'image/png'],
  ['only opaque pixels', 255, 'image/jpeg'],
])('a gray image with an alpha channel and %s', async (_, alpha, contentType) => {
  const [width, height] = [700, 700];
  const pixels = Buffer.alloc(width * height * 2, 255);
  pixels[pixels.length - 1] = alpha;
  const raw = { width, height, channels: 2 } as const;
  const gray = sharp(pixels, { raw }).toColourspace('b-w');
  const image = await ingest(await gray.png().toBuffer());
  expect((await sharp(image.path).metadata()).channels).toBe(2);
  const converted = await convertImage(image, join(folder.path, 'fitted'), 'the test');
  expect(converted.contentType).toBe(contentType);
  expectColor(await pixelAt(converted.path, 0.5, 0.5), [255, 255, 255], 1);
});

test.each([
  [1, 1, 640, 360],
  [20_000, 1, 640, 360],
  [1, 20_000, 640, 360],
  [640, 360, 1, 1],
])('%i×%i covers %i×%i', async (width, height, wantedWidth, wantedHeight) => {
  const image = await ingest(
    await sharp({ create: { width, height, channels: 3, background: '#1414dc' } })
      .png()
      .toBuffer(),
  );
  const fitted = await cover(image, wantedWidth, wantedHeight);
  expect([fitted.width, fitted.height]).toEqual([wantedWidth, wantedHeight]);
  expectColor(await pixelAt(fitted.path, 0.5, 0.5), BLUE, 2);
});

test('errors of unreadable and too large images name the editable', async () => {
  const image = await ingest(await patches(8, 8).png().toBuffer());
  await expect(
    cover({ ...image, path: `${image.path}-gone` }, 10, 10, { editable: 'logo_01' }),
  ).rejects.toMatchObject({ code: 'asset_corrupt', details: { editable: 'logo_01' } });
  await expect(cover(image, 20_000, 20_000, { editable: 'logo_01' })).rejects.toMatchObject({
    code: 'asset_too_large',
    details: { editable: 'logo_01' },
  });
});

test('many simultaneous images succeed, and an aborted image throws', async () => {
  const image = await ingest(await noise(400, 300).png().toBuffer());
  const reason = new AppError('canceled', 'The user had enough.');
  const controller = new AbortController();
  const stopped = Array.from({ length: 4 }, () =>
    fitImage(
      image,
      { width: 99, height: 99, strategy: 'cover' },
      join(folder.path, 'stopped'),
      controller.signal,
    ),
  );
  const finished = Array.from({ length: 8 }, (_, i) => cover(image, 100 + i, 100));
  controller.abort(reason);
  expect(await Promise.allSettled(stopped)).toEqual(
    stopped.map(() => ({ status: 'rejected', reason })),
  );
  expect((await Promise.all(finished)).map((f) => f.width)).toEqual([
    100, 101, 102, 103, 104, 105, 106, 107,
  ]);
});
