import type { AddressJson } from '../../secrets/index.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import { externalUploadsOf } from './external-uploads.ts';
import {
  QUEUE_POSITION,
  RENDERING,
  type RenderSession,
  type SessionFilter,
  type SessionStart,
  type SessionSummary,
  SUMMARY_COLUMNS,
  sessionFromRow,
  summaryFromRow,
} from './render-session.ts';
import { IS_HERE } from './session-expiry.ts';

/** Reads sessions, without those that are being removed. */
export function sessionReadsOf(db: Connection, nowMs: () => number, json: AddressJson) {
  const select = () =>
    db
      .selectFrom('render_sessions')
      .innerJoin('mappings', 'mappings.id', 'render_sessions.mapping_id')
      .selectAll('render_sessions')
      .select(['mappings.body as mapping_body', QUEUE_POSITION.as('queue_position')])
      .where(IS_HERE);
  const find = async (id: string): Promise<RenderSession | undefined> => {
    const row = await select().where('render_sessions.id', '=', id).executeTakeFirst();
    if (!row) return undefined;
    const uploads = await externalUploadsOf(db, nowMs).ofSessions([id]);
    return sessionFromRow(row, json, uploads.get(id));
  };
  return {
    find,

    async findIn(accountId: string, id: string): Promise<RenderSession | undefined> {
      const session = await find(id);
      return session?.accountId === accountId ? session : undefined;
    },

    /** Summaries, newest first. */
    async list(
      accountId: string,
      filter: SessionFilter,
      page: PageRequest,
    ): Promise<SessionSummary[]> {
      let query = db
        .selectFrom('render_sessions')
        .select(SUMMARY_COLUMNS)
        .select(QUEUE_POSITION.as('queue_position'))
        .where(IS_HERE)
        .where('render_sessions.account_id', '=', accountId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      if (filter.externalId !== undefined)
        query = query.where('external_id', '=', filter.externalId);
      if (filter.templateStyleVersionId !== undefined)
        query = query.where(
          'render_sessions.template_style_version_id',
          '=',
          filter.templateStyleVersionId,
        );
      if (filter.batchId !== undefined) query = query.where('batch_id', '=', filter.batchId);
      const rows = await newestFirst(query, 'render_sessions', page).execute();
      const uploads = await externalUploadsOf(db, nowMs).ofSessions(rows.map(({ id }) => id));
      return rows.map((row) => summaryFromRow(row, uploads.get(row.id)));
    },

    /** The sessions that are rendering or wait for it, the longest waiting first. */
    async unfinished(): Promise<SessionStart[]> {
      const rows = await db
        .selectFrom('render_sessions')
        .select(['id', 'account_id', 'attempt', 'is_batch'])
        .where('status', 'in', RENDERING)
        .orderBy('queued_at')
        .execute();
      return rows.map(({ id, account_id: accountId, attempt, is_batch }) => ({
        ...{ id, accountId, attempt },
        priority: is_batch === 1 ? 'batch' : 'normal',
      }));
    },
  };
}
