import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { fetchWithinBudget } from './fetch-within-budget.ts';
import type { FileFetcher } from './fetcher.ts';

const MEGABYTE = 1024 * 1024;
const fetcher: FileFetcher = {
  fetchToFile: async (url, _path, { maxBytes = 0 } = {}) => {
    return { bytes: Math.min(MEGABYTE, maxBytes), sha256: '', url };
  },
};

test('a task fetches few files, with few bytes together', async () => {
  await using folder = await temporaryFolder();
  const fetched = join(folder.path, 'new');
  const few = fetchWithinBudget(fetcher, fetched, {
    files: 3,
    bytes: 2 * MEGABYTE,
    timeoutMs: 200_000,
  });
  expect(await few('https://a.example/1')).toBe(join(fetched, 'fetched-1'));
  expect(await few('https://a.example/2')).toBe(join(fetched, 'fetched-2'));
  await expect(few('https://a.example/3')).rejects.toMatchObject({ code: 'asset_too_large' });
  await expect(few('https://a.example/4')).rejects.toMatchObject({ code: 'limit_exceeded' });
});

test('all files of a task together have a time limit', async () => {
  await using folder = await temporaryFolder();
  const slow: FileFetcher = {
    fetchToFile: (_url, _path, _options, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const few = fetchWithinBudget(slow, folder.path, { files: 3, bytes: MEGABYTE, timeoutMs: 30 });
  for (const url of ['https://a.example/1', 'https://a.example/2'])
    await expect(few(url)).rejects.toMatchObject({ code: 'asset_timeout' });
});
