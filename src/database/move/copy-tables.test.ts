import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import { addSession, temporaryDatabase } from '../database.fixture.ts';
import { EVENT_FORMS } from '../event-forms.fixture.ts';
import { type Database, DEFAULT_ACCOUNT, openDatabase } from '../index.ts';
import { connectPostgres } from '../postgres/connect.ts';
import { copyTables } from './copy-tables.ts';

const { signal } = new AbortController();
const NOTHING = () => undefined;

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server[Symbol.asyncDispose]());

async function addBatch(db: Database, count: number): Promise<void> {
  await db.batches.insert({
    id: 'bat_1',
    accountId: DEFAULT_ACCOUNT,
    templateStyleVersionId: 'tsv_1',
    title: 'Cards',
    render: 'final',
    priority: 'batch',
    externalId: null,
    metadata: {},
    rowsKey: 'x',
    invalidRows: 'stop',
    startsItself: true,
    rowsFormat: { kind: 'json_lines' },
    options: {},
    storedBytes: 0,
    expiresAtMs: null,
  });
  const row = { values: {}, title: 'A row', externalId: null, faults: [], faultCount: 0 };
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, row: index + 1 }));
  await db.batchRows.insertAll('bat_1', rows);
  await db.batches.endCheck('bat_1');
}

test('all rows are copied, and a second call continues where the first was stopped', async () => {
  await using t = await temporaryDatabase();
  await addSession(t.db);
  await t.db.clients.create('a client');
  await addBatch(t.db, 3);
  const url = await server.createDatabase();
  await using file = opened(t.path);
  await using target = {
    db: connectPostgres(url),
    [Symbol.asyncDispose]: () => target.db.destroy(),
  };
  const stop = new AbortController();
  const stopping = copyTables(
    file.db,
    target.db,
    () => stop.abort(new Error('killed')),
    stop.signal,
  );
  await expect(stopping).rejects.toThrow('killed');
  const copied = await copyTables(file.db, target.db, NOTHING, signal);
  const rows = Object.fromEntries(copied.map(({ table, rows: count }) => [table, count]));
  expect(rows).toMatchObject({ accounts: 1, clients: 1, render_sessions: 1, batch_rows: 3 });
  await using db = await openDatabase(url, EVENT_FORMS);
  expect(await db.renderSessions.find('rs_1')).toEqual(await t.db.renderSessions.find('rs_1'));
  // The triggers that count the rows of a batch ran, too.
  expect(await db.batches.find('bat_1')).toEqual(await t.db.batches.find('bat_1'));
  // Nothing is left to copy, but for tables that are copied as a whole.
  const copiedTables: string[] = [];
  await copyTables(file.db, target.db, (table) => copiedTables.push(table), signal);
  expect(copiedTables).toEqual(['accounts', 'batches', 'batches']);
});

test('a database with other rows is refused', async () => {
  await using t = await temporaryDatabase();
  await t.db.clients.create('a client');
  const url = await server.createDatabase();
  await using other = await openDatabase(url, EVENT_FORMS);
  await other.clients.create('another client');
  await using file = opened(t.path);
  await using target = {
    db: connectPostgres(url),
    [Symbol.asyncDispose]: () => target.db.destroy(),
  };
  await expect(copyTables(file.db, target.db, NOTHING, signal)).rejects.toThrow(
    'The database has other rows in its table clients.',
  );
});

function opened(path: string) {
  const db = new DatabaseSync(path, { readOnly: true });
  return { db, [Symbol.asyncDispose]: async () => db.close() };
}
