import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { BLUE, GREEN, RED, WHITE } from './images.ts';

const WIDTH = 160;
const HEIGHT = 90;
const BITS = 10;
const PROGRAM = 'ffmpeg';

export async function ffmpeg(args: readonly string[], input?: Iterable<Buffer>): Promise<void> {
  const child = spawn(PROGRAM, ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args], {
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
  });
  let reported = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    reported += text;
  });
  child.stdin?.on('error', () => undefined);
  const closed = once(child, 'close');
  for (const piece of input ?? [])
    if (!child.stdin?.write(piece)) await once(child.stdin ?? child, 'drain');
  child.stdin?.end();
  const [code] = (await closed) as [number];
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${reported}`);
}

/**
 * Writes a video in which bars show the number of each frame: ten columns, white for a set bit,
 * above a row with the inverted bits. `output` are the arguments of ffmpeg after the input.
 */
export async function countingClip(
  path: string,
  { fps, frameCount }: { fps: string; frameCount: number },
  output: readonly string[] = [],
): Promise<string> {
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${WIDTH}x${HEIGHT}`, '-framerate', fps];
  await ffmpeg([...raw, '-i', '-', ...output, path], barFrames(frameCount));
  return path;
}

function* barFrames(count: number): Generator<Buffer> {
  for (let number = 0; number < count; number++) {
    const pixels = Buffer.alloc(WIDTH * HEIGHT);
    for (let at = 0; at < pixels.length; at++) {
      const bit = (number >> Math.floor(((at % WIDTH) * BITS) / WIDTH)) & 1;
      const isLower = at >= pixels.length / 2;
      pixels[at] = (bit === 1) !== isLower ? 235 : 20;
    }
    yield pixels;
  }
}

/** Returns the number in an image's bars; undefined when the bars cannot be read. */
export async function readNumber(image: string | Buffer): Promise<number | undefined> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return numberIn(data, info);
}

/** Like `readNumber` for RGB pixels. */
export function numberIn(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): number | undefined {
  const bright = (column: number, row: number) => {
    const x = Math.floor(((column + 0.5) * width) / BITS);
    return (pixels[(Math.floor(row * height) * width + x) * 3 + 1] ?? 0) > 128;
  };
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    if (bright(bit, 0.25) === bright(bit, 0.75)) return undefined;
    if (bright(bit, 0.25)) number |= 1 << bit;
  }
  return number;
}

/** Position of the bars of `patchesClip`, as fractions of the height. */
const STRIP = { from: 0.4, to: 0.6 };

/**
 * Writes a video with four patches (red, green, blue, white, from the left and the top) and a strip
 * with the frame's number across the middle. With `isCutOut` the last patch is transparent.
 */
export async function patchesClip(
  path: string,
  output: readonly string[],
  { fps = '25', frameCount = 30, width = 320, height = 180, isCutOut = false } = {},
): Promise<string> {
  const format = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`];
  const input = [...format, '-framerate', fps, '-i', '-'];
  const frames = function* () {
    for (let number = 0; number < frameCount; number++) {
      yield patchesFrame({ width, height }, number, isCutOut);
    }
  };
  await ffmpeg([...input, ...output, path], frames());
  return path;
}

const PATCHES = [RED, GREEN, BLUE, WHITE];

function patchesFrame(
  { width, height }: { width: number; height: number },
  number: number,
  isCutOut: boolean,
): Buffer {
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
    const patch = (x < 0.5 ? 0 : 1) + (y < 0.5 ? 0 : 2);
    const isStrip = y >= STRIP.from && y < STRIP.to;
    const bit = ((number >> Math.floor(x * BITS)) & 1) === 1;
    const color = isStrip ? Array(3).fill(bit === y < 0.5 ? 235 : 20) : (PATCHES[patch] ?? RED);
    pixels.set(color, at * 4);
    if (isCutOut && patch === 3 && !isStrip) pixels[at * 4 + 3] = 0;
  }
  return pixels;
}

/**
 * Returns the number and the colors at the centers of the patches, from RGB pixels of
 * `patchesClip`.
 */
export function readPatches(
  pixels: Uint8Array,
  { width, height }: { width: number; height: number },
): { number: number | undefined; colors: number[][] } {
  const rows = [STRIP.from, STRIP.to].map((y) => Math.round(y * height) * width * 3);
  const strip = { width, height: Math.round((STRIP.to - STRIP.from) * height) };
  const colors = [0.2, 0.8].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
      return [...pixels.subarray(at, at + 3)];
    }),
  );
  return { number: numberIn(pixels.subarray(...rows), strip), colors };
}
