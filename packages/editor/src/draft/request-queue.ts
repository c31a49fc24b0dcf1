/**
 * A request that is outdated is canceled once it has run so long. Before, its answer is near, and is
 * shown as a step of a drag.
 */
const MAX_OUTDATED_MS = 700;

type Running<Request> = { request: Request; ending: AbortController; isLong: boolean };

/**
 * Runs one request at a time; of those that come meanwhile, only the newest. A request that takes long is
 * canceled as soon as a newer one waits.
 */
export class RequestQueue<Request> {
  readonly #run: (request: Request, signal: AbortSignal) => Promise<void>;
  #running: Running<Request> | undefined;
  #next: { request: Request } | undefined;
  #isDisposed = false;

  /** `run` handles its own errors. Those after its signal was aborted are to be left out. */
  constructor(run: (request: Request, signal: AbortSignal) => Promise<void>) {
    this.#run = run;
  }

  /** Whether a newer request waits for the one that runs. */
  get hasNewer(): boolean {
    return this.#next !== undefined;
  }

  /** The request that runs, unless it was canceled. */
  get current(): Request | undefined {
    const running = this.#running;
    return running && !running.ending.signal.aborted ? running.request : undefined;
  }

  add(request: Request): void {
    if (this.#isDisposed) return;
    this.#next = { request };
    if (!this.#running) void this.#runNewest();
    else if (this.#running.isLong) this.#running.ending.abort();
  }

  /** Forgets the request that waits. */
  clear(): void {
    this.#next = undefined;
  }

  /** Cancels the request that runs, and forgets the one that waits. */
  cancel(): void {
    this.#next = undefined;
    this.#running?.ending.abort();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
  }

  async #runNewest(): Promise<void> {
    while (this.#next && !this.#isDisposed) {
      const { request } = this.#next;
      this.#next = undefined;
      const running: Running<Request> = { request, ending: new AbortController(), isLong: false };
      this.#running = running;
      const timer = setTimeout(() => {
        running.isLong = true;
        if (this.#next) running.ending.abort();
      }, MAX_OUTDATED_MS);
      await this.#run(request, running.ending.signal).finally(() => clearTimeout(timer));
    }
    this.#running = undefined;
  }
}
