import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { KEYS, NOT_OWNED } from '../../database/accounts/owned-tables.ts';
import { databaseName } from '../../database/columns.ts';
import { temporaryDatabase } from '../../database/database.fixture.ts';
import type { Database } from '../../database/index.ts';
import { IS_POSTGRES, runStatement } from '../../database/test-database.fixture.ts';
import { fetchFolder } from '../../media/fetch/index.ts';
import { removeGoneFolders } from '../../storage/account-folders.ts';
import { openDiskStore } from '../../storage/index.ts';
import { silentLog } from '../../system/index.ts';
import { continueRemovals } from './continue-removals.ts';
import { removeAccount } from './remove-account.ts';

type Column = { name: string; type: string; isNullable: boolean };
type Row = Record<string, unknown>;
type Temporary = Awaited<ReturnType<typeof temporaryDatabase>>;

const { signal } = new AbortController();
/** The names of all tables, and of those with rows of accounts, in the database. */
const TABLES = Object.keys(KEYS).map(databaseName);
const NOT_OWNED_TABLES = NOT_OWNED.map(databaseName);
const OWNED_TABLES = TABLES.filter((table) => !NOT_OWNED_TABLES.includes(table));
const JOBS = ['render', 'fetch', 'import', 'deliver'];
/** More rows than one transaction removes. */
const MANY_ROWS = 1200;

async function tablesIn({ path }: Temporary): Promise<Map<string, Column[]>> {
  const rows = await runStatement(
    path,
    IS_POSTGRES
      ? `select table_name as "table", column_name as name, data_type as type, is_nullable = 'YES' as nullable
         from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`
      : `select t.name as "table", c.name, lower(c.type) as type, c."notnull" = 0 as nullable
         from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table, name, type, nullable } of rows) {
    if (/^(kysely|sqlite)_/.test(String(table))) continue;
    const columns = tables.get(String(table)) ?? [];
    columns.push({ name: String(name), type: String(type), isNullable: Boolean(nullable) });
    tables.set(String(table), columns);
  }
  return tables;
}

/** The columns that refer to a row of another table. */
const REFERENCES: Record<string, string> = {
  client_id: 'clients',
  person_id: 'people',
  template_id: 'templates',
  template_style_id: 'template_styles',
  template_style_version_id: 'template_style_versions',
  mapping_id: 'mappings',
  session_id: 'render_sessions',
  subject_id: 'render_sessions',
  render_session_id: 'render_sessions',
  batch_id: 'batches',
  endpoint_id: 'webhook_endpoints',
  event_id: 'events',
  segment_id: 'segments',
};
const TEXTS: Record<string, string> = { errors: '[]', state: 'x', status: 'x' };

/** The values of the one row of a table that an account gets; they contain the id of the account. */
function rowOf(table: string, columns: readonly Column[], accountId: string): Row {
  const id = (name: string) => `${name}-${accountId}`;
  const special: Row = {
    account_id: accountId,
    // A session of the studio belongs to a person or to a client.
    ...(table === 'studio_sessions' && { client_id: null }),
    ...(table === 'uploads' && { storage_key: `uploads/${id(table)}` }),
    ...(table === 'made_files' && { storage_key: `made/${id(table)}` }),
  };
  const entries = columns.map(({ name, type, isNullable }): [string, unknown] => {
    if (name in special) return [name, special[name]];
    if (name in REFERENCES) return [name, id(REFERENCES[name] ?? '')];
    if (!/text|char/.test(type)) return [name, isNullable && name !== 'bytes' ? null : 1];
    if (name in TEXTS) return [name, TEXTS[name]];
    if (name === 'id') return [name, id(table)];
    return [name, id(`${table}-${name}`)];
  });
  return Object.fromEntries(entries);
}

/** Adds an account with a row in each table that has rows of accounts, and files of all kinds. */
async function addAccount(t: Temporary, folder: string, name: string): Promise<string> {
  const { id } = await t.db.accounts.insert(name);
  const tables = await tablesIn(t);
  const remainingTables = [...OWNED_TABLES];
  // A table may refer to one that is filled later, so what fails is tried again.
  for (let pass = 0; remainingTables.length > 0; pass += 1) {
    for (const table of [...remainingTables]) {
      const row = rowOf(table, tables.get(table) ?? [], id);
      const columns = Object.keys(row).map((column) => `"${column}"`);
      const marks = columns.map(() => '?').join(', ');
      const statement = `insert into ${table} (${columns.join(', ')}) values (${marks})`;
      try {
        await runStatement(t.path, statement, Object.values(row) as string[]);
        remainingTables.splice(remainingTables.indexOf(table), 1);
      } catch (error) {
        if (pass > 10) throw error;
      }
    }
  }
  const store = openDiskStore(join(folder, 'files'));
  for (const [prefix, table] of [
    ['sessions', 'render_sessions'],
    ['versions', 'template_style_versions'],
    ['batches', 'batches'],
    ['segments', 'segments'],
  ])
    await store.putBytes(`${prefix}/${table}-${id}/a`, Buffer.from('12345'));
  for (const key of [
    `uploads/uploads-${id}`,
    `made/made_files-${id}`,
    `previews/2026-11-20/${id}/a`,
    `work/1/${id}/a`,
  ])
    await store.putBytes(key, Buffer.from('1'));
  for (const cache of ['segments', 'preview-cache', 'fetched']) {
    const cacheFolder = join(folder, cache, cache === 'fetched' ? fetchFolder(id) : id);
    await mkdir(cacheFolder, { recursive: true });
    await writeFile(join(cacheFolder, 'a'), id);
  }
  return id;
}

async function rowsIn(t: Temporary): Promise<Map<string, Row[]>> {
  const names = [...(await tablesIn(t)).keys()];
  if (IS_POSTGRES) {
    // Each statement makes a connection.
    const each = names.map(
      (name) => `select '${name}' as name, row_to_json(r) as row from ${name} r`,
    );
    const rows = await runStatement(t.path, each.join(' union all '));
    const byName = Map.groupBy(rows, ({ name }) => String(name));
    return new Map([...byName].map(([name, rows]) => [name, rows.map(({ row }) => row as Row)]));
  }
  const tables = new Map<string, Row[]>();
  for (const name of names) tables.set(name, await runStatement(t.path, `select * from ${name}`));
  return tables;
}

/** All rows of all tables that contain a text. */
async function rowsWith(t: Temporary, text: string): Promise<Record<string, Row[]>> {
  const rowsByTable: Record<string, Row[]> = {};
  for (const [table, rows] of await rowsIn(t)) {
    const matches = rows.filter((row) => JSON.stringify(row).includes(text));
    if (matches.length > 0) rowsByTable[table] = matches.map((row) => ({ ...row }));
  }
  return rowsByTable;
}

async function filesWith(folder: string, accountId: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path.includes(accountId) || path.includes(fetchFolder(accountId)))
    .sort();
}

/** Begins a deletion, and continues it until an error or its end. */
async function remove(t: Temporary, accountId: string, holder: string, store = storeOf(t)) {
  await t.db.accountRemoval.close({ accountId, holder });
  return removeAccount(accountId, { db: t.db, store, dataFolder: t.folder, holder }, { signal });
}

const storeOf = ({ folder }: Temporary) => openDiskStore(join(folder, 'files'));
const pendingOf = async (db: Database, id: string) =>
  (await db.jobs.pending(JOBS)).filter(({ accountId }) => accountId === id).length;

test('each table is in the list of the deletion, with the column that refers to its account', async () => {
  await using t = await temporaryDatabase();
  const tables = await tablesIn(t);
  expect([...tables.keys()].sort()).toEqual([...TABLES].sort());
  for (const table of NOT_OWNED_TABLES)
    if (table !== 'account_removals')
      expect(tables.get(table)?.map(({ name }) => name)).not.toContain('account_id');
});

test('a deletion removes all rows and files of an account, and nothing else', async () => {
  await using t = await temporaryDatabase();
  const { db, folder } = t;
  const [deletedId, other] = [
    await addAccount(t, folder, 'gone'),
    await addAccount(t, folder, 'other'),
  ];
  const rows = Array.from({ length: MANY_ROWS }, (_, at) => ({
    row: at + 2,
    values: {},
    title: deletedId,
    externalId: null,
    faults: [],
    faultCount: 0,
  }));
  await db.batchRows.insertAll(`batches-${deletedId}`, rows);
  const [deletedRows, otherRows, files] = [
    await rowsWith(t, deletedId),
    await rowsWith(t, other),
    await filesWith(folder, other),
  ];
  expect(Object.keys(deletedRows).sort()).toEqual(['accounts', ...OWNED_TABLES].sort());
  expect(files).toHaveLength(11);

  const removal = await remove(t, deletedId, 'me');
  expect(await rowsWith(t, deletedId)).toEqual({
    accounts: [expect.objectContaining({ id: deletedId, name: '' })],
    account_removals: [expect.objectContaining({ account_id: deletedId, name: '' })],
  });
  expect(await filesWith(folder, deletedId)).toEqual([]);
  expect(await rowsWith(t, other)).toEqual(otherRows);
  expect(await filesWith(folder, other)).toEqual(files);
  expect(removal).toMatchObject({ accountId: deletedId, endedAtMs: t.clock.ms });
  const counts = Object.fromEntries(OWNED_TABLES.map((table) => [table, 1]));
  expect(removal.removed).toMatchObject({
    rows: { ...counts, batch_rows: 1 + MANY_ROWS },
    bytes: 4 * 5 + 2,
  });
  // It is not listed, and cannot be used; its report stays.
  expect((await db.accounts.list()).map(({ id }) => id)).not.toContain(deletedId);
  expect(await db.accounts.find(deletedId)).toBeUndefined();
  expect(await db.accountRemoval.find(deletedId)).toEqual({ ...removal, name: '' });
  expect(await db.accountRemoval.close({ accountId: 'acc_x', holder: 'me' })).toBe(false);
});

test('an interrupted deletion lets nobody in and starts no work, and goes on where it stopped', async () => {
  await using t = await temporaryDatabase();
  const { db, folder, clock } = t;
  // The service continues a deletion that has not gone on for a while.
  clock.ms = 1000;
  const id = await addAccount(t, folder, 'gone');
  const { clientId } = await db.clients.create('shop', { accountId: id });
  const { token } = await db.tokens.issue({ accountId: id, clientId }, '*', 60);
  const session = `render_sessions-${id}`;
  const set = (table: string, status: string) =>
    runStatement(t.path, `update ${table} set status = ? where account_id = ?`, [status, id]);
  await set('render_sessions', 'preview_rendering');
  await runStatement(t.path, `update render_sessions set render = 'preview', phase = 'rendering'`);
  await set('template_style_versions', 'processing');
  await set('external_uploads', 'pending');
  await set('batches', 'running');
  await set('webhook_endpoints', 'enabled');
  const lead = await db.renderSessions.begin(session, 1);
  expect(await pendingOf(db, id)).toBe(3);
  expect(await db.tokens.find(token)).toMatchObject({ accountId: id });

  // The third removal of files fails, as if the process was killed.
  let removals = 0;
  const store = storeOf(t);
  const failing = {
    ...store,
    removePrefix: async (prefix: string) => {
      removals += 1;
      if (removals > 2) throw new AppError('storage_failed', 'The store is gone.');
      await store.removePrefix(prefix);
    },
  };
  await expect(remove(t, id, 'killed', failing)).rejects.toThrow('The store is gone.');
  const counted = await db.accountRemoval.find(id);
  expect(counted).toMatchObject({ endedAtMs: null, removed: { rows: { clients: 2, batches: 1 } } });
  expect(await db.tokens.find(token)).toBeUndefined();
  expect(await pendingOf(db, id)).toBe(0);
  expect((await db.batches.listOpen()).filter(({ accountId }) => accountId === id)).toEqual([]);
  expect(await db.webhookEndpoints.find(`webhook_endpoints-${id}`)).toBeUndefined();
  expect(await db.accountRemoval.owns([id], `template_style_versions-${id}`)).toBe(true);
  // The process that renders the session stops at its next write, and no other may begin it.
  const phase = { phase: 'rendering' as const, percent: 50, ...(lead && { lead }) };
  expect(await db.renderSessions.progress(session, phase)).toBe(false);
  expect(await db.renderSessions.begin(session, 1)).toBeUndefined();

  expect(await db.accountRemoval.unfinished(clock.ms)).toEqual([]);
  clock.ms += 1;
  expect(await db.accountRemoval.unfinished(clock.ms)).toEqual([id]);
  using _service = continueRemovals({ db, store, dataFolder: folder, log: silentLog });
  await expect
    .poll(() => db.accountRemoval.find(id))
    .toMatchObject({
      endedAtMs: clock.ms,
      name: '',
      removed: { rows: { clients: 2, batches: 1, render_sessions: 1 } },
    });
  expect(await filesWith(folder, id)).toEqual([]);
  expect(Object.keys(await rowsWith(t, id)).sort()).toEqual(['account_removals', 'accounts']);
  expect(await db.accountRemoval.unfinished()).toEqual([]);
  // The first process may only have been slow.
  const late = db.accountRemoval.removeSome({ accountId: id, holder: 'killed' }, 'mappings');
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
});

test('the other machines remove what they have cached of deleted accounts', async () => {
  await using t = await temporaryDatabase();
  const { db, folder } = t;
  const { id } = await db.accounts.insert('kept');
  const names = ['acc_gone', id, 'rs_1'];
  const path = (cache: string, name: string) => join(folder, cache, name);
  for (const name of names)
    for (const cache of ['segments', 'preview-cache'])
      await mkdir(path(cache, name), { recursive: true });
  for (const name of ['acc_gone', id])
    await mkdir(path('fetched', fetchFolder(name)), { recursive: true });
  await removeGoneFolders(folder, db);
  for (const cache of ['segments', 'preview-cache'])
    expect((await readdir(join(folder, cache))).sort()).toEqual([id, 'rs_1'].sort());
  expect(await readdir(join(folder, 'fetched'))).toEqual([fetchFolder(id)]);
});
