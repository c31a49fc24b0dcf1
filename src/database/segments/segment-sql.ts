import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Connection, dialectOf } from '../open.ts';

/** Returns the time of the database's clock, in milliseconds since 1970. */
export function databaseMs(db: Connection, nowMs: () => number): RawBuilder<number> {
  return dialectOf(db) === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`${sql.val(nowMs())}`;
}

/** Locks the rows of a query and leaves out those that another process has locked. */
export function skippingLocked<DB, TB extends keyof DB, O>(
  db: Connection,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return dialectOf(db) === 'postgres' ? query.forUpdate().skipLocked() : query;
}
