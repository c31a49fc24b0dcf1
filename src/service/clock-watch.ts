import type { Database } from '../database/index.ts';
import { correctSystemClock, type Log } from '../system/index.ts';

const MEASURED_MS = 60_000;
/** A measurement is as exact as half of its round trip. */
const MAX_ROUND_TRIP_MS = 1000;
/** Links, tokens and signatures of other services bear a difference of seconds, but not of minutes. */
const MAX_DIFFERENCE_MS = 30_000;
export const CLOCK_HINT = 'Synchronize the clocks of all machines, for example with chrony.';

type Measured = { aheadMs: number; roundTripMs: number };

/** Measures how far the clock of this machine is ahead of the database's. Undefined for SQLite. */
export async function measureClock(db: Pick<Database, 'leases'>): Promise<Measured | undefined> {
  const beforeMs = Date.now();
  const fromMs = performance.now();
  const databaseMs = await db.leases.nowMs();
  if (databaseMs === undefined) return undefined;
  const roundTripMs = performance.now() - fromMs;
  return { aheadMs: beforeMs + roundTripMs / 2 - databaseMs, roundTripMs };
}

/** Returns undefined for a clock that is right enough. */
export function clockProblem(aheadMs: number): string | undefined {
  if (Math.abs(aheadMs) <= MAX_DIFFERENCE_MS) return undefined;
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const where = aheadMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${seconds} seconds ${where} the database's.`;
}

/**
 * Compares the clock of this machine with the database's each minute, and corrects `systemClock` by the
 * difference. Disposing ends the correction.
 */
export class ClockWatch implements Disposable {
  readonly #db: Pick<Database, 'leases'>;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #aheadMs = 0;

  private constructor(db: Pick<Database, 'leases'>, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#measure(), MEASURED_MS).unref();
  }

  /** Measures the clocks once, so that the first job has the right time, and then each minute. */
  static async start(db: Pick<Database, 'leases'>, log: Log): Promise<ClockWatch> {
    const watch = new ClockWatch(db, log);
    await watch.#measure();
    return watch;
  }

  /** `ok`, or the problem. */
  get state(): string {
    return clockProblem(this.#aheadMs) ?? 'ok';
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    correctSystemClock(0);
  }

  /**
   * Measures how far this machine's clock is ahead of the database's, and corrects `systemClock`.
   */
  async #measure(): Promise<void> {
    // Without the database, the last measurement counts.
    const measured = await measureClock(this.#db).catch(() => undefined);
    if (!measured || measured.roundTripMs > MAX_ROUND_TRIP_MS) return;
    const { aheadMs, roundTripMs } = measured;
    // Within the error of the measurement, time does not jump. The database's time has whole milliseconds.
    if (Math.abs(aheadMs - this.#aheadMs) <= roundTripMs / 2 + 1) return;
    const wasOk = this.state === 'ok';
    this.#aheadMs = aheadMs;
    correctSystemClock(-Math.round(aheadMs));
    if ((this.state === 'ok') === wasOk) return;
    if (this.state === 'ok') this.#log.info('the clock of this machine is right again');
    else this.#log.warn(`${this.state} ${CLOCK_HINT}`);
  }
}
