import sharp from 'sharp';

/** `ssim` is the mean over windows of 8×8 pixels; `far` the share of pixels beyond 8 levels. */
export type Similarity = { ssim: number; far: number };

const WINDOW = 8;
/** Windows overlap by half. */
const STEP = 4;
const FAR_LEVELS = 8;
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;

/** Compares two images of one size: the structural similarity of their luma, and their pixels. */
export async function similarity(a: Buffer, b: Buffer): Promise<Similarity> {
  const [one, two] = await Promise.all([rgb(a), rgb(b)]);
  const { width, height } = one.info;
  if (width !== two.info.width || height !== two.info.height)
    throw new Error(
      `Expected ${width}×${height} but received ${two.info.width}×${two.info.height}.`,
    );
  let far = 0;
  for (let at = 0; at < one.data.length; at += 3) {
    const isFar = [0, 1, 2].some(
      (c) => Math.abs((one.data[at + c] ?? 0) - (two.data[at + c] ?? 0)) > FAR_LEVELS,
    );
    if (isFar) far += 1;
  }
  const [x, y] = [luma(one.data), luma(two.data)];
  let sum = 0;
  let count = 0;
  for (let top = 0; top + WINDOW <= height; top += STEP) {
    for (let left = 0; left + WINDOW <= width; left += STEP) {
      sum += windowSsim(x, y, width, top * width + left);
      count += 1;
    }
  }
  return { ssim: sum / count, far: far / (width * height) };
}

function windowSsim(x: Float32Array, y: Float32Array, width: number, start: number): number {
  let [sx, sy, sxx, syy, sxy] = [0, 0, 0, 0, 0];
  for (let row = 0; row < WINDOW; row++) {
    for (let column = 0; column < WINDOW; column++) {
      const at = start + row * width + column;
      const [vx, vy] = [x[at] ?? 0, y[at] ?? 0];
      sx += vx;
      sy += vy;
      sxx += vx * vx;
      syy += vy * vy;
      sxy += vx * vy;
    }
  }
  const n = WINDOW * WINDOW;
  const [mx, my] = [sx / n, sy / n];
  const [vx, vy, cov] = [sxx / n - mx * mx, syy / n - my * my, sxy / n - mx * my];
  return ((2 * mx * my + C1) * (2 * cov + C2)) / ((mx * mx + my * my + C1) * (vx + vy + C2));
}

function luma(data: Buffer): Float32Array {
  const values = new Float32Array(data.length / 3);
  for (let i = 0; i < values.length; i++) {
    const at = i * 3;
    const [r, g, b] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
    values[i] = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  return values;
}

function rgb(image: Buffer) {
  return sharp(image)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
}
