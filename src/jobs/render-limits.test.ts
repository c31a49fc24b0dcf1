import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeFolder } from '../../test/support/folder.ts';
import { DEFAULT_ACCOUNT } from '../database/index.ts';
import { openTestDatabase } from '../database/test-database.fixture.ts';
import { silentLog } from '../system/index.ts';
import { RenderLimits } from './render-limits.ts';

test('a limit that another process changes applies soon', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-limits-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => removeFolder(folder));
  const path = join(folder, 'framepress.sqlite');
  const db = opened.use(await openTestDatabase(path));
  const other = opened.use(await openTestDatabase(path));
  const { id } = await other.accounts.insert('shop');
  await other.accounts.setLimits(id, { rendersAtOnce: 7 });
  using limits = await RenderLimits.open(db, silentLog, { defaultLimit: 3, refreshMs: 1000 });
  const both = () => [limits.rendersAtOnce(DEFAULT_ACCOUNT), limits.rendersAtOnce(id)];
  expect(both()).toEqual([3, 7]);
  await other.accounts.setLimits(DEFAULT_ACCOUNT, { rendersAtOnce: 1 });
  await other.accounts.setLimits(id, { rendersAtOnce: 0 });
  await expect.poll(both).toEqual([1, Number.POSITIVE_INFINITY]);
  await other.accounts.setLimits(id, { rendersAtOnce: null });
  await limits.refresh();
  expect(both()).toEqual([1, 3]);
  // The default is for each process, and an account's own limit for all of them.
  expect([limits.rendersAtOnce(DEFAULT_ACCOUNT, 4), limits.rendersAtOnce(id, 4)]).toEqual([1, 12]);
});

test('the limits that were read before apply while the database cannot be read', async () => {
  const readLimits = async () => new Map([['acc_1', 2]]);
  const accounts = { ownRendersAtOnce: readLimits };
  const db = { accounts } as unknown as Parameters<typeof RenderLimits.open>[0];
  using limits = await RenderLimits.open(db, silentLog, { defaultLimit: 3, refreshMs: 1000 });
  accounts.ownRendersAtOnce = async () => Promise.reject(new Error('locked'));
  await limits.refresh();
  expect(limits.rendersAtOnce('acc_1')).toBe(2);
});
