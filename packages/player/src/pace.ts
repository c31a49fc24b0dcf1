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

  /** Adds the duration of a drawing; returns true if the latest ones took longer than allowed. */
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
