import { orAbort } from '../../base/index.ts';
import type { Database, Notices, SegmentProgress } from '../../database/index.ts';
import type { Log } from '../../system/index.ts';
import { ENDED } from './notices.ts';

const POLL_MS = 1000;

const REMOVED: Omit<SegmentProgress, 'id'> = {
  state: 'unwanted',
  claims: 0,
  cpuSeconds: 0,
  sessionId: '',
  error: null,
};

type Waiting = PromiseWithResolvers<SegmentProgress>;

/**
 * Waits for segments that other processes draw: by their notices, and by one query each second for all
 * segments that this process waits for.
 */
export class SegmentBoard implements AsyncDisposable {
  readonly #rows: Database['segments'];
  readonly #log: Log;
  readonly #waiting = new Map<string, Set<Waiting>>();
  readonly #noticed = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #listening: AsyncDisposable | undefined;
  #reading: Promise<void> | undefined;

  private constructor(rows: Database['segments'], log: Log) {
    this.#rows = rows;
    this.#log = log;
    this.#timer = setInterval(() => this.#read([...this.#waiting.keys()]), POLL_MS);
  }

  /** Listens to notices of ended segments until the result is disposed. */
  static async open(rows: Database['segments'], notices: Notices, log: Log): Promise<SegmentBoard> {
    const board = new SegmentBoard(rows, log);
    board.#listening = await notices.listen(ENDED, (id) => {
      // An empty notice says that others may have been lost.
      board.#read(id === '' ? [...board.#waiting.keys()] : [id]);
    });
    return board;
  }

  /**
   * Resolves when a segment is not to be drawn any more, with its state: drawn, failed, or unwanted because it
   * was lost. Throws the reason of the signal.
   */
  async waitForEnd(id: string, signal: AbortSignal): Promise<SegmentProgress> {
    const waiting = Promise.withResolvers<SegmentProgress>();
    const others = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, others.add(waiting));
    // Its notice may have come before.
    this.#read([id]);
    try {
      return await orAbort(waiting.promise, signal);
    } finally {
      others.delete(waiting);
      if (others.size === 0) this.#waiting.delete(id);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#listening?.[Symbol.asyncDispose]();
    await this.#reading;
  }

  /** Reads the rows, together with those that are requested meanwhile. */
  #read(ids: readonly string[]): void {
    for (const id of ids) if (this.#waiting.has(id)) this.#noticed.add(id);
    if (this.#noticed.size > 0) this.#reading ??= this.#readAll();
  }

  /**
   * Reads the rows of noticed segments until no notice is left. After a failure their waiters wait for the next
   * poll.
   */
  async #readAll(): Promise<void> {
    while (this.#noticed.size > 0) {
      const ids = [...this.#noticed].filter((id) => this.#waiting.has(id));
      this.#noticed.clear();
      try {
        const missing = new Set(ids);
        for (const progress of await this.#rows.find(ids)) {
          missing.delete(progress.id);
          this.#report(progress);
        }
        // A cleanup has removed the row.
        for (const id of missing) this.#report({ ...REMOVED, id });
      } catch (err) {
        this.#log.debug({ err }, 'the progress of segments could not be read');
      }
    }
    this.#reading = undefined;
  }

  /** Resolves all waiters of a segment unless it is still wanted. */
  #report(progress: SegmentProgress): void {
    if (progress.state === 'wanted') return;
    for (const { resolve } of this.#waiting.get(progress.id) ?? []) resolve(progress);
  }
}
