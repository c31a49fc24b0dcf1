import { type SelectQueryBuilder, sql } from 'kysely';

/** The last row of a page. The next page starts behind it, even if rows were added meanwhile. */
export type Position = { createdAtMs: number; id: string };

/** A page of a list that shows the newest rows first. */
export type PageRequest = { limit: number; cursor?: Position | undefined };

/** One page of a query of `table`, newest first. The table has `created_at` and `id`. */
export function newestFirst<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  table: TB & string,
  { limit, cursor }: PageRequest,
): SelectQueryBuilder<DB, TB, O> {
  const createdAt = sql.ref<number>(`${table}.created_at`);
  const id = sql.ref<string>(`${table}.id`);
  return query
    .$if(cursor !== undefined, (page) =>
      page.where(sql<boolean>`(${createdAt}, ${id}) < (${cursor?.createdAtMs}, ${cursor?.id})`),
    )
    .orderBy(createdAt, 'desc')
    .orderBy(id, 'desc')
    .limit(limit);
}
