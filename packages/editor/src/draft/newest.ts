/**
 * Runs a task for the newest value. One run is in flight; of the values that arrive during it, only
 * the last one is used.
 */
export class Newest<Value> {
  readonly #task: (value: Value, signal: AbortSignal) => Promise<void>;
  readonly #end = new AbortController();
  #next: { value: Value } | undefined;
  #running: Promise<void> | undefined;

  constructor(task: (value: Value, signal: AbortSignal) => Promise<void>) {
    this.#task = task;
  }

  /** Runs the task for this value as soon as the current run has ended. */
  want(value: Value): void {
    this.#next = { value };
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // A value may have arrived after the last run.
      if (this.#next) this.want(this.#next.value);
    });
  }

  /** Whether a newer value waits for the current run. */
  get hasNewer(): boolean {
    return this.#next !== undefined;
  }

  dispose(): void {
    this.#next = undefined;
    this.#end.abort();
  }

  async #run(): Promise<void> {
    while (this.#next && !this.#end.signal.aborted) {
      const { value } = this.#next;
      this.#next = undefined;
      await this.#task(value, this.#end.signal);
    }
  }
}
