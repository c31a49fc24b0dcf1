import { AudioPlayback } from './audio-playback.ts';
import { Clock, frameAt } from './clock.ts';
import { type Composition, lastFrame } from './composition.ts';
import { type DrawStill, FrameView, type Pixels, type PlayerMode } from './frame-view.ts';
import type { FetchFile } from './open-composition.ts';
import { isAborted, PlayerError } from './player-error.ts';
import { urlOnServer } from './urls.ts';

/** Audio and image may be this far apart. Viewers notice more. */
const MAX_SKEW_SECONDS = 0.05;

/** A loop or a seek has moved the position: such a frame is not worth waiting for. */
const MAX_WAIT_SECONDS = 1;

/** Longer drawings are not compensated. */
const MAX_SECONDS = 1;

const COUNT = 8;

/**
 * How long drawing a frame takes: the second longest of the latest times. A frame that is ready early can
 * wait, and one that is late is lost, but a single slow drawing must not make all frames after it wait.
 */
export class Latency {
  readonly #latest: number[] = [];

  get seconds(): number {
    const [, second = 0] = this.#latest.toSorted((a, b) => b - a);
    return Math.min(MAX_SECONDS, second);
  }

  add(seconds: number): void {
    this.#latest.push(seconds);
    if (this.#latest.length > COUNT) this.#latest.shift();
  }
}

export type PlayerOptions = {
  /** Gets a canvas, or an image when the service draws, which fills it with `object-fit: contain`. */
  container: HTMLElement;
  /** Address of the service; may have a path. */
  server: string;
  /** Requests a file of the service and adds the token. */
  fetchFile: FetchFile;
  /** Draws a frame on the service. Used when the browser cannot run the engine. */
  drawStill?: DrawStill;
};

export type PlayerEvents = {
  /** All frames of a composition can be drawn. */
  ready: { digest: string; heapBytes: number };
  frame: { frame: number };
  play: Record<never, never>;
  pause: Record<never, never>;
  ended: Record<never, never>;
  mode: { mode: PlayerMode; reason: string };
  error: { error: PlayerError };
};

/** The service draws at most one still in this time while playing. */
const STILL_INTERVAL_MS = 500;
const RESIZE_MS = 100;

/** Plays compositions in an element of a page. Faults come as `error` events. */
export class Player extends EventTarget {
  readonly #options: PlayerOptions;
  readonly #view: FrameView;
  readonly #audio = new AudioPlayback();
  readonly #clock = new Clock(this.#audio);
  readonly #ending = new AbortController();
  readonly #observer: ResizeObserver;
  #composition: Composition | undefined;
  #frame = 0;
  #drawnFrame = -1;
  #isPlaying = false;
  #isLooping = false;
  /** Number of the present playback; changes when it starts and stops. */
  #run = 0;
  readonly #latency = new Latency();
  #stillMs = Number.NEGATIVE_INFINITY;
  /** When the drawing of the next frame began. */
  #drawingMs: number | undefined;
  #resizeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PlayerOptions) {
    super();
    this.#options = options;
    const { container, server, fetchFile, drawStill } = options;
    const player = this;
    this.#view = new FrameView({
      container,
      drawStill,
      source: { server, fetchFile },
      playback: {
        get frame() {
          return player.#drawnFrame >= 0 && player.#isPlaying ? player.#drawnFrame : player.#frame;
        },
        get isPlaying() {
          return player.#isPlaying;
        },
        whenDue: (frame) => this.#whenDue(frame),
      },
      onFrame: (frame) => this.#emit('frame', { frame }),
      // The page adds its listeners after this constructor.
      onMode: (mode, reason) => queueMicrotask(() => this.#emit('mode', { mode, reason })),
      onError: (error) => this.#report(error),
    });
    this.#observer = new ResizeObserver(() => this.#resizeSoon());
    this.#observer.observe(container);
    this.#watchPixelRatio();
  }

  get frame(): number {
    return this.#frame;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get mode(): PlayerMode {
    return this.#view.mode;
  }

  get volume(): number {
    return this.#audio.volume;
  }

  set volume(volume: number) {
    this.#audio.volume = volume;
  }

  get isMuted(): boolean {
    return this.#audio.isMuted;
  }

  set isMuted(isMuted: boolean) {
    this.#audio.isMuted = isMuted;
  }

  get isLooping(): boolean {
    return this.#isLooping;
  }

  set isLooping(isLooping: boolean) {
    this.#isLooping = isLooping;
  }

  /**
   * Shows a composition at the current frame and keeps the former one until then. Resolves when it
   * is shown, when a newer call replaces it, or after an `error` event.
   */
  async load(composition: Composition): Promise<void> {
    this.#composition = composition;
    try {
      const heapBytes = await this.#view.load(composition);
      if (this.#composition !== composition) return;
      this.#frame = Math.min(this.#frame, lastFrame(composition));
      this.#emit('ready', { digest: composition.digest, heapBytes });
      if (this.#isPlaying && this.#audioUrl(composition) !== this.#audio.url)
        await this.#startAudio(composition);
    } catch (error) {
      this.#report(error);
    }
  }

  /**
   * Moves to a frame. While paused, resolves when it or a newer one is shown. Playback goes on from
   * there, and resolves at once.
   */
  async seek(frame: number): Promise<void> {
    const last = this.#composition ? lastFrame(this.#composition) : Number.MAX_SAFE_INTEGER;
    this.#frame = Math.min(last, Math.max(0, Math.round(frame) || 0));
    if (this.#isPlaying && this.#composition) {
      const seconds = this.#frame / this.#composition.video.fps;
      this.#audio.seek(seconds);
      this.#clock.start(seconds);
    } else await this.#view.paint();
  }

  /**
   * Plays from the current frame, or from the start after the last one. Resolves when the frames
   * move, or after a pause meanwhile.
   */
  async play(): Promise<void> {
    const composition = this.#composition;
    if (this.#isPlaying || !composition) return;
    const run = ++this.#run;
    this.#isPlaying = true;
    this.#drawnFrame = -1;
    if (this.#frame >= lastFrame(composition)) this.#frame = 0;
    this.#emit('play', {});
    // Its faults are reported by `load`.
    await this.#view.load(composition).catch(() => undefined);
    if (this.#run === run) await this.#startAudio(composition);
    // Paused meanwhile, and perhaps started again.
    if (this.#run !== run) return;
    if (!this.#view.composition) return this.pause();
    this.#clock.start(this.#frame / composition.video.fps);
    requestAnimationFrame(this.#tick);
  }

  /**
   * Stops, and draws the current frame as a paused one. Nothing happens if it is paused already.
   */
  pause(): void {
    if (!this.#isPlaying) return;
    this.#stop();
    this.#emit('pause', {});
  }

  /** Draws in the container's present size. Changes of its size are also observed. */
  resize(): void {
    this.#view.resize();
  }

  /** Returns the pixels of the paused frame. */
  pixels(): Promise<Pixels> {
    return this.#view.pixels();
  }

  /**
   * Returns a small image of a frame of the composition that is shown, whose own frame stays. Undefined
   * before the first composition, and while another one is being opened.
   */
  thumbnail(frame: number, height: number): Promise<Blob | undefined> {
    return this.#view.thumbnail(frame, height);
  }

  /** Ends all work. The player cannot be used afterwards. */
  dispose(): void {
    this.#isPlaying = false;
    clearTimeout(this.#resizeTimer);
    this.#ending.abort();
    this.#observer.disconnect();
    this.#audio.unload();
    this.#view.dispose();
  }

  readonly #tick = (): void => {
    const composition = this.#view.composition;
    if (!this.#isPlaying || !composition) return;
    const { fps, frame_count: count } = composition.video;
    const { seconds } = this.#clock;
    if (frameAt(seconds, fps) >= count) {
      if (!this.#isLooping) {
        this.#end(composition);
        return;
      }
      this.#restart();
    } else {
      this.#frame = frameAt(seconds, fps);
      // The frame that is due when its drawing has ended. Frames that come late are left out.
      const due = Math.min(count - 1, frameAt(seconds + this.#latency.seconds, fps));
      if (!this.#view.isDrawing && due !== this.#drawnFrame) void this.#drawNext(due);
    }
    requestAnimationFrame(this.#tick);
  };

  /**
   * Draws the frame that is due. Stills of the service are requested at most once per interval, so
   * that a frame may be left out.
   */
  async #drawNext(frame: number): Promise<void> {
    const startMs = performance.now();
    if (this.mode === 'stills') {
      if (startMs - this.#stillMs < STILL_INTERVAL_MS) return;
      this.#stillMs = startMs;
    }
    this.#drawnFrame = frame;
    this.#drawingMs = startMs;
    await this.#view.paint();
    // The service draws no frame at a certain time.
    if (this.mode === 'stills') this.#measureLatency();
  }

  /** Ends the measurement of a drawing, if one is running. */
  #measureLatency(): void {
    if (this.#drawingMs !== undefined)
      this.#latency.add((performance.now() - this.#drawingMs) / 1000);
    this.#drawingMs = undefined;
  }

  /**
   * Waits until a drawn frame is due while it plays. Returns false if it is too late: the audio would
   * be ahead of what is shown.
   */
  async #whenDue(frame: number): Promise<boolean> {
    const run = this.#run;
    const { fps } = this.#view.composition?.video ?? {};
    if (!this.#isPlaying || fps === undefined) return true;
    this.#measureLatency();
    const early = secondsUntil(frame, fps, this.#clock.seconds);
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early * 1000));
    // After a pause, the frame at the current position is drawn anyway.
    return this.#run === run && !isLate(frame, fps, this.#clock.seconds);
  }

  /** Plays again from the first frame. Playback goes on if the audio cannot be played. */
  #restart(): void {
    this.#frame = 0;
    this.#clock.start(0);
    this.#audio.play(0).catch((error: unknown) => this.#report(error));
  }

  /** Playback has reached the end without looping. Stops at the last frame. */
  #end(composition: Composition): void {
    this.#frame = lastFrame(composition);
    this.#stop();
    this.#emit('pause', {});
    this.#emit('ended', {});
  }

  /**
   * Ends this run, so that awaited steps of it do nothing. Draws the current frame as a paused one.
   */
  #stop(): void {
    this.#run += 1;
    this.#isPlaying = false;
    this.#audio.pause();
    void this.#view.paint();
  }

  /**
   * Plays the audio of a composition, if it has some. An error is reported, and playback goes on
   * without audio.
   */
  async #startAudio(composition: Composition): Promise<void> {
    const { fetchFile } = this.#options;
    try {
      const url = this.#audioUrl(composition);
      if (!url) return this.#audio.unload();
      await this.#audio.load(url, () => fetchFile(url, this.#ending.signal));
      if (this.#isPlaying) await this.#audio.play(this.#frame / composition.video.fps);
    } catch (error) {
      this.#report(error);
    }
  }

  #audioUrl({ audio }: Composition): string | undefined {
    return audio ? urlOnServer(this.#options.server, audio.url) : undefined;
  }

  #resizeSoon(): void {
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = setTimeout(() => this.#view.resize(), RESIZE_MS);
  }

  /**
   * Draws again when the window moves to a screen with another pixel ratio. A media query matches
   * one ratio only, so that each change makes a new query.
   */
  #watchPixelRatio(): void {
    const { signal } = this.#ending;
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const changed = () => {
      this.#resizeSoon();
      this.#watchPixelRatio();
    };
    query.addEventListener('change', changed, { once: true, signal });
  }

  /** Emits an error, except aborts and errors after `dispose`. */
  #report(error: unknown): void {
    if (isAborted(error) || this.#ending.signal.aborted) return;
    const playerError =
      error instanceof PlayerError
        ? error
        : new PlayerError('drawing_failed', String(error), { cause: error });
    this.#emit('error', { error: playerError });
  }

  /** Listeners of the player's own events know the event's detail. */
  override addEventListener<Name extends keyof PlayerEvents>(
    type: Name,
    listener: (event: CustomEvent<PlayerEvents[Name]>) => void,
    options?: AddEventListenerOptions | boolean,
  ): void;
  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: AddEventListenerOptions | boolean,
  ): void;
  override addEventListener(
    type: string,
    listener: unknown,
    options?: AddEventListenerOptions | boolean,
  ): void {
    super.addEventListener(type, listener as EventListener | null, options);
  }

  #emit<Name extends keyof PlayerEvents>(type: Name, detail: PlayerEvents[Name]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Returns the time until a frame is due, or 0. */
export function secondsUntil(frame: number, fps: number, nowSeconds: number): number {
  const seconds = frame / fps - nowSeconds;
  return seconds > 0 && seconds <= MAX_WAIT_SECONDS ? seconds : 0;
}

/** Whether a frame must not be shown at a position of the audio. */
export function isLate(frame: number, fps: number, nowSeconds: number): boolean {
  return Math.abs(frame / fps - nowSeconds) > MAX_SKEW_SECONDS;
}
