import { sql } from 'kysely';
import { type Connection, dialectOf } from './open.ts';
import { databaseMs } from './segments/segment-sql.ts';
import { OPEN } from './sessions/deliveries.ts';
import { RENDERING_LIST } from './sessions/render-session.ts';
import { IMPORTING } from './templates/template-version.ts';

/**
 * The kinds of open work. A batch row waits until its session begins. Segments are jobs of their own only where
 * several machines draw them.
 */
export const WORK_KINDS = ['session', 'segment', 'import', 'upload', 'batch_row'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];
export const WORK_PRIORITIES = ['preview', 'final', 'batch'] as const;
export type WorkPriority = (typeof WORK_PRIORITIES)[number];

/** Open work of one kind and priority, of the accounts with or without limits of their own. */
export type OpenWork = {
  kind: WorkKind;
  priority: WorkPriority;
  hasOwnLimits: boolean;
  queued: number;
  running: number;
  /** When the oldest queued work was added; null without queued work. */
  oldestMs: number | null;
};

/** The tables of the queue of PostgreSQL. The rows are an estimate of the server. */
export type QueueTables = { rows: number; bytes: number };

/** Work that has ended in a period. */
export type EndedWork = { kind: WorkKind; priority: WorkPriority; count: number };

/** A session that is composed or drawn. */
export type RunningSession = {
  id: string;
  accountId: string;
  title: string;
  render: string | null;
  priority: 'normal' | 'batch';
  phase: string;
  /** Percent. */
  progress: number;
  queuedAtMs: number | null;
  etaMs: number | null;
};

type Counted = { accountId: string; rank: number; count: number; since: number | null };

const WAITING_LIST = sql`'queued', 'fetching'`;
const OPEN_LIST = sql.join(OPEN.map((status) => sql.lit(status)));
const IMPORTING_LIST = sql.join(IMPORTING.map((status) => sql.lit(status)));
const FINAL_RANK = 1;

/** Counts the open work of all accounts. */
export function queueCountsOf(db: Connection, nowMs: () => number) {
  const countRows = async (query: ReturnType<typeof sql<Counted>>): Promise<Counted[]> =>
    (await query.execute(db)).rows;

  // Each of both counts reads only an index. A session waits for its media or for its turn.
  const waitingSessions = () =>
    countRows(sql<Counted>`
      select account_id, queue_rank as rank, count(*) as count, min(queued_at) as since
      from render_sessions
      where status in (${RENDERING_LIST}) and phase in (${WAITING_LIST})
      group by account_id, queue_rank`);
  const allSessions = () =>
    countRows(sql<Counted>`
      select account_id, queue_rank as rank, count(*) as count, null as since
      from render_sessions where status in (${RENDERING_LIST})
      group by account_id, queue_rank`);
  const imports = (status: string) =>
    countRows(sql<Counted>`
      select account_id, 0 as rank, count(*) as count, min(created_at) as since
      from template_style_versions
      where status in (${IMPORTING_LIST}) and status = ${status}
      group by account_id`);
  const uploads = (isRunning: boolean) =>
    countRows(sql<Counted>`
      select account_id, ${sql.lit(FINAL_RANK)} as rank, count(*) as count,
        min(coalesce(next_attempt_at, created_at)) as since
      from external_uploads
      where status in (${OPEN_LIST}) and ${isRunning ? sql`status = 'uploading'` : sql`status <> 'uploading'`}
        and coalesce(next_attempt_at, 0) <= ${nowMs()}
      group by account_id`);
  const segments = (isRunning: boolean) =>
    countRows(sql<Counted>`
      select account_id, priority as rank, count(*) as count, min(last_used_at) as since
      from segments
      where state = 'wanted' and ${isRunning ? sql`held_until > ${databaseMs(db, nowMs)}` : sql`held_until <= ${databaseMs(db, nowMs)}`}
      group by account_id, priority`);
  const batchRows = () =>
    countRows(sql<Counted>`
      select account_id, 2 as rank, sum(count_waiting) as count, min(started_at) as since
      from batches where status = 'running' and count_waiting > 0
      group by account_id`);

  return {
    /** Returns the open work; kinds without open work are left out. */
    async openWork(): Promise<OpenWork[]> {
      const limitedAccountIds = await accountsWithLimits(db);
      const work = new Map<string, OpenWork>();
      const add = (
        kind: WorkKind,
        rows: readonly Counted[],
        count: (sum: OpenWork, row: Counted) => void,
      ) => {
        for (const row of rows) {
          const priority = WORK_PRIORITIES[row.rank] ?? 'batch';
          const hasOwnLimits = limitedAccountIds.has(row.accountId);
          const key = `${kind} ${priority} ${hasOwnLimits}`;
          const sum = work.get(key) ?? {
            kind,
            priority,
            hasOwnLimits,
            queued: 0,
            running: 0,
            oldestMs: null,
          };
          work.set(key, sum);
          count(sum, row);
        }
      };
      const asQueued = (sum: OpenWork, { count, since }: Counted) => {
        sum.queued += Number(count);
        if (since !== null) sum.oldestMs = Math.min(sum.oldestMs ?? since, since);
      };
      const asRunning = (sum: OpenWork, { count }: Counted) => {
        sum.running += Number(count);
      };
      const waiting = await waitingSessions();
      add('session', await allSessions(), asRunning);
      add('session', waiting, (sum, row) => {
        asQueued(sum, row);
        sum.running = Math.max(0, sum.running - Number(row.count));
      });
      add('segment', await segments(false), asQueued);
      add('segment', await segments(true), asRunning);
      add('import', await imports('processing'), asQueued);
      add('import', await imports('demo_rendering'), asRunning);
      add('upload', await uploads(false), asQueued);
      add('upload', await uploads(true), asRunning);
      add('batch_row', await batchRows(), asQueued);
      return [...work.values()];
    },

    /** Returns the size of the tables of the queue; undefined for SQLite, which has none. */
    async tables(): Promise<QueueTables | undefined> {
      if (dialectOf(db) === 'sqlite') return undefined;
      const { rows } = await sql<QueueTables>`
        select coalesce(sum(greatest(reltuples, 0)), 0)::float8 as rows,
          coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes
        from pg_class
        where relkind = 'r' and relnamespace = to_regnamespace('framepress_queue')`.execute(db);
      return rows[0];
    },

    /** Returns sessions that are composed or drawn, the longest waiting first. */
    async runningSessions(limit: number): Promise<RunningSession[]> {
      const rows = await db
        .selectFrom('renderSessions')
        .select(['id', 'accountId', 'title', 'render', 'isBatch'])
        .select(['phase', 'progress', 'queuedAtMs', 'etaMs'])
        .where(sql<boolean>`status in (${RENDERING_LIST}) and phase not in (${WAITING_LIST})`)
        .orderBy('queuedAtMs')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ isBatch, ...row }) => ({
        ...row,
        priority: isBatch ? 'batch' : 'normal',
      }));
    },

    /** Counts the sessions, imports and uploads that have ended since a time. */
    async endedWork(sinceMs: number): Promise<EndedWork[]> {
      const { rows } = await sql<{ kind: WorkKind; rank: number; count: number }>`
        select 'session' as kind, s.queue_rank as rank, count(distinct s.id) as count
        from events e join render_sessions s on s.id = e.subject_id
        where e.created_at > ${sinceMs} and e.type = 'render_session.status.changed'
          and s.status not in (${RENDERING_LIST}) and s.status <> 'draft'
        group by s.queue_rank
        union all
        select 'import', 0, count(distinct v.id)
        from events e join template_style_versions v on v.id = e.subject_id
        where e.created_at > ${sinceMs} and e.type = 'template_style_version.status.changed'
          and v.status not in (${IMPORTING_LIST})
        union all
        select 'upload', ${sql.lit(FINAL_RANK)}, count(*) from events e
        where e.created_at > ${sinceMs} and e.type in (
          'render_session.external_upload.complete', 'render_session.external_upload.failed'
        )`.execute(db);
      return rows
        .filter(({ count }) => Number(count) > 0)
        .map(({ kind, rank, count }) => ({
          kind,
          priority: WORK_PRIORITIES[rank] ?? 'batch',
          count: Number(count),
        }));
    },
  };
}

/** Returns the accounts that have a limit of their own. */
async function accountsWithLimits(db: Connection): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where((e) =>
      e.or([
        e('rendersAtOnce', 'is not', null),
        e('queuedSessions', 'is not', null),
        e('framesPerDay', 'is not', null),
        e('storedBytes', 'is not', null),
        e('speechCharactersPerDay', 'is not', null),
        e('transcriptionSecondsPerDay', 'is not', null),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
