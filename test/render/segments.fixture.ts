import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Composition } from '../../src/compose/index.ts';
import { bar, compositionOf, sheet } from '../support/composition.ts';

const run = promisify(execFile);
export const RED = [1, 0.2, 0.1, 1];
export const BLUE = [0.1, 0.3, 1, 1];

/** 12 s whose bar in the middle shows from second 4 to 6. */
export function twelveSeconds(color: number[]): Composition {
  const frames = 360;
  const middle = bar(color, [260, 60], [120, 180], { ty: 4 });
  return compositionOf([middle, bar(RED, [20, 300], [0, frames]), sheet(frames)], 30, frames);
}

export async function packets(path: string) {
  const show =
    'stream=width,height,start_pts,time_base,duration_ts,nb_frames,has_b_frames:packet=pts,dts,duration,flags';
  const { stdout } = await run(
    'ffprobe',
    ['-v', 'error', '-show_entries', show, '-of', 'json', path],
    { maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout) as {
    packets: { pts: number; dts: number; duration: number; flags: string }[];
    streams: Record<string, number | string>[];
  };
}
