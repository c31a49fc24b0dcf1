import { sql } from 'kysely';
import { isOpenAccount } from './accounts/accounts.ts';
import { joinFirst } from './dialect.ts';
import type { Connection } from './open.ts';
import { prepared } from './prepared.ts';
import { OPEN } from './sessions/deliveries.ts';
import { RENDERING_LIST } from './sessions/render-session.ts';
import { IMPORTING } from './templates/template-version.ts';

export const JOB_KINDS = ['import', 'fetch', 'render', 'deliver'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** A job that a row requires. `target` is the destination of an upload. */
export type PendingJob = {
  kind: JobKind;
  id: string;
  accountId: string;
  round: number;
  priority: 'preview' | 'final' | 'batch';
  target?: string;
};

/**
 * Maximum number of uploads that are read for an account. Many of them may wait for a store that does not
 * answer.
 */
const UPLOADS_PER_ACCOUNT = 5000;

type Row = { kind: JobKind; id: string; accountId: string; round: number; rank: number };
type UploadRow = Pick<Row, 'id' | 'accountId' | 'round'> & { target: string };

const PRIORITIES = ['preview', 'final', 'batch'] as const;
const IMPORTING_LIST = sql.join(IMPORTING.map((status) => sql.lit(status)));

/** Constant statuses let SQLite use the partial indexes. */
const openWork = prepared((db) =>
  db
    .selectFrom('renderSessions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('accountId', '=', '')
    .where(sql<boolean>`status in (${RENDERING_LIST})`)
    .unionAll(
      db
        .selectFrom('templateStyleVersions')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', '')
        .where(sql<boolean>`status in (${IMPORTING_LIST})`),
    ),
);

/** Reads the pending jobs from the rows of versions, sessions and uploads. */
export function jobsOf(db: Connection, nowMs: () => number) {
  /**
   * Reads the first sessions of each account through an index, so that the time does not depend on the number
   * of the others. A session with all inputs is drawn; any other session fetches its inputs.
   */
  const sessions = (kind: 'fetch' | 'render', perAccount: number) => sql`
    select ${sql.lit(kind)} as kind, s.id, s.account_id, s.attempt as round, s.queue_rank as rank,
      s.queued_at as since
    from accounts a ${joinFirst(db, {
      table: 'renderSessions',
      alias: 's',
      rows: sql`where w.account_id = a.id and w.has_inputs = ${sql.lit(kind === 'render' ? 1 : 0)}
        and w.status in (${RENDERING_LIST})
        order by w.queue_rank, w.queued_at, w.id limit ${perAccount}`,
    })} where a.deleted_at is null`;

  const imports = (perAccount: number) => sql`
    select 'import' as kind, v.id, v.account_id, 1 as round, 0 as rank, v.created_at as since
    from accounts a ${joinFirst(db, {
      table: 'templateStyleVersions',
      alias: 'v',
      rows: sql`where w.account_id = a.id and w.status in (${IMPORTING_LIST})
        order by w.created_at, w.id limit ${perAccount}`,
    })} where a.deleted_at is null`;

  const sessionsAndImports = async (
    kinds: readonly string[],
    perAccount: number,
  ): Promise<PendingJob[]> => {
    const parts = [
      ...(kinds.includes('fetch') ? [sessions('fetch', perAccount)] : []),
      ...(kinds.includes('render') ? [sessions('render', perAccount)] : []),
      ...(kinds.includes('import') ? [imports(perAccount)] : []),
    ];
    if (parts.length === 0) return [];
    const { rows } = await sql<Row>`
      select kind, id, account_id, round, rank from (${sql.join(parts, sql` union all `)}) as jobs
      order by since, id`.execute(db);
    return rows.map(({ accountId, rank, ...row }) => ({
      ...row,
      accountId,
      priority: PRIORITIES[rank] ?? 'batch',
    }));
  };

  /** Returns due uploads, and canceled uploads that still have parts in a store. */
  const uploads = async (): Promise<PendingJob[]> => {
    const { rows } = await sql<UploadRow>`
      with wanted as (
        select id, account_id, attempts as round, target,
          coalesce(next_attempt_at, 0) as next_attempt_at
        from external_uploads
        where status in (${sql.join(OPEN.map((status) => sql.lit(status)))})
          and coalesce(next_attempt_at, 0) <= ${nowMs()}
        union all
        select id, account_id, attempts, target, 0 from external_uploads
        where status = 'canceled' and encrypted_resume is not null
      ), placed as (
        select *, row_number() over (
          partition by account_id order by next_attempt_at, id
        ) as place from wanted where ${isOpenAccount('wanted.accountId')}
      )
      select id, account_id, round, target from placed
      where place <= ${UPLOADS_PER_ACCOUNT} order by next_attempt_at, id`.execute(db);
    return rows.map(({ accountId, ...row }) => ({
      ...row,
      kind: 'deliver',
      accountId,
      priority: 'final',
    }));
  };

  return {
    /**
     * Returns the due jobs, the longest waiting first: of each kind and account at most the first
     * `perAccount`, by priority and waiting time. More uploads are read. Some of the jobs may already run.
     */
    async pending(kinds: readonly string[], perAccount = 100): Promise<PendingJob[]> {
      return [
        ...(await sessionsAndImports(kinds, perAccount)),
        ...(kinds.includes('deliver') ? await uploads() : []),
      ];
    },

    /** Returns the number of an account's sessions and imports that wait or run. */
    async countOf(accountId: string): Promise<number> {
      const counts = await openWork(db, [accountId, accountId]);
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
  };
}
