import { HALF_LIFE_MS } from '../fair-order.ts';
import type { Job } from '../job-queue.ts';
import { pauseKey, SCHEMA, type Sql } from './boss.ts';

/** A job that this process has fetched. `startedMs` is this process's time. */
export type Claim = {
  /** The queue in pg-boss. */
  name: string;
  /** Id in pg-boss. */
  id: string;
  /** Number of processes that have died during the job. */
  deaths: number;
  job: Job;
  /** When it was sent, by which it differs from a job of the same row that was sent again. */
  sentMs: number;
  startedMs: number;
};

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;
/** A pause that ended long ago starts from the beginning. */
const FORGET_MS = 600_000;

/**
 * Confirms that this process still runs jobs of one queue. Returns the ids in pg-boss of the jobs
 * that no other process has taken over.
 */
export async function touchClaims(
  sql: Sql,
  name: string,
  claims: readonly Claim[],
): Promise<Set<string>> {
  const { rows } = await sql.query(
    `update ${SCHEMA}.job set heartbeat_on = now()
      where name = $1 and state = 'active'
        and (id, retry_count, (data->>'sentMs')::float8)
          in (select * from unnest($2::uuid[], $3::integer[], $4::float8[]))
      returning id`,
    [
      name,
      claims.map(({ id }) => id),
      claims.map(({ deaths }) => deaths),
      claims.map(({ sentMs }) => sentMs),
    ],
  );
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}

/**
 * Removes a job from pg-boss, adds its time to the recent work of its account, and begins the pause before it
 * may run again. Without the pause, a job whose row has not ended would run again immediately. Does nothing
 * if another process has the job now.
 */
export async function endClaim(
  sql: Sql,
  { name, id, deaths, job, sentMs, startedMs }: Claim,
  end: {
    nowMs: number;
    /** Whether another process continues the job without a pause. */
    isHandedBack: boolean;
    /** Receives the message that a slot is free. */
    channel: string;
  },
): Promise<void> {
  await sql.query(
    `with ended as (
      delete from ${SCHEMA}.job
        where name = $1 and id = $2 and retry_count = $3 and state = 'active'
          and (data->>'sentMs')::float8 = $12::float8 returning id
    ), worked as (
      insert into recent_work as w (account_id, kind, seconds, at)
        select a.id, $1, $5::float8, floor(extract(epoch from clock_timestamp()) * 1000)
        from accounts a, ended where a.id = $4
        on conflict (account_id, kind) do update set at = greatest(w.at, excluded.at),
          seconds = excluded.seconds
            + w.seconds * power(2.0::float8, -greatest(0, excluded.at - w.at)::float8 / $6::float8)
    ), paused as (
      insert into ${SCHEMA}.pauses as p
        select $7, $4, clock_timestamp() + $8::integer * interval '1 ms', $8::integer
        from ended where not $9::boolean
        on conflict (key) do update set pause_ms = least($10::integer, p.pause_ms * 2),
          until = clock_timestamp() + least($10::integer, p.pause_ms * 2) * interval '1 ms'
    )
    select pg_notify($11, 'feed') from ended`,
    [
      ...[name, id, deaths, job.accountId, Math.max(0, end.nowMs - startedMs) / 1000, HALF_LIFE_MS],
      ...[pauseKey(job), FIRST_PAUSE_MS, end.isHandedBack, MAX_PAUSE_MS, end.channel, sentMs],
    ],
  );
}

/** Removes pauses that ended long ago. */
export async function forgetPauses(sql: Sql): Promise<void> {
  await sql.query(
    `delete from ${SCHEMA}.pauses where until < clock_timestamp() - $1 * interval '1 ms'`,
    [FORGET_MS],
  );
}
