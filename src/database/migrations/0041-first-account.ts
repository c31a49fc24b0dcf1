import type { Statement } from './statement.ts';

/** The first account was created with 1970 as its time: it is as old as its first client, or as the database. */
const FIRST_CLIENT =
  "select min(created_at) from clients where account_id = 'acc_default' and created_at > 0";

const updated = (now: string) =>
  `update accounts set created_at = coalesce((${FIRST_CLIENT}), ${now})
    where id = 'acc_default' and created_at = 0`;

export const FIRST_ACCOUNT: Statement[] = [
  {
    sqlite: updated("unixepoch('now') * 1000"),
    postgres: [updated('floor(extract(epoch from now()) * 1000)')],
  },
];
