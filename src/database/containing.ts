import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';

const FOLD_CASE = 'fold_case';

/** Adds the SQL function of `containing`, because SQLite ignores the case of ASCII letters only. */
export function addFoldCase(file: DatabaseSync): void {
  file.function(FOLD_CASE, { deterministic: true }, (text) =>
    typeof text === 'string' ? foldCase(text) : null,
  );
}

/** Returns the condition that a column contains a text. Upper and lower case are equal. */
export function containing(column: string, text: string) {
  return sql<boolean>`instr(${sql.raw(FOLD_CASE)}(${sql.ref(column)}), ${foldCase(text)}) > 0`;
}

/** Upper case, because some letters have several lower cases: σ and ς are both Σ. */
function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase();
}
