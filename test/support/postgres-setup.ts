import { type PostgresServer, startPostgres } from './postgres.ts';

let server: PostgresServer | undefined;

/**
 * Starts one PostgreSQL server for the tests of a run. `openTestDatabase` finds it by the environment, which
 * the processes of the tests inherit.
 */
export async function setup(): Promise<void> {
  server = await startPostgres();
  // Makes the template of all further databases.
  await server.createDatabase();
  process.env['TEST_POSTGRES_URL'] = server.url('');
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
}
