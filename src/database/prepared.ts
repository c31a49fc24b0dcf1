import type { CompiledQuery } from 'kysely';
import type { Connection } from './open.ts';

/**
 * Returns a function that runs a query with these parameters, in their order. The query is built only once,
 * because building takes longer than running it. Use it for queries of most requests.
 */
export function prepared<Row>(build: (db: Connection) => { compile: () => CompiledQuery<Row> }) {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db: Connection, parameters: readonly unknown[]): Promise<Row[]> => {
    compiled ??= build(db).compile();
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
