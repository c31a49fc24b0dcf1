/** A sound that plays by itself. */
export type ClockSound = { readonly isRunning: boolean; readonly seconds: number };

/**
 * The position of playback. A sound is the clock while it runs; without one, and after its end, the
 * position follows the time of the page.
 */
export class Clock {
  readonly #sound: ClockSound;
  readonly #nowMs: () => number;
  #fromSeconds = 0;
  #fromMs = 0;

  constructor(sound: ClockSound, nowMs: () => number = () => performance.now()) {
    this.#sound = sound;
    this.#nowMs = nowMs;
  }

  start(seconds: number): void {
    this.#fromSeconds = seconds;
    this.#fromMs = this.#nowMs();
  }

  get seconds(): number {
    if (this.#sound.isRunning) this.start(this.#sound.seconds);
    return this.#fromSeconds + (this.#nowMs() - this.#fromMs) / 1000;
  }
}

/** Returns the frame that is shown at a time. The addend absorbs rounding of `frame / fps`. */
export function frameAt(seconds: number, fps: number): number {
  return Math.max(0, Math.floor(seconds * fps + 1e-6));
}
