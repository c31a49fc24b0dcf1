import {
  type IdentifierNode,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type QueryCompiler,
  type Selectable,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteQueryCompiler,
} from 'kysely';
import type { Tables } from './tables.ts';

/**
 * Translates between rows in TypeScript and in the database, for all queries of Kysely. `created_at` has the
 * name `createdAtMs` in TypeScript, objects are stored as JSON, and booleans as 0 and 1. Text of `sql` is not
 * translated, but its parameters and results are.
 */

/** The names of the columns of all tables whose values have a type. */
type ColumnsOf<Value> = {
  [Table in keyof Tables]: NamesOf<Selectable<Tables[Table]>, Value>;
}[keyof Tables];
type NamesOf<Row, Value> = {
  [Name in keyof Row]: NonNullable<Row[Name]> extends Value ? Name : never;
}[keyof Row];

/** Names of columns. No other table may have text in a column of this name: it would be read as JSON. */
type Named<Names extends string> = Record<Names, true> & Record<Names & ColumnsOf<string>, never>;

/** The columns that hold JSON. */
const JSON_COLUMNS = {
  attempts: true,
  editables: true,
  errors: true,
  events: true,
  examples: true,
  fit: true,
  fontNames: true,
  fonts: true,
  metadata: true,
  missingEditables: true,
  origin: true,
  output: true,
  outputs: true,
  preview: true,
  previousSecrets: true,
  receipt: true,
  report: true,
  rowsFormat: true,
  stillcuts: true,
  thumbnails: true,
  timings: true,
  waitingFor: true,
  wantedOutputs: true,
  warnings: true,
} satisfies Named<ColumnsOf<object>>;

/** The columns that hold 0 or 1. */
const FLAGS = {
  hasInputs: true,
  isBatch: true,
  isComplete: true,
  isStored: true,
  overwrite: true,
  repeats: true,
  startsItself: true,
} satisfies Named<ColumnsOf<boolean>>;

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

/** Returns a value of TypeScript as it is stored. */
export function storedValue(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(identifierOf(name));
  }

  protected override addParameter(value: unknown): void {
    super.addParameter(storedValue(value));
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitIdentifier({ name }: IdentifierNode): void {
    this.append(identifierOf(name));
  }

  protected override addParameter(value: unknown): void {
    super.addParameter(storedValue(value));
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
  transformResult: async ({ result }) => {
    const [first] = result.rows;
    return first ? { ...result, rows: readRows(result.rows, Object.keys(first)) } : result;
  },
};

type Row = Record<string, unknown>;

function readRows(rows: readonly Row[], columns: readonly string[]): Row[] {
  const readers = columns.map((column) => readerOf(column));
  return rows.map((row) => {
    const read: Row = {};
    for (const [column, name, toValue] of readers) read[name] = toValue(row[column]);
    return read;
  });
}

type Reader = readonly [column: string, name: string, toValue: (stored: unknown) => unknown];

const knownReaders = new Map<string, Reader>();

/** Returns how a column of a result is read. */
function readerOf(column: string): Reader {
  const name = nameOf(column);
  const known = knownReaders.get(column);
  if (known) return known;
  const reader: Reader = [column, name, valueReader(name)];
  knownReaders.set(column, reader);
  return reader;
}

/** A number in a column of this name is that of another table. */
function valueReader(name: string): (stored: unknown) => unknown {
  if (Object.hasOwn(JSON_COLUMNS, name))
    return (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored);
  if (Object.hasOwn(FLAGS, name)) return (stored) => (stored === null ? null : stored === 1);
  return (stored) => stored;
}

/** Returns the queries of a SQLite database. */
export function sqliteQueries(config: SqliteDialectConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteRows(config), plugins: [RESULTS] });
}

/** Returns the queries of a PostgreSQL database. */
export function postgresQueries(config: PostgresDialectConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresRows(config), plugins: [RESULTS] });
}
