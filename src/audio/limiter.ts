/** Samples (5 ms at 48 kHz) over which the gain falls before a peak. */
export const LOOK_AHEAD = 240;
/**
 * The fraction of the remaining distance to full level that is recovered per sample: a time constant of 80
 * ms.
 */
const RELEASE = 1 / (0.08 * 48_000);
/** Slightly below full scale, as a margin for the encoder's rounding. */
const CEILING = 0.999;

/**
 * Prevents a stereo sum from clipping. Samples that need no attenuation pass unchanged, bit by bit,
 * with a delay of `LOOK_AHEAD` samples. The gain is the smallest that the samples in the look-ahead
 * need. It recovers exponentially and is averaged over the look-ahead, so it changes smoothly and
 * is low enough at every peak.
 */
export class Limiter {
  readonly #left = new Float32Array(LOOK_AHEAD);
  readonly #right = new Float32Array(LOOK_AHEAD);
  /** The gains that are averaged, indexed by time modulo LOOK_AHEAD. */
  readonly #gains = new Float32Array(LOOK_AHEAD).fill(1);
  /** Candidates for the smallest gain in the window, the smallest first. */
  #reductions: { at: number; gain: number }[] = [];
  #recovering = 1;
  /** The number of `#gains` below 1, and the sum of all. */
  #lowered = 0;
  #sum = LOOK_AHEAD;
  #time = 0;
  /** Whether any sample was attenuated. */
  limited = false;

  /** Processes interleaved stereo in place; the output is delayed by `LOOK_AHEAD` samples. */
  process(samples: Float32Array): void {
    for (let at = 0; at < samples.length; at += 2) {
      const left = samples[at] ?? 0;
      const right = samples[at + 1] ?? 0;
      const gain = this.#nextGain(Math.max(Math.abs(left), Math.abs(right)));
      const slot = this.#time % LOOK_AHEAD;
      samples[at] = (this.#left[slot] ?? 0) * gain;
      samples[at + 1] = (this.#right[slot] ?? 0) * gain;
      this.#left[slot] = left;
      this.#right[slot] = right;
      this.#time += 1;
    }
  }

  /**
   * Returns the gain for the sample that is `LOOK_AHEAD` older than the sample with this peak. It
   * moves the window on: call it once for each sample, before `#time` is increased.
   */
  #nextGain(peak: number): number {
    const neededGain = peak > 1 ? CEILING / peak : 1;
    const slot = this.#time % LOOK_AHEAD;
    // The usual case: no gain reduction is needed or in progress.
    if (neededGain === 1 && this.#recovering === 1 && this.#lowered === 0) return 1;
    if (neededGain < 1) {
      while ((this.#reductions.at(-1)?.gain ?? 0) >= neededGain) this.#reductions.pop();
      this.#reductions.push({ at: this.#time, gain: neededGain });
      this.limited = true;
    }
    // The window includes a sample until it has left the delay.
    if ((this.#reductions[0]?.at ?? this.#time) < this.#time - LOOK_AHEAD) this.#reductions.shift();
    const smallest = this.#reductions[0]?.gain ?? 1;
    const back = this.#recovering + (1 - this.#recovering) * RELEASE;
    this.#recovering = Math.min(smallest, back > 0.9999 ? 1 : back);
    const previousGain = this.#gains[slot] ?? 1;
    if (previousGain < 1) this.#lowered -= 1;
    if (this.#recovering < 1) this.#lowered += 1;
    this.#gains[slot] = this.#recovering;
    // The sum is reset at full level, so that rounding errors do not add up.
    this.#sum =
      this.#lowered === 0 ? LOOK_AHEAD : this.#sum - previousGain + (this.#gains[slot] ?? 1);
    return this.#lowered === 0 ? 1 : Math.min(1, this.#sum / LOOK_AHEAD);
  }
}
