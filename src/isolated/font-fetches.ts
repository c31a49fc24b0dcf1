import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileFetcher, fetchWithinBudget } from '../media/fetch/index.ts';
import type { Host } from './host.ts';

/** Runs an import whose host fetches fonts, and removes the fetched files. Without a fetcher none are fetched. */
export async function withFontFetches<T>(
  fetcher: FileFetcher | undefined,
  folder: string,
  run: (host: Pick<Host, 'fetchFont'>) => Promise<T>,
): Promise<T> {
  if (!fetcher) return run({});
  const fetched = join(folder, 'fonts');
  try {
    return await run({ fetchFont: fetchWithinBudget(fetcher, fetched) });
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
}
