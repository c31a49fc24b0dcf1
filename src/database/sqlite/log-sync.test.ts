import { open, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { temporaryDatabase } from '../database.fixture.ts';
import { EVENT_FORMS } from '../event-forms.fixture.ts';
import { openDatabase } from '../index.ts';
import type { LogFile } from './log-sync.ts';

/** Opens a second connection whose syncs of the log are replaced. */
async function withSync(path: string, datasync: (log: string) => Promise<void>) {
  const openLog = async (log: string): Promise<LogFile> => ({
    datasync: () => datasync(log),
    close: async () => undefined,
  });
  return openDatabase(path, EVENT_FORMS, { openLog });
}

test('a transaction ends after a sync that began after its commit, and one sync serves several', async () => {
  await using t = await temporaryDatabase();
  const begun: (() => void)[] = [];
  await using db = await withSync(t.path, () => new Promise((resolve) => begun.push(resolve)));
  const order: string[] = [];
  const create = async (name: string) => {
    await db.transaction(async (tx) => {
      await tx.clients.create(name);
      tx.afterCommit(() => order.push(`${name} follows`));
    });
    order.push(`${name} ended`);
  };
  const first = create('one');
  await expect.poll(() => begun).toHaveLength(1);
  const others = [create('two'), create('three')];
  // They are committed, but the running sync may not contain them.
  await expect.poll(async () => (await t.db.clients.list()).length).toBe(3);
  expect(order).toEqual([]);
  begun[0]?.();
  await first;
  expect(order).toEqual(['one follows', 'one ended']);
  await expect.poll(() => begun).toHaveLength(2);
  begun[1]?.();
  await Promise.all(others);
  expect(order).toHaveLength(6);
  expect(begun).toHaveLength(2);
});

test('a failed sync is an error, also of each later change, because its writes are lost', async () => {
  await using t = await temporaryDatabase();
  let fails = true;
  await using db = await withSync(t.path, async () => {
    if (fails) throw Object.assign(new Error('EIO'), { code: 'EIO' });
  });
  const failed = { code: 'storage_failed' };
  await expect(db.transaction((tx) => tx.clients.create('one'))).rejects.toMatchObject(failed);
  fails = false;
  await expect(db.transaction((tx) => tx.clients.create('two'))).rejects.toMatchObject(failed);
  await expect(db.synced()).rejects.toMatchObject(failed);
  await expect(db.ping()).rejects.toMatchObject(failed);
});

test('a log that cannot be opened is an error only until it can be opened', async () => {
  await using t = await temporaryDatabase();
  let fails = true;
  const openLog = async (log: string) => {
    if (fails) throw Object.assign(new Error('EMFILE'), { code: 'EMFILE' });
    return open(log, 'r+');
  };
  await using db = await openDatabase(t.path, EVENT_FORMS, { openLog });
  await expect(db.synced()).rejects.toMatchObject({ code: 'storage_failed' });
  fails = false;
  await db.transaction((tx) => tx.clients.create('one'));
});

test('the log stays the same file when others copy it and close the database', async () => {
  await using t = await temporaryDatabase();
  await t.db.transaction((tx) => tx.clients.create('one'));
  const log = `${t.path}-wal`;
  const { ino } = await stat(log);
  const other = new DatabaseSync(t.path);
  other.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  other.close();
  await t.db.transaction((tx) => tx.clients.create('two'));
  expect((await stat(log)).ino).toBe(ino);
  expect((await stat(log)).size).toBeGreaterThan(0);
});
