import { orAbort } from '../base/index.ts';

type Waiting = { owner: string; enter: () => void };

/**
 * Lets so many tasks run at once, and the others wait in their order. Where there is more than one place, one owner never
 * has all of them, if `sharesWithOthers`.
 */
export class Turns {
  readonly #places: number;
  readonly #ofOneOwner: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  constructor(places: number, { sharesWithOthers }: { sharesWithOthers: boolean }) {
    this.#places = places;
    this.#ofOneOwner = sharesWithOthers ? Math.max(1, places - 1) : places;
  }

  async through<T>(owner: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const entered = Promise.withResolvers<void>();
    const waiting = { owner, enter: entered.resolve };
    this.#waiting.push(waiting);
    this.#next();
    try {
      await orAbort(entered.promise, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(waiting);
      if (at >= 0) this.#waiting.splice(at, 1);
      // It was let in at the same moment.
      else this.#leave(owner);
      throw error;
    }
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  #leave(owner: string): void {
    const left = (this.#running.get(owner) ?? 0) - 1;
    if (left > 0) this.#running.set(owner, left);
    else this.#running.delete(owner);
    this.#next();
  }

  #next(): void {
    for (;;) {
      const running = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
      if (running >= this.#places) return;
      const at = this.#waiting.findIndex(
        ({ owner }) => (this.#running.get(owner) ?? 0) < this.#ofOneOwner,
      );
      const [next] = at < 0 ? [] : this.#waiting.splice(at, 1);
      if (!next) return;
      this.#running.set(next.owner, (this.#running.get(next.owner) ?? 0) + 1);
      next.enter();
    }
  }
}
