import sharp from 'sharp';

export type Similarity = {
  /** Mean structural similarity of the luma; 1 for equal images. */
  ssim: number;
  /** Fraction of pixels in which a channel differs by more than 8. */
  far: number;
};

type Pixels = { width: number; height: number; data: ArrayLike<number> };

const WINDOW = 8;
const STEP = 4;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Compares two opaque RGBA images of one size (Wang et al., 2004, with square windows). */
export function similarity(a: Pixels, b: Pixels): Similarity {
  if (a.width !== b.width || a.height !== b.height)
    throw new Error(`Sizes differ: ${a.width}×${a.height}, ${b.width}×${b.height}.`);
  const [first, second] = [lumaOf(a), lumaOf(b)];
  let sum = 0;
  let count = 0;
  for (let y = 0; y + WINDOW <= a.height; y += STEP)
    for (let x = 0; x + WINDOW <= a.width; x += STEP) {
      sum += ssimAt(first, second, a.width, y * a.width + x);
      count += 1;
    }
  let far = 0;
  for (let at = 0; at < a.width * a.height * 4; at += 4)
    if ([0, 1, 2].some((c) => Math.abs((a.data[at + c] ?? 0) - (b.data[at + c] ?? 0)) > 8))
      far += 1;
  return { ssim: sum / count, far: far / (a.width * a.height) };
}

/** Compares two image files of one size, on white. */
export async function imageSimilarity(a: Buffer, b: Buffer): Promise<Similarity> {
  const [first, second] = await Promise.all([pixelsOf(a), pixelsOf(b)]);
  return similarity(first, second);
}

async function pixelsOf(image: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function lumaOf({ width, height, data }: Pixels): Float64Array {
  const luma = new Float64Array(width * height);
  for (let at = 0; at < luma.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[4 * at], data[4 * at + 1], data[4 * at + 2]];
    luma[at] = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
  return luma;
}

function ssimAt(a: Float64Array, b: Float64Array, width: number, start: number): number {
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (let y = 0; y < WINDOW; y++)
    for (let x = 0; x < WINDOW; x++) {
      const at = start + y * width + x;
      const [one = 0, two = 0] = [a[at], b[at]];
      sumA += one;
      sumB += two;
      sumAA += one * one;
      sumBB += two * two;
      sumAB += one * two;
    }
  const n = WINDOW ** 2;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [varA, varB] = [sumAA / n - meanA ** 2, sumBB / n - meanB ** 2];
  const covariance = sumAB / n - meanA * meanB;
  return (
    ((2 * meanA * meanB + C1) * (2 * covariance + C2)) /
    ((meanA ** 2 + meanB ** 2 + C1) * (varA + varB + C2))
  );
}
