import type { CheckRow } from '../../batches/index.ts';
import type { AccountLimits, Batch } from '../../database/index.ts';
import type { Vault } from '../../secrets/index.ts';
import type { SessionActions } from '../../sessions/index.ts';
import type { JobContext } from '../job-context.ts';

export type BatchContext = Pick<JobContext, 'db' | 'store' | 'log'> & {
  vault: Vault;
  /** Returns the check for the rows of a batch. */
  checkerOf: (batch: Batch) => Promise<CheckRow>;
  actions: SessionActions;
  /** The limits of accounts that have none of their own. */
  defaultLimits: AccountLimits;
  /** Rows of an account that render or wait for it at the same time. */
  ahead: () => Promise<number>;
};
