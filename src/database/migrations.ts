import { readFile } from 'node:fs/promises';
import { type Migration, Migrator, sql } from 'kysely';
import { AppError } from '../base/index.ts';
import { type Connection, dialectOf } from './open.ts';

/**
 * The first step makes all tables of schema.sql; later steps change them, and schema.sql stays as it is. A
 * released step never changes: add a new step.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0045_schema': { up: createTables },
  '0046_links_of_people': step(
    'alter table studio_codes add column person_id text references people (id) on delete cascade',
  ),
  // No reference: it stays when the copy is removed.
  '0047_copies_of_editors': step('alter table render_sessions add column copy_id text'),
  // A search also finds texts with other accents.
  '0048_makers': step(`alter table render_sessions add column created_by text;
alter table render_sessions add column ended_at bigint;
alter table batches add column created_by text;
-- Only PostgreSQL.
create or replace function fold_case(value text) returns text
  language sql immutable strict parallel safe
  return upper(normalize(
    regexp_replace(normalize(value, NFD), U&'[\\0300-\\036F]', '', 'g'), NFC
  ) collate "und-x-icu");
`),
  '0052_captions_of_templates': step(
    'alter table template_style_versions add column captions text',
  ),
};

const FIRST_OLD_STEP = '0001_first_tables';

/** Returns a step that runs statements on both databases. */
function step(statements: string): Migration {
  return { up: (db: Connection) => runStatements(db, statements) };
}

/** Returns the steps of older versions, which only their databases need. */
export async function oldSteps(): Promise<typeof MIGRATIONS> {
  const steps = (await readSqlFile('old-steps.sql')).split(/^-- (?=\d{4}_\w+$)/m).slice(1);
  return Object.fromEntries(
    steps.map((step) => {
      const [name = ''] = step.split('\n', 1);
      return [name, { up: (db: Connection) => runStatements(db, step.slice(name.length)) }];
    }),
  );
}

/**
 * Runs all missing steps, and returns their names. Throws `config_invalid` for the database of a newer
 * version. Run it in one transaction.
 */
export async function runMigrations(db: Connection, migrations = MIGRATIONS): Promise<string[]> {
  const { migrator, isNewer } = await openMigrator(db, migrations);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (isNewer) throw usedByNewerError(db, error);
  throw error instanceof Error ? error : new Error('migration failed', { cause: error });
}

/**
 * Returns whether all steps have run; false: the database is new. Throws `config_invalid` for the database of
 * another version. Changes nothing.
 */
export async function areMigrated(db: Connection, migrations = MIGRATIONS): Promise<boolean> {
  const { migrator, isNewer } = await openMigrator(db, migrations);
  const steps = await migrator.getMigrations();
  if (isNewer) throw usedByNewerError(db);
  const missing = steps.filter(({ executedAt }) => executedAt === undefined).length;
  if (missing === 0 || missing === steps.length) return missing === 0;
  throw new AppError(
    'config_invalid',
    'The tables of the database are older than this version of Framepress.',
    { hint: 'Run framepress migrate, or start the service.' },
  );
}

/** The error of a database that has had steps which this version does not know. */
function usedByNewerError(db: Connection, cause?: unknown): AppError {
  const name = dialectOf(db) === 'sqlite' ? 'data folder' : 'database';
  return new AppError(
    'config_invalid',
    `The ${name} was used by a newer version of Framepress.`,
    { hint: 'Start that version again, or restore a backup from before the update.' },
    { cause },
  );
}

/** `isNewer`: the database has had steps that this version does not know. */
async function openMigrator(db: Connection, migrations: typeof MIGRATIONS) {
  const executedSteps = await doneSteps(db);
  const steps = executedSteps.includes(FIRST_OLD_STEP)
    ? { ...(await oldSteps()), ...migrations }
    : migrations;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } });
  return { migrator, isNewer: executedSteps.some((name) => !Object.hasOwn(steps, name)) };
}

/** Returns the names of the steps that have run; none for a new database. */
async function doneSteps(db: Connection): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name);
  } catch {
    // A new database has no such table.
    return [];
  }
}

/** The old steps have made the tables of an older version's database. */
async function createTables(db: Connection): Promise<void> {
  if (!(await doneSteps(db)).includes(FIRST_OLD_STEP))
    await runStatements(db, await readSqlFile('schema.sql'));
}

/** Returns the text of a file in this folder. */
function readSqlFile(name: string): Promise<string> {
  return readFile(new URL(`./${name}`, import.meta.url), 'utf8');
}

/**
 * Runs statements that have the form of schema.sql: each ends with `;` at the end of a line, and the next line
 * is not indented. `-- Only SQLite.` or `-- Only PostgreSQL.` before a statement leaves it out for the other
 * database.
 */
async function runStatements(db: Connection, text: string): Promise<void> {
  const isPostgres = dialectOf(db) === 'postgres';
  for (const part of text.split(/;\n(?! )/)) {
    const [, only] = /^-- Only (SQLite|PostgreSQL)\.$/m.exec(part) ?? [];
    const statement = part.replaceAll(/^--.*\n?/gm, '').trim();
    if (statement === '' || (only !== undefined && (only === 'PostgreSQL') !== isPostgres))
      continue;
    await sql.raw(isPostgres ? forPostgres(statement) : statement).execute(db);
  }
}

/** As in SQLite, a real has 8 bytes, and texts are ordered by their bytes. */
function forPostgres(statement: string): string {
  const counting = statement.replaceAll('length(cast(body as blob))', 'octet_length(body)');
  if (!/^(create|alter) table/.test(statement)) return counting;
  return statement
    .replaceAll(/(\w"?) (text|varchar\(\d+\))(?=[\s,)]|$)/g, '$1 $2 collate "C"')
    .replaceAll(/(\w) real\b/g, '$1 double precision')
    .replace(/\) virtual(?=,$)/m, ') stored')
    .replace(/\) without rowid$/, ')');
}
