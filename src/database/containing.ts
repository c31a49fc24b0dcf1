import { sql } from 'kysely';

/** Returns the condition that a column contains a text. ASCII letters match in both cases. */
export function containing(column: string, text: string) {
  // SQLite would end the pattern at U+0000, and match everything. No column contains it.
  if (text.includes('\0')) return sql<boolean>`false`;
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
