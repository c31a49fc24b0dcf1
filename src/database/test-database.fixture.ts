import { randomUUID } from 'node:crypto';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { run } from '../../test/support/postgres.ts';
import type { Vault } from '../secrets/index.ts';
import type { Clock } from '../system/index.ts';
import { EVENT_FORMS } from './event-forms.fixture.ts';
import { type Database, openDatabase } from './index.ts';

/** Whether the tests of this run use PostgreSQL. Vitest's project `postgres` does. */
export const IS_POSTGRES = process.env['TEST_DATABASE'] === 'postgres';

/** The databases of PostgreSQL that stand for files of SQLite, by path. */
const urls = new Map<string, string>();

/** Returns the path, or in the project `postgres` the URL of a database for it. */
export async function testPlace(path: string): Promise<string> {
  if (!IS_POSTGRES) return path;
  const url = urls.get(path);
  if (url) return url;
  const name = `unit_${randomUUID().replaceAll('-', '')}`;
  await run(server('postgres'), `create database ${name} template migrated`);
  urls.set(path, server(name));
  return server(name);
}

/** Opens a database as `openDatabase` does: of SQLite, or in the project `postgres` of PostgreSQL. */
export async function openTestDatabase(
  path: string,
  clock?: Clock,
  vault?: Vault,
): Promise<Database> {
  return openDatabase(await testPlace(path), EVENT_FORMS, { clock, vault });
}

/** Removes the database that stands for a file. */
export async function removeTestDatabase(path: string): Promise<void> {
  const url = urls.get(path);
  if (!url) return;
  urls.delete(path);
  await run(server('postgres'), `drop database ${new URL(url).pathname.slice(1)} with (force)`);
}

/** Runs a statement in a database behind the back of the repositories. `?` stands for a parameter. */
export async function runStatement(
  place: string,
  statement: string,
  parameters: readonly SQLInputValue[] = [],
): Promise<Record<string, unknown>[]> {
  if (IS_POSTGRES) {
    const client = new pg.Client({ connectionString: place });
    await client.connect();
    try {
      let count = 0;
      const text = statement.replaceAll('?', () => `$${++count}`);
      return (await client.query<Record<string, unknown>>(text, [...parameters])).rows;
    } finally {
      await client.end();
    }
  }
  using file = new DatabaseSync(place);
  return file.prepare(statement).all(...parameters);
}

function server(database: string): string {
  return `${process.env['TEST_POSTGRES_URL'] ?? ''}${database}`;
}
