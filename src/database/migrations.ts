import { type Migration, Migrator, sql } from 'kysely';
import { AppError } from '../base/index.ts';
import { DELIVERY, EXPIRY, FIRST_TABLES, UPLOADS, WEBHOOKS } from './migrations/0001-to-0005.ts';
import {
  EDIT_TOKENS,
  FULL_SCOPES,
  HLS,
  MAPPINGS,
  PREVIOUS_SECRETS,
  RENDERS,
} from './migrations/0006-to-0010.ts';
import {
  CALLERS,
  ENCRYPTED_URLS,
  LIMITS,
  PARSED_MAPPINGS,
  PLAIN_NAMES,
  QUEUE,
  STORED_IMPORTS,
  UPLOAD_SESSIONS,
} from './migrations/0011-to-0016.ts';
import { ACCOUNTS } from './migrations/0019-accounts.ts';
import { FAIR_QUEUE } from './migrations/0020-fair-queue.ts';
import { BATCHES } from './migrations/0021-batches.ts';
import { TEMPLATES } from './migrations/0022-templates.ts';
import { DRAFTS } from './migrations/0023-drafts.ts';
import { WAITING_BATCHES } from './migrations/0024-waiting-batches.ts';
import { QUEUE_COUNTS } from './migrations/0025-queue-counts.ts';
import { STUDIO } from './migrations/0028-studio.ts';
import { REVISIONS } from './migrations/0030-revisions.ts';
import { PACKAGE_CHOICE } from './migrations/0031-package-choice.ts';
import { FOLD_CASE } from './migrations/0032-fold-case.ts';
import { EPOCHS } from './migrations/0034-epochs.ts';
import { LEASES } from './migrations/0036-leases.ts';
import { SEGMENTS } from './migrations/0037-segments.ts';
import { ORIGINS } from './migrations/0040-origins.ts';
import { FIRST_ACCOUNT } from './migrations/0041-first-account.ts';
import { LATE_STARTS } from './migrations/0042-late-starts.ts';
import { ACCOUNT_REMOVALS } from './migrations/0043-account-removals.ts';
import { PACKAGE_FONTS } from './migrations/0044-package-fonts.ts';
import { type Statement, statementsFor } from './migrations/statement.ts';
import { type Connection, dialectOf } from './open.ts';

/**
 * The steps from an empty database to the current tables, in order. A released step never changes: add a new
 * step.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '0001_first_tables': { up: (db) => run(db, FIRST_TABLES) },
  '0002_expiry': { up: (db) => run(db, EXPIRY) },
  '0003_uploads': { up: (db) => run(db, UPLOADS) },
  '0004_delivery': { up: (db) => run(db, DELIVERY) },
  '0005_webhooks': { up: (db) => run(db, WEBHOOKS) },
  '0006_hls': { up: (db) => run(db, HLS) },
  '0006_renders': { up: (db) => run(db, RENDERS) },
  '0007_previous_secrets': { up: (db) => run(db, PREVIOUS_SECRETS) },
  '0008_mappings': { up: (db) => run(db, MAPPINGS) },
  '0009_edit_tokens': { up: (db) => run(db, EDIT_TOKENS) },
  '0010_full_scopes': { up: (db) => run(db, FULL_SCOPES) },
  '0011_callers': { up: (db) => run(db, CALLERS) },
  '0012_queue': { up: (db) => run(db, QUEUE) },
  '0013_encrypted_urls': { up: (db) => run(db, ENCRYPTED_URLS) },
  '0014_upload_sessions': { up: (db) => run(db, UPLOAD_SESSIONS) },
  '0015_limits': { up: (db) => run(db, LIMITS) },
  '0016_plain_names': { up: (db) => run(db, PLAIN_NAMES) },
  '0017_parsed_mappings': { up: (db) => run(db, PARSED_MAPPINGS) },
  '0018_stored_imports': { up: (db) => run(db, STORED_IMPORTS) },
  '0019_accounts': { up: (db) => run(db, ACCOUNTS) },
  '0020_fair_queue': { up: (db) => run(db, FAIR_QUEUE) },
  '0021_batches': { up: (db) => run(db, BATCHES) },
  '0022_templates': { up: (db) => run(db, TEMPLATES) },
  '0024_waiting_batches': { up: (db) => run(db, WAITING_BATCHES) },
  '0023_drafts': { up: (db) => run(db, DRAFTS) },
  '0025_queue_counts': { up: (db) => run(db, QUEUE_COUNTS) },
  '0028_studio': { up: (db) => run(db, STUDIO) },
  '0030_revisions': { up: (db) => run(db, REVISIONS) },
  '0031_package_choice': { up: (db) => run(db, PACKAGE_CHOICE) },
  '0032_fold_case': { up: (db) => run(db, FOLD_CASE) },
  '0034_epochs': { up: (db) => run(db, EPOCHS) },
  '0036_leases': { up: (db) => run(db, LEASES) },
  '0037_segments': { up: (db) => run(db, SEGMENTS) },
  '0040_origins': { up: (db) => run(db, ORIGINS) },
  '0041_first_account': { up: (db) => run(db, FIRST_ACCOUNT) },
  '0042_late_starts': { up: (db) => run(db, LATE_STARTS) },
  '0043_account_removals': { up: (db) => run(db, ACCOUNT_REMOVALS) },
  '0044_package_fonts': { up: (db) => run(db, PACKAGE_FONTS) },
};

/**
 * Runs all missing steps, and returns their names. Throws `config_invalid` for the database of a newer
 * version. Run it in one transaction.
 */
export async function runMigrations(db: Connection, migrations = MIGRATIONS): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (await isNewer(db, migrations)) throw usedByNewer(db, error);
  throw error instanceof Error ? error : new Error('migration failed', { cause: error });
}

/**
 * Returns whether all steps have run; false: the database is new. Throws `config_invalid` for the database of
 * another version. Changes nothing.
 */
export async function areMigrated(db: Connection, migrations = MIGRATIONS): Promise<boolean> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const steps = await migrator.getMigrations();
  if (await isNewer(db, migrations)) throw usedByNewer(db);
  const missing = steps.filter(({ executedAt }) => executedAt === undefined).length;
  if (missing === 0 || missing === steps.length) return missing === 0;
  throw new AppError(
    'config_invalid',
    'The tables of the database are older than this version of Framepress.',
    { hint: 'Run framepress migrate, or start the service.' },
  );
}

function usedByNewer(db: Connection, cause?: unknown): AppError {
  const name = dialectOf(db) === 'sqlite' ? 'data folder' : 'database';
  return new AppError(
    'config_invalid',
    `The ${name} was used by a newer version of Framepress.`,
    { hint: 'Start that version again, or restore a backup from before the update.' },
    { cause },
  );
}

/** Whether the database has migrations that this version does not know. */
async function isNewer(db: Connection, migrations: typeof MIGRATIONS): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.some(({ name }) => !Object.hasOwn(migrations, name));
  } catch {
    // A new database has no such table.
    return false;
  }
}

async function run(db: Connection, statements: readonly Statement[]): Promise<void> {
  for (const statement of statementsFor(dialectOf(db), statements))
    await sql.raw(statement).execute(db);
}
