import { stat, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { addSession, oldDatabase, temporaryDatabase } from './database.fixture.ts';
import { EVENT_FORMS } from './event-forms.fixture.ts';
import { DEFAULT_ACCOUNT, openDatabase } from './index.ts';

describe('the file', () => {
  test('is durable, checks references and holds the default account', async () => {
    await using t = await temporaryDatabase();
    expect(await t.db.accounts.find(DEFAULT_ACCOUNT)).toMatchObject({ name: 'default' });
    await expect(t.db.clients.create('x', { accountId: 'acc_none' })).rejects.toThrow(
      /FOREIGN KEY/,
    );
    const file = new DatabaseSync(t.path, { readOnly: true });
    expect(file.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
    file.close();
  });

  test('is copied from its log in a thread, and transactions at once are all stored', async () => {
    await using t = await temporaryDatabase();
    {
      await using _thread = await t.db.checkpointsInThread();
      const names = Array.from({ length: 200 }, (_, i) => `client ${i} ${'x'.repeat(20_000)}`);
      await Promise.all(names.map((name) => t.db.transaction((tx) => tx.clients.create(name))));
      await t.db.synced();
      const size = async () => (await stat(t.path)).size;
      await expect.poll(size).toBeGreaterThan(2 * 2 ** 20);
    }
    await using reopened = await openDatabase(t.path, EVENT_FORMS);
    expect(await reopened.clients.list()).toHaveLength(200);
  });

  test('has the same content when it is opened again', async () => {
    await using t = await temporaryDatabase();
    await addSession(t.db);
    await using reopened = await openDatabase(t.path, EVENT_FORMS);
    expect(await reopened.renderSessions.find('rs_1')).toMatchObject({ title: 'A title ' });
  });

  test('of the first version is migrated with its content', async () => {
    await using t = await oldDatabase(
      '0001_first_tables',
      `insert into templates values ('tpl_1', 'acc_default', '', 0);
      insert into template_styles values ('sty_1', 'acc_default', 'tpl_1', '', 0);
      insert into template_style_versions values ('tsv_1', 'acc_default', 'tpl_1', 'sty_1', 'en', '',
        'edit_ready', 'k', 'l', 'd', 1, 1, 1, 1, '{}', '[]', '{}', null, '{}', 0, 0);
      insert into mappings values ('map_1', 'acc_default', 'tsv_1', '{"resources":{}}', 0);
      insert into render_sessions values ('rs_1', 'acc_default', 'map_1', 'tsv_1', 'A title ',
        'preview', 'preview_rendered', 'done', 100, '[]', '[]', '{}', '[]', '[]', '[]', null, null,
        '{}', '{}', '{}', null, 0, 0)`,
    );
    await using db = await t.upgrade();
    expect(await db.renderSessions.find('rs_1')).toMatchObject({
      title: 'A title ',
      expiresAtMs: null,
      hlsKey: null,
    });
  });

  test('is unchanged after a failed migration', async () => {
    await using t = await temporaryDatabase();
    const path = `${t.path}.half`;
    const file = new DatabaseSync(path);
    // A late migration creates this table, and fails because it exists.
    file.exec('create table idempotency_keys (x)');
    await expect(openDatabase(path, EVENT_FORMS)).rejects.toThrow(
      'idempotency_keys already exists',
    );
    const names = file.prepare("select name from sqlite_master where type = 'table'").all();
    expect(names).toEqual([{ name: 'idempotency_keys' }]);
    file.exec('drop table idempotency_keys');
    file.close();
    await using mended = await openDatabase(path, EVENT_FORMS);
    expect(await mended.accounts.find(DEFAULT_ACCOUNT)).toBeDefined();
  });

  test('of a newer version is refused and not changed', async () => {
    await using t = await temporaryDatabase();
    const file = new DatabaseSync(t.path);
    file.exec("insert into kysely_migration values ('9999_later', '')");
    await expect(openDatabase(t.path, EVENT_FORMS)).rejects.toMatchObject({
      code: 'config_invalid',
      message: 'The data folder was used by a newer version of Framepress.',
    });
    const rows = file.prepare("select name from kysely_migration where name > '9'").all();
    expect(rows).toEqual([{ name: '9999_later' }]);
    file.close();
  });

  test('that is not a database is rejected', async () => {
    await using t = await temporaryDatabase();
    const path = `${t.path}.txt`;
    await writeFile(path, 'this is a text and not a database, however long it may go on');
    await expect(openDatabase(path, EVENT_FORMS)).rejects.toThrow(/not a database/);
  });
});

describe('a transaction', () => {
  test('is complete or has no effect, also when nested', async () => {
    await using t = await temporaryDatabase();
    const failing = t.db.transaction(async (tx) => {
      await tx.templateVersions.insert({
        id: 'tsv_1',
        accountId: DEFAULT_ACCOUNT,
        language: 'en',
        name: '',
        packageKey: 'k',
        packageLabel: 'l',
        digest: 'd',
      });
      throw new Error('in the middle');
    });
    await expect(failing).rejects.toThrow('in the middle');
    expect(await t.db.templateVersions.find('tsv_1')).toBeUndefined();
    const accountId = await t.db.transaction(async (tx) => (await tx.accounts.insert('second')).id);
    expect(await t.db.accounts.find(accountId)).toMatchObject({ name: 'second' });
  });

  test('waits for another process that writes, and no change is lost', async () => {
    await using t = await temporaryDatabase();
    const [count, processes] = [40, 3];
    const workers = Array.from({ length: processes }, () => writer(t.path, count));
    await Promise.all(workers);
    const file = new DatabaseSync(t.path, { readOnly: true });
    const row = file.prepare('select count(*) as n from accounts').get();
    file.close();
    expect(row).toEqual({ n: 1 + count * processes });
  });
});

test('several processes may open a new file at the same time', async () => {
  await using t = await temporaryDatabase();
  const path = `${t.path}.new`;
  await Promise.all([writer(path, 1), writer(path, 1), writer(path, 1)]);
  await using db = await openDatabase(path, EVENT_FORMS);
  expect(await db.accounts.find(DEFAULT_ACCOUNT)).toBeDefined();
});

/** Opens the file in another thread and adds accounts, with a read before each write. */
function writer(path: string, count: number): Promise<void> {
  const index = new URL('./index.ts', import.meta.url).href;
  const program = `
    const { workerData: w } = require('node:worker_threads');
    import(w.index).then(async ({ openDatabase }) => {
      const db = await openDatabase(w.path, {});
      for (let i = 0; i < w.count; i++) {
        await db.transaction(async (tx) => {
          await tx.accounts.find('acc_default');
          await tx.accounts.insert('more');
        });
      }
      await db[Symbol.asyncDispose]();
    }).catch((error) => { setTimeout(() => { throw error; }); });`;
  const worker = new Worker(program, { eval: true, workerData: { index, path, count } });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => resolve());
  });
}
