/**
 * Accounts that are being deleted, or were: their rows stay without a name, with a report of what was removed.
 * `deleted_at` is in the account itself, because each read of the queue looks at it. The progress is not, because
 * transactions of other accounts read the accounts.
 */
export const ACCOUNT_REMOVALS = [
  'alter table accounts add column deleted_at bigint',
  `create table account_removals (
    account_id text primary key references accounts (id),
    name text not null,
    holder text not null,
    progress_at bigint not null,
    ended_at bigint,
    removed text not null
  )`,
];
