/** Samples (5 ms at 48 kHz) over which the gain comes down before a peak. */
export const LOOK_AHEAD = 240;
/** The part of the way back to full level that is gone each sample: a time constant of 80 ms. */
const RELEASE = 1 / (0.08 * 48_000);
/** Below full scale by what an encoder's rounding may add. */
const CEILING = 0.999;

/**
 * Keeps a stereo sum from clipping. Where no sample goes beyond full scale, what comes out is what
 * went in, to the bit, `LOOK_AHEAD` samples later. The gain is the smallest that any of the samples
 * ahead needs, recovers exponentially, and is averaged over the look-ahead: so it moves smoothly and
 * is there in time for every peak.
 */
export class Limiter {
  readonly #left = new Float32Array(LOOK_AHEAD);
  readonly #right = new Float32Array(LOOK_AHEAD);
  /** The gains that are averaged, by time modulo LOOK_AHEAD. */
  readonly #gains = new Float32Array(LOOK_AHEAD).fill(1);
  /** The smallest gain that is needed in the window: candidates, the smallest first. */
  #reductions: { at: number; gain: number }[] = [];
  #recovering = 1;
  /** How many of `#gains` are below 1, and the sum of them all. */
  #lowered = 0;
  #sum = LOOK_AHEAD;
  #time = 0;
  /** Whether anything was turned down. */
  limited = false;

  /** In place: interleaved stereo in, the samples of `LOOK_AHEAD` before out. */
  process(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += 2) {
      const left = samples[at] ?? 0;
      const right = samples[at + 1] ?? 0;
      const gain = this.#next(Math.max(Math.abs(left), Math.abs(right)));
      const slot = this.#time % LOOK_AHEAD;
      samples[at] = (this.#left[slot] ?? 0) * gain;
      samples[at + 1] = (this.#right[slot] ?? 0) * gain;
      this.#left[slot] = left;
      this.#right[slot] = right;
      this.#time += 1;
    }
  }

  /** The gain for the sample that is a look-ahead older than the one with this peak. */
  #next(peak: number): number {
    const needed = peak > 1 ? CEILING / peak : 1;
    const slot = this.#time % LOOK_AHEAD;
    // Nothing to do, and nothing being done: the usual case.
    if (needed === 1 && this.#recovering === 1 && this.#lowered === 0) return 1;
    if (needed < 1) {
      while ((this.#reductions.at(-1)?.gain ?? 0) >= needed) this.#reductions.pop();
      this.#reductions.push({ at: this.#time, gain: needed });
      this.limited = true;
    }
    // The window holds a sample until after it has gone out.
    if ((this.#reductions[0]?.at ?? this.#time) < this.#time - LOOK_AHEAD) this.#reductions.shift();
    const smallest = this.#reductions[0]?.gain ?? 1;
    const back = this.#recovering + (1 - this.#recovering) * RELEASE;
    this.#recovering = Math.min(smallest, back > 0.9999 ? 1 : back);
    const before = this.#gains[slot] ?? 1;
    if (before < 1) this.#lowered -= 1;
    if (this.#recovering < 1) this.#lowered += 1;
    this.#gains[slot] = this.#recovering;
    // The sum is taken anew when all is well, so that rounding does not add up.
    this.#sum = this.#lowered === 0 ? LOOK_AHEAD : this.#sum - before + (this.#gains[slot] ?? 1);
    return this.#lowered === 0 ? 1 : Math.min(1, this.#sum / LOOK_AHEAD);
  }
}
