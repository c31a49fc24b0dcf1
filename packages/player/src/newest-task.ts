/** Runs one task at a time; of those that come meanwhile, only the newest. */
export class NewestTask {
  #next: (() => Promise<void>) | undefined;
  #running: Promise<void> | undefined;

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Whether a newer task waits for the one that runs. */
  get hasNewer(): boolean {
    return this.#next !== undefined;
  }

  /** Resolves when this task, or a newer one that replaced it, has ended. */
  run(task: () => Promise<void>): Promise<void> {
    this.#next = task;
    this.#running ??= this.#runNewest();
    return this.#running;
  }

  /**
   * Runs tasks until none is next. A task that throws also drops the next one, and both callers get
   * its error.
   */
  async #runNewest(): Promise<void> {
    try {
      while (this.#next) {
        const task = this.#next;
        this.#next = undefined;
        await task();
      }
    } finally {
      this.#next = undefined;
      this.#running = undefined;
    }
  }
}
