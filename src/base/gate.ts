import { AppError } from './errors.ts';
import { Turns } from './turns.ts';

/** Limits of running and waiting tasks, in total and for each line. */
export type GateLimits = {
  atOnce: number;
  perLine: number;
  maxWaiting: number;
  maxWaitingPerLine: number;
};

/**
 * Limits how many tasks run at once. Each line, such as an account, has its own share, and lines
 * take turns, so that one line's flood of tasks does not block others.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #turns = new Turns();
  /** Waiting tasks in order of arrival. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #waitingCount = 0;
  #inside = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is its turn. Throws `unavailable` if too many tasks wait, or the signal's
   * reason if it fires first.
   */
  async through<T>(line: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(line, signal);
    try {
      return await work();
    } finally {
      this.#leave(line);
    }
  }

  async #enter(line: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // If any line waits, it has used its share, or no place is free.
    if (this.#inside < this.#limits.atOnce && this.#hasShare(line)) return this.#take(line);
    this.#refuseFlood(line);
    const queue = this.#waiting.get(line) ?? new Set();
    this.#waiting.set(line, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#forget(line, queue, enter);
        reject(signal.reason as Error);
      };
      const enter = () => {
        this.#forget(line, queue, enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      queue.add(enter);
      this.#waitingCount += 1;
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #refuseFlood(line: string): void {
    const { maxWaiting, maxWaitingPerLine } = this.#limits;
    const isFull = this.#waitingCount >= maxWaiting;
    const isLineFull = (this.#waiting.get(line)?.size ?? 0) >= maxWaitingPerLine;
    if (!isFull && !isLineFull) return;
    const limit = isFull ? `${maxWaiting} requests` : `${maxWaitingPerLine} requests of an account`;
    throw new AppError('unavailable', `The queue is full (limit: ${limit}).`, {
      hint: 'Send the request again after a few seconds.',
    });
  }

  #leave(line: string): void {
    this.#inside -= 1;
    this.#turns.give(line);
    while (this.#inside < this.#limits.atOnce) {
      const ready = [...this.#waiting.keys()].filter((key) => this.#hasShare(key));
      const next = this.#turns.next(ready);
      const [enter] = next === undefined ? [] : (this.#waiting.get(next) ?? []);
      if (next === undefined || !enter) return;
      this.#take(next);
      enter();
    }
  }

  #hasShare(line: string): boolean {
    return this.#turns.heldBy(line) < this.#limits.perLine;
  }

  #take(line: string): void {
    this.#inside += 1;
    this.#turns.take(line);
  }

  #forget(line: string, queue: Set<() => void>, enter: () => void): void {
    queue.delete(enter);
    this.#waitingCount -= 1;
    if (queue.size === 0) this.#waiting.delete(line);
  }
}
