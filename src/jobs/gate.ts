import { AppError } from '../base/index.ts';

/** Lets so many pieces of work through at once, and so many more wait; what is beyond is refused. */
export class Gate {
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Throws `unavailable` when the queue is full, or the signal's reason when it fires in the queue. */
  async through<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#free += 1;
    }
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= this.#mostWaiting) {
      throw new AppError(
        'unavailable',
        `Expected at most ${this.#mostWaiting} requests in the queue but it is full.`,
        { hint: 'Send the request again after a few seconds.' },
      );
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#waiting.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.delete(enter);
        reject(signal.reason as Error);
      };
      this.#waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
