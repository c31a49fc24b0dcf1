import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { World } from './world.ts';

/** Rows by table, each as JSON. */
export type Snapshot = Record<string, string[]>;

/** Opens the database of the API a second time, to see every change that a request makes. */
export function watchDatabase({ filesFolder, asked }: Pick<World, 'filesFolder' | 'asked'>) {
  const file = new DatabaseSync(join(dirname(filesFolder), 'framepress.sqlite'), {
    readOnly: true,
  });
  const tables = file
    .prepare(`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name));
  return {
    /** Changes with every commit of the API, and with every call to the rest of the program. */
    version: (): string => {
      const { data_version: version } = file.prepare('pragma data_version').get() ?? {};
      return JSON.stringify([version, asked]);
    },
    /** Returns the rows of an account. `ids` are those of its resources. */
    rowsOf: (accountId: string, ids: readonly string[]): Snapshot =>
      Object.fromEntries(
        tables.map((table) => {
          const rows = file.prepare(`select * from "${table}"`).all();
          const own = rows.filter((row) => {
            if ('account_id' in row) return row['account_id'] === accountId;
            return [accountId, ...ids].some((id) => JSON.stringify(row).includes(id));
          });
          return [table, own.map((row) => JSON.stringify(row)).sort()];
        }),
      ),
    [Symbol.dispose]: () => file.close(),
  };
}
