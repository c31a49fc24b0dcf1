import { AppError } from './errors.ts';
import { FairOrder } from './fair-order.ts';

/** Limits of running and waiting tasks, in total and for each owner. */
export type GateLimits = {
  atOnce: number;
  perOwner: number;
  maxWaiting: number;
  maxWaitingPerOwner: number;
};

/**
 * Limits how many tasks run at once. Each owner, such as an account, has its own share, and owners
 * take turns, so that one owner's flood of tasks does not block others.
 */
export class Gate {
  readonly #limits: GateLimits;
  readonly #order = new FairOrder();
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
  async through<T>(owner: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#enter(owner, signal);
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  /**
   * Resolves when the caller may work; `#leave` must follow. Rejects if the signal is aborted while it
   * waits, or throws `unavailable` if too many wait.
   */
  async #enter(owner: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    // If any owner waits, it has used its share, or no place is free.
    if (this.#inside < this.#limits.atOnce && this.#hasShare(owner)) return this.#take(owner);
    this.#refuseFlood(owner);
    const queue = this.#waiting.get(owner) ?? new Set();
    this.#waiting.set(owner, queue);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#forget(owner, queue, enter);
        reject(signal.reason as Error);
      };
      const enter = () => {
        this.#forget(owner, queue, enter);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      queue.add(enter);
      this.#waitingCount += 1;
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Throws `unavailable` if the queue is full, for all or for this owner. */
  #refuseFlood(owner: string): void {
    const { maxWaiting, maxWaitingPerOwner } = this.#limits;
    const isFull = this.#waitingCount >= maxWaiting;
    const isOwnerFull = (this.#waiting.get(owner)?.size ?? 0) >= maxWaitingPerOwner;
    if (!isFull && !isOwnerFull) return;
    const limit = isFull
      ? `${maxWaiting} requests`
      : `${maxWaitingPerOwner} requests of an account`;
    throw new AppError('unavailable', `The queue is full (limit: ${limit}).`, {
      hint: 'Send the request again after a few seconds.',
    });
  }

  /** Frees the place and lets in the next owners whose turn it is. */
  #leave(owner: string): void {
    this.#inside -= 1;
    this.#order.give(owner);
    while (this.#inside < this.#limits.atOnce) {
      const ready = [...this.#waiting.keys()].filter((key) => this.#hasShare(key));
      const next = this.#order.next(ready);
      const [enter] = next === undefined ? [] : (this.#waiting.get(next) ?? []);
      if (next === undefined || !enter) return;
      this.#take(next);
      enter();
    }
  }

  #hasShare(owner: string): boolean {
    return this.#order.placesOf(owner) < this.#limits.perOwner;
  }

  #take(owner: string): void {
    this.#inside += 1;
    this.#order.take(owner);
  }

  /** Removes a waiting caller, because it was let in or gave up. */
  #forget(owner: string, queue: Set<() => void>, enter: () => void): void {
    queue.delete(enter);
    this.#waitingCount -= 1;
    if (queue.size === 0) this.#waiting.delete(owner);
  }
}
