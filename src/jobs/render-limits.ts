import type { Database } from '../database/index.ts';
import type { Log } from '../system/index.ts';

/** The limits of the accounts for renders at once. Another process may change a limit at any time. */
export class RenderLimits implements Disposable {
  readonly #db: Pick<Database, 'accounts'>;
  readonly #log: Log;
  readonly #default: number;
  #own = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  private constructor(db: Pick<Database, 'accounts'>, log: Log, defaultLimit: number) {
    this.#db = db;
    this.#log = log;
    this.#default = defaultLimit;
  }

  /**
   * Reads the limits, and reads them again at intervals until the result is disposed. `defaultLimit` is for
   * accounts without a limit of their own; 0: no limit. A change takes effect within `refreshMs`.
   */
  static async open(
    db: Pick<Database, 'accounts'>,
    log: Log,
    { defaultLimit, refreshMs }: { defaultLimit: number; refreshMs: number },
  ): Promise<RenderLimits> {
    const limits = new RenderLimits(db, log, defaultLimit);
    await limits.refresh();
    limits.#timer = setInterval(() => void limits.refresh(), refreshMs).unref();
    return limits;
  }

  /**
   * Returns how many renders and imports of an account may run at the same time, in `processes` processes
   * together. The default is for each process; an account's own limit is for all of them.
   */
  rendersAtOnce(accountId: string, processes = 1): number {
    const limit = this.#own.get(accountId) ?? this.#default * processes;
    return limit === 0 ? Number.POSITIVE_INFINITY : limit;
  }

  /** Reads the limits. After a failure, those that were read before apply. */
  async refresh(): Promise<void> {
    try {
      this.#own = await this.#db.accounts.ownRendersAtOnce();
    } catch (err) {
      this.#log.warn({ err }, 'the limits of the accounts could not be read');
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
