import type { PinSources } from '../produce/index.ts';
import type { Workshop } from './job-context.ts';

/** Where an account's files come from: the network, and its uploads. */
export function pinSources(
  { db, store, fetches, isolated }: Pick<Workshop, 'db' | 'store' | 'fetches' | 'isolated'>,
  accountId: string,
): PinSources {
  return {
    fetcher: fetches.forAccount(accountId),
    probe: isolated.prober(accountId),
    upload: async (id) => {
      const upload = await db.uploads.findIn(accountId, id);
      if (!upload || !(await store.stat(upload.storageKey))) return undefined;
      return store.localPath(upload.storageKey);
    },
  };
}
