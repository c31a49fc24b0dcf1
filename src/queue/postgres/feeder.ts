import type { PgBoss } from 'pg-boss';
import type { Log } from '../../system/index.ts';
import { chooseJobs, neededPerAccount, type RunningJob } from '../choose-jobs.ts';
import { Coalesced } from '../coalesced.ts';
import { type RecentWork, workOf } from '../fair-order.ts';
import type { Job, JobPriority, QueueWorker } from '../job-queue.ts';
import {
  bossDatabase,
  bossId,
  inTransaction,
  type Pool,
  pauseKey,
  SCHEMA,
  type SentJob,
  type Sql,
} from './boss.ts';
import { liveSlots, type Slots } from './processes.ts';

export type FeederOptions = {
  /** Names this process in the tables. */
  me: string;
  pool: Pool;
  boss: PgBoss;
  workers: readonly QueueWorker[];
  pending: (kinds: readonly string[], perAccount: number) => Promise<Job[]>;
  recentWork: (kind: string) => Promise<ReadonlyMap<string, RecentWork>>;
  /** Receives a message when the jobs of a worker wait in pg-boss. */
  channel: string;
  log: Log;
  /** How far the clock of the recent work is ahead. */
  aheadMs: () => number;
};

/** Jobs in pg-boss: sent, running, or to run again because their process died. */
type Outstanding = Omit<SentJob, 'place'> & { name: string; isActive: boolean };
type Paused = { accountIds: string[]; keys: Set<string> };
type Feed = {
  tx: Sql;
  nowMs: number;
  outstanding: Outstanding[];
  paused: Paused;
  slots: readonly Slots[];
};

/** Interval between reads while jobs are added or end all the time. */
const MIN_READ_MS = 20;
/** Pause when another process feeds. */
const BUSY_MS = 50;
/** After this time without a feed, another process feeds. */
const STALE_MS = 2500;
const RANK: Record<JobPriority, number> = {
  preview: 3_000_000,
  final: 2_000_000,
  batch: 1_000_000,
};

/**
 * Sends jobs to pg-boss: at any time as many as there are free slots in all processes, chosen by the rule of
 * all queues. Several processes may feed at the same time: a lock orders them. One of them suffices, so
 * the one that fed last goes on, and the others only watch it.
 */
export class Feeder {
  readonly #options: FeederOptions;
  readonly #feeding: Coalesced;
  /** The workers that this process feeds. */
  #mine: readonly QueueWorker[] = [];

  constructor(options: FeederOptions) {
    this.#options = options;
    this.#feeding = new Coalesced(() => this.#feedOrLog(), MIN_READ_MS);
  }

  /** Whether this process feeds at least one worker. */
  get feeds(): boolean {
    return this.#mine.length > 0;
  }

  /** Feeds now if this process is the one that feeds. */
  wake(): void {
    if (this.feeds) this.#feeding.wake();
  }

  /**
   * Finds out which workers no other process has fed within `STALE_MS`, and feeds these from now on. The
   * queue calls it at intervals.
   */
  async watch(): Promise<void> {
    const { me, pool, workers } = this.#options;
    const { rows } = await pool.query(
      `select name from ${SCHEMA}.feeders where name = any($1) and feeder <> $2
        and fed_at > clock_timestamp() - $3 * interval '1 ms'`,
      [workers.map(({ kinds }) => kinds[0]), me, STALE_MS],
    );
    const fedByOthers = new Set(rows.map(({ name }) => name));
    this.#mine = workers.filter(({ kinds }) => !fedByOthers.has(kinds[0]));
    this.wake();
  }

  /** Stops, and lets another process feed at once. */
  async stop(): Promise<void> {
    await this.#feeding.stop();
    const { me, pool } = this.#options;
    if (this.feeds) await pool.query(`delete from ${SCHEMA}.feeders where feeder = $1`, [me]);
  }

  /** Feeds in a transaction. If another process feeds just now, it tries again after a pause. */
  async #feedOrLog(): Promise<void> {
    try {
      const isFed = await inTransaction(this.#options.pool, (tx) => this.#feed(tx));
      if (!isFed) setTimeout(() => this.wake(), BUSY_MS).unref();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'reading the jobs failed');
    }
  }

  /**
   * Sends jobs to pg-boss for the workers that this process feeds. Returns false if another process holds the
   * lock.
   */
  async #feed(tx: Sql): Promise<boolean> {
    const { me, channel, aheadMs } = this.#options;
    const { rows } = await tx.query(
      `select pg_try_advisory_xact_lock(hashtext('${SCHEMA}.feed')) as "isMine",
        (extract(epoch from clock_timestamp()) * 1000)::float8 as "nowMs"`,
    );
    const { isMine, nowMs } = rows[0] as { isMine: boolean; nowMs: number };
    if (!isMine) return false;
    const slots = await liveSlots(tx);
    const [outstanding, paused] = [await readOutstanding(tx), await readPaused(tx)];
    const feed = { tx, nowMs: nowMs + aheadMs(), outstanding, paused, slots };
    const names = this.#mine.map(({ kinds }) => kinds[0]);
    for (const worker of this.#mine) await this.#feedWorker(worker, feed);
    await tx.query(
      `insert into ${SCHEMA}.feeders select unnest($1::text[]), $2, clock_timestamp()
        on conflict (name) do update set feeder = excluded.feeder, fed_at = excluded.fed_at`,
      [names, me],
    );
    const waiting = feed.outstanding.filter(({ isActive }) => !isActive).map(({ name }) => name);
    for (const name of new Set(waiting))
      await tx.query('select pg_notify($1, $2)', [channel, `sent ${name}`]);
    return true;
  }

  /**
   * Sends jobs of a worker, as many as it has free slots in all processes, and adds them to `feed.outstanding`.
   */
  async #feedWorker(worker: QueueWorker, feed: Feed): Promise<void> {
    const { boss, pending, recentWork } = this.#options;
    const { tx, nowMs, outstanding, paused } = feed;
    const name = worker.kinds[0];
    const ofName = feed.slots.map((slots) => slots[name] ?? 0).filter((count) => count > 0);
    const running: RunningJob[] = outstanding
      .filter((job) => job.name === name)
      .map(({ job, sentMs }) => ({ job, startedMs: sentMs, countedMs: sentMs }));
    const free = ofName.reduce((sum, count) => sum + count, 0) - running.length;
    if (free <= 0) return;
    // The rows are read after the jobs: a job that ends in between does not appear as waiting.
    const blocked = [...outstanding.map(({ job }) => job.accountId), ...paused.accountIds];
    const jobs = await pending(worker.kinds, neededPerAccount(free, blocked));
    if (jobs.length === 0) return;
    const work = await recentWork(name);
    const ids = new Set(outstanding.map(({ job }) => job.id));
    const chosen = chooseJobs({
      worker,
      free,
      processes: ofName.length,
      pending: jobs,
      running,
      nowMs,
      isReady: (job) => !ids.has(job.id) && !paused.keys.has(pauseKey(job)),
      secondsOf: (accountId, times) => workOf(work.get(accountId), times, nowMs),
    });
    const sent = chosen.map((job, place): SentJob => ({ job, sentMs: nowMs, place }));
    if (sent.length > 0) {
      await boss.insert(
        name,
        sent.map((data) => ({
          id: bossId(data.job.id),
          data,
          priority: RANK[data.job.priority] - data.place,
        })),
        { db: bossDatabase(tx) },
      );
    }
    outstanding.push(...sent.map((sentJob) => ({ ...sentJob, name, isActive: false })));
  }
}

/** Returns the jobs in pg-boss that have not ended. Rows that this service has not sent are left out. */
async function readOutstanding(tx: Sql): Promise<Outstanding[]> {
  const { rows } = await tx.query(
    `select name, data, state = 'active' as "isActive" from ${SCHEMA}.job where state < 'completed'`,
  );
  return (rows as { name: string; data: SentJob; isActive: boolean }[])
    .filter(({ data }) => data?.job !== undefined)
    .map(({ name, isActive, data: { job, sentMs } }) => ({ name, isActive, job, sentMs }));
}

/** Returns the jobs that are paused after a run, by key, and the account of each. */
async function readPaused(tx: Sql): Promise<Paused> {
  const { rows } = await tx.query(
    `select key, account_id as "accountId" from ${SCHEMA}.pauses where until > clock_timestamp()`,
  );
  const pauses = rows as { key: string; accountId: string }[];
  return {
    accountIds: pauses.map(({ accountId }) => accountId),
    keys: new Set(pauses.map(({ key }) => key)),
  };
}
