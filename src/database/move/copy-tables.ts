import type { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { AppError } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import { atomically, type Connection } from '../open.ts';

/** The number of copied rows of a table, and the SHA-256 of all its rows in both databases. */
export type CopiedTable = { table: string; rows: number; digest: string };

type Row = Record<string, unknown>;
type Table = { name: string; columns: string[]; key: string[] };

/** Rows of these tables are about processes that have ended. */
const OF_PROCESSES = ['leases', 'workers'];
/** Triggers count the rows of batches, so the batches are copied again after their rows. */
const COUNTED = 'batches';
/** A migration writes rows of accounts. These tables are always copied as a whole. */
const WHOLE = ['accounts', COUNTED];
const MAX_ROWS = 500;
/** PostgreSQL reads at most 65,535 parameters. */
const MAX_VALUES = 60_000;
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Copies all rows of a SQLite file to a database with the same tables, in the order of their keys. A second
 * call continues after the last row that was copied. Then it reads both databases again and compares them.
 * `onRows` receives the number of copied rows of a table. Throws `conflict` if the target has other rows.
 */
export async function copyTables(
  from: DatabaseSync,
  to: Connection,
  onRows: (table: string, rows: number) => void,
  signal: AbortSignal,
): Promise<CopiedTable[]> {
  const tables = tablesOf(from);
  for (const table of tables) await requireSameStart(from, to, table);
  for (const table of [...tables, ...tables.filter(({ name }) => name === COUNTED)]) {
    let copied = 0;
    for (const rows of pages(from, table, await startOf(to, table))) {
      signal.throwIfAborted();
      await atomically(to, (tx) => insert(tx, table, rows));
      copied += rows.length;
      onRows(table.name, copied);
    }
  }
  const compared: CopiedTable[] = [];
  for (const table of tables) {
    signal.throwIfAborted();
    compared.push(await compare(from, to, table));
  }
  return compared;
}

/** The tables, those that others refer to first. */
function tablesOf(file: DatabaseSync): Table[] {
  const names = file
    .prepare(
      `select name from sqlite_schema where type = 'table'
       and name not like 'sqlite_%' and name not like 'kysely_%' order by name`,
    )
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !OF_PROCESSES.includes(name));
  const sorted: string[] = [];
  const visit = (name: string) => {
    if (sorted.includes(name) || !names.includes(name)) return;
    for (const { table } of file.prepare(`pragma foreign_key_list("${name}")`).all())
      if (table !== name) visit(String(table));
    sorted.push(name);
  };
  for (const name of names) visit(name);
  return sorted.map((name) => {
    // Without generated columns.
    const columns = file.prepare(`pragma table_info("${name}")`).all();
    const key = columns
      .filter(({ pk }) => Number(pk) > 0)
      .sort((a, b) => Number(a['pk']) - Number(b['pk']));
    return { name, columns: columns.map(nameOf), key: key.map(nameOf) };
  });
}

/** Returns the name of a column in a row of SQLite's pragma. */
const nameOf = ({ name }: Row) => String(name);

/** Reads rows after a key, a page at a time. */
function* pages(
  file: DatabaseSync,
  { name, columns, key }: Table,
  firstKey: unknown[] | undefined,
) {
  const order = key.map(quoted).join(', ');
  const first = `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`;
  const perPage = Math.min(MAX_ROWS, Math.floor(MAX_VALUES / columns.length));
  const marks = key.map(() => '?').join(', ');
  const behind = `where (${order}) > (${marks})`;
  for (let last = firstKey; ; ) {
    const text = `${first} ${last ? behind : ''} order by ${order} limit ${perPage}`;
    const page: Row[] = file.prepare(text).all(...((last ?? []) as string[]));
    const rows = withinBytes(page);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = key.map((column) => end[column]);
  }
}

/** Returns the first rows, whose size is at most `MAX_BYTES`; at least one row. */
function withinBytes(rows: Row[]): Row[] {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    for (const value of Object.values(row)) bytes += typeof value === 'string' ? value.length : 8;
    return bytes > MAX_BYTES;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}

/** Writes rows. A row that exists is overwritten, so that an interrupted copy can be repeated. */
async function insert(to: Connection, { name, columns, key }: Table, rows: Row[]): Promise<void> {
  const values = rows.map(
    (row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`,
  );
  const sets = columns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`);
  await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.id(column)))})
    values ${sql.join(values)}
    on conflict (${sql.join(key.map((keyColumn) => sql.id(keyColumn)))}) do update set ${sql.join(sets)}`.execute(
    to,
  );
}

/** Returns the key of the last copied row. */
async function startOf(to: Connection, { name, key }: Table): Promise<unknown[] | undefined> {
  if (WHOLE.includes(name)) return undefined;
  const order = sql.join(key.map((column) => sql`${sql.id(column)} desc`));
  const { rows } = await sql<Row>`
    select ${sql.join(key.map((column) => sql.id(column)))} from ${sql.table(name)}
    order by ${order} limit 1`.execute(to.withoutPlugins());
  const [last] = rows;
  return last && key.map((column) => last[column]);
}

/** Throws `conflict` when the target has rows of another service. */
async function requireSameStart(from: DatabaseSync, to: Connection, table: Table): Promise<void> {
  if (WHOLE.includes(table.name)) return;
  const [theirs] = await targetRows(to, table, undefined, 1);
  if (!theirs) return;
  const [sourceRow] = pages(from, table, undefined).next().value ?? [];
  if (sourceRow && digestOf(table, [sourceRow]) === digestOf(table, [theirs])) return;
  throw new AppError('conflict', `The database has other rows in its table ${table.name}.`, {
    hint: 'Give --to a new, empty database, or the one of a move of this folder that was stopped.',
  });
}

/** Reads a table in both databases. Throws `conflict` if they do not have the same rows in the same order. */
async function compare(from: DatabaseSync, to: Connection, table: Table): Promise<CopiedTable> {
  const [source, theirs] = [
    { rows: 0, digest: '' },
    { rows: 0, digest: '' },
  ];
  for (const rows of pages(from, table, undefined)) addToDigest(source, table, rows);
  for (let last: unknown[] | undefined; ; ) {
    const rows = await targetRows(to, table, last, MAX_ROWS);
    const end = rows.at(-1);
    if (!end) break;
    addToDigest(theirs, table, rows);
    last = table.key.map((column) => end[column]);
  }
  if (source.digest === theirs.digest) return { table: table.name, ...source };
  throw new AppError(
    'conflict',
    `The table ${table.name} has ${theirs.rows} rows in the new database, which are not the ${source.rows} rows of the folder.`,
    { hint: 'Remove the new database, and move the folder again while no service uses it.' },
  );
}

/**
 * Returns a page of the target's rows after a key, as they are stored: without the names and values of
 * TypeScript.
 */
async function targetRows(
  to: Connection,
  { name, columns, key }: Table,
  lastKey: unknown[] | undefined,
  limit: number,
): Promise<Row[]> {
  const order = sql.join(key.map((column) => sql.id(column)));
  const behind = lastKey ? sql`where (${order}) > (${sql.join(lastKey)})` : sql``;
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((column) => sql.id(column)))} from ${sql.table(name)} ${behind}
    order by ${order} limit ${limit}`.execute(to.withoutPlugins());
  return rows;
}

/** Adds rows to a number and a digest, one by one, so that the size of a page has no effect. */
function addToDigest(
  sum: { rows: number; digest: string },
  table: Table,
  rows: readonly Row[],
): void {
  for (const row of rows) sum.digest = digestOf(table, [row], sum.digest);
  sum.rows += rows.length;
}

/** Returns the SHA-256 of rows and of the digest of all rows before them. */
function digestOf({ columns }: Table, rows: readonly Row[], digest = ''): string {
  return sha256(
    JSON.stringify([digest, rows.map((row) => columns.map((column) => row[column] ?? null))]),
  );
}

/** Quotes a name for SQLite. Names come from the tables themselves and contain no quotes. */
function quoted(name: string): string {
  return `"${name}"`;
}
