/** Audio that plays by itself. */
export type ClockAudio = { readonly isRunning: boolean; readonly seconds: number };

/**
 * The position of playback. The audio is the clock while it runs; without audio, and after its end, the
 * position follows the time of the page.
 */
export class Clock {
  readonly #audio: ClockAudio;
  readonly #nowMs: () => number;
  #fromSeconds = 0;
  #fromMs = 0;

  constructor(audio: ClockAudio, nowMs: () => number = () => performance.now()) {
    this.#audio = audio;
    this.#nowMs = nowMs;
  }

  /** Counts from a position in seconds. */
  start(seconds: number): void {
    this.#fromSeconds = seconds;
    this.#fromMs = this.#nowMs();
  }

  /** The position. It follows the audio while that runs, and goes on from there without it. */
  get seconds(): number {
    if (this.#audio.isRunning) this.start(this.#audio.seconds);
    return this.#fromSeconds + (this.#nowMs() - this.#fromMs) / 1000;
  }
}

/** Returns the frame that is shown at a time. The addend absorbs rounding of `frame / fps`. */
export function frameAt(seconds: number, fps: number): number {
  return Math.max(0, Math.floor(seconds * fps + 1e-6));
}
