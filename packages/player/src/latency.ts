/** Longer drawings are not compensated. */
const MAX_SECONDS = 1;
/** Weight of a drawing that is faster than expected. Slower ones count at once. */
const WEIGHT = 0.1;
/**
 * Weight if it is faster by more than `MUCH_SECONDS`. The first drawing, which compiles shaders, takes
 * a second; with the smaller weight, the frames of the next ten seconds would be ready too early and wait.
 */
const MUCH_WEIGHT = 0.5;
const MUCH_SECONDS = 0.1;

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
    const weight = change < -MUCH_SECONDS ? MUCH_WEIGHT : WEIGHT;
    this.#seconds = Math.min(MAX_SECONDS, this.#seconds + (change > 0 ? change : weight * change));
  }
}
