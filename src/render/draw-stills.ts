import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { prune, sampleSmoothly } from '../lottie/index.ts';
import { type Range, type Size, stillSize } from '../output/index.ts';
import type { Rasterisers, RunLimits, Still, StillFormat } from '../raster/index.ts';
import { withRetries } from './segment-maker.ts';

/** A frame of the composition as an image file; the height follows from the width. */
export type StillOptions = { frame: number; width?: number; path: string; format: StillFormat };

type StillsJob = {
  composition: Composition;
  /** The folder that the Lottie document is written to. */
  folder: string;
  /** The folder with the composition's files. */
  resourceDir: string;
  stills: readonly StillOptions[];
  pool: Rasterisers;
  limits: (frameCount: number) => RunLimits;
};

/** Draws single frames to files and returns their sizes, in the same order. */
export async function drawStills(job: StillsJob, signal?: AbortSignal): Promise<Size[]> {
  const { composition, folder, resourceDir, stills, pool, limits } = job;
  const { lottie, video } = composition;
  const sized = stills.map(({ frame, path, format, width }): Still => {
    checkRange({ first: frame, count: 1 }, video.frameCount);
    return { frame, path, format, ...stillSize(video, width) };
  });
  const lottiePath = join(folder, 'composition.json');
  const [only, ...others] = stills;
  const pruned = only && others.length === 0 ? prune(lottie, only.frame, only.frame) : lottie;
  const isOwnSize = sized.every(({ width }) => width === video.width);
  await writeFile(lottiePath, JSON.stringify(sampleSmoothly(pruned, isOwnSize)));
  const source = { lottiePath, resourceDir };
  const request = { kind: 'stills' as const, source, stills: sized };
  const work = { place: pool.nextPlace(), request, limits: limits(sized.length) };
  await withRetries(() => pool.run(work, signal), signal);
  return sized.map(({ width, height }) => ({ width, height }));
}

/** Returns the range. Throws `invalid_request` for frames that the composition does not have. */
export function checkRange(range: Range, frameCount: number): Range {
  const { first, count } = range;
  const fits =
    Number.isInteger(first) &&
    Number.isInteger(count) &&
    first >= 0 &&
    count >= 1 &&
    first + count <= frameCount;
  if (fits) return range;
  throw new AppError(
    'invalid_request',
    `Expected frames from 0 to ${frameCount - 1} but received ${first} to ${first + count - 1}.`,
    { hint: `The template has ${frameCount} frames.` },
  );
}
