import {
  type IdentifierNode,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type QueryCompiler,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Translates between rows in TypeScript and in the database, for all queries of Kysely. `created_at` has the
 * name `createdAtMs` in TypeScript. Text of `sql` is not translated, but its results are.
 */

/** Names that the rule does not give. */
const OTHER_NAMES: Readonly<Record<string, string>> = { eta_at: 'etaMs', requested: 'to' };
const OTHER_COLUMNS = new Map(Object.entries(OTHER_NAMES).map(([column, name]) => [name, column]));

/** Times are milliseconds since 1970. */
const TIME = /(?:At|Since|Until)$/;

const names = new Map<string, string>();
const identifiers = new Map<string, string>();

/** Returns the name that a column of a result has in TypeScript. */
function nameOf(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
    name = OTHER_NAMES[column] ?? (TIME.test(name) ? `${name}Ms` : name);
    names.set(column, name);
  }
  return name;
}

/** Returns the quoted name of a table or column in the database. Its own names stay the same. */
function identifierOf(name: string): string {
  let identifier = identifiers.get(name);
  if (identifier === undefined) {
    const snake = (OTHER_COLUMNS.get(name) ?? name)
      .replace(/(At|Since|Until)Ms$/, '$1')
      .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    identifier = `"${snake.replaceAll('"', '""')}"`;
    identifiers.set(name, identifier);
  }
  return identifier;
}

class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(identifierOf(name));
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(identifierOf(name));
  }
}

class SqliteRows extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new SqliteCompiler();
  }
}

class PostgresRows extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return new PostgresCompiler();
  }
}

const RESULTS: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) =>
    result.rows.length === 0 ? result : { ...result, rows: result.rows.map(readRow) },
};

function readRow(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const column of Object.keys(row)) read[nameOf(column)] = row[column];
  return read;
}

/** Returns the queries of a SQLite database. */
export function sqliteQueries(config: SqliteDialectConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteRows(config), plugins: [RESULTS] });
}

/** Returns the queries of a PostgreSQL database. */
export function postgresQueries(config: PostgresDialectConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresRows(config), plugins: [RESULTS] });
}
