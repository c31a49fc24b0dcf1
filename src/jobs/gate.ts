import { AppError } from '../base/index.ts';

/** Lets so many pieces of work through at once, and so many more wait; what is beyond is refused. */
export class Gate {
  readonly #mostWaiting: number;
  readonly #waiting = new Set<() => void>();
  /** Let through when nobody else waits. */
  readonly #yielding = new Set<() => void>();
  #free: number;

  constructor(atOnce: number, mostWaiting: number) {
    this.#free = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** What `yields` waits until nobody else does. Throws `unavailable` when the queue is full, or the signal's reason when it fires in the queue. */
  async through<T>(work: () => Promise<T>, signal: AbortSignal, yields = false): Promise<T> {
    await this.#enter(signal, yields ? this.#yielding : this.#waiting);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting.size > 0 ? this.#waiting : this.#yielding;
      if (next) next();
      else this.#free += 1;
    }
  }

  async #enter(signal: AbortSignal, queue: Set<() => void>): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size + this.#yielding.size >= this.#mostWaiting) {
      throw new AppError(
        'unavailable',
        `Expected at most ${this.#mostWaiting} requests in the queue but it is full.`,
        { hint: 'Send the request again after a few seconds.' },
      );
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        queue.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.delete(enter);
        reject(signal.reason as Error);
      };
      queue.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
