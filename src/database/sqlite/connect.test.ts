import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { removeFolder } from '../../../test/support/folder.ts';
import { atomically } from '../open.ts';
import { connect } from './connect.ts';

test('a full disk is reported, inside and outside a transaction, and undoes the transaction', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-open-'));
  const db = await connect(join(folder, 'framepress.sqlite'));
  try {
    const add = (on: typeof db, id: string, name: string) =>
      on.insertInto('accounts').values({ id, name, createdAtMs: 0 }).execute();
    await sql`PRAGMA max_page_count = 1`.execute(db);
    const large = 'x'.repeat(1e6);
    const full = { code: 'storage_failed', status: 503 };
    await expect(add(db, 'acc_1', large)).rejects.toMatchObject(full);
    const both = atomically(db, async (tx) => {
      await add(tx, 'acc_2', 'small');
      await add(tx, 'acc_3', large);
    });
    await expect(both).rejects.toMatchObject(full);
    await sql`PRAGMA max_page_count = 100000`.execute(db);
    await atomically(db, (tx) => add(tx, 'acc_4', large));
    const accounts = await db.selectFrom('accounts').select('id').orderBy('id').execute();
    expect(accounts.map(({ id }) => id)).toEqual(['acc_4', 'acc_default']);
  } finally {
    await db.destroy();
    await removeFolder(folder);
  }
});
