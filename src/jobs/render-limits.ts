import type { Database } from '../database/index.ts';
import type { Log } from '../system/index.ts';

/** Another process, such as the command line, may change a limit at any time. */
const REFRESH_MS = 1000;

/** The limits of the accounts for renders at once. A change takes effect within a second. */
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

  /** `defaultLimit` is for accounts without a limit of their own. */
  static async open(
    db: Pick<Database, 'accounts'>,
    log: Log,
    defaultLimit: number,
  ): Promise<RenderLimits> {
    const limits = new RenderLimits(db, log, defaultLimit);
    await limits.refresh();
    limits.#timer = setInterval(() => void limits.refresh(), REFRESH_MS).unref();
    return limits;
  }

  /** Returns how many renders and imports of an account may run at the same time. */
  rendersAtOnce(accountId: string): number {
    const limit = this.#own.get(accountId) ?? this.#default;
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
