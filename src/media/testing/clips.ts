import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';

const WIDTH = 160;
const HEIGHT = 90;
const BITS = 10;

export async function ffmpeg(args: readonly string[], input?: Iterable<Buffer>): Promise<void> {
  const child = spawn('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args], {
    stdio: [input ? 'pipe' : 'ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  child.stdin?.on('error', () => undefined);
  const closed = once(child, 'close');
  for (const piece of input ?? [])
    if (!child.stdin?.write(piece)) await once(child.stdin ?? child, 'drain');
  child.stdin?.end();
  const [code] = (await closed) as [number];
  if (code !== 0) throw new Error(`ffmpeg ${args.join(' ')}: ${told}`);
}

/**
 * A clip whose every frame has its number written in bars: ten columns, white for a set bit, over a
 * row with the same bits inverted. `output` are ffmpeg's arguments from the filters on.
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

/** The number in a picture's bars, or undefined where there are none that can be read. */
export async function readNumber(picture: string | Buffer): Promise<number | undefined> {
  const { data, info } = await sharp(picture)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return numberIn(data, info);
}

/** `readNumber` of pixels in RGB. */
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
