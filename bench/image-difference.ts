import { createCanvas, loadImage } from '@napi-rs/canvas';

/** RGBA pixels on white. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

/**
 * `ssim`: mean over the whole image. `active`: mean over the drawn area. `far`: share of pixels
 * with a channel that differs by more than 32.
 */
export type ImageDifference = { ssim: number; active: number; far: number };

/** Draws a PNG on white and returns its pixels. */
export async function readPixels(file: string): Promise<Pixels> {
  const image = await loadImage(file);
  const { width, height } = image;
  const ctx = createCanvas(width, height).getContext('2d');
  ctx.fillStyle = '#ffffff';
  ctx.fillRect(0, 0, width, height);
  ctx.drawImage(image, 0, 0);
  return { width, height, data: ctx.getImageData(0, 0, width, height).data };
}

/** The window of SSIM: a Gaussian of 11 pixels with a sigma of 1.5, rescaled where it is cut. */
const RADIUS = 5;
const WINDOW = Array.from({ length: 2 * RADIUS + 1 }, (_, index) =>
  Math.exp(-((index - RADIUS) ** 2) / 4.5),
);
const C1 = (0.01 * 255) ** 2;
const C2 = (0.03 * 255) ** 2;
const FAR = 32;

/**
 * Compares two images by luma. One may be a pixel wider or higher, because programs round the size of
 * a composition differently: then the common part is compared. Other sizes are not alike. The drawn area consists of the windows in which an
 * image has structure (variance above 1) or the mean luma differs by more than 2; without any,
 * `active` is 1.
 */
export function differenceOf(first: Pixels, other: Pixels): ImageDifference {
  const [width, height] = [
    Math.min(first.width, other.width),
    Math.min(first.height, other.height),
  ];
  const isAlike = [first, other].every((p) => p.width - width <= 1 && p.height - height <= 1);
  if (!isAlike) return { ssim: 0, active: 0, far: 1 };
  const [a, b] = [cutTo(first, width, height), cutTo(other, width, height)];
  const size = width * height;
  const [x, y, xx, yy, xy] = Array.from({ length: 5 }, () => new Float64Array(size)) as Channels;
  let far = 0;
  for (let i = 0; i < size; i++) {
    const [p, q] = [luma(a.data, i * 4), luma(b.data, i * 4)];
    x[i] = p;
    y[i] = q;
    xx[i] = p * p;
    yy[i] = q * q;
    xy[i] = p * q;
    if (channelDifference(a.data, b.data, i * 4) > FAR) far++;
  }
  const means = [x, y, xx, yy, xy].map((c) => across(along(c, width, height), width, height));
  const [mx, my, mxx, myy, mxy] = means as Channels;
  let [total, active, windows] = [0, 0, 0];
  for (let i = 0; i < size; i++) {
    const [u, v] = [mx[i] ?? 0, my[i] ?? 0];
    const varX = Math.max(0, (mxx[i] ?? 0) - u * u);
    const varY = Math.max(0, (myy[i] ?? 0) - v * v);
    const cov = (mxy[i] ?? 0) - u * v;
    const ssim = ((2 * u * v + C1) * (2 * cov + C2)) / ((u * u + v * v + C1) * (varX + varY + C2));
    total += ssim;
    if (varX <= 1 && varY <= 1 && Math.abs(u - v) <= 2) continue;
    active += ssim;
    windows++;
  }
  return { ssim: total / size, active: windows > 0 ? active / windows : 1, far: far / size };
}

/** The upper left part of an image. */
function cutTo(image: Pixels, width: number, height: number): Pixels {
  if (image.width === width && image.height === height) return image;
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y++) {
    const from = y * image.width * 4;
    data.set(image.data.subarray(from, from + width * 4), y * width * 4);
  }
  return { width, height, data };
}

type Channels = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

function luma(data: Uint8ClampedArray, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}

function channelDifference(a: Uint8ClampedArray, b: Uint8ClampedArray, at: number): number {
  let most = 0;
  for (let c = at; c < at + 3; c++) most = Math.max(most, Math.abs((a[c] ?? 0) - (b[c] ?? 0)));
  return most;
}

function along(from: Float64Array, width: number, height: number): Float64Array {
  return blur(from, { length: width, step: 1, lines: height, jump: width });
}

function across(from: Float64Array, width: number, height: number): Float64Array {
  return blur(from, { length: height, step: width, lines: width, jump: 1 });
}

type Lines = { length: number; step: number; lines: number; jump: number };

function blur(from: Float64Array, { length, step, lines, jump }: Lines): Float64Array {
  const to = new Float64Array(from.length);
  for (let line = 0; line < lines; line++) {
    for (let i = 0; i < length; i++) {
      const [first, last] = [Math.max(-RADIUS, -i), Math.min(RADIUS, length - 1 - i)];
      let [sum, weight] = [0, 0];
      for (let k = first; k <= last; k++) {
        const share = WINDOW[k + RADIUS] ?? 0;
        sum += share * (from[line * jump + (i + k) * step] ?? 0);
        weight += share;
      }
      to[line * jump + i * step] = sum / weight;
    }
  }
  return to;
}

/** Returns a PNG with both images beside each other. */
export function sideBySide(a: Pixels, b: Pixels): Buffer {
  const canvas = createCanvas(a.width + b.width + 10, Math.max(a.height, b.height));
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#888888';
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  for (const [pixels, x0] of [[a, 0] as const, [b, a.width + 10] as const]) {
    const image = ctx.createImageData(pixels.width, pixels.height);
    image.data.set(pixels.data);
    ctx.putImageData(image, x0, 0);
  }
  return canvas.toBuffer('image/png');
}
