import { setImmediate } from 'node:timers/promises';
import { type SelectQueryBuilder, sql } from 'kysely';
import { containing } from '../containing.ts';
import { hasJsonEntry } from '../dialect.ts';
import type { RepositoryParts } from '../events/event-forms.ts';
import { newestFirst, type PageRequest, type Position } from '../newest-first.ts';
import type { Connection } from '../open.ts';
import type { Tables } from '../tables.ts';
import { deliveriesOf } from './deliveries.ts';
import {
  priorityOf,
  QUEUE_POSITION,
  type SessionFilter,
  type SessionStatus,
  type SessionSummary,
  SUMMARY_COLUMNS,
} from './render-session.ts';
import { IS_HERE } from './session-expiry.ts';

/** Sessions that are searched before other work has its turn. */
const SEARCHED_AT_ONCE = 1000;
/**
 * Sessions that one request searches. 100,000 in the index take about 50 ms, 50,000 titles or
 * metadata about 100 ms.
 */
const MAX_SEARCHED = { index: 1_000_000, rows: 50_000 };

/** A page of a list. `next` is the position behind it; null at the end. */
export type SessionPage = { sessions: SessionSummary[]; next: Position | null };

/** Lists of sessions, without those that are being removed. */
export function sessionListOf(db: Connection, parts: RepositoryParts) {
  const sessionsIn = (accountId: string) =>
    db
      .selectFrom('renderSessions')
      .where('renderSessions.accountId', '=', accountId)
      .where(IS_HERE);
  /** Returns the position behind the next sessions, or null if there are fewer. */
  const endAfter = async (accountId: string, cursor: Position | undefined, count: number) => {
    const query = db
      .selectFrom('renderSessions')
      .select(['createdAtMs', 'id'])
      .where('accountId', '=', accountId)
      .offset(count - 1);
    const [row] = await newestFirst(query, 'renderSessions', { limit: 1, cursor }).execute();
    return row ? { createdAtMs: row.createdAtMs, id: row.id } : null;
  };
  /** Returns the ids of the sessions that meet a filter, from the cursor to `end`. */
  const idsUntil = async (
    accountId: string,
    filter: SessionFilter,
    page: PageRequest,
    end: Position | null,
  ) => {
    let query = applyFilter(db, sessionsIn(accountId), filter).select(['id', 'createdAtMs']);
    if (end) query = query.where(sql<boolean>`(created_at, id) >= (${end.createdAtMs}, ${end.id})`);
    return newestFirst(query, 'renderSessions', page).execute();
  };

  /** Returns the positions of the sessions that meet a filter, and the position behind the search. */
  const search = async (accountId: string, filter: SessionFilter, page: PageRequest) => {
    if (!isSearch(filter)) {
      const rows = await idsUntil(accountId, filter, page, null);
      return { rows, end: null };
    }
    const { metadata, text, batchId, makerId } = filter;
    const readsRows = [metadata, text, batchId, makerId].some((value) => value !== undefined);
    let budget = readsRows ? MAX_SEARCHED.rows : MAX_SEARCHED.index;
    const rows: { id: string; createdAtMs: number }[] = [];
    let cursor = earlier(page.cursor, filter.createdBeforeMs);
    for (;;) {
      const end = await endAfter(accountId, cursor, SEARCHED_AT_ONCE);
      const limit = page.limit - rows.length;
      rows.push(...(await idsUntil(accountId, filter, { limit, cursor }, end)));
      budget -= SEARCHED_AT_ONCE;
      const isAtEnd = end === null || end.createdAtMs < (filter.createdFromMs ?? 0);
      if (rows.length >= page.limit || isAtEnd) return { rows, end: null };
      if (budget <= 0) return { rows, end };
      cursor = end;
      await setImmediate();
    }
  };

  const summariesOf = async (ids: readonly string[]) =>
    ids.length === 0
      ? []
      : db
          .selectFrom('renderSessions')
          .select(SUMMARY_COLUMNS)
          .select(QUEUE_POSITION.as('queuePosition'))
          .where('id', 'in', ids)
          .execute();

  return {
    /**
     * Returns summaries, newest first. A page that is not full has a `next` if the search has ended
     * before the last session.
     */
    async list(accountId: string, filter: SessionFilter, page: PageRequest): Promise<SessionPage> {
      // One more session shows whether there is another page.
      const { rows: matches, end } = await search(accountId, filter, {
        ...page,
        limit: page.limit + 1,
      });
      const pageRows = matches.slice(0, page.limit);
      const ids = pageRows.map(({ id }) => id);
      // Sorted here: SQLite would read the index of the whole list to have the order.
      const rows = await summariesOf(ids);
      const summaries = new Map(rows.map((row) => [row.id, row]));
      const deliveries = await deliveriesOf(db, parts).ofSessions(ids);
      const last = pageRows.at(-1);
      const isFull = matches.length > page.limit && last !== undefined;
      return {
        sessions: ids.flatMap((id) => {
          const row = summaries.get(id);
          if (!row) return [];
          return [{ ...row, priority: priorityOf(row), deliveries: deliveries.get(id) ?? [] }];
        }),
        next: isFull ? { createdAtMs: last.createdAtMs, id: last.id } : end,
      };
    },
  };
}

/** Whether no index has the sessions that meet the filter in the order of the list. */
function isSearch({
  externalId,
  createdFromMs,
  createdBeforeMs,
  ...others
}: SessionFilter): boolean {
  return Object.values(others).some((value) => value !== undefined);
}

/** Returns the earlier of a cursor and a time, from which a search begins. */
function earlier(cursor: Position | undefined, beforeMs: number | undefined): Position | undefined {
  if (beforeMs === undefined || (cursor && cursor.createdAtMs < beforeMs)) return cursor;
  return { createdAtMs: beforeMs, id: '' };
}

/** Adds the conditions of a filter to a query of sessions. A field that is undefined adds none. */
function applyFilter<O>(
  db: Connection,
  query: SelectQueryBuilder<Tables, 'renderSessions', O>,
  filter: SessionFilter,
): SelectQueryBuilder<Tables, 'renderSessions', O> {
  const { statuses, externalId, templateStyleVersionId: versionId, templateId, text } = filter;
  const { createdFromMs, createdBeforeMs, updatedFromMs, updatedBeforeMs } = filter;
  const { metadata, batchId, makerId } = filter;
  let filteredQuery = query;
  if (statuses)
    filteredQuery = filteredQuery.where('status', 'in', statuses as readonly SessionStatus[]);
  if (externalId !== undefined) filteredQuery = filteredQuery.where('externalId', '=', externalId);
  if (versionId !== undefined)
    filteredQuery = filteredQuery.where('templateStyleVersionId', '=', versionId);
  if (batchId !== undefined) filteredQuery = filteredQuery.where('batchId', '=', batchId);
  if (templateId !== undefined)
    filteredQuery = filteredQuery.where('templateStyleVersionId', 'in', (e) =>
      e.selectFrom('templateStyleVersions').select('id').where('templateId', '=', templateId),
    );
  if (createdFromMs !== undefined)
    filteredQuery = filteredQuery.where('createdAtMs', '>=', createdFromMs);
  if (createdBeforeMs !== undefined)
    filteredQuery = filteredQuery.where('createdAtMs', '<', createdBeforeMs);
  if (updatedFromMs !== undefined)
    filteredQuery = filteredQuery.where('updatedAtMs', '>=', updatedFromMs);
  if (updatedBeforeMs !== undefined)
    filteredQuery = filteredQuery.where('updatedAtMs', '<', updatedBeforeMs);
  if (makerId !== undefined)
    filteredQuery = filteredQuery.where(
      hasJsonEntry(db, 'renderSessions.createdBy', ['id', makerId]),
    );
  if (text !== undefined) filteredQuery = filteredQuery.where(containing(db, 'title', text));
  for (const [key, value] of Object.entries(metadata ?? {}))
    filteredQuery = filteredQuery.where(hasJsonEntry(db, 'renderSessions.metadata', [key, value]));
  return filteredQuery;
}
