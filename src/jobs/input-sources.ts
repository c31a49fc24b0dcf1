import type { InputSources } from '../produce/index.ts';
import type { JobContext } from './job-context.ts';

/**
 * Where an account's files come from: the network, and its uploads. Files that were fetched after
 * `freshSinceMs` are not requested again. `onCpu` receives the CPU time of the processes that read the
 * files. Uploads that are needed stay while `folder` exists.
 */
export function inputSources(
  { db, store, fetches, isolated }: Pick<JobContext, 'db' | 'store' | 'fetches' | 'isolated'>,
  accountId: string,
  {
    folder,
    freshSinceMs,
    onCpu,
  }: { folder: string; freshSinceMs?: number | undefined; onCpu?: (seconds: number) => void },
): InputSources {
  return {
    fetcher: fetches.forAccount(accountId, freshSinceMs),
    probe: isolated.prober(accountId, onCpu),
    upload: async (id) => {
      const upload = await db.uploads.findIn(accountId, id);
      if (!upload || !(await store.stat(upload.storageKey))) return undefined;
      return store.localPath(upload.storageKey, folder);
    },
  };
}
