import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImageHead } from '../../packages/editor/src/media/image-head.ts';
import { readJpegHead, turnedJpegHead } from '../../packages/editor/src/media/jpeg-head.ts';

/** An image whose four corners have different colors. */
async function photo(orientation?: number): Promise<Buffer> {
  const corner = (left: number, top: number, color: string) => ({
    left,
    top,
    input: { create: { width: 32, height: 32, channels: 3 as const, background: color } },
  });
  const image = sharp({ create: { width: 128, height: 64, channels: 3, background: 'white' } })
    .composite([corner(0, 0, 'red'), corner(96, 0, 'lime'), corner(96, 32, 'blue')])
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' });
  return (orientation === undefined ? image : image.withMetadata({ orientation })).toBuffer();
}

/** Returns the colors of the corners of an upright image, clockwise from the top left. */
async function corners(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const points = [
    [8, 8],
    [width - 8, 8],
    [width - 8, height - 8],
    [8, height - 8],
  ] as const;
  return points
    .map(([x, y]) => {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 3);
      if (red > 200) return green > 200 ? 'w' : 'r';
      return green > 200 ? 'g' : blue > 200 ? 'b' : '?';
    })
    .join('');
}

test('a photo is turned by its EXIF orientation, without decoding it', async () => {
  expect(await corners(await photo())).toBe('rgbw');
  for (const orientation of [undefined, 1, 2, 3, 4, 5, 6, 7, 8]) {
    const file = await photo(orientation);
    let expected = await corners(file);
    for (const turns of [1, 2, 3, 4]) {
      expected = expected.slice(-1) + expected.slice(0, -1);
      const turned = turnedJpegHead(file, turns);
      expect(await corners(turned), `${orientation} turned ${turns}`).toBe(expected);
      const { autoOrient } = await sharp(turned).metadata();
      expect(readImageHead(turned).size).toMatchObject(autoOrient);
    }
    expect(await corners(turnedJpegHead(file, -1))).toBe(expected.slice(1) + expected.slice(0, 1));
  }
});

test('sizes and types are read from the first bytes', async () => {
  const image = sharp({ create: { width: 300, height: 200, channels: 4, background: 'red' } });
  const size = { width: 300, height: 200 };
  const head = async (file: Promise<Buffer>) => readImageHead(await file);
  expect(await head(image.png().toBuffer())).toEqual({ type: 'png', size });
  expect(await head(image.gif().toBuffer())).toEqual({ type: 'gif', size });
  expect(await head(image.webp({ lossless: true }).toBuffer())).toEqual({ type: 'webp', size });
  expect(await head(image.webp().toBuffer())).toEqual({ type: 'webp', size });
  expect(await head(image.flatten().webp().toBuffer())).toEqual({ type: 'webp', size });
  expect(await head(image.jpeg().toBuffer())).toEqual({ type: 'jpeg', size });
  expect(await head(image.tiff().toBuffer())).toEqual({ type: 'tiff' });
  expect(await head(image.avif({ effort: 0 }).toBuffer())).toEqual({ type: 'avif' });
});

test('damaged and cut files are read without errors', async () => {
  const file = await photo(6);
  for (let length = 0; length < 700; length++) readImageHead(file.subarray(0, length));
  for (let at = 0; at < 400; at++) {
    const damaged = Buffer.from(file);
    damaged[at] = 0xff;
    readImageHead(damaged);
    turnedJpegHead(damaged, 1);
  }
  expect(readJpegHead(file.subarray(0, 20))).toEqual({ orientation: 1 });
});
