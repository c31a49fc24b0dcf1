import type { Statement } from './statement.ts';

/** The connection of SQLite has this function already. */
export const FOLD_CASE: readonly Statement[] = [
  {
    postgres: [
      `create function fold_case(value text) returns text language sql immutable strict parallel safe
        return upper(normalize(value, NFC) collate "und-x-icu")`,
    ],
  },
];
