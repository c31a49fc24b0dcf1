import { sql } from 'kysely';
import type { Connection } from './open.ts';
import { OPEN } from './sessions/external-uploads.ts';
import { RENDERING } from './sessions/render-session.ts';
import { EXPIRED_INPUTS } from './sessions/session-inputs.ts';
import { IMPORTING } from './templates/template-version.ts';

export const JOB_KINDS = ['import', 'fetch', 'render', 'deliver'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** A job that a row requires. `target` is the destination of an upload. */
export type PendingJob = {
  kind: JobKind;
  id: string;
  accountId: string;
  round: number;
  isBatch: boolean;
  target?: string;
};

/** Maximum number of jobs of each kind that are read for an account. More cannot run at the same time. */
const PER_ACCOUNT = 100;
/**
 * Maximum number of uploads that are read for an account. Many of them may wait for a store that does not
 * answer.
 */
const UPLOADS_PER_ACCOUNT = 5000;

type Row = { kind: JobKind; id: string; account_id: string; round: number; is_batch: number };
type UploadRow = Pick<Row, 'id' | 'account_id' | 'round'> & { target: string };

/** Reads the pending jobs from the rows of versions, sessions and uploads. */
export function jobsOf(db: Connection, nowMs: () => number) {
  /** A session with all inputs is drawn; any other session fetches its inputs. */
  const sessionsAndImports = async (kinds: readonly string[]): Promise<PendingJob[]> => {
    const { rows } = await sql<Row>`
      with wanted as (
        select case when inputs.is_complete = 1 and inputs.expires_at <> ${EXPIRED_INPUTS}
            then 'render' else 'fetch' end as kind,
          id, account_id, attempt as round, is_batch, queued_at
        from render_sessions
        left join session_inputs as inputs on inputs.session_id = render_sessions.id
        where status in (${sql.join(RENDERING.map((one) => sql.lit(one)))})
        union all
        select 'import', id, account_id, 1, 0, created_at
        from template_style_versions
        where status in (${sql.join(IMPORTING.map((one) => sql.lit(one)))})
      ), placed as (
        select *, row_number() over (
          partition by kind, account_id order by is_batch, queued_at, id
        ) as place from wanted
      )
      select kind, id, account_id, round, is_batch from placed
      where place <= ${PER_ACCOUNT} and kind in (${sql.join(kinds)})
      order by is_batch, queued_at, id`.execute(db);
    return rows.map(({ account_id: accountId, is_batch, ...row }) => ({
      ...row,
      accountId,
      isBatch: is_batch === 1,
    }));
  };

  /** Returns due uploads, and canceled uploads that still have parts in a store. */
  const uploads = async (): Promise<PendingJob[]> => {
    const { rows } = await sql<UploadRow>`
      with wanted as (
        select id, account_id, attempts as round, target, next_attempt_at
        from external_uploads
        where status in (${sql.join(OPEN.map((one) => sql.lit(one)))})
          and coalesce(next_attempt_at, 0) <= ${nowMs()}
        union all
        select id, account_id, attempts, target, 0 from external_uploads
        where status = 'canceled' and encrypted_resume is not null
      ), placed as (
        select *, row_number() over (
          partition by account_id order by next_attempt_at, id
        ) as place from wanted
      )
      select id, account_id, round, target from placed
      where place <= ${UPLOADS_PER_ACCOUNT} order by next_attempt_at, id`.execute(db);
    return rows.map(({ account_id: accountId, ...row }) => ({
      ...{ ...row, kind: 'deliver', accountId, isBatch: false },
    }));
  };

  return {
    /** Returns the due jobs, for each account the first ones. Some of them may already run. */
    async pending(kinds: readonly string[]): Promise<PendingJob[]> {
      const others = kinds.filter((kind) => kind !== 'deliver');
      return [
        ...(others.length > 0 ? await sessionsAndImports(others) : []),
        ...(kinds.includes('deliver') ? await uploads() : []),
      ];
    },

    /** Returns the number of an account's sessions and imports that wait or run. */
    async countOf(accountId: string): Promise<number> {
      const counts = await Promise.all([
        db
          .selectFrom('render_sessions')
          .select((e) => e.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('status', 'in', RENDERING)
          .executeTakeFirstOrThrow(),
        db
          .selectFrom('template_style_versions')
          .select((e) => e.fn.countAll<number>().as('count'))
          .where('account_id', '=', accountId)
          .where('status', 'in', IMPORTING)
          .executeTakeFirstOrThrow(),
      ]);
      return counts.reduce((sum, { count }) => sum + count, 0);
    },
  };
}
