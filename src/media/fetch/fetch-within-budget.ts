import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, deadline, say, withoutSecrets } from '../../base/index.ts';
import { tooLarge } from './fetch-failure.ts';
import type { FileFetcher } from './fetcher.ts';

/** Limits of all fetches of a task together. */
const LIMITS = { files: 60, bytes: 64 * 1024 * 1024, timeoutMs: 30_000 };

/**
 * Returns a function that fetches the file of a URL to `folder` and returns its path. All fetches together
 * have limits; the time counts only while a file is fetched. Throws the errors of `Fetcher.fetchToFile`,
 * `limit_exceeded` and `asset_timeout`.
 */
export function fetchWithinBudget(
  fetcher: FileFetcher,
  folder: string,
  { files, bytes, timeoutMs }: typeof LIMITS = LIMITS,
): (url: string, signal?: AbortSignal) => Promise<string> {
  let [count, remainingBytes, remainingMs] = [0, bytes, timeoutMs];
  return async (url, signal) => {
    count += 1;
    const position = count;
    if (position > files) {
      throw new AppError('limit_exceeded', say`Only ${files} files are fetched.`, {
        hint: 'Put the files into the package.',
      });
    }
    if (remainingBytes <= 0) throw tooLarge(withoutSecrets(url), bytes, say`more`);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `fetched-${position}`);
    const beganMs = performance.now();
    const message = say`Fetching files took longer than ${timeoutMs / 1000} s.`;
    using limit = deadline(Math.max(0, remainingMs), 'asset_timeout', message, signal);
    try {
      const file = await fetcher.fetchToFile(url, path, { maxBytes: remainingBytes }, limit.signal);
      remainingBytes -= file.bytes;
      return path;
    } finally {
      remainingMs -= performance.now() - beganMs;
    }
  };
}
