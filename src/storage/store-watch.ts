import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/index.ts';
import type { Log } from '../system/index.ts';
import type { BlobStore } from './blob-store.ts';

const PAUSE_MS = 2000;
/** Shorter than the retries and the pause of a job that fails, so that another process takes that job. */
const LATE_MS = 5000;
/** Detection and takeover together take less than 15 s. */
const SILENT_MS = 8000;
/** No file has this key. */
const KEY = 'watch';

/**
 * Watches whether the store on a network answers this process. While it does not, other processes may reach it,
 * so this one hands its work back.
 */
export class StoreWatch implements AsyncDisposable {
  readonly #store: Pick<BlobStore, 'isRemote' | 'stat'>;
  readonly #log: Log;
  readonly #stop = new AbortController();
  #answeredMs = Infinity;
  #running: Promise<void> | undefined;

  constructor(store: Pick<BlobStore, 'isRemote' | 'stat'>, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Whether an answer is late, so that this process begins no more work. False before `start`. */
  get isLate(): boolean {
    return performance.now() - this.#answeredMs > LATE_MS;
  }

  /** Whether the store has not answered for a while. False before `start`. */
  get isSilent(): boolean {
    return performance.now() - this.#answeredMs > SILENT_MS;
  }

  /** Does nothing for a store on a disk. */
  start(): void {
    if (this.#store.isRemote) this.#running ??= this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A request to a silent store is not waited for.
    this.#stop.abort();
  }

  /** Asks the store at intervals until this object is disposed. */
  async #run(): Promise<void> {
    this.#answeredMs = performance.now();
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#ask();
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Asks for a file that does not exist. A denial is an answer: another process would get the same. */
  async #ask(): Promise<void> {
    try {
      await this.#store.stat(KEY);
      this.#noteAnswer();
    } catch (err) {
      if (isDenial(err)) this.#noteAnswer();
      const { message } = err as Error;
      const state = isDenial(err) ? 'denies access' : 'does not answer';
      this.#log.warn({ err }, `the file store ${state}: ${message}`);
    }
  }

  /** Notes that the store has answered just now. */
  #noteAnswer(): void {
    if (this.isSilent) this.#log.info('the file store answers again');
    this.#answeredMs = performance.now();
  }
}

/** Whether the store has answered that the credentials are not enough. Others get the same answer. */
function isDenial(error: unknown): boolean {
  const { cause } = error as Error;
  return cause instanceof AppError && cause.code === 'delivery_denied';
}
