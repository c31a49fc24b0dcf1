import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { BLUE, GREEN, patches, RED, type Rgb, WHITE } from '../../src/media/testing/images.ts';

/** Four color patches, from left to right and top to bottom. */
export type Seen = [Rgb, Rgb, Rgb, Rgb];

export type Row = { name: string; make: () => Promise<Buffer>; seen: Seen; tolerance: number };

export const WIDTH = 120;

export const HEIGHT = 80;

const UPRIGHT: Seen = [RED, GREEN, BLUE, WHITE];

/** Black or white by luminance, with a threshold of 0.5. */
const BILEVEL: Seen = [
  [0, 0, 0],
  [255, 255, 255],
  [0, 0, 0],
  [255, 255, 255],
];

const ON_WHITE = UPRIGHT.map((color) => color.map((v) => Math.round((v + 255) / 2))) as Seen;

/** Colors that inks can print, too. Converting to a profile and back (perceptual) still differs by up to 20. */
const INKS: Seen = [
  [180, 80, 80],
  [90, 150, 90],
  [80, 90, 160],
  [230, 230, 230],
];

/** How to store the upright image for each value of EXIF tag 274: rotated, then mirrored. */
const STORED: [orientation: number, turn: number, mirrored: boolean][] = [
  [1, 0, false],
  [2, 0, true],
  [3, 180, false],
  [4, 180, true],
  [5, 270, true],
  [6, 270, false],
  [7, 90, true],
  [8, 90, false],
];

const run = promisify(execFile);
const upright = () => patches(WIDTH, HEIGHT);

/** `upright` with other colors, or with more or fewer channels. */
function painted(paint: (color: Rgb) => number[], colors = UPRIGHT): Sharp {
  const pixels = colors.map(paint);
  const channels = pixels[0]?.length as 1 | 2 | 3 | 4;
  const data = Buffer.alloc(WIDTH * HEIGHT * channels);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const quarter = (i % WIDTH < WIDTH / 2 ? 0 : 1) + (i < (WIDTH * HEIGHT) / 2 ? 0 : 2);
    data.set(pixels[quarter] ?? [], i * channels);
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels } });
}

const light = (value: number) =>
  value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;

/** IEC 61966-2-1 and Adobe RGB (1998), 4.3.6.2: both under D65. */
const TO_XYZ = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

const TO_ADOBE = [
  [2.04159, -0.56501, -0.34473],
  [-0.96924, 1.87597, 0.04156],
  [0.01344, -0.11836, 1.01517],
];

const times = (matrix: number[][], vector: number[]) =>
  matrix.map((row) => row.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0));

/** Converts a color to Adobe RGB. */
const adobe = (color: Rgb) =>
  times(TO_ADOBE, times(TO_XYZ, color.map(light))).map((v) =>
    Math.round(255 * Math.max(0, v) ** (256 / 563)),
  );

/** Inserts a chunk before the pixels of a PNG; encoders have no option for it. */
function withChunk(png: Buffer, type: string, values: number[]): Buffer {
  const body = Buffer.alloc(4 + 4 * values.length);
  body.write(type, 'latin1');
  for (const [i, value] of values.entries()) body.writeUInt32BE(Math.round(value * 1e5), 4 + 4 * i);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  const afterHeader = 33;
  return Buffer.concat([
    png.subarray(0, afterHeader),
    length,
    body,
    check,
    png.subarray(afterHeader),
  ]);
}

const ADOBE_CHRM = [0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06];

const svg = (attributes: string, inside: string, before = '') =>
  `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`;

const rectangles = UPRIGHT.map(
  (color, i) =>
    `<rect x="${(i % 2) * 60}" y="${i < 2 ? 0 : 40}" width="60" height="40" fill="rgb(${color})"/>`,
).join('');

const BOX = 'viewBox="0 0 120 80"';

/** Some of each format. image-formats.long.test.ts has all others. */
export const QUICK_IMAGES = [
  ...['JPEG, progressive', 'JPEG, gray', 'JPEG, EXIF orientation 5', 'JPEG, EXIF orientation 6'],
  ...['JPEG, CMYK with a profile', 'JPEG, CMYK without a profile', 'JPEG, Display P3'],
  ...['JPEG, Adobe RGB as cameras say it', 'PNG', 'PNG, 16 bit, Display P3', 'PNG, palette'],
  ...['PNG, half transparent', 'PNG, linear light (gAMA 1)', 'PNG, EXIF orientation 6'],
  ...['PNG, animated: its first frame', 'WebP', 'WebP, half transparent', 'AVIF, 10 bit, 4:4:4'],
  ...['AVIF, turned', 'GIF, animated: its first frame', 'TIFF, LZW', 'TIFF, CMYK'],
  ...['TIFF, big-endian, 16 bit', 'TIFF, fax (group 4)', 'TIFF, two pages: the first'],
  ...['SVG, with a viewBox only', 'SVG, with styles, a gradient and uses'],
];

/** Files of every accepted kind. `folder` is for the programs that create them. */
export async function imageRows(folder: string): Promise<Row[]> {
  const base = join(folder, 'base.png');
  await upright().png().toFile(base);
  let count = 0;
  const rows: Row[] = [];
  const add = (name: string, make: () => Promise<Buffer>, tolerance = 6, seen = UPRIGHT) =>
    rows.push({ name, make, seen, tolerance });
  const program = (command: string, extension: string, args: readonly string[]) => async () => {
    const path = join(folder, `${count++}.${extension}`);
    await run(command, [...args, path]);
    return readFile(path);
  };
  const magick = (extension: string, ...args: string[]) =>
    program('convert', extension, [base, ...args]);
  const ffmpeg = (extension: string, ...args: string[]) =>
    program('ffmpeg', extension, ['-v', 'error', '-i', base, ...args]);
  const gray = UPRIGHT.map(([r]) => [r, r, r]) as Seen;
  const inks = () => painted((color) => color, INKS);
  const inkFile = join(folder, 'inks.png');
  await inks().png().toFile(inkFile);
  const svgRow = (name: string, attributes: string, inside: string, before?: string) =>
    add(`SVG, ${name}`, async () => Buffer.from(svg(attributes, inside, before)), 3);

  add('JPEG, baseline', () => upright().jpeg().toBuffer());
  add('JPEG, progressive', () => upright().jpeg({ progressive: true }).toBuffer());
  add('JPEG, 4:4:4, by ImageMagick', magick('jpg', '-sampling-factor', '1x1'));
  add('JPEG, by ffmpeg', ffmpeg('jpg', '-q:v', '2'), 12);
  add(
    'JPEG, gray',
    () =>
      painted(([r]) => [r])
        .jpeg()
        .toBuffer(),
    3,
    gray,
  );
  for (const [orientation, turn, mirrored] of STORED) {
    const turned = () => upright().rotate(turn).flop(mirrored).png().toBuffer();
    add(`JPEG, EXIF orientation ${orientation}`, async () =>
      sharp(await turned())
        .jpeg()
        .withMetadata({ orientation })
        .toBuffer(),
    );
  }
  add('JPEG, CMYK with a profile', () => inks().withIccProfile('cmyk').jpeg().toBuffer(), 22, INKS);
  // Without a profile, inks have no exact color, but they must not be inverted.
  const cmyk = ['convert', 'jpg', [inkFile, '-colorspace', 'CMYK']] as const;
  add('JPEG, CMYK without a profile', program(...cmyk), 45, INKS);
  const adobeJpeg = () => painted(adobe).jpeg({ quality: 100, chromaSubsampling: '4:4:4' });
  add(
    'JPEG, Adobe RGB as cameras say it',
    () =>
      adobeJpeg()
        .withExif({ IFD3: { InteroperabilityIndex: 'R03' } })
        .toBuffer(),
    8,
  );
  add('JPEG, Display P3', () => upright().withIccProfile('p3').jpeg().toBuffer(), 8);
  add('JPEG, 24 megapixels', () => patches(6000, 4000).jpeg().toBuffer());

  add('PNG', () => upright().png().toBuffer(), 2);
  add('PNG, 16 bit', () => upright().toColourspace('rgb16').png().toBuffer(), 2);
  add('PNG, 16 bit, Display P3', () =>
    upright().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
  );
  add('PNG, 16 bit, by ffmpeg', ffmpeg('png', '-pix_fmt', 'rgb48be'), 2);
  add('PNG, interlaced', () => upright().png({ progressive: true }).toBuffer(), 2);
  add('PNG, palette', () => upright().png({ palette: true, colours: 4 }).toBuffer(), 4);
  add('PNG, palette, by ImageMagick', magick('png', '-type', 'Palette', '-interlace', 'PNG'), 4);
  add('PNG, black and white', magick('png', '-threshold', '50%', '-type', 'bilevel'), 2, BILEVEL);
  add(
    'PNG, half transparent',
    () =>
      painted((color) => [...color, 128])
        .png()
        .toBuffer(),
    3,
    ON_WHITE,
  );
  add(
    'PNG, gray with 16 bit and alpha',
    () =>
      painted(([r]) => [r, 255])
        .toColourspace('grey16')
        .png()
        .toBuffer(),
    3,
    gray,
  );
  add('PNG, linear light (gAMA 1)', async () =>
    withChunk(
      await painted((color) => color.map((v) => Math.round(255 * light(v))))
        .png()
        .toBuffer(),
      'gAMA',
      [1],
    ),
  );
  add(
    'PNG, Adobe RGB by gAMA and cHRM',
    async () =>
      withChunk(withChunk(await painted(adobe).png().toBuffer(), 'cHRM', ADOBE_CHRM), 'gAMA', [
        256 / 563,
      ]),
    4,
  );
  add('PNG, EXIF orientation 6', async () =>
    sharp(await upright().rotate(270).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer(),
  );
  add(
    'PNG, animated: its first frame',
    ffmpeg(
      'apng',
      ...['-filter_complex', 'format=rgb24,split[a][b];[b]negate[c];[a][c]concat=n=2'],
      ...['-plays', '0'],
    ),
    3,
  );

  add('WebP', () => upright().webp().toBuffer(), 12);
  add('WebP, lossless', () => upright().webp({ lossless: true }).toBuffer(), 2);
  add(
    'WebP, half transparent',
    () =>
      painted((color) => [...color, 128])
        .webp({ lossless: true })
        .toBuffer(),
    3,
    ON_WHITE,
  );
  add('WebP, EXIF orientation 8', async () =>
    sharp(await upright().rotate(90).png().toBuffer())
      .withMetadata({ orientation: 8 })
      .webp({ lossless: true })
      .toBuffer(),
  );
  const twoFrames = async () =>
    sharp([await upright().png().toBuffer(), await upright().negate().png().toBuffer()], {
      join: { animated: true },
    });
  add('WebP, animated: its first frame', async () =>
    (await twoFrames()).webp({ lossless: true }).toBuffer(),
  );

  add('AVIF', () => upright().avif().toBuffer(), 8);
  add('AVIF, 10 bit, 4:4:4', () =>
    upright().avif({ bitdepth: 10, chromaSubsampling: '4:4:4' }).toBuffer(),
  );
  add('AVIF, 12 bit', () => upright().avif({ bitdepth: 12 }).toBuffer(), 8);
  add('AVIF, lossless', () => upright().avif({ lossless: true }).toBuffer(), 2);
  add('AVIF, by ImageMagick', magick('avif'), 8);
  add('AVIF, turned', async () =>
    sharp(await upright().rotate(270).png().toBuffer())
      .withMetadata({ orientation: 6 })
      .avif()
      .toBuffer(),
  );

  add('GIF', () => upright().gif().toBuffer(), 4);
  add('GIF, interlaced, by ImageMagick', magick('gif', '-interlace', 'GIF'), 4);
  add('GIF, animated: its first frame', async () => (await twoFrames()).gif().toBuffer(), 4);

  add('TIFF, LZW', () => upright().tiff({ compression: 'lzw' }).toBuffer(), 2);
  add('TIFF, deflate, tiles', () =>
    upright().tiff({ compression: 'deflate', tile: true }).toBuffer(),
  );
  add('TIFF, JPEG inside', () => upright().tiff({ compression: 'jpeg', quality: 95 }).toBuffer());
  add('TIFF, BigTIFF', () => upright().tiff({ bigtiff: true }).toBuffer(), 2);
  add('TIFF, big-endian, 16 bit', magick('tiff', '-depth', '16', '-endian', 'MSB'), 2);
  add('TIFF, separate planes', magick('tiff', '-interlace', 'plane'), 2);
  add('TIFF, CMYK', () => inks().withIccProfile('cmyk').tiff().toBuffer(), 22, INKS);
  add('TIFF, Lab, 16 bit', magick('tiff', '-colorspace', 'Lab', '-depth', '16'), 8);
  add(
    'TIFF, fax (group 4)',
    magick('tiff', '-threshold', '50%', '-compress', 'Group4'),
    2,
    BILEVEL,
  );
  add('TIFF, two pages: the first', magick('tiff', '(', '+clone', '-negate', ')'), 2);
  add('TIFF, orientation 3', async () =>
    sharp(await upright().rotate(180).png().toBuffer())
      .withMetadata({ orientation: 3 })
      .tiff()
      .toBuffer(),
  );

  svgRow('with a size', `width="120" height="80"`, rectangles);
  svgRow('with a viewBox only', BOX, rectangles);
  svgRow('in millimetres, by style', `style="width:12mm;height:8mm" ${BOX}`, rectangles);
  svgRow(
    'with Illustrator’s document type and entities',
    `${BOX} fill="&paint;"`,
    rectangles,
    '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [<!ENTITY paint "red">]>\n<!-- drawn -->',
  );
  const embedded = `data:image/png;base64,${(await readFile(base)).toString('base64')}`;
  svgRow('with an image inside', BOX, `<image xlink:href="${embedded}" width="120" height="80"/>`);
  svgRow(
    'with styles, a gradient and uses',
    BOX,
    `<style>.b { fill: rgb(${BLUE}) }</style><defs><rect id="q" width="60" height="40"/>
     <linearGradient id="g"><stop stop-color="rgb(${RED})"/></linearGradient></defs>
     <use xlink:href="#q" fill="url(#g)"/><use href="#q" x="60" fill="rgb(${GREEN})"/>
     <use href="#q" y="40" class="b"/><use href="#q" x="60" y="40" fill="rgb(${WHITE})"/>`,
  );
  svgRow(
    'whose scripts are left out',
    `${BOX} onload="document.documentElement.remove()"`,
    `${rectangles}<script>document.documentElement.remove()</script><foreignObject width="120" height="80"><p xmlns="http://www.w3.org/1999/xhtml" style="background:black">x</p></foreignObject>`,
  );
  return rows;
}
