import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Connection } from './open.ts';
import type { Tables } from './tables.ts';

/** Rows in a page. A row may have a megabyte, and requests are answered between pages. */
const ROWS_AT_ONCE = 50;

/** Returns ranges of the current rowids of a table: the first number is included, the second is not. */
export async function* rowPages(
  db: Connection,
  table: keyof Tables,
): AsyncGenerator<[from: number, end: number]> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(rowid) from ${sql.table(table)}) as first,
      (select max(rowid) from ${sql.table(table)}) as last`.execute(db);
  const { first, last } = rows[0] ?? {};
  for (let from = first ?? 1; from <= (last ?? 0); from += ROWS_AT_ONCE) {
    yield [from, from + ROWS_AT_ONCE];
    await setImmediate();
  }
}

/** Returns the condition that a row is in a page. */
export function inPage([from, end]: readonly [number, number]) {
  return sql<boolean>`rowid >= ${from} and rowid < ${end}`;
}
