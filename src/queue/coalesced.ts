import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work once at a time. Any number of calls during a run cause only one more run. */
export class Coalesced {
  readonly #work: () => Promise<void>;
  readonly #minMs: number;
  #mustRunAgain = false;
  #isRunning = false;
  #isStopped = false;
  #startedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  /** `work` does not throw. Two runs start at least `minMs` apart. */
  constructor(work: () => Promise<void>, minMs = 0) {
    this.#work = work;
    this.#minMs = minMs;
  }

  /** Requests a run. During a run, one more follows it. */
  wake(): void {
    if (this.#isStopped) return;
    this.#mustRunAgain = true;
    if (!this.#isRunning) this.#running = this.#run();
  }

  /** Resolves when no work runs any more. Later calls of `wake` do nothing. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  /** Runs the work until nothing requests another run. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#mustRunAgain && !this.#isStopped) {
      const pauseMs = this.#startedMs + this.#minMs - performance.now();
      if (pauseMs > 0) await sleep(pauseMs);
      this.#startedMs = performance.now();
      this.#mustRunAgain = false;
      await this.#work();
    }
    // No `await` may stand between the loop condition and this line: a wake would be lost.
    this.#isRunning = false;
  }
}
