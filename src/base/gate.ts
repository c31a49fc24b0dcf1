import { AppError } from './errors.ts';
import { FairOrder } from './fair-order.ts';

/** Limits of running and waiting tasks, in total and for each owner. */
export type GateLimits = {
  atOnce: number;
  perOwner: number;
  maxWaiting: number;
  maxWaitingPerOwner: number;
};

/** Runs a part of a task that only waits, such as for another server, without the place of the task. */
export type Outside = <T>(work: () => Promise<T>) => Promise<T>;

/** A running task. `waits`: its parts that wait outside. `entry` ends when it has its place again. */
type Turn = {
  place: 'inside' | 'outside' | 'none';
  isEnded: boolean;
  waits: number;
  entry: Promise<void>;
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
  /** Tasks that wait without their place. */
  readonly #outside = new Map<string, number>();
  #outsideCount = 0;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` when it is its turn. Throws `unavailable` if too many tasks wait, or the signal's
   * reason if it fires first.
   */
  async through<T>(
    owner: string,
    work: (outside: Outside) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    await this.#enter(owner, signal);
    const turn: Turn = { place: 'inside', isEnded: false, waits: 0, entry: Promise.resolve() };
    const outside: Outside = async (wait) => {
      await this.#beginWait(owner, turn);
      try {
        return await wait();
      } finally {
        turn.waits -= 1;
        if (turn.waits === 0 && turn.place === 'outside')
          turn.entry = this.#enterAgain(owner, turn, signal);
        await turn.entry;
      }
    };
    try {
      return await work(outside);
    } finally {
      turn.isEnded = true;
      if (turn.place === 'inside') this.#leave(owner);
    }
  }

  /** Frees the place of a task when the first of its parts waits, unless too many tasks wait so. */
  async #beginWait(owner: string, turn: Turn): Promise<void> {
    // After an earlier wait, the task may be about to get its place again.
    let entry: Promise<void>;
    do {
      entry = turn.entry;
      await entry;
    } while (entry !== turn.entry);
    turn.waits += 1;
    const ownCount = this.#outside.get(owner) ?? 0;
    const { maxWaiting, maxWaitingPerOwner } = this.#limits;
    if (turn.waits > 1 || turn.place !== 'inside' || turn.isEnded) return;
    if (this.#outsideCount >= maxWaiting || ownCount >= maxWaitingPerOwner) return;
    this.#outsideCount += 1;
    this.#outside.set(owner, ownCount + 1);
    turn.place = 'outside';
    this.#leave(owner);
  }

  /** Gives a task its place again. A task that has ended meanwhile needs none. */
  async #enterAgain(owner: string, turn: Turn, signal: AbortSignal): Promise<void> {
    turn.place = 'none';
    this.#outsideCount -= 1;
    const ownCount = (this.#outside.get(owner) ?? 0) - 1;
    if (ownCount > 0) this.#outside.set(owner, ownCount);
    else this.#outside.delete(owner);
    if (turn.isEnded) return;
    await this.#enter(owner, signal, true);
    if (turn.isEnded) this.#leave(owner);
    else turn.place = 'inside';
  }

  /**
   * Resolves when the caller may work; `#leave` must follow. Rejects if the signal is aborted while it
   * waits, or throws `unavailable` if too many wait, unless it was inside before.
   */
  async #enter(owner: string, signal: AbortSignal, isAgain = false): Promise<void> {
    signal.throwIfAborted();
    // If any owner waits, it has used its share, or no place is free.
    if (this.#inside < this.#limits.atOnce && this.#hasShare(owner)) return this.#take(owner);
    if (!isAgain) this.#refuseFlood(owner);
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
