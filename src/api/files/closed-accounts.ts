import { cached } from '../../system/index.ts';
import type { ApiContext } from '../context.ts';

/** The files of an account that is being deleted are not served any more after this time. */
const TTL_MS = 1000;

/** Returns a function that returns the accounts that are being deleted. Nearly always there are none. */
export function closedAccounts({
  clock,
  db,
}: Pick<ApiContext, 'clock' | 'db'>): () => Promise<readonly string[]> {
  return cached(clock, TTL_MS, () => db.accountRemoval.unfinished());
}
