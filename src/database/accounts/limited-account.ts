import type { Account } from './accounts.ts';

/**
 * An account in a transaction that checks its limits. No other transaction changes what it reads before it
 * commits: SQLite has one writer, and PostgreSQL repeats a transaction that conflicts with another one.
 * Outside of a transaction, two changes could pass the same check.
 */
export class LimitedAccount<Repositories> {
  // A private field makes the type nominal: an object with the same properties is none.
  readonly #account: Account;
  readonly tx: Repositories;

  private constructor(account: Account, tx: Repositories) {
    this.#account = account;
    this.tx = tx;
  }

  get account(): Account {
    return this.#account;
  }

  /** Only for transactions. Returns undefined for an unknown account. */
  static async find<Repositories extends { accounts: Accounts }>(
    id: string,
    tx: Repositories,
  ): Promise<LimitedAccount<Repositories> | undefined> {
    const account = await tx.accounts.find(id);
    return account && new LimitedAccount(account, tx);
  }
}

type Accounts = { find(id: string): Promise<Account | undefined> };
