import {
  type IdentifierNode,
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryId,
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
  captions: true,
  createdBy: true,
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
  packageFonts: true,
  preview: true,
  previousSecrets: true,
  receipt: true,
  removed: true,
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

const cachedNames = new Map<string, string>();
const cachedIdentifiers = new Map<string, string>();

/**
 * Returns the name that a column of a result has in TypeScript: `created_at` → `createdAtMs`. It is the
 * opposite of `databaseName`.
 */
function nameInCode(column: string): string {
  let name = cachedNames.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
    name = OTHER_NAMES[column] ?? (TIME.test(name) ? `${name}Ms` : name);
    cachedNames.set(column, name);
  }
  return name;
}

/** Returns the name of a table or column in the database. Its own names stay the same. */
export function databaseName(name: string): string {
  return (OTHER_COLUMNS.get(name) ?? name)
    .replace(/(At|Since|Until)Ms$/, '$1')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Returns the quoted name of a table or column for SQL, from its name in TypeScript. */
function identifierOf(name: string): string {
  let identifier = cachedIdentifiers.get(name);
  if (identifier === undefined) {
    identifier = `"${databaseName(name).replaceAll('"', '""')}"`;
    cachedIdentifiers.set(name, identifier);
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
  transformResult: async ({ result, queryId }) => {
    const [first] = result.rows;
    if (!first) return result;
    let rowReader = readersOfQueries.get(queryId);
    if (!rowReader) {
      rowReader = rowReaderFor(Object.keys(first));
      readersOfQueries.set(queryId, rowReader);
    }
    return { ...result, rows: readRows(result.rows, rowReader) };
  },
};

type Row = Record<string, unknown>;
/** Reads rows with the same columns. `empty` has all names with null, and is copied for each row. */
type RowReader = { columns: readonly ColumnReader[]; empty: Row };
type ColumnReader = { column: string; name: string; isJson: boolean; isFlag: boolean };

/**
 * A prepared query runs many times with the same id, so its reader is found without the names of its columns.
 */
const readersOfQueries = new WeakMap<QueryId, RowReader>();
/** Readers by the names of their columns, joined with commas. */
const rowReaders = new Map<string, RowReader>();
/** Names of columns are in the code, so there are few. */
const MAX_ROW_READERS = 1000;

/** Returns rows of the database as rows of TypeScript: other names, JSON parsed, flags as booleans. */
function readRows(rows: readonly Row[], rowReader: RowReader): Row[] {
  return rows.map((row) => {
    // Adding a dozen names one by one would make a slow object.
    const values = { ...rowReader.empty };
    for (const { column, name, isJson, isFlag } of rowReader.columns) {
      const value = row[column];
      // A number in such a column is that of another table.
      if (isJson && typeof value === 'string') values[name] = JSON.parse(value);
      else if (isFlag && value !== null) values[name] = value === 1;
      else values[name] = value;
    }
    return values;
  });
}

/** Returns the reader of rows with these columns, from the cache if there is one. */
function rowReaderFor(columns: readonly string[]): RowReader {
  const key = columns.join();
  const cachedShape = rowReaders.get(key);
  if (cachedShape) return cachedShape;
  const readers = columns.map((column) => {
    const name = nameInCode(column);
    const isJson = Object.hasOwn(JSON_COLUMNS, name);
    return { column, name, isJson, isFlag: Object.hasOwn(FLAGS, name) };
  });
  // Only JSON.parse makes an object with many names that is fast to copy.
  const empty = JSON.parse(
    JSON.stringify(Object.fromEntries(readers.map(({ name }) => [name, null]))),
  );
  const rowReader = { columns: readers, empty };
  if (rowReaders.size >= MAX_ROW_READERS) rowReaders.clear();
  rowReaders.set(key, rowReader);
  return rowReader;
}

/** Returns the queries of a SQLite database. */
export function sqliteQueries(config: SqliteDialectConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteRows(config), plugins: [RESULTS] });
}

/** Returns the queries of a PostgreSQL database. */
export function postgresQueries(config: PostgresDialectConfig): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresRows(config), plugins: [RESULTS] });
}
