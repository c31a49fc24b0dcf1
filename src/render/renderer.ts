import { copyFile, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../base/index.ts';
import type { Composition } from '../compose/index.ts';
import { mp4Args, type Quality } from './encoder.ts';
import type { Source, Still, StillFormat } from './protocol.ts';
import { Rasteriser, type RunLimits } from './rasteriser.ts';
import { type Size, stillSize, videoSize } from './size.ts';
import { joinSound, type Loudness, makeSound, soundRange } from './sound.ts';
import { together } from './together.ts';
import { type VideoFacts, verifyVideo } from './verify.ts';

export type RendererOptions = {
  /** Rasteriser processes; one fills about two cores together with its encoder. */
  processes: number;
  memoryBytes: number;
  stallMs: number;
  /** Time that a single frame may take on average before a render is given up. */
  frameMs: number;
  /** EBU R128 loudness to which sound is brought; as it is mixed when absent. */
  loudnessTargetLufs?: number;
};

const DEFAULT_RENDERER_OPTIONS: RendererOptions = {
  processes: 1,
  memoryBytes: 4 * 2 ** 30,
  stallMs: 60_000,
  frameMs: 5_000,
};

export type VideoOptions = {
  quality: Quality;
  width?: number;
  /** Counted from the in-point; the whole composition when absent. */
  frames?: { first: number; count: number };
  path: string;
};

export type RenderedVideo = VideoFacts & {
  seconds: number;
  peakRssBytes: number;
  /** Of its sound; null without any. */
  loudness: Loudness | null;
};

export type StillOptions = { frame: number; width?: number; path: string; format: StillFormat };

/** Draws compositions: owns the rasteriser processes and hands each request to a free one. */
export class Renderer implements AsyncDisposable {
  readonly #options: RendererOptions;
  readonly #free: Rasteriser[];
  readonly #all: Rasteriser[];
  readonly #waiting: ((rasteriser: Rasteriser) => void)[] = [];

  constructor(options: Partial<RendererOptions> = {}) {
    this.#options = { ...DEFAULT_RENDERER_OPTIONS, ...options };
    this.#all = Array.from({ length: this.#options.processes }, () => new Rasteriser());
    this.#free = [...this.#all];
  }

  /** Process ids of the rasterisers that run now. */
  get pids(): number[] {
    return this.#all.flatMap((r) => (r.pid === undefined ? [] : [r.pid]));
  }

  /**
   * Renders an MP4 to `options.path`. `folder` is an empty folder of this job's own.
   * Throws `render_failed`, `render_timeout`, `render_corrupt` or what aborted the signal.
   */
  async renderVideo(
    composition: Composition,
    folder: string,
    options: VideoOptions,
    onProgress: (framesDone: number, frameCount: number) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<RenderedVideo> {
    const { video } = composition;
    const { loudnessTargetLufs } = this.#options;
    const size = videoSize(video, options.width);
    const { first, count } = checkRange(
      options.frames ?? { first: 0, count: video.frameCount },
      video.frameCount,
    );
    const source = await layOut(composition, folder);
    const args = mp4Args({ ...size, fps: video.fps, quality: options.quality, path: options.path });
    const started = performance.now();
    const draw = (stop: AbortSignal | undefined) =>
      this.#with(
        (rasteriser) =>
          rasteriser.run(
            {
              kind: 'video',
              source,
              firstFrame: first,
              frameCount: count,
              ...size,
              encoder: { program: 'ffmpeg', args },
            },
            this.#limits(count),
            (done) => onProgress(done, count),
            stop,
          ),
        stop,
      );
    const hasSound = composition.audio.length > 0;
    const [{ peakRssBytes }, sound] = hasSound
      ? await together(signal, draw, (stop) =>
          makeSound(
            composition.audio,
            folder,
            {
              quality: options.quality,
              range: soundRange({ first, count }, video.fps),
              ...(loudnessTargetLufs !== undefined && { targetLufs: loudnessTargetLufs }),
            },
            stop,
          ),
        )
      : [await draw(signal), undefined];
    if (sound) {
      const joined = join(folder, 'joined.mp4');
      await joinSound(options.path, sound.path, joined, signal);
      await rename(joined, options.path);
      await rm(sound.path);
    }
    const wanted = { ...size, frameCount: count, fps: video.fps, hasSound };
    const facts = await verifyVideo(options.path, wanted, signal);
    const seconds = (performance.now() - started) / 1000;
    return { ...facts, seconds, peakRssBytes, loudness: sound?.loudness ?? null };
  }

  /** Draws single frames to files. */
  async renderStills(
    composition: Composition,
    folder: string,
    stills: readonly StillOptions[],
    signal?: AbortSignal,
  ): Promise<Size[]> {
    const { video } = composition;
    const source = await layOut(composition, folder);
    const sized = stills.map((still): Still => {
      checkRange({ first: still.frame, count: 1 }, video.frameCount);
      return {
        frame: still.frame,
        path: still.path,
        format: still.format,
        ...stillSize(video, still.width),
      };
    });
    await this.#with(
      (rasteriser) =>
        rasteriser.run(
          { kind: 'stills', source, stills: sized },
          this.#limits(sized.length),
          () => undefined,
          signal,
        ),
      signal,
    );
    return sized.map(({ width, height }) => ({ width, height }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((rasteriser) => rasteriser[Symbol.asyncDispose]()));
  }

  #limits(frames: number): RunLimits {
    const { stallMs, memoryBytes, frameMs } = this.#options;
    return { stallMs, memoryBytes, timeoutMs: stallMs + frames * frameMs };
  }

  async #with<T>(
    use: (rasteriser: Rasteriser) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const rasteriser = this.#free.pop() ?? (await this.#wait(signal));
    try {
      return await use(rasteriser);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(rasteriser);
      else this.#free.push(rasteriser);
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<Rasteriser> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const take = (rasteriser: Rasteriser) => {
        signal?.removeEventListener('abort', leave);
        resolve(rasteriser);
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(take);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}

/** Writes the composition where the rasteriser reads it; pictures are linked, not copied, where that goes. */
export async function layOut(composition: Composition, folder: string): Promise<Source> {
  const resourceDir = join(folder, 'resources');
  const lottiePath = join(folder, 'composition.json');
  await mkdir(resourceDir, { recursive: true });
  for (const file of composition.files) {
    const to = join(resourceDir, file.name);
    await link(file.path, to).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return;
      await copyFile(file.path, to);
    });
  }
  await writeFile(lottiePath, JSON.stringify(composition.lottie));
  return { lottiePath, resourceDir };
}

function checkRange(
  range: { first: number; count: number },
  frameCount: number,
): { first: number; count: number } {
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
