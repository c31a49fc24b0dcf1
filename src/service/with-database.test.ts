import { expect, test } from 'vitest';
import { run, startPostgres } from '../../test/support/postgres.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { withDatabase } from './with-database.ts';

test('a command migrates only a new database of PostgreSQL', async () => {
  await using server = await startPostgres();
  const config = { dataDir: '/none', databaseUrl: await server.createEmptyDatabase() };
  const account = await withDatabase(config, (db) => db.accounts.find(DEFAULT_ACCOUNT));
  expect(account).toMatchObject({ name: 'default' });
  // As an older version has left it.
  const names = 'select name from kysely_migration order by name';
  await run(
    config.databaseUrl,
    `delete from kysely_migration where name > '0045_schema';
    update kysely_migration set name = '0001_first_tables'`,
  );
  const rowsBefore = (await run(config.databaseUrl, names)).rows;
  await expect(withDatabase(config, (db) => db.ping())).rejects.toMatchObject({
    code: 'config_invalid',
    message: 'The tables of the database are older than this version of Framepress.',
  });
  expect((await run(config.databaseUrl, names)).rows).toEqual(rowsBefore);
});
