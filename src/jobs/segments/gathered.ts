type Waiting<T> = PromiseWithResolvers<void> & { item: T };

/** Passes items on in groups: while one group is processed, the next one gathers. */
export class Gathered<T> {
  readonly #process: (items: readonly T[]) => Promise<void>;
  readonly #waiting: Waiting<T>[] = [];
  #inProcess: readonly Waiting<T>[] = [];
  #isBusy = false;

  constructor(process: (items: readonly T[]) => Promise<void>) {
    this.#process = process;
  }

  /** Resolves when the group of an item was processed. */
  add(item: T): Promise<void> {
    const waiting = { ...Promise.withResolvers<void>(), item };
    this.#waiting.push(waiting);
    if (!this.#isBusy) void this.#processAll();
    return waiting.promise;
  }

  /** Resolves when all items that were added before are processed. */
  async settled(): Promise<void> {
    const added = [...this.#inProcess, ...this.#waiting];
    await Promise.allSettled(added.map(({ promise }) => promise));
  }

  async #processAll(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      this.#inProcess = group;
      try {
        await this.#process(group.map(({ item }) => item));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#inProcess = [];
    this.#isBusy = false;
  }
}
