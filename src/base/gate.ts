import { AppError } from './errors.ts';
import { Turns } from './turns.ts';

/** How much goes through a gate at once, and how much more may wait, in total and of one line. */
export type GateLimits = {
  atOnce: number;
  perLine: number;
  maxWaiting: number;
  maxWaitingPerLine: number;
};

/**
 * Limits how much work is done at once. Each line, such as an account, has a share of its own, and
 * lines take turns, so that a flood of one line does not block another.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #turns = new Turns();
  /** In the order in which they came. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #waitingCount = 0;
  #inside = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /** Throws `unavailable` when too much waits, or the signal's reason when it fires before the turn. */
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
    // Lines that wait have used up their share, or nothing is free.
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
      const ready = [...this.#waiting.keys()].filter((one) => this.#hasShare(one));
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
