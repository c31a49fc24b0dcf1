import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EncryptedRow, EncryptedStore, Vault } from '../secrets/index.ts';
import { EVENT_FORMS } from './event-forms.fixture.ts';
import { type Database, DEFAULT_ACCOUNT, type NewUpload, openDatabase } from './index.ts';
import { oldSteps } from './migrations.ts';
import { connect } from './sqlite/connect.ts';
import { removeTestDatabase, testPlace } from './test-database.fixture.ts';

/** A clock that tests set. */
function handClock(nowMs = Date.UTC(2026, 10, 20, 9, 30)) {
  return {
    ms: nowMs,
    nowMs(): number {
      return this.ms;
    },
  };
}

/**
 * Opens a new database in a new folder, or in the project `postgres` on the server of the run. Both are
 * removed when it is disposed.
 */
export async function temporaryDatabase(clock = handClock(), vault?: Vault) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-database-'));
  const file = join(folder, 'framepress.sqlite');
  const path = await testPlace(file);
  const db = await openDatabase(path, EVENT_FORMS, { clock, vault });
  return {
    db,
    /** The path of the file, or the URL. */
    path,
    /** A folder on the disk, also when the database is on a server. */
    folder,
    clock,
    async [Symbol.asyncDispose]() {
      await db[Symbol.asyncDispose]();
      await removeTestDatabase(file);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Makes a database as the version with this migration had it, after running `sql`. `upgrade` opens it with
 * the current version. Disposing removes it.
 */
export async function oldDatabase(migration: string, sql: string) {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-database-'));
  const path = join(folder, 'framepress.sqlite');
  const steps = Object.entries(await oldSteps()).filter(([name]) => name <= migration);
  await (await connect(path, Object.fromEntries(steps))).destroy();
  const file = new DatabaseSync(path);
  file.exec(sql);
  file.close();
  return {
    path,
    upgrade: (nowMs?: number) => openDatabase(path, EVENT_FORMS, { clock: handClock(nowMs) }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Adds a template version and a session of it that is rendering. */
export async function addSession(
  db: Database,
  id = 'rs_1',
  accountId = DEFAULT_ACCOUNT,
  deliveries: readonly NewUpload[] = [],
) {
  const versionId = `tsv_of_${id}`;
  await addVersion(db, versionId, accountId);
  await db.renderSessions.insert({
    id,
    accountId,
    templateStyleVersionId: versionId,
    title: 'A title ',
    render: 'preview',
    mapping: { id: `map_of_${id}`, template_style_version_id: versionId, resources: {} },
    metadata: { order: '7' },
    externalId: 'shop-1',
    deliveries,
  });
}

export function addVersion(db: Database, id: string, accountId = DEFAULT_ACCOUNT) {
  return db.templateVersions.insert({
    id,
    accountId,
    language: 'en',
    name: 'Birthday',
    packageKey: `versions/${id}/package`,
    packageLabel: 'birthday.lottie',
    digest: 'd',
  });
}

/** Returns all rows of an encrypted store. */
export async function listAll(store: EncryptedStore | undefined, currentPrefix: string) {
  const rows: EncryptedRow[] = [];
  for await (const row of store?.list(currentPrefix) ?? []) rows.push(row);
  return rows;
}
