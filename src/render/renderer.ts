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
import { type OutputFacts, verifyVideo } from '../mux/index.ts';
import type { OutputSettings, Range } from '../output/index.ts';
import { type Size, stillSize } from '../output/index.ts';
import type { Hardware, RunLimits, Still, StillFormat } from '../raster/index.ts';
import { RasteriserPool, type Rasterisers } from '../raster/index.ts';
import type { SegmentStore } from '../segments/index.ts';
import { drawSegments, type EncodedSegment, engineVersions, onceMore } from '../segments/index.ts';
import { storageFailed } from '../system/index.ts';
import { checksumsOf, distinctTracks, joinOutput, planOutputs } from './video-file.ts';

/** What of the machine renders may take, and how sound is brought to a loudness. */
export type RendererOptions = {
  /** Rasteriser processes; each fills a core together with its encoder. */
  processes: number;
  memoryBytes: number;
  stallMs: number;
  /** Time that a single frame may take on average before a render is given up. */
  frameMs: number;
  /** EBU R128 loudness to which sound is brought; as it is mixed when absent. */
  loudnessTargetLufs?: number;
  /** Encodes instead of the processor, where it was found working. */
  hardware?: Hardware;
  /** Is told why it failed in use, and a video is made again by the processor. */
  onHardwareFailure?: (reason: string) => void;
};

const DEFAULT_RENDERER_OPTIONS: RendererOptions = {
  processes: availableParallelism(),
  memoryBytes: 4 * 2 ** 30,
  stallMs: 60_000,
  frameMs: 5_000,
};

/** What is made of a composition. */
export type VideoOptions = {
  /** At least one; the first is drawn first. */
  outputs: readonly (OutputSettings & { path: string })[];
  /** Of the composition, counted from the in-point; all of it when absent. */
  frames?: Range;
  /** Where segments are taken from and kept; without one, all are drawn. */
  segments?: SegmentStore;
  /** Is told of the parts of the first output while they are made, which is an MP4. */
  stream?: VideoStream;
  /** When all is drawn, and files are put together and read back. */
  onJoin?: () => void;
};

type VideoJob = {
  composition: Composition;
  range: Range;
  /** Empty, of this job's own. */
  folder: string;
  options: VideoOptions;
  segments: SegmentStore | undefined;
  hardware: Hardware;
};

/** What was made, and what it took. */
export type RenderedVideo = {
  /** As they were asked for. */
  outputs: OutputFacts[];
  seconds: number;
  /** Of the rasteriser that needed most; 0 when nothing was drawn. */
  peakRssBytes: number;
  /** Of all outputs. */
  segmentCount: number;
  /** Segments that were there already. */
  reusedCount: number;
  /** Of its sound; null without any. */
  loudness: Loudness | null;
};

/** A frame of the composition as a picture; the height follows from the width. */
export type StillOptions = { frame: number; width?: number; path: string; format: StillFormat };

/** Draws compositions, and hands each request to a free rasteriser process. */
export class Renderer implements AsyncDisposable {
  readonly #options: RendererOptions;
  readonly #pool: Rasterisers;
  /** Ends with this renderer. */
  readonly #own?: RasteriserPool;

  /** Draws on `rasterisers`, which belong to somebody else, or on processes of its own. */
  constructor(options: Partial<RendererOptions> = {}, rasterisers?: Rasterisers) {
    this.#options = { ...DEFAULT_RENDERER_OPTIONS, ...options };
    const { processes, memoryBytes: maxMemoryBytes } = this.#options;
    if (!rasterisers) this.#own = new RasteriserPool(processes, { maxMemoryBytes });
    this.#pool = rasterisers ?? (this.#own as RasteriserPool);
  }

  /** Process ids of its own rasterisers that run now. */
  get pids(): number[] {
    return this.#own?.pids ?? [];
  }

  /** Starts what every render needs, while its composition is still made. */
  warm(): void {
    this.#own?.warm();
    // What is wrong with the encoder is told by the render.
    engineVersions().catch(() => undefined);
  }

  /**
   * Renders a composition to the paths of its outputs; those of one size and rate are drawn once. `folder` is an empty
   * folder of this job's own; progress is told in frames of all that is drawn.
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
      // What is left of the first is in nobody's way.
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
    const used: EncodedSegment[] = [];
    try {
      return await this.#drawAndJoin(job, used, onProgress, signal);
    } catch (error) {
      // Whatever is wrong with them, who comes next is not to take them again.
      if (hasCode(error, 'render_corrupt')) await job.segments?.drop(used);
      throw storageFailed(error);
    }
  }

  async #drawAndJoin(
    { composition, range, folder, options, segments: store, hardware }: VideoJob,
    used: EncodedSegment[],
    onProgress: (framesDone: number, frameCount: number) => void,
    signal: AbortSignal | undefined,
  ): Promise<Omit<RenderedVideo, 'seconds'>> {
    const { passes, outputs } = planOutputs(composition, range, options.outputs, hardware);
    const segments = join(folder, 'segments');
    const [main] = outputs;
    const { stream } = options;
    assert(!stream || main?.format === 'mp4', 'only an MP4 can be played while it is made');
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
    const facts: OutputFacts[] = [];
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

/** How a video is made once more that failed: without what may be at fault. */
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
