import { expect, test, vi } from 'vitest';
import { AppError } from '../base/index.ts';
import { type Log, silentLog } from '../system/index.ts';
import { StoreWatch } from './store-watch.ts';

/** The times after which an answer is late, and the store silent. */
const [LATE_MS, SILENT_MS] = [5000, 8000];
const [DENIES, AWAY] = ['the file store denies access', 'the file store does not answer'];

test.each([
  ['delivery_denied', SILENT_MS + 1, DENIES, { isLate: false, isSilent: false }],
  ['delivery_unreachable', LATE_MS, AWAY, { isLate: false, isSilent: false }],
  ['delivery_unreachable', LATE_MS + 1, AWAY, { isLate: true, isSilent: false }],
  ['delivery_unreachable', SILENT_MS + 1, AWAY, { isLate: true, isSilent: true }],
] as const)('a store that fails with %s for %i ms: %s', async (code, ms, logged, expected) => {
  const cause = new AppError(code, 'Cannot read a: no.');
  const failure = new AppError('storage_failed', cause.message, {}, { cause });
  const warned: unknown[] = [];
  const log: Log = { ...silentLog, warn: (_: unknown, text?: unknown) => void warned.push(text) };
  const nowMock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const stat = vi.fn().mockImplementationOnce(async () => {
    nowMock.mockReturnValue(ms);
    throw failure;
  });
  await using watch = new StoreWatch({ isRemote: true, stat }, log);
  watch.start();
  await expect.poll(() => warned).toEqual([`${logged}: Cannot read a: no.`]);
  const { isLate, isSilent } = watch;
  expect({ isLate, isSilent }).toEqual(expected);
  nowMock.mockRestore();
});
