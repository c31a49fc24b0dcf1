import type { CompiledQuery, Insertable } from 'kysely';
import { storedValue } from './columns.ts';
import { type Connection, dialectOf } from './open.ts';
import type { Tables } from './tables.ts';

/**
 * Returns a function that runs a query with these parameters, in their order. The query is built only once for
 * each dialect, because building takes longer than running it. Use it for queries of most requests. `build` has
 * any value in the place of a parameter, and `sql.lit` for a value that does not change.
 */
export function prepared<Row>(build: (db: Connection) => { compile: () => CompiledQuery<Row> }) {
  const compiled: { [Dialect in ReturnType<typeof dialectOf>]?: CompiledQuery<Row> } = {};
  return async (db: Connection, parameters: readonly unknown[]): Promise<Row[]> => {
    const dialect = dialectOf(db);
    const query = compiled[dialect] ?? build(db).compile();
    compiled[dialect] = query;
    const { rows } = await db.executeQuery<Row>({
      ...query,
      parameters: parameters.map(storedValue),
    });
    return rows;
  };
}

/** Like `prepared`, for an insert. All rows must have the same columns. */
export function preparedInsert<Name extends keyof Tables>(table: Name) {
  let names: (keyof Insertable<Tables[Name]>)[] = [];
  const insert = prepared((db) => {
    const row = Object.fromEntries(names.map((name) => [name, ''])) as never;
    return db.insertInto(table).values(row);
  });
  return async (db: Connection, row: Insertable<Tables[Name]>): Promise<void> => {
    if (names.length === 0) names = Object.keys(row) as typeof names;
    await insert(
      db,
      names.map((name) => row[name]),
    );
  };
}
