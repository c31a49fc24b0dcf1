import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../base/index.ts';
import { waitsForStore } from './store-waits.ts';

const failed = new AppError('storage_failed', 'The store does not answer.');

afterEach(() => void vi.useRealTimers());

test('only jobs of a store on a network wait for it', async () => {
  const store = (isRemote: boolean) => ({ isRemote, check: async () => undefined });
  expect(await waitsForStore(failed, 'rs_1/1', store(true))).toBe(true);
  expect(await waitsForStore(failed, 'rs_1/1', store(false))).toBe(false);
  const other = new AppError('asset_not_found', 'The file does not exist.');
  expect(await waitsForStore(other, 'rs_1/1', store(true))).toBe(false);
});

test('a job fails after several failures in ten minutes if its store answers others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let answers = true;
  const check = async () => {
    if (!answers) throw failed;
  };
  const store = { isRemote: true, check };
  const waits = () => waitsForStore(failed, 'rs_1/1', store);
  // A second failure long after the first one is no reason to give up.
  for (let failures = 1; failures < 5; failures++) {
    expect(await waits()).toBe(true);
    vi.advanceTimersByTime(5 * 60_000);
  }
  expect(await waits()).toBe(false);
  expect(await waitsForStore(failed, 'rs_2/1', store)).toBe(true);
  answers = false;
  expect(await waits()).toBe(true);
});
