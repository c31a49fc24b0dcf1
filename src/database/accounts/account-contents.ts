/** The contents of an account, or the removed part of them: rows by table, and the bytes of files. */
export type AccountContents = {
  /** Tables have their names in the database, which reports show. */
  rows: Record<string, number>;
  bytes: number;
  /** Files that the account's deliveries have stored elsewhere. Nothing removes them. */
  delivered: number;
  /** Deliveries of which parts may stay in the customer's storage. */
  interrupted: number;
};

export type AccountRemovalRow = {
  accountId: string;
  name: string;
  /** The process that continues the deletion. */
  holder: string;
  progressAtMs: number;
  /** Null while the deletion goes on. */
  endedAtMs: number | null;
  removed: AccountContents;
};

/** The deletion of an account. */
export type AccountRemoval = Omit<AccountRemovalRow, 'holder' | 'progressAtMs'>;
