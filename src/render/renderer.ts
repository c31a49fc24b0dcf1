import { copyFile, link, mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  type AudioOptions,
  type AudioTrack,
  audioRange,
  type Loudness,
  makeAudioTracks,
} from '../audio/index.ts';
import { AppError, assert, type ErrorCode, together } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { prune } from '../lottie/index.ts';
import type { VideoStream } from '../mux/index.ts';
import { type VideoFacts, verifyVideo } from '../mux/index.ts';
import type { OutputSettings, Range } from '../output/index.ts';
import { type Size, stillSize } from '../output/index.ts';
import type { Hardware, RunLimits, Still, StillFormat } from '../raster/index.ts';
import { RasteriserPool, type Rasterisers } from '../raster/index.ts';
import type { SegmentStore } from '../segments/index.ts';
import { drawSegments, engineVersions, onceMore, type SegmentFile } from '../segments/index.ts';
import { storageFailed } from '../system/index.ts';
import { checksumsOf, distinctTracks, joinOutput, planOutputs } from './video-file.ts';

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

/** The outputs of a render. */
export type VideoOptions = {
  /** At least one; the first is drawn first. */
  outputs: readonly (OutputSettings & { path: string })[];
  /** Frames of the composition, counted from the in-point; default: all. */
  frames?: Range;
  /** The store of cached segments; without a store, all segments are drawn. */
  segments?: SegmentStore;
  /** Receives parts of the first output, an MP4, while it is rendered. */
  stream?: VideoStream;
  /** Called when all segments are drawn, before files are joined and verified. */
  onJoin?: () => void;
};

type VideoJob = {
  composition: Composition;
  range: Range;
  /** An empty folder that only this job uses. */
  folder: string;
  options: VideoOptions;
  segments: SegmentStore | undefined;
  hardware: Hardware;
};

/** The result of a render, with its cost. */
export type RenderedVideo = {
  /** In the order of the requested outputs. */
  outputs: VideoFacts[];
  seconds: number;
  /** The maximum of all rasterisers; 0 when nothing was drawn. */
  peakRssBytes: number;
  /** Of all outputs. */
  segmentCount: number;
  /** Segments that the store already had. */
  reusedCount: number;
  /** The loudness of the audio; null without audio. */
  loudness: Loudness | null;
};

/** A frame of the composition as an image; the height follows from the width. */
export type StillOptions = { frame: number; width?: number; path: string; format: StillFormat };

/** Renders compositions with a pool of rasteriser processes. */
export class Renderer implements AsyncDisposable {
  readonly #options: RendererOptions;
  readonly #pool: Rasterisers;
  /** Ends with this renderer. */
  readonly #own?: RasteriserPool;

  /** Uses `rasterisers`, which the caller owns, or starts its own processes. */
  constructor(options: Partial<RendererOptions> = {}, rasterisers?: Rasterisers) {
    this.#options = { ...DEFAULT_RENDERER_OPTIONS, ...options };
    const { processes, memoryBytes: maxMemoryBytes } = this.#options;
    if (!rasterisers) this.#own = new RasteriserPool(processes, { maxMemoryBytes });
    this.#pool = rasterisers ?? (this.#own as RasteriserPool);
  }

  /** Process ids of its own running rasterisers. */
  get pids(): number[] {
    return this.#own?.pids ?? [];
  }

  /** Starts the rasterisers in advance, while the composition is still being made. */
  warm(): void {
    this.#own?.warm();
    // The render reports a missing or faulty ffmpeg.
    engineVersions().catch(() => undefined);
  }

  /**
   * Renders a composition to the paths of its outputs; outputs of the same size and rate are drawn
   * once. `folder` must be empty and used only by this job. Progress counts the frames of all
   * passes. Throws `render_failed`, `render_timeout`, `render_corrupt`, `storage_failed` or the
   * signal's reason.
   */
  async renderVideo(
    composition: Composition,
    folder: string,
    options: VideoOptions,
    onProgress: (framesDone: number, frameCount: number) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<RenderedVideo> {
    const started = performance.now();
    const { frameCount } = composition.video;
    const { onHardwareFailure, hardware = {} } = this.#options;
    const range = checkRange(options.frames ?? { first: 0, count: frameCount }, frameCount);
    const job = { composition, range, folder, options, segments: options.segments, hardware };
    let max = 0;
    const report = (done: number, count: number) => {
      max = Math.max(max, done);
      onProgress(max, count);
    };
    const made = await this.#make(job, report, signal).catch(async (error: unknown) => {
      const other = fallbackJob(error, job);
      if (!other || signal?.aborted) throw error;
      if (other.hardware !== hardware) onHardwareFailure?.((error as AppError).message);
      // Files of the failed attempt that cannot be removed do no harm.
      await rm(join(folder, 'segments'), { recursive: true, force: true });
      await mkdir(other.folder);
      return this.#make(other, report, signal);
    });
    return { ...made, seconds: (performance.now() - started) / 1000 };
  }

  async #make(
    job: VideoJob,
    onProgress: (framesDone: number, frameCount: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<Omit<RenderedVideo, 'seconds'>> {
    const used: SegmentFile[] = [];
    try {
      return await this.#drawAndJoin(job, used, onProgress, signal);
    } catch (error) {
      // Later renders must not use these segments, whatever their fault is.
      if (hasCode(error, 'render_corrupt')) await job.segments?.drop(used);
      throw storageFailed(error);
    }
  }

  async #drawAndJoin(
    { composition, range, folder, options, segments: store, hardware }: VideoJob,
    used: SegmentFile[],
    onProgress: (framesDone: number, frameCount: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<Omit<RenderedVideo, 'seconds'>> {
    const { passes, outputs } = planOutputs(composition, range, options.outputs, hardware);
    const segments = join(folder, 'segments');
    const [main] = outputs;
    const { stream } = options;
    assert(!stream || main?.format === 'mp4', 'only an MP4 can be streamed while it is rendered');
    stream?.begin({
      fps: main?.encoding.fps ?? 0,
      frameCounts: passes[0]?.ranges.map(({ count }) => count) ?? [],
      audioSamples: main?.track ? audioRange(range, composition.video.fps).sampleCount : 0,
    });
    const job = {
      ...{ composition, passes, folder: segments },
      ...{ pool: this.#pool, store, used },
      ...(stream && { onSegment: (path: string) => stream.segment(path) }),
      limits: (frames: number) => this.#limits(frames),
    };
    const total = passes.reduce((sum, { timeline }) => sum + timeline.frameCount, 0);
    const draw = async (stop: AbortSignal | undefined) => {
      await rm(segments, { recursive: true, force: true });
      await layOut(composition.files, segments);
      return drawSegments(job, (done) => onProgress(done, total), stop);
    };
    const tracks = distinctTracks(outputs);
    const [drawn, audio] = await together(signal, draw, async (stop) =>
      tracks.length === 0
        ? undefined
        : makeAudioTracks(
            composition.audio,
            folder,
            this.#audioOptions(range, composition, tracks, stream),
            stop,
          ),
    );
    options.onJoin?.();
    const checksums: (number[] | undefined)[] = [];
    for (const output of outputs) {
      const paths = drawn.paths.get(output.encoding) ?? [];
      const track = tracks.findIndex((one) => isDeepStrictEqual(one, output.track));
      await joinOutput({ ...output, segments: paths, audio: audio?.paths[track] }, folder, signal);
      checksums.push(await checksumsOf(output, paths, signal));
    }
    await rm(segments, { recursive: true });
    for (const path of audio?.paths ?? []) await rm(path);
    const facts: VideoFacts[] = [];
    for (const [index, output] of outputs.entries()) {
      const { path, format, codec, encoding, frameCount: count, track } = output;
      const wanted = {
        ...{ ...encoding, format, codec, frameCount: count },
        ...{ audio: track?.codec, checksums: checksums[index] },
      };
      facts.push(await verifyVideo(path, wanted, signal));
    }
    const { peakRssBytes, segmentCount, reusedCount } = drawn;
    const loudness = audio?.loudness ?? null;
    return { outputs: facts, peakRssBytes, segmentCount, reusedCount, loudness };
  }

  /** Renders single frames to files. */
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
    const request = { kind: 'stills' as const, source, stills: sized };
    const work = { turn, request, limits: this.#limits(sized.length) };
    await onceMore(() => this.#pool.run(work, signal), signal);
    return sized.map(({ width, height }) => ({ width, height }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#own?.[Symbol.asyncDispose]();
  }

  #audioOptions(
    range: Range,
    { video }: Composition,
    tracks: readonly AudioTrack[],
    stream: VideoStream | undefined,
  ): AudioOptions {
    const { loudnessTargetLufs } = this.#options;
    return {
      tracks,
      range: audioRange(range, video.fps),
      ...(loudnessTargetLufs !== undefined && { targetLufs: loudnessTargetLufs }),
      ...(stream && { onFrames: (frames, isLast) => stream.audio(frames, isLast) }),
    };
  }

  #limits(frames: number): RunLimits {
    const { stallMs, memoryBytes, frameMs } = this.#options;
    return { stallMs, memoryBytes, timeoutMs: stallMs + frames * frameMs };
  }
}

/**
 * The second attempt of a failed video, without the hardware or the cached segments that may be at
 * fault.
 */
function fallbackJob(error: unknown, job: VideoJob): VideoJob | undefined {
  const { hardware, options } = job;
  const folder = join(job.folder, 'again');
  const isHardware = options.outputs.some(({ codec }) => Object.hasOwn(hardware, codec));
  const other = { ...job, folder, ...(isHardware && { hardware: {} }) };
  if (hasCode(error, 'render_corrupt')) return { ...other, segments: undefined };
  return hasCode(error, 'render_failed') && isHardware ? other : undefined;
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof AppError && error.code === code && error.retryable;
}

/**
 * Puts a composition's files into the rasteriser's resource folder: as hard links where possible,
 * else as copies.
 */
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
