/**
 * A statement of a migration. A text is SQLite's statement; PostgreSQL runs it with its own names of the
 * types. Where the syntax differs in more than that, each database has its own statements.
 */
export type Statement = string | { sqlite?: string; postgres: readonly string[] };

/** Returns the statements for one database system. */
export function statementsFor(
  dialect: 'sqlite' | 'postgres',
  statements: readonly Statement[],
): string[] {
  return statements.flatMap((statement) => {
    const { sqlite, postgres } =
      typeof statement === 'string' ? { sqlite: statement, postgres: [statement] } : statement;
    if (dialect === 'postgres') return postgres.map(withPostgresTypes);
    return sqlite === undefined ? [] : [sqlite];
  });
}

/** As in SQLite, a real has 8 bytes, and texts are ordered by their bytes. */
function withPostgresTypes(statement: string): string {
  if (!/^(create|alter) table/.test(statement)) return statement;
  return statement
    .replaceAll(/(\w"?) (text|varchar\(\d+\))(?=[\s,)]|$)/g, '$1 $2 collate "C"')
    .replaceAll(/(\w) real\b/g, '$1 double precision')
    .replace(/\) without rowid$/, ')');
}
