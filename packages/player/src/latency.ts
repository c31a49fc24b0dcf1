/** Longer drawings are not compensated. */
const MAX_SECONDS = 1;
/** Weight of a drawing that is faster than expected. Slower ones count at once. */
const WEIGHT = 0.1;

/**
 * How long drawing a frame takes: nearly the longest of the latest times, because a frame that is ready
 * early can wait, and one that is late is lost.
 */
export class Latency {
  #seconds = 0;

  get seconds(): number {
    return this.#seconds;
  }

  add(seconds: number): void {
    const change = seconds - this.#seconds;
    this.#seconds = Math.min(MAX_SECONDS, this.#seconds + (change > 0 ? change : WEIGHT * change));
  }
}
