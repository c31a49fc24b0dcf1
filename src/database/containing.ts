import { sql } from 'kysely';

/** Returns the condition that a column contains a text. ASCII letters match in both cases. */
export function containing(column: string, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
