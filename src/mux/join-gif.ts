import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rateOf } from '../lottie/index.ts';
import { runProgram } from '../media/process/index.ts';
import { joinSegments } from './join.ts';

const TIMEOUT_MS = 30 * 60_000;

type GifJoin = {
  paths: readonly string[];
  folder: string;
  to: string;
  encoding: { fps: number; frameCount: number; hasAlpha: boolean };
};

/**
 * Converts losslessly encoded segments to a GIF: one pass over all frames computes the best 256
 * colors, a second pass writes the frames. `folder` is used for temporary files.
 */
export async function joinGif(
  { paths, folder, to, encoding: { fps, frameCount, hasAlpha } }: GifJoin,
  signal?: AbortSignal,
): Promise<void> {
  const joinedPath = join(folder, 'frames.mp4');
  const palette = join(folder, 'palette.png');
  await joinSegments(paths, joinedPath, 'png', signal);
  const run = (args: readonly string[]) =>
    runProgram(
      'ffmpeg',
      [
        ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-filter_complex_threads', '1'],
        ...[
          '-protocol_whitelist',
          'file',
          '-threads',
          '1',
          '-f',
          'mov',
          '-i',
          `file:${joinedPath}`,
        ],
        ...[...args, '-fflags', '+bitexact', '-y'],
      ],
      { timeoutMs: TIMEOUT_MS },
      signal,
    );
  const colors = `palettegen=reserve_transparent=${hasAlpha ? 1 : 0}`;
  await run(['-vf', colors, '-frames:v', '1', '-update', '1', '-f', 'image2', `file:${palette}`]);
  // Ordered dithering is stable where the image does not change. Error diffusion flickers and
  // doubles the file size.
  const draw = 'paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle';
  const { frames, seconds } = rateOf(fps);
  const tickAt = (frame: number) => Math.round((frame * seconds * 100) / frames);
  // A GIF states the duration of its last frame only as this delay.
  const last = tickAt(frameCount) - tickAt(frameCount - 1);
  await run([
    ...['-i', `file:${palette}`, '-filter_complex', `[0:v][1:v]${draw}`],
    ...['-threads', '1', '-loop', '0', '-final_delay', String(last), '-f', 'gif', to],
  ]);
  await rm(joinedPath);
  await rm(palette);
}
