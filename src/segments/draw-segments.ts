import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { type Lottie, splitBackground } from '../lottie/index.ts';
import { limited } from '../media/process/index.ts';
import { around, type Range, type Timeline } from '../output/index.ts';
import type {
  Part,
  Rasterisers,
  Request,
  RunLimits,
  Source,
  Turn,
  VideoOutput,
} from '../raster/index.ts';
import { type Encoding, layoutOf, segmentArgs, segmentKind } from '../raster/index.ts';
import { engineVersions } from './engine-versions.ts';
import { digestOf, partsOf, type Segment } from './segment.ts';
import { SegmentCutter } from './segment-cutter.ts';
import type { SegmentStore } from './segment-store.ts';

/** So much more memory than a rasteriser an encoder may have: it holds dozens of frames back. VP9 takes 2.2 GB for 2160p. */
const ENCODER_SHARE = 2;

/** What is drawn once for several encodings: they have their size and their frames in common. */
export type Pass = {
  timeline: Timeline;
  /** In playing order. */
  ranges: readonly Range[];
  encodings: readonly Encoding[];
};

export type SegmentsJob = {
  composition: Composition;
  /** One after another. */
  passes: readonly Pass[];
  /** Where the segments are put, and where the composition's files lie below `resources`. */
  folder: string;
  pool: Rasterisers;
  limits: (frameCount: number) => RunLimits;
  /** Takes and keeps segments; without one, all are drawn. */
  store: SegmentStore | undefined;
  /** Where it is put down what was asked of the store. */
  used: SegmentFile[];
  /** Is given the finished segments of the first output in playing order; drawing goes on meanwhile. */
  onSegment?: (path: string) => Promise<void>;
  /** Called when no segment waits for its turn any more: the last one has asked for a rasteriser, or needs none. */
  onAllAsked?: () => void;
};

export type DrawnSegments = {
  /** For each encoding, in playing order. */
  paths: Map<Encoding, string[]>;
  segmentCount: number;
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
  const { composition, store } = job;
  const engine = await engineVersions();
  await mkdir(job.folder, { recursive: true });
  const turn = job.pool.nextTurn();
  const stop = new AbortController();
  const stopped = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
  const drawn: DrawnSegments = {
    paths: new Map(),
    segmentCount: 0,
    reusedCount: 0,
    peakRssBytes: 0,
  };
  for (const { encodings } of job.passes)
    for (const encoding of encodings) drawn.paths.set(encoding, []);
  const pieces = job.passes.flatMap((pass) =>
    pass.ranges.map((range, at) => ({ pass, range, at })),
  );
  const frames: number[] = pieces.map(() => 0);
  const queue = pieces.entries();
  const cutter = new SegmentCutter(composition, job.passes);
  const written = new WeakMap<Segment, Promise<Part[]>>();
  const [firstPass] = job.passes;
  const [firstEncoding] = firstPass?.encodings ?? [];
  const firstPaths = (firstEncoding && drawn.paths.get(firstEncoding)) ?? [];
  const hand = inOrder(firstPaths, job.onSegment);
  const asked = pieces.map(() => Promise.withResolvers<void>());
  void Promise.all(asked.map(({ promise }) => promise)).then(() => {
    if (!stopped.aborted) job.onAllAsked?.();
  });
  const worker = async () => {
    for (const [index, { pass, range, at }] of queue) {
      stopped.throwIfAborted();
      const before = asked[index - 1]?.promise;
      const ask = () => asked[index]?.resolve();
      const segment = cutter.take(pass.timeline, range);
      const files = pass.encodings.map((encoding, n): SegmentFile => {
        const path = join(job.folder, `${index}-${n}.${segmentKind(encoding.codec)}`);
        const paths = drawn.paths.get(encoding) ?? [];
        paths[at] = path;
        const digest = digestOf(segment, composition, pass.timeline, encoding, engine);
        return { path, encoding, digest };
      });
      const report = (done: number) => {
        frames[index] = Math.max(frames[index] ?? 0, done);
        onFrames(frames.reduce((sum, count) => sum + count));
      };
      const draw = async (missing: readonly SegmentFile[]) => {
        const { timeline } = pass;
        // Passes that share a segment draw the same documents.
        const parts = written.get(segment) ?? writeParts(`${index}`, segment, timeline, job.folder);
        written.set(segment, parts);
        const piece = { parts: await parts, segment, files: missing, before, ask };
        const { peakRssBytes } = await drawSegment(piece, turn, job, report, stopped);
        drawn.peakRssBytes = Math.max(drawn.peakRssBytes, peakRssBytes);
      };
      if (store) {
        job.used.push(...files);
        const reused = await store.takeOr(files, draw, stopped, ask);
        drawn.reusedCount += reused;
      } else await draw(files);
      ask();
      drawn.segmentCount += files.length;
      report(range.count);
      if (pass === firstPass) await hand(at);
    }
  };
  // One more than can draw: the next segment is cut out while others are drawn.
  const workers = Array.from({ length: job.pool.size + 1 }, () =>
    worker().catch((error: unknown) => {
      // The first reason is the one that is told; the others only stop for it.
      stop.abort(error);
      for (const { resolve } of asked) resolve();
    }),
  );
  await Promise.all(workers);
  if (stopped.aborted) throw stopped.reason;
  return drawn;
}

/** A segment as an encoding has it. */
export type SegmentFile = { path: string; encoding: Encoding; digest: string };

type Piece = {
  parts: readonly Part[];
  segment: Segment;
  files: readonly SegmentFile[];
  /** Settles when the piece before has asked for a rasteriser, needs none, or waits for what another job draws: whatever is cut out first, what is played first is drawn first. */
  before: Promise<void> | undefined;
  /** Says that this one has. */
  ask: () => void;
};

/** Passes on what is finished once all before it is, one at a time. */
function inOrder(paths: readonly string[], pass: SegmentsJob['onSegment']) {
  const finished = new Set<number>();
  let next = 0;
  let passing = Promise.resolve();
  return (index: number): Promise<void> => {
    finished.add(index);
    for (; finished.has(next); next++) {
      const path = paths[next] ?? '';
      passing = passing.then(() => pass?.(path));
    }
    return passing;
  };
}

async function drawSegment(
  { parts, segment, files, before, ask }: Piece,
  turn: Turn,
  { pool, limits }: SegmentsJob,
  onFrames: (framesDone: number) => void,
  signal: AbortSignal,
): Promise<{ peakRssBytes: number }> {
  const { first, count } = segment;
  const allowed = limits(count);
  const outputs = files.map(({ path, encoding }): VideoOutput => {
    const { codec, hasAlpha, hardware } = encoding;
    // Drivers reserve what they never use.
    const max = hardware ? Number.POSITIVE_INFINITY : allowed.memoryBytes * ENCODER_SHARE;
    const [program, ...args] = limited('ffmpeg', segmentArgs(encoding), max);
    const kind = segmentKind(codec);
    return {
      program,
      args,
      path,
      codec,
      layout: layoutOf(encoding),
      kind,
      hasAlpha,
      startFrame: first,
    };
  });
  const { width = 0, height = 0 } = files[0]?.encoding ?? {};
  const request: Request = { kind: 'video', parts, width, height, outputs };
  const work = { turn, request, limits: allowed, onProgress: onFrames };
  await before;
  return onceMore(() => {
    const drawn = pool.run(work, signal);
    ask();
    return drawn;
  }, signal);
}

/** The documents that draw a segment, written to `folder`, in which the composition's files are laid out. */
export async function writeParts(
  name: string,
  { lottie, first, count, frames }: Segment,
  timeline: Timeline,
  folder: string,
): Promise<Part[]> {
  const resourceDir = join(folder, 'resources');
  const parts: Part[] = [];
  const write = async (file: string, document: Lottie): Promise<Source> => {
    const lottiePath = join(folder, `${file}.json`);
    await writeFile(lottiePath, JSON.stringify(document));
    return { lottiePath, resourceDir };
  };
  for (const { lottie: whole, ...range } of partsOf(lottie, timeline, { first, count })) {
    const shown = around(timeline, range);
    const split = splitBackground(whole, shown.first, shown.last);
    const source = await write(`${name}-${range.first}`, split?.rest ?? whole);
    const below = split && (await write(`${name}-${range.first}-below`, split.background));
    const own = frames.slice(range.first - first, range.first - first + range.count);
    parts.push({ source, frames: own, ...(below && { background: below }) });
  }
  return parts;
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
