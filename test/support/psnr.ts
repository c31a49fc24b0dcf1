import { spawn } from 'node:child_process';
import { setImmediate } from 'node:timers/promises';
import { createCanvas, LottieAnimation } from '@napi-rs/canvas';
import type { Composition } from '../../src/compose/index.ts';
import { skipSystemFonts } from '../../src/raster/skip-system-fonts.ts';

skipSystemFonts();

const DECODER = 'ffmpeg';

/** Returns the PSNR of each frame against Skia's direct drawing, in decibels over all three channels. */
export async function psnrOfFrames(
  { lottie }: Composition,
  video: string,
  width = lottie.w,
  height = lottie.h,
): Promise<number[]> {
  const animation = LottieAnimation.loadFromData(JSON.stringify(lottie));
  const context = createCanvas(width, height).getContext('2d');
  const filter = 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc,format=rgba';
  const args = ['-v', 'error', '-i', video, '-vf', filter, '-f', 'rawvideo', '-'];
  const { stdout } = spawn(DECODER, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const found: number[] = [];
  let rest = Buffer.alloc(0);
  for await (const chunk of stdout) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    while (rest.length >= width * height * 4) {
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, width, height);
      animation.seekFrame(found.length);
      animation.render(context, { x: 0, y: 0, width, height });
      const drawn = context.getImageData(0, 0, width, height).data;
      found.push(psnr(drawn, rest.subarray(0, drawn.length)));
      rest = rest.subarray(drawn.length);
      await setImmediate();
    }
  }
  return found;
}

function psnr(a: Uint8Array | Uint8ClampedArray, b: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) if (at % 4 < 3) sum += ((a[at] ?? 0) - (b[at] ?? 0)) ** 2;
  return 10 * Math.log10((255 ** 2 * (a.length * 0.75)) / Math.max(sum, 1));
}
