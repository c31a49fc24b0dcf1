import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { type Lottie, repeatedFrames, splitBackground } from '../lottie/index.ts';
import { type Encoding, segmentArgs } from './encoder.ts';
import { engineVersions } from './engine-versions.ts';
import type { Range } from './plan.ts';
import type { Part, Request, Source } from './protocol.ts';
import type { Rasteriser, RunLimits } from './rasteriser.ts';
import type { RasteriserPool } from './rasteriser-pool.ts';
import { partsOf, type Segment, segmentOf } from './segment.ts';
import type { SegmentStore } from './segment-store.ts';

export type SegmentsJob = {
  composition: Composition;
  /** In playing order. */
  ranges: readonly Range[];
  encoding: Encoding;
  /** Where the segments are put, and where the composition's files lie below `resources`. */
  folder: string;
  pool: RasteriserPool;
  limits: (frameCount: number) => RunLimits;
  /** Takes and keeps segments; without one, all are drawn. */
  store: SegmentStore | undefined;
};

export type DrawnSegments = {
  /** In playing order. */
  paths: string[];
  /** How many were there already. */
  reusedCount: number;
  peakRssBytes: number;
};

/**
 * Draws what is not there yet on all rasterisers at once, first what is played first. A rasteriser that
 * crashes costs its segment, which is tried once more; what fails twice ends all. `onFrames` is told the
 * frames of finished and running segments.
 */
export async function drawSegments(
  job: SegmentsJob,
  onFrames: (framesDone: number) => void,
  signal?: AbortSignal,
): Promise<DrawnSegments> {
  const engine = await engineVersions();
  await mkdir(job.folder, { recursive: true });
  const turn = job.pool.nextTurn();
  const stop = new AbortController();
  const stopped = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
  const drawn: DrawnSegments = { paths: [], reusedCount: 0, peakRssBytes: 0 };
  const frames: number[] = job.ranges.map(() => 0);
  const queue = job.ranges.entries();
  const startOf = job.ranges[0]?.first ?? 0;
  const lane = async () => {
    for (const [index, range] of queue) {
      stopped.throwIfAborted();
      const { composition, encoding } = job;
      const segment = segmentOf(composition, range, range.first - startOf, encoding, engine);
      const path = join(job.folder, `${index}.mp4`);
      drawn.paths[index] = path;
      const report = (done: number) => {
        frames[index] = Math.max(frames[index] ?? 0, done);
        onFrames(frames.reduce((sum, count) => sum + count));
      };
      const draw = async () => {
        const { peakRssBytes } = await drawSegment(segment, path, turn, job, report, stopped);
        drawn.peakRssBytes = Math.max(drawn.peakRssBytes, peakRssBytes);
      };
      if (!job.store) await draw();
      else if (await job.store.takeOr(segment.digest, path, draw, stopped)) drawn.reusedCount += 1;
      report(range.count);
    }
  };
  // One more than can draw: the next segment is cut out while others are drawn.
  const lanes = Array.from({ length: job.pool.size + 1 }, () =>
    lane().catch((error: unknown) => {
      // The first reason is the one that is told; the others only stop for it.
      stop.abort(error);
    }),
  );
  await Promise.all(lanes);
  if (stopped.aborted) throw stopped.reason;
  return drawn;
}

async function drawSegment(
  segment: Segment,
  path: string,
  turn: number,
  { folder, encoding, pool, limits }: SegmentsJob,
  onFrames: (framesDone: number) => void,
  signal: AbortSignal,
): Promise<{ peakRssBytes: number }> {
  const { first, count, startFrame, lottie } = segment;
  const resourceDir = join(folder, 'resources');
  const parts: Part[] = [];
  const write = async (name: string, document: Lottie): Promise<Source> => {
    const lottiePath = join(folder, `${name}.json`);
    await writeFile(lottiePath, JSON.stringify(document));
    return { lottiePath, resourceDir };
  };
  for (const { lottie: whole, ...range } of partsOf(lottie, segment)) {
    const split = splitBackground(whole, range.first, range.first + range.count - 1);
    const source = await write(`${range.first}`, split?.rest ?? whole);
    const background = split && (await write(`${range.first}-background`, split.background));
    parts.push({ source, ...range, ...(background && { background }) });
  }
  const { width, height } = encoding;
  const request: Request = {
    kind: 'video',
    parts,
    repeated: [...repeatedFrames(lottie, first, first + count - 1)],
    ...{ width, height },
    output: { program: 'ffmpeg', args: segmentArgs(encoding), path, startFrame },
  };
  const run = (rasteriser: Rasteriser) => rasteriser.run(request, limits(count), onFrames, signal);
  return onceMore(() => pool.with(turn, run, signal), signal);
}

/** A crash of a rasteriser may be chance; twice the same is not. */
export async function onceMore<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const passing =
      error instanceof AppError &&
      (error.code === 'render_failed' || error.code === 'render_corrupt') &&
      error.retryable;
    if (!passing || signal?.aborted) throw error;
    return work();
  }
}
