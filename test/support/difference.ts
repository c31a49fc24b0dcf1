import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

export type Difference = {
  /** Mean difference of a channel over the whole image; 0–255. */
  mean: number;
  /** Fraction of pixels in which a channel differs by more than 24. */
  far: number;
  /** Mean difference of the worst 16-pixel square: it shows a lost dot on a page of any size. */
  worst: number;
};

const CELL = 8;

/** Compares two images of one size. `blur`, in pixels, ignores different edge drawing. */
export async function difference(
  a: string | Buffer,
  b: string | Buffer,
  blur?: number,
): Promise<Difference> {
  const [one, two] = await Promise.all([pixelsOf(a, blur), pixelsOf(b, blur)]);
  const { width, height } = one.info;
  if (width !== two.info.width || height !== two.info.height) {
    throw new Error(
      `Expected ${width}×${height} but the other image has ${two.info.width}×${two.info.height}.`,
    );
  }
  const columns = Math.ceil(width / CELL);
  const cells = new Float64Array(columns * Math.ceil(height / CELL));
  let far = 0;
  for (let at = 0; at < one.data.length; at += 3) {
    let sum = 0;
    let max = 0;
    for (let channel = at; channel < at + 3; channel++) {
      const distance = Math.abs((one.data[channel] ?? 0) - (two.data[channel] ?? 0));
      sum += distance;
      if (distance > max) max = distance;
    }
    if (sum === 0) continue;
    const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
    const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
    cells[cell] = (cells[cell] ?? 0) + sum;
    if (max > 24) far += 1;
  }
  const square = (at: number) =>
    [0, 1, columns, columns + 1].reduce((sum, next) => sum + (cells[at + next] ?? 0), 0);
  return {
    mean: cells.reduce((sum, cell) => sum + cell, 0) / one.data.length,
    far: (far * 3) / one.data.length,
    worst: cells.reduce((max, _, at) => Math.max(max, square(at)), 0) / ((2 * CELL) ** 2 * 3),
  };
}

async function pixelsOf(pixels: string | Buffer, blur?: number) {
  const image = sharp(pixels).flatten({ background: '#ffffff' }).toColorspace('srgb');
  return (blur === undefined ? image : image.blur(blur))
    .raw()
    .toBuffer({ resolveWithObject: true });
}

/** Writes the expected image, the drawn image and their difference for debugging; returns the folder. */
export async function writeDifference(
  name: string,
  wanted: string | Buffer,
  drawn: string | Buffer,
): Promise<string> {
  const path = join(tmpdir(), 'framepress-differences', `${name}.png`);
  const between = await plain(wanted)
    .composite([{ input: await plain(drawn).png().toBuffer(), blend: 'difference' }])
    .png()
    .toBuffer();
  const { width, height } = await sharp(between).metadata();
  const images = [
    await plain(wanted).png().toBuffer(),
    await plain(drawn).png().toBuffer(),
    between,
  ];
  await mkdir(dirname(path), { recursive: true });
  await sharp({ create: { width, height: height * 3, channels: 3, background: '#888' } })
    .composite(images.map((input, index) => ({ input, left: 0, top: index * height })))
    .png()
    .toFile(path);
  return path;
}

function plain(pixels: string | Buffer): Sharp {
  return sharp(pixels).flatten({ background: '#ffffff' }).toColorspace('srgb');
}

/**
 * Compares an image with the golden one; GOLDEN=write puts it in its place (look at it before it is
 * committed). `colors` of the stored file: few are enough for black on white.
 */
export async function compareWithGolden(
  golden: string,
  drawn: string,
  name: string,
  { colors, good }: { colors?: number; good: (found: Difference) => boolean },
): Promise<{ ok: boolean; found: string }> {
  if (process.env['GOLDEN'] === 'write') {
    const file = colors === undefined ? await readFile(drawn) : await palette(drawn, colors);
    await writeFile(golden, file);
  }
  const found = await difference(golden, drawn);
  const ok = good(found);
  const where = ok ? '' : `, see ${await writeDifference(name, golden, drawn)}`;
  return {
    ok,
    found: `mean ${found.mean.toFixed(3)}, far ${found.far.toFixed(4)}, worst ${found.worst.toFixed(1)}${where}`,
  };
}

function palette(path: string, colours: number): Promise<Buffer> {
  return plain(path)
    .png({ palette: true, colours, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
