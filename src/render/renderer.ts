import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError, type ErrorCode } from '../base/index.ts';
import type { AssetPaths, Composition } from '../compose/index.ts';
import type { Size } from '../output/index.ts';
import {
  type Hardware,
  RasteriserPool,
  type Rasterisers,
  type RunLimits,
} from '../raster/index.ts';
import { isSystemError, storageError } from '../system/index.ts';
import { checkRange, drawStills, type StillOptions } from './draw-stills.ts';
import { engineVersions } from './engine-versions.ts';
import {
  layOutFiles,
  type MadeVideo,
  makeVideo,
  type RenderVideoRequest,
  type VideoJob,
} from './make-video.ts';
import { localSegments, type SegmentMaker } from './segment-maker.ts';

/** Resources that renders may use, and the target loudness. */
export type RendererOptions = {
  /** Rasteriser processes; each uses a core together with its encoder. */
  processes: number;
  memoryBytes: number;
  stallMs: number;
  /** Average time for a frame before the render fails. */
  frameMs: number;
  /** EBU R128 target loudness of the audio; without it, the mix is not adjusted. */
  loudnessTargetLufs?: number;
  /** Hardware encoders that were tested and work. */
  hardware?: Hardware;
  /**
   * Receives the reason if hardware encoding fails in use; the video is then encoded in software.
   */
  onHardwareFailure?: (reason: string) => void;
};

const DEFAULT_RENDERER_OPTIONS: RendererOptions = {
  processes: availableParallelism(),
  memoryBytes: 4 * 2 ** 30,
  stallMs: 60_000,
  frameMs: 5_000,
};

export type RenderStillsRequest = {
  composition: Composition;
  /** Paths of the composition's files. */
  paths: AssetPaths;
  /** The folder for the Lottie document and links to the composition's files. */
  folder: string;
  stills: readonly StillOptions[];
};

export type RenderedVideo = MadeVideo & { seconds: number };

/** Renders compositions on rasteriser processes. */
export class Renderer implements AsyncDisposable {
  readonly #options: RendererOptions;
  readonly #pool: Rasterisers;
  readonly #maker: SegmentMaker;
  /** A pool that ends with this renderer. */
  readonly #own?: RasteriserPool;

  /**
   * Uses `rasterisers`, which the caller owns, or starts its own processes. `maker` draws the
   * segments of videos; default: these rasterisers.
   */
  constructor(
    options: Partial<RendererOptions> = {},
    rasterisers?: Rasterisers,
    maker?: SegmentMaker,
  ) {
    this.#options = { ...DEFAULT_RENDERER_OPTIONS, ...options };
    const { processes, memoryBytes: maxMemoryBytes } = this.#options;
    if (!rasterisers) this.#own = new RasteriserPool(processes, { maxMemoryBytes });
    this.#pool = rasterisers ?? (this.#own as RasteriserPool);
    this.#maker = maker ?? localSegments(this.#pool);
  }

  /** Process ids of its own running rasterisers. */
  get pids(): number[] {
    return this.#own?.pids ?? [];
  }

  /**
   * Starts the rasterisers in advance, while the composition is still being made. For videos, also reads the
   * versions of the programs, which costs a start of ffmpeg.
   */
  warm(purpose: 'videos' | 'stills' = 'videos'): void {
    this.#own?.warm();
    if (purpose === 'stills') return;
    // The render reports a missing or faulty ffmpeg.
    engineVersions().catch(() => undefined);
  }

  /**
   * Renders a composition to the paths of its outputs; outputs of the same size and rate are drawn
   * once. `folder` must be empty and used only by this job. Progress counts the frames of all
   * passes. Throws `render_failed`, `render_timeout`, `render_corrupt`, `storage_failed` or the
   * signal's reason.
   */
  async renderVideo(request: RenderVideoRequest, signal?: AbortSignal): Promise<RenderedVideo> {
    const started = performance.now();
    const { composition, folder, segments, onProgress } = request;
    const { frameCount } = composition.video;
    const { onHardwareFailure, hardware = {}, loudnessTargetLufs } = this.#options;
    const range = checkRange(request.frames ?? { first: 0, count: frameCount }, frameCount);
    let max = 0;
    const job: VideoJob = {
      request,
      range,
      folder,
      segments,
      hardware,
      loudnessTargetLufs,
      used: [],
      maker: this.#maker,
      pool: this.#pool,
      limits: (frames) => this.#runLimits(frames),
      onProgress: (doneCount, count) => {
        max = Math.max(max, doneCount);
        onProgress?.(max, count);
      },
    };
    const video = await attempt(job, signal).catch(async (error: unknown) => {
      const other = fallbackJob(error, job);
      if (!other || signal?.aborted) throw error;
      if (other.hardware !== hardware) onHardwareFailure?.((error as AppError).message);
      // The next attempt needs the disk space.
      await rm(join(folder, 'segments'), { recursive: true, force: true });
      await mkdir(other.folder);
      return attempt(other, signal);
    });
    return { ...video, seconds: (performance.now() - started) / 1000 };
  }

  /** Draws single frames to files and returns their sizes, in the same order. */
  async renderStills(request: RenderStillsRequest, signal?: AbortSignal): Promise<Size[]> {
    const { composition, paths, folder, stills } = request;
    const resourceDir = await layOutFiles(composition.files, paths, folder);
    const limits = (frames: number) => this.#runLimits(frames);
    const job = { composition, folder, resourceDir, stills, pool: this.#pool, limits };
    return drawStills(job, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#own?.[Symbol.asyncDispose]();
  }

  #runLimits(frames: number): RunLimits {
    const { stallMs, memoryBytes, frameMs } = this.#options;
    return { stallMs, memoryBytes, timeoutMs: stallMs + frames * frameMs };
  }
}

/**
 * Makes the video. If it is corrupt, drops the stored segments that it used. Errors of the file system
 * become storage errors.
 */
async function attempt(job: VideoJob, signal: AbortSignal | undefined): Promise<MadeVideo> {
  try {
    return await makeVideo(job, signal);
  } catch (error) {
    // The fault may be in a stored segment, so the next render must not use these again.
    if (hasCode(error, 'render_corrupt')) await job.segments?.drop(job.used);
    throw isSystemError(error) ? storageError(error) : error;
  }
}

/** Returns the next attempt at a video that failed, without the part that may be at fault. */
function fallbackJob(error: unknown, job: VideoJob): VideoJob | undefined {
  const { hardware, request } = job;
  const folder = join(job.folder, 'again');
  const isHardware = request.outputs.some(({ codec }) => Object.hasOwn(hardware, codec));
  const other = { ...job, folder, used: [], ...(isHardware && { hardware: {} }) };
  if (hasCode(error, 'render_corrupt')) return { ...other, segments: undefined };
  return hasCode(error, 'render_failed') && isHardware ? other : undefined;
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code && error.retryable;
}
