import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Composition } from '../compose/index.ts';
import { type Lottie, sampleSmoothly, splitBackground } from '../lottie/index.ts';
import { around, type Range, type Timeline } from '../output/index.ts';
import {
  type DocumentPart,
  type DocumentSource,
  type Encoding,
  type RunLimits,
  segmentKind,
} from '../raster/index.ts';
import { engineVersions } from './engine-versions.ts';
import { digestOf, type Segment, segmentOf, shownFiles, splitByImages } from './segment.ts';
import type { EncodedSegment, SegmentMaker } from './segment-maker.ts';
import type { SegmentStore } from './segment-store.ts';

/** A set of encodings with the same size and frames, which are drawn once for all of them. */
export type Pass = {
  timeline: Timeline;
  /** In playback order. */
  ranges: readonly Range[];
  encodings: readonly Encoding[];
};

export type SegmentsJob = {
  composition: Composition;
  /** Run in this order. */
  passes: readonly Pass[];
  /** The folder for the segments; the composition's files are in its subfolder `resources`. */
  folder: string;
  maker: SegmentMaker;
  limits: (frameCount: number) => RunLimits;
  /** The store of cached segments; without a store, all segments are drawn. */
  store: SegmentStore | undefined;
  /** Collects the segments that were requested from the store. */
  used: EncodedSegment[];
  /**
   * Receives the finished segments of the first output in playback order, while drawing continues.
   */
  onSegment?: (path: string) => Promise<void>;
  /**
   * Called when the last segment has requested a rasteriser or needs none, so that no segment waits
   * for its turn.
   */
  onAllAsked?: () => void;
};

export type DrawnSegments = {
  /** For each encoding, in playback order. */
  paths: Map<Encoding, string[]>;
  segmentCount: number;
  /** The number of segments that the store already had. */
  reusedCount: number;
  peakRssBytes: number;
};

/**
 * Draws the missing segments on all rasterisers at the same time, in playback order. A segment whose
 * rasteriser crashes is drawn once more; if it fails again, the whole job fails. `onFrames` receives the
 * number of frames of finished and running segments.
 */
export async function drawSegments(
  job: SegmentsJob,
  onFrames: (framesDone: number) => void,
  signal?: AbortSignal,
): Promise<DrawnSegments> {
  const { composition, store } = job;
  const engine = await engineVersions();
  await mkdir(job.folder, { recursive: true });
  const turn = job.maker.nextTurn();
  const stop = new AbortController();
  const stopped = AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]);
  const result: DrawnSegments = {
    paths: new Map(),
    segmentCount: 0,
    reusedCount: 0,
    peakRssBytes: 0,
  };
  for (const { encodings } of job.passes)
    for (const encoding of encodings) result.paths.set(encoding, []);
  const pieces = job.passes.flatMap((pass) =>
    pass.ranges.map((range, at) => ({ pass, range, at })),
  );
  const frames: number[] = pieces.map(() => 0);
  const queue = pieces.entries();
  const cutter = new SegmentCutter(composition, job.passes);
  const written = new WeakMap<Segment, Promise<DocumentPart[]>>();
  const [firstPass] = job.passes;
  const [firstEncoding] = firstPass?.encodings ?? [];
  const firstPaths = (firstEncoding && result.paths.get(firstEncoding)) ?? [];
  const hand = inOrder(firstPaths, job.onSegment);
  const started = pieces.map(() => Promise.withResolvers<void>());
  void Promise.all(started.map(({ promise }) => promise)).then(() => {
    if (!stopped.aborted) job.onAllAsked?.();
  });
  const worker = async () => {
    for (const [index, { pass, range, at }] of queue) {
      stopped.throwIfAborted();
      const previousStart = started[index - 1]?.promise;
      const ask = () => started[index]?.resolve();
      const segment = cutter.take(pass.timeline, range);
      const files = pass.encodings.map((encoding, n): EncodedSegment => {
        const path = join(job.folder, `${index}-${n}.${segmentKind(encoding.codec)}`);
        const paths = result.paths.get(encoding) ?? [];
        paths[at] = path;
        const digest = digestOf({
          segment,
          composition,
          timeline: pass.timeline,
          encoding,
          engine,
        });
        return { path, encoding, digest };
      });
      const report = (frameCount: number) => {
        frames[index] = Math.max(frames[index] ?? 0, frameCount);
        onFrames(frames.reduce((sum, count) => sum + count));
      };
      const draw = async (missing: readonly EncodedSegment[]) => {
        const { timeline } = pass;
        // Passes of scaled frames that share a segment draw the same documents.
        const [encoding] = pass.encodings;
        const { width } = composition.video;
        const isOwnSize = encoding?.width === width;
        const documentParts = isOwnSize ? undefined : written.get(segment);
        const writing = { timeline, folder: job.folder, isOwnSize };
        const parts = documentParts ?? writeParts(`${index}`, segment, writing);
        if (!isOwnSize) written.set(segment, parts);
        const { first, count } = range;
        const images = shownFiles(segment, composition).map(({ name }) => name);
        const work = { first, count, parts: await parts, images, files: missing, turn };
        const limits = job.limits(count);
        // Rasterisers are requested in playback order.
        await previousStart;
        const { peakRssBytes } = await job.maker.make(
          { ...work, limits, onProgress: report, onAsked: ask },
          stopped,
        );
        result.peakRssBytes = Math.max(result.peakRssBytes, peakRssBytes);
      };
      if (store) {
        job.used.push(...files);
        const reused = await store.fetchOrDraw(files, draw, stopped, ask);
        result.reusedCount += reused;
      } else await draw(files);
      ask();
      result.segmentCount += files.length;
      report(range.count);
      if (pass === firstPass) await hand(at);
    }
  };
  const workers = Array.from({ length: job.maker.size }, () =>
    worker().catch((error: unknown) => {
      // The first error is reported; the other workers stop because of it.
      stop.abort(error);
      for (const { resolve } of started) resolve();
    }),
  );
  await Promise.all(workers);
  if (stopped.aborted) throw stopped.reason;
  return result;
}

/** Passes finished segments on in playback order, one at a time. */
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

/**
 * Writes the documents that draw a segment to `folder`, which contains the composition's files.
 * `isOwnSize`: with the composition's own width.
 */
export async function writeParts(
  name: string,
  { lottie, first, count, frames }: Segment,
  { timeline, folder, isOwnSize }: { timeline: Timeline; folder: string; isOwnSize: boolean },
): Promise<DocumentPart[]> {
  const resourceDir = join(folder, 'resources');
  const parts: DocumentPart[] = [];
  const write = async (file: string, document: Lottie): Promise<DocumentSource> => {
    const lottiePath = join(folder, `${file}.json`);
    await writeFile(lottiePath, JSON.stringify(sampleSmoothly(document, isOwnSize)));
    return { lottiePath, resourceDir };
  };
  for (const { lottie: part, ...range } of splitByImages(lottie, timeline, { first, count })) {
    const span = around(timeline, range);
    const split = splitBackground(part, span.first, span.last);
    const source = await write(`${name}-${range.first}`, split?.foreground ?? part);
    const below = split && (await write(`${name}-${range.first}-below`, split.background));
    const partFrames = frames.slice(range.first - first, range.first - first + range.count);
    parts.push({ source, frames: partFrames, ...(below && { background: below }) });
  }
  return parts;
}

/**
 * Cuts segments out of a composition, each once. Passes with the same timeline, such as outputs of two sizes,
 * share their segments. A segment is released when its last pass has received it.
 */
class SegmentCutter {
  readonly #composition: Composition;
  /** The number of passes that still need a segment. */
  readonly #wanted = new Map<string, number>();
  readonly #cut = new Map<string, Segment>();

  constructor(composition: Composition, passes: readonly Pass[]) {
    this.#composition = composition;
    for (const { timeline, ranges } of passes) {
      for (const range of ranges) {
        const key = keyOf(timeline, range);
        this.#wanted.set(key, (this.#wanted.get(key) ?? 0) + 1);
      }
    }
  }

  /**
   * Returns a pass's segment. Each pass calls this once for each of its segments. Passes share segments:
   * one is kept until the last pass has taken it.
   */
  take(timeline: Timeline, range: Range): Segment {
    const key = keyOf(timeline, range);
    const segment = this.#cut.get(key) ?? segmentOf(this.#composition, timeline, range);
    const remainingUses = (this.#wanted.get(key) ?? 1) - 1;
    this.#wanted.set(key, remainingUses);
    if (remainingUses > 0) this.#cut.set(key, segment);
    else this.#cut.delete(key);
    return segment;
  }
}

function keyOf(timeline: Timeline, { first, count }: Range): string {
  return JSON.stringify([timeline, first, count]);
}
