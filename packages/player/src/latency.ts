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
