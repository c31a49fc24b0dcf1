import { type Composition, frameIn, isSame } from './composition.ts';
import { Engine } from './engine.ts';
import { NewestTask } from './newest-task.ts';
import {
  type FileSource,
  filesForPlaying,
  filesOfFrame,
  isScaled,
  openComposition,
} from './open-composition.ts';
import { isAborted, PlayerError } from './player-error.ts';
import type { Slot, SurfaceKind } from './protocol.ts';
import { Screen } from './screen.ts';
import { drawnSize, type Size } from './size.ts';
import { urlOnServer } from './urls.ts';

/** The first drawings also compile shaders. */
const IGNORED = 8;

const MEASURED = 16;

/** Finds out whether drawing is too slow for playing. */
export class Pace {
  readonly #maxMs: number;
  #count = 0;
  #sumMs = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  /**
   * Adds the duration of a drawing. Returns true if the latest `MEASURED` took too long on average.
   * The first ones are ignored.
   */
  isSlow(ms: number): boolean {
    this.#count += 1;
    if (this.#count <= IGNORED) return false;
    this.#sumMs += ms;
    if (this.#count < IGNORED + MEASURED) return false;
    const isSlow = this.#sumMs / MEASURED > this.#maxMs;
    this.#count = IGNORED;
    this.#sumMs = 0;
    return isSlow;
  }
}

/** A module with one SIMD instruction: `() => i8x16.splat(0)`. */
const SIMD_MODULE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic number and version
  ...[1, 5, 1, 96, 0, 1, 123], // type 0: () → v128
  ...[3, 2, 1, 0], // function 0 has type 0
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11], // i32.const 0, i8x16.splat, end
);

export type PlayerMode = 'webgl' | 'software' | 'stills';
export type DrawStill = (frame: number, width: number, signal: AbortSignal) => Promise<Blob>;
export type Pixels = Size & { data: Uint8ClampedArray };

export type FrameViewOptions = {
  container: HTMLElement;
  source: FileSource;
  drawStill?: DrawStill | undefined;
  /** Read before each drawing. While it plays, `whenDue` decides whether a drawn frame is shown. */
  playback: {
    readonly frame: number;
    readonly isPlaying: boolean;
    whenDue(frame: number): Promise<boolean>;
  };
  onFrame: (frame: number) => void;
  onMode: (mode: PlayerMode, reason: string) => void;
  onError: (error: unknown) => void;
};

/** While playing in software, a smaller image plays more smoothly. */
const MAX_SOFTWARE_SHORT_SIDE = 360;
/** Without a graphics processor, WebGL may be slower than a small image in software. */
const MAX_WEBGL_MS = 60;
/** Scrubbing fetches the full frames of videos only where it rests. */
const REST_MS = 120;
/** A second crash within this time is the composition's fault. */
const MIN_RESTART_MS = 10_000;

/** Draws frames of the newest composition, in the engine or by the service. */
export class FrameView {
  readonly #options: FrameViewOptions;
  readonly #screen: Screen;
  readonly #drawings = new NewestTask();
  #mode: PlayerMode = 'software';
  /** Why the mode was chosen. */
  #reason = '';
  #engine: { url: string; started: Promise<Engine> } | undefined;
  /** The composition that is loaded or being loaded. */
  #wanted: Composition | undefined;
  #loading: Promise<number> | undefined;
  #ending = new AbortController();
  #resting = new AbortController();
  /** The compositions that the engine has open. */
  #all: { composition: Composition; drawn: Size } | undefined;
  #still: { composition: Composition; frame: number } | undefined;
  /** What the screen shows. */
  #shown: Composition | undefined;
  #pace = new Pace(MAX_WEBGL_MS);
  #restartedMs = Number.NEGATIVE_INFINITY;

  constructor(options: FrameViewOptions) {
    this.#options = options;
    this.#screen = new Screen(options.container);
    const reason = missingSupport();
    if (reason) this.#setMode('stills', reason);
  }

  get mode(): PlayerMode {
    return this.#mode;
  }

  get isDrawing(): boolean {
    return this.#drawings.isRunning;
  }

  /** The composition whose frames are drawn. */
  get composition(): Composition | undefined {
    return this.#shown;
  }

  /**
   * Opens a composition and draws its current frame. Returns the engine's memory in bytes, which is
   * 0 if the service draws. Throws an AbortError when a newer call replaces this one.
   */
  load(composition: Composition): Promise<number> {
    if (this.#loading && this.#wanted && isSame(this.#wanted, composition)) return this.#loading;
    this.#ending.abort();
    this.#resting.abort();
    this.#ending = new AbortController();
    this.#wanted = composition;
    const { signal } = this.#ending;
    const loading = this.#load(composition, signal).catch((error: unknown) => {
      // The next call with this composition tries again.
      if (this.#loading === loading) this.#loading = undefined;
      throw error;
    });
    this.#loading = loading;
    return loading;
  }

  /** Draws the current frame. Resolves when it, or a newer one, is shown. */
  async paint(): Promise<void> {
    this.#resting.abort();
    await this.#drawings.run(() => this.#draw());
    if (!this.#options.playback.isPlaying) void this.#rest();
  }

  /**
   * Draws again in the size of the container. Frames of videos are loaded again if they are too
   * small now.
   */
  resize(): void {
    const allFiles = this.#all;
    if (allFiles && allFiles.composition === this.#wanted) {
      const { width } = this.#size(allFiles.composition);
      // Frames of videos were fetched for a smaller size.
      if (width > allFiles.drawn.width && isScaled(allFiles.composition, allFiles.drawn)) {
        this.#loading = undefined;
        this.load(allFiles.composition).catch((error: unknown) => this.#report(error));
        return;
      }
    }
    void this.paint();
  }

  /**
   * Returns the pixels of the current frame, as it is shown while paused. Throws `drawing_failed`
   * before the first composition.
   */
  async pixels(): Promise<Pixels> {
    const composition = this.#shown;
    if (this.#mode === 'stills') return this.#screen.imagePixels();
    const engine = await this.#engine?.started;
    if (!engine || !composition) throw new PlayerError('drawing_failed', 'Nothing is loaded.');
    const { frame } = this.#options.playback;
    const size = this.#size(composition);
    if (isScaled(composition, size)) await this.#openStill(engine, composition, frame);
    const slot = this.#slotFor(composition, frame) ?? 'all';
    return { ...size, ...(await engine.call('pixels', { slot, frame, ...size })) };
  }

  /** Returns a small image of a frame, drawn beside the current one; undefined if nothing is open. */
  async thumbnail(frame: number, height: number): Promise<Blob | undefined> {
    const composition = this.#shown;
    if (!composition) return undefined;
    const { video } = composition;
    const size = { width: Math.max(1, Math.round((height * video.width) / video.height)), height };
    const shownFrame = frameIn(composition, frame);
    if (this.#mode === 'stills')
      return this.#options.drawStill?.(shownFrame, size.width, this.#ending.signal);
    const engine = await this.#engine?.started;
    if (!engine || this.#all?.composition !== composition) return undefined;
    const { data } = await engine.call('pixels', { slot: 'all', frame: shownFrame, ...size });
    const canvas = new OffscreenCanvas(size.width, size.height);
    canvas.getContext('2d')?.putImageData(new ImageData(data, size.width, size.height), 0, 0);
    return canvas.convertToBlob();
  }

  /**
   * Stops all work and removes the screen. An engine that is still starting ends once it has
   * started.
   */
  dispose(): void {
    this.#ending.abort();
    this.#resting.abort();
    this.#wanted = undefined;
    this.#shown = undefined;
    this.#engine?.started.then(
      (engine) => engine.dispose(),
      () => undefined,
    );
    this.#screen.remove();
  }

  /**
   * Opens a composition and draws it. Without an engine, the service draws and there is no file to
   * open.
   */
  async #load(composition: Composition, signal: AbortSignal): Promise<number> {
    const engine = this.#mode === 'stills' ? undefined : await this.#startedEngine(composition);
    signal.throwIfAborted();
    const heapBytes = engine ? await this.#openInEngine(engine, composition, signal) : 0;
    this.#shown = composition;
    await this.paint();
    return heapBytes;
  }

  /**
   * Opens a composition for all frames. While paused, a current frame with scaled videos is opened
   * and shown first, in full size. An engine that ended is started again before the error is
   * thrown. Returns the engine's memory in bytes.
   */
  async #openInEngine(
    engine: Engine,
    composition: Composition,
    signal: AbortSignal,
  ): Promise<number> {
    const { playback, source } = this.#options;
    const drawnSize = this.#size(composition);
    try {
      if (isScaled(composition, drawnSize) && !playback.isPlaying) {
        // The current frame needs a few files; all frames of a video need hundreds.
        await this.#openStill(engine, composition, frameIn(composition, playback.frame), signal);
        this.#shown = composition;
        await this.#drawings.run(() => this.#draw());
        signal.throwIfAborted();
      }
      const json = JSON.stringify(composition.lottie);
      const files = filesForPlaying(composition, drawnSize);
      const heapBytes = await openComposition(engine, { slot: 'all', json, files }, source, signal);
      this.#all = { composition, drawn: drawnSize };
      // Even if a newer one is being loaded: the engine has lost the former one.
      this.#shown = composition;
      signal.throwIfAborted();
      return heapBytes;
    } catch (error) {
      if (engine.isDead) this.#restart(composition, error);
      throw error;
    }
  }

  /**
   * Opens one frame with the files in full size, beside the composition for playing. Nothing
   * happens if that frame is open already.
   */
  async #openStill(
    engine: Engine,
    composition: Composition,
    frame: number,
    signal: AbortSignal = this.#ending.signal,
  ): Promise<void> {
    if (this.#still?.composition === composition && this.#still.frame === frame) return;
    const json = JSON.stringify(composition.lottie);
    const files = filesOfFrame(composition, frame);
    const { source } = this.#options;
    await openComposition(engine, { slot: 'still', json, files }, source, signal);
    this.#still = { composition, frame };
  }

  /** Once a paused frame rests: draws it with the videos' frames in their own size. */
  async #rest(): Promise<void> {
    const composition = this.#shown;
    const { frame } = this.#options.playback;
    if (!composition || this.#all?.composition !== composition) return;
    if (this.#slotFor(composition, frame) === 'still') return;
    if (this.#mode === 'stills' || !isScaled(composition, this.#size(composition))) return;
    this.#resting = new AbortController();
    const { signal } = this.#resting;
    try {
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      const engine = await this.#engine?.started;
      if (signal.aborted || !engine) return;
      await this.#openStill(engine, composition, frame, signal);
      if (!signal.aborted) await this.#drawings.run(() => this.#draw());
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * Draws the current frame of the composition that is shown. Errors are reported, not thrown. An
   * engine that has ended is started again.
   */
  async #draw(): Promise<void> {
    const composition = this.#shown;
    const { playback, onFrame } = this.#options;
    if (!composition) return;
    const { isPlaying } = playback;
    const frame = frameIn(composition, playback.frame);
    try {
      if (this.#mode === 'stills') await this.#showStill(composition, frame);
      else if (!(await this.#drawInEngine(composition, frame, isPlaying))) return;
      onFrame(frame);
    } catch (error) {
      const engine = await this.#engine?.started.catch(() => undefined);
      if (engine?.isDead) this.#restart(composition, error);
      this.#report(error);
    }
  }

  /**
   * Draws a frame and shows it, unless it came too late or the composition was replaced meanwhile.
   * WebGL that is lost or too slow is left for software. Returns whether the frame is shown.
   */
  async #drawInEngine(
    composition: Composition,
    frame: number,
    isPlaying: boolean,
  ): Promise<boolean> {
    const engine = await this.#engine?.started;
    const slot = this.#slotFor(composition, frame);
    if (!engine || !slot) return false;
    const draw = (surface: SurfaceKind) => {
      const isSmall = isPlaying && surface === 'software';
      const size = this.#size(composition, isSmall ? MAX_SOFTWARE_SHORT_SIDE : undefined);
      return engine.call('draw', { slot, frame, surface, ...size });
    };
    const isWebgl = isPlaying && this.#mode === 'webgl';
    const startMs = performance.now();
    let { bitmap } = await draw(isWebgl ? 'webgl' : 'software');
    if (!bitmap) {
      this.#setMode('software', 'The WebGL context was lost.');
      ({ bitmap } = await draw('software'));
    } else if (isWebgl && this.#pace.isSlow(performance.now() - startMs))
      this.#setMode('software', 'WebGL is too slow in this browser.');
    const isDue = !isPlaying || (await this.#options.playback.whenDue(frame));
    // A newer composition may have replaced this one meanwhile.
    const isWanted = isDue && this.#shown === composition;
    if (bitmap && isWanted) this.#screen.show(bitmap);
    // Otherwise its memory would stay until a garbage collection.
    else bitmap?.close();
    return bitmap !== undefined && isWanted;
  }

  /** Shows a frame that the service drew. Throws `still_unavailable`; aborts are passed on. */
  async #showStill(composition: Composition, frame: number): Promise<void> {
    const { drawStill } = this.#options;
    if (!drawStill) throw new PlayerError('engine_unavailable', this.#reason);
    const { width } = this.#size(composition);
    try {
      await this.#screen.showImage(await drawStill(frame, width, this.#ending.signal));
    } catch (cause) {
      if (isAborted(cause)) throw cause;
      throw new PlayerError('still_unavailable', 'The service drew no still.', { cause });
    }
  }

  /**
   * Returns the slot of the engine from which to draw a frame of a composition: `still`, which has one
   * frame in full size, if playback is paused at this frame; else `all`, which has all frames.
   * Undefined: the engine has opened neither for this composition.
   */
  #slotFor(composition: Composition, frame: number): Slot | undefined {
    const { isPlaying } = this.#options.playback;
    if (!isPlaying && this.#still?.composition === composition && this.#still.frame === frame)
      return 'still';
    return this.#all?.composition === composition ? 'all' : undefined;
  }

  /** The size in which frames are drawn now, in pixels of the screen. */
  #size({ video }: Composition, maxShortSide?: number): Size {
    const { devicePixelRatio: pixelRatio } = globalThis;
    return drawnSize(video, { box: this.#screen.box, pixelRatio }, maxShortSide);
  }

  /**
   * Returns the engine of a composition. Undefined: it cannot run, and the service draws instead.
   * Throws if the service cannot draw either.
   */
  async #startedEngine(composition: Composition): Promise<Engine | undefined> {
    const url = urlOnServer(this.#options.source.server, composition.engine);
    if (this.#engine?.url !== url) this.#startEngine(url);
    try {
      return await this.#engine?.started;
    } catch (error) {
      if (this.#engine?.url === url) this.#engine = undefined;
      if (!this.#options.drawStill) throw error;
      this.#setMode('stills', error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }

  /**
   * Ends the engine before and starts another. Does not wait: the mode changes when it has started,
   * and `#startedEngine` handles an error.
   */
  #startEngine(url: string): void {
    this.#engine?.started.then(
      (engine) => engine.dispose(),
      () => undefined,
    );
    this.#all = undefined;
    this.#still = undefined;
    const started = Engine.start(url);
    this.#engine = { url, started };
    started.then(
      ({ hasWebgl }) =>
        hasWebgl
          ? this.#setMode('webgl', 'The engine has started.')
          : this.#setMode('software', 'The browser has no WebGL.'),
      () => undefined,
    );
  }

  /**
   * Starts the engine again after a crash. After a second crash within `MIN_RESTART_MS` the service
   * draws, or nothing is drawn if it cannot.
   */
  #restart(composition: Composition, error: unknown): void {
    this.#engine = undefined;
    this.#all = undefined;
    this.#still = undefined;
    const isRepeated = performance.now() - this.#restartedMs < MIN_RESTART_MS;
    this.#restartedMs = performance.now();
    if (isRepeated && this.#options.drawStill)
      this.#setMode('stills', error instanceof Error ? error.message : String(error));
    else if (isRepeated) return;
    if (this.#wanted !== composition) return;
    this.#loading = undefined;
    this.load(composition).catch((fault: unknown) => this.#report(fault));
  }

  /** Changes who draws. `software` is reported each time, because its reason may differ. */
  #setMode(mode: PlayerMode, reason: string): void {
    if (mode === this.#mode && mode !== 'software') return;
    this.#mode = mode;
    this.#reason = reason;
    this.#options.onMode(mode, reason);
  }

  #report(error: unknown): void {
    if (!isAborted(error)) this.#options.onError(error);
  }
}

/** Returns why this browser cannot run the engine, or undefined. */
export function missingSupport(): string | undefined {
  if (typeof WebAssembly !== 'object') return 'The browser has no WebAssembly.';
  if (!WebAssembly.validate(SIMD_MODULE)) return 'The browser has no WebAssembly SIMD.';
  if (typeof Worker !== 'function') return 'The browser has no workers.';
  if (typeof OffscreenCanvas !== 'function') return 'The browser has no OffscreenCanvas.';
  return undefined;
}
