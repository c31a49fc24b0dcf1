import { AppError } from '../base/index.ts';
import { isKilled, limited, MAX_KILLS } from '../media/process/index.ts';
import type { Range } from '../output/index.ts';
import {
  type DocumentPart,
  type Encoding,
  layoutOf,
  type QueuePlace,
  type Rasterisers,
  type Request,
  type RunLimits,
  segmentArgs,
  segmentKind,
  type VideoOutput,
} from '../raster/index.ts';

/**
 * An encoder may use this many times the memory of a rasteriser, because it buffers dozens of
 * frames. VP9 needs 2.2 GB for 2160p.
 */
const ENCODER_SHARE = 2;

/** The file of a segment in one encoding. */
export type EncodedSegment = { path: string; encoding: Encoding; digest: string };

/** A segment to draw: its documents on disk, and the files to write. */
export type SegmentWork = Range & {
  parts: readonly DocumentPart[];
  /** Names of the files in the resource folder that the documents show. */
  images: readonly string[];
  /** All with the same size and frames. */
  files: readonly EncodedSegment[];
  limits: RunLimits;
  turn: QueuePlace;
  onProgress?: (framesDone: number) => void;
  /** Called when the work has its place in the queue. */
  onAsked?: () => void;
};

/** Draws segments: with the rasterisers of this machine, or with those of all machines. */
export interface SegmentMaker {
  /** The number of segments that a job requests at the same time. */
  readonly size: number;
  /** Returns a place in the queue for all segments of a job. */
  nextTurn(): QueuePlace;
  /**
   * Writes the files of a segment. Throws the rasteriser's error after a second failed attempt (after
   * five if something else killed it), or the reason of the signal.
   */
  make(work: SegmentWork, signal?: AbortSignal): Promise<{ peakRssBytes: number }>;
}

/** Draws segments with the given rasterisers. */
export function localSegments(pool: Rasterisers): SegmentMaker {
  return {
    // One more than rasterisers: it prepares the next segment while the others draw.
    size: pool.size + 1,
    nextTurn: () => pool.nextPlace(),
    make: ({ turn, limits, onProgress, onAsked, ...work }, signal) =>
      withRetries(() => {
        const request = videoRequest(work, limits);
        const run = { place: turn, request, limits, ...(onProgress && { onProgress }) };
        const drawing = pool.run(run, signal);
        onAsked?.();
        return drawing;
      }, signal),
  };
}

/** Returns the rasteriser's request that draws a segment and encodes it to all its files. */
export function videoRequest(
  { parts, files, first }: Pick<SegmentWork, 'parts' | 'files' | 'first'>,
  { memoryBytes }: Pick<RunLimits, 'memoryBytes'>,
): Request {
  const outputs = files.map(({ path, encoding }): VideoOutput => {
    const { codec, hasAlpha, hardware } = encoding;
    // No limit: hardware drivers reserve memory that they never use.
    const max = hardware ? Number.POSITIVE_INFINITY : memoryBytes * ENCODER_SHARE;
    const [program, ...args] = limited('ffmpeg', segmentArgs(encoding), max);
    const kind = segmentKind(codec);
    const layout = layoutOf(encoding);
    return { program, args, path, codec, layout, kind, hasAlpha, startFrame: first };
  });
  const { width = 0, height = 0 } = files[0]?.encoding ?? {};
  return { kind: 'video', parts, width, height, outputs };
}

/** Runs the work of a rasteriser again after failures that may be chance. */
export async function withRetries<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (!mayRetry(error, failures) || signal?.aborted) throw error;
    }
  }
}

/** Whether the work of a rasteriser is repeated after so many failures. A single crash may be chance. */
export function mayRetry(error: unknown, failures: number): boolean {
  if (isKilled(error)) return failures < MAX_KILLS;
  const isPassing =
    error instanceof AppError &&
    (error.code === 'render_failed' || error.code === 'render_corrupt') &&
    error.retryable;
  return isPassing && failures < 2;
}
