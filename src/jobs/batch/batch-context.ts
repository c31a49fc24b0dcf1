import type {
  Batch,
  CheckedRow,
  NewSession,
  SessionStart,
  Transaction,
} from '../../database/index.ts';
import type { Vault } from '../../secrets/index.ts';
import type { JobContext } from '../job-context.ts';

/** The result for a row: how it is stored and, without faults, the session that renders it. */
export type RowCheck = { checked: CheckedRow; session?: NewSession };

/** Checks the rows of a batch as the API checks a session. */
export type CheckRow = (row: number, values: Record<string, unknown>) => Promise<RowCheck>;

export type BatchContext = Pick<JobContext, 'db' | 'store' | 'log'> & {
  vault: Vault;
  /** Returns the check for the rows of a batch. */
  checkerOf: (batch: Batch) => Promise<CheckRow>;
  /** Adds the job of a session that was stored in the same transaction. Throws if a limit is reached. */
  sessionStarted: (session: SessionStart, tx: Transaction) => Promise<void>;
  /** Rows of an account that render or wait for it at the same time. */
  ahead: () => Promise<number>;
};
