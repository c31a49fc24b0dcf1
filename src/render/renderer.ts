import { copyFile, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { prune } from '../lottie/index.ts';
import { drawSegments, onceMore } from './draw-segments.ts';
import type { Quality } from './encoder.ts';
import { engineVersions } from './engine-versions.ts';
import { outputSettings } from './formats.ts';
import { joinSegments } from './join.ts';
import { planSegments, type Range } from './plan.ts';
import type { Still, StillFormat } from './protocol.ts';
import type { Rasteriser, RunLimits } from './rasteriser.ts';
import { RasteriserPool } from './rasteriser-pool.ts';
import type { SegmentStore } from './segment-store.ts';
import { type Size, stillSize } from './size.ts';
import { joinSound, type Loudness, makeSound, type SoundOptions, soundRange } from './sound.ts';
import { storageFailed } from './storage-failure.ts';
import { together } from './together.ts';
import { type VideoFacts, verifyVideo } from './verify.ts';

export type RendererOptions = {
  /** Rasteriser processes; each fills a core together with its encoder. */
  processes: number;
  memoryBytes: number;
  stallMs: number;
  /** Time that a single frame may take on average before a render is given up. */
  frameMs: number;
  /** EBU R128 loudness to which sound is brought; as it is mixed when absent. */
  loudnessTargetLufs?: number;
};

const DEFAULT_RENDERER_OPTIONS: RendererOptions = {
  processes: availableParallelism(),
  memoryBytes: 4 * 2 ** 30,
  stallMs: 60_000,
  frameMs: 5_000,
};

export type VideoOptions = {
  quality: Quality;
  width?: number;
  /** Counted from the in-point; the whole composition when absent. */
  frames?: Range;
  path: string;
  /** Where segments are taken from and kept; without one, all are drawn. */
  segments?: SegmentStore;
};

export type RenderedVideo = VideoFacts & {
  seconds: number;
  /** Of the rasteriser that needed most; 0 when nothing was drawn. */
  peakRssBytes: number;
  segmentCount: number;
  /** Segments that were there already. */
  reusedCount: number;
  /** Of its sound; null without any. */
  loudness: Loudness | null;
};

export type StillOptions = { frame: number; width?: number; path: string; format: StillFormat };

/** Draws compositions: owns the rasteriser processes and hands each request to a free one. */
export class Renderer implements AsyncDisposable {
  readonly #options: RendererOptions;
  readonly #pool: RasteriserPool;

  constructor(options: Partial<RendererOptions> = {}) {
    this.#options = { ...DEFAULT_RENDERER_OPTIONS, ...options };
    this.#pool = new RasteriserPool(this.#options.processes);
  }

  /** Process ids of the rasterisers that run now. */
  get pids(): number[] {
    return this.#pool.pids;
  }

  /** Starts what every render needs, while its composition is still made. */
  warm(): void {
    this.#pool.warm();
    // What is wrong with the encoder is told by the render.
    engineVersions().catch(() => undefined);
  }

  /**
   * Renders an MP4 to `options.path`. `folder` is an empty folder of this job's own.
   * Throws `render_failed`, `render_timeout`, `render_corrupt`, `storage_failed` or what aborted the signal.
   */
  async renderVideo(
    composition: Composition,
    folder: string,
    options: VideoOptions,
    onProgress: (framesDone: number, frameCount: number) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<RenderedVideo> {
    const started = performance.now();
    const { video, lottie } = composition;
    const wanted0 = { format: 'mp4', width: options.width } as const;
    const { width, height } = outputSettings(wanted0, video, options.quality, '');
    const size = { width, height };
    const range = checkRange(
      options.frames ?? { first: 0, count: video.frameCount },
      video.frameCount,
    );
    const encoding = { ...size, fps: video.fps, quality: options.quality };
    const ranges = planSegments(lottie, range);
    const segments = join(folder, 'segments');
    const job = {
      ...{ composition, ranges, encoding, folder: segments },
      ...{ pool: this.#pool, store: options.segments },
      limits: (frames: number) => this.#limits(frames),
    };
    const report = (done: number) => onProgress(done, range.count);
    const draw = async (stop: AbortSignal | undefined) => {
      await rm(segments, { recursive: true, force: true });
      await layOut(composition.files, segments);
      const drawn = await drawSegments(job, report, stop);
      await joinSegments(drawn.paths, options.path, stop);
      await rm(segments, { recursive: true });
      return drawn;
    };
    const hasSound = composition.audio.length > 0;
    const make = async () => {
      if (!hasSound) return { ...(await draw(signal)), loudness: null };
      const [drawn, sound] = await together(signal, draw, (stop) =>
        makeSound(composition.audio, folder, this.#soundOptions(range, video.fps, options), stop),
      );
      const joined = join(folder, 'joined.mp4');
      await joinSound(options.path, sound.path, joined, signal);
      await rename(joined, options.path);
      await rm(sound.path);
      return { ...drawn, loudness: sound.loudness };
    };
    const { paths, peakRssBytes, reusedCount, loudness } = await make().catch((error: unknown) => {
      throw storageFailed(error);
    });
    const wanted = { ...size, frameCount: range.count, fps: video.fps, hasSound };
    const facts = await verifyVideo(options.path, wanted, signal);
    const seconds = (performance.now() - started) / 1000;
    return { ...facts, seconds, peakRssBytes, segmentCount: paths.length, reusedCount, loudness };
  }

  /** Draws single frames to files. */
  async renderStills(
    composition: Composition,
    folder: string,
    stills: readonly StillOptions[],
    signal?: AbortSignal,
  ): Promise<Size[]> {
    const { video } = composition;
    const resourceDir = await layOut(composition.files, folder);
    const lottiePath = join(folder, 'composition.json');
    const [only, ...others] = stills;
    const { lottie } = composition;
    const shown = only && others.length === 0 ? prune(lottie, only.frame, only.frame) : lottie;
    await writeFile(lottiePath, JSON.stringify(shown));
    const sized = stills.map((still): Still => {
      checkRange({ first: still.frame, count: 1 }, video.frameCount);
      return {
        frame: still.frame,
        path: still.path,
        format: still.format,
        ...stillSize(video, still.width),
      };
    });
    const source = { lottiePath, resourceDir };
    const turn = this.#pool.nextTurn();
    const run = (rasteriser: Rasteriser) =>
      rasteriser.run(
        { kind: 'stills', source, stills: sized },
        this.#limits(sized.length),
        () => undefined,
        signal,
      );
    await onceMore(() => this.#pool.with(turn, run, signal), signal);
    return sized.map(({ width, height }) => ({ width, height }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]();
  }

  #soundOptions(range: Range, fps: number, { quality }: VideoOptions): SoundOptions {
    const { loudnessTargetLufs } = this.#options;
    return {
      quality,
      range: soundRange(range, fps),
      ...(loudnessTargetLufs !== undefined && { targetLufs: loudnessTargetLufs }),
    };
  }

  #limits(frames: number): RunLimits {
    const { stallMs, memoryBytes, frameMs } = this.#options;
    return { stallMs, memoryBytes, timeoutMs: stallMs + frames * frameMs };
  }
}

/** Puts a composition's files where the rasteriser looks for them; they are linked, not copied, where that goes. */
export async function layOut(files: Composition['files'], folder: string): Promise<string> {
  const resourceDir = join(folder, 'resources');
  await mkdir(resourceDir, { recursive: true });
  for (const file of files) {
    const to = join(resourceDir, file.name);
    await link(file.path, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      await copyFile(file.path, to);
    });
  }
  return resourceDir;
}

function checkRange(range: Range, frameCount: number): Range {
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
    {
      hint: `The template has ${frameCount} frames.`,
    },
  );
}
