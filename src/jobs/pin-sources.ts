import type { PinSources } from '../produce/index.ts';
import type { Workshop } from './workshop.ts';

/** Where an account's files come from: the network, and its uploads. */
export function pinSources(
  { db, store, fetches }: Pick<Workshop, 'db' | 'store' | 'fetches'>,
  accountId: string,
): PinSources {
  return {
    fetcher: fetches.forAccount(accountId),
    upload: async (id) => {
      const upload = await db.uploads.findIn(accountId, id);
      if (!upload || !(await store.stat(upload.storageKey))) return undefined;
      return store.localPath(upload.storageKey);
    },
  };
}
