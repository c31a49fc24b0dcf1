import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_ACCOUNT, openDatabase } from '../database/index.ts';
import { silentLog } from '../system/index.ts';
import { RenderLimits } from './render-limits.ts';

test('a limit that another process changes applies soon', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framepress-limits-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'framepress.sqlite');
  const db = opened.use(await openDatabase(path));
  const other = opened.use(await openDatabase(path));
  const { id } = await other.accounts.insert('shop');
  await other.accounts.setLimits(id, { rendersAtOnce: 7 });
  using limits = await RenderLimits.open(db, silentLog, 3);
  const both = () => [limits.rendersAtOnce(DEFAULT_ACCOUNT), limits.rendersAtOnce(id)];
  expect(both()).toEqual([3, 7]);
  await other.accounts.setLimits(DEFAULT_ACCOUNT, { rendersAtOnce: 1 });
  await other.accounts.setLimits(id, { rendersAtOnce: 0 });
  await expect.poll(both, { timeout: 10_000 }).toEqual([1, Number.POSITIVE_INFINITY]);
  await other.accounts.setLimits(id, { rendersAtOnce: null });
  await limits.refresh();
  expect(both()).toEqual([1, 3]);
});

test('the limits that were read before apply while the database cannot be read', async () => {
  const own = async () => new Map([['acc_1', 2]]);
  const accounts = { ownRendersAtOnce: own };
  const db = { accounts } as unknown as Parameters<typeof RenderLimits.open>[0];
  using limits = await RenderLimits.open(db, silentLog, 3);
  accounts.ownRendersAtOnce = async () => Promise.reject(new Error('locked'));
  await limits.refresh();
  expect(limits.rendersAtOnce('acc_1')).toBe(2);
});
