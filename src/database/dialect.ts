import { type RawBuilder, sql } from 'kysely';
import { type Connection, dialectOf } from './open.ts';

/** The SQL that SQLite and PostgreSQL write differently. No other repository depends on the database. */

/** Returns the condition that a value contains a text. Upper and lower case differ. */
export function includes(
  db: Connection,
  value: RawBuilder<unknown>,
  text: string | RawBuilder<unknown>,
): RawBuilder<boolean> {
  const find = sql.raw(dialectOf(db) === 'postgres' ? 'strpos' : 'instr');
  return sql<boolean>`${find}(${value}, ${text}) > 0`;
}

/** Returns the sum of the bytes of a table's `body`, an expression that an index contains. */
export function bodyBytes(db: Connection): RawBuilder<number | null> {
  return dialectOf(db) === 'postgres'
    ? sql`sum(octet_length(body))`
    : sql`sum(length(cast(body as blob)))`;
}

/**
 * Joins the first rows of a table to each row of the tables before it. `rows` are the conditions, the order
 * and the limit: the table has the alias `w` there, and `alias` outside.
 */
export function joinFirst(
  db: Connection,
  { table, alias, rows }: { table: string; alias: string; rows: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const [from, as] = [sql.table(table), sql.ref(alias)];
  return dialectOf(db) === 'postgres'
    ? sql`cross join lateral (select w.* from ${from} w ${rows}) ${as}`
    : sql`join ${from} ${as} on ${as}.rowid in (select w.rowid from ${from} w ${rows})`;
}

/** Returns the items of a JSON array as a table with the column `value`. */
export function jsonItems(db: Connection, items: readonly unknown[]): RawBuilder<unknown> {
  return dialectOf(db) === 'postgres'
    ? sql`json_array_elements(${JSON.stringify(items, clean)}::json) as item (value)`
    : sql`json_each(${JSON.stringify(items)}) as item`;
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
function clean(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value;
}

/** Returns the condition that a JSON object of texts has this entry. */
export function hasJsonEntry(
  db: Connection,
  column: string,
  [key, value]: readonly [key: string, value: string],
): RawBuilder<boolean> {
  const object = sql.ref(column);
  return dialectOf(db) === 'postgres'
    ? sql`(${object}::json ->> ${key}::text) = ${value}`
    : sql`exists (select 1 from json_each(${object}) as m where m.key = ${key} and m.value = ${value})`;
}

/** Writes the changes of earlier commits to the database's own file, so that no log has older texts. */
export async function emptyLog(db: Connection): Promise<void> {
  if (dialectOf(db) === 'sqlite') await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

/**
 * Runs `work`, which replaces texts. SQLite overwrites the old texts in its file with zeros. PostgreSQL keeps
 * them until its VACUUM.
 */
export async function erasing(db: Connection, work: () => Promise<void>): Promise<void> {
  if (dialectOf(db) === 'postgres') return work();
  const { rows } = await sql<{ secure_delete: number }>`PRAGMA secure_delete`.execute(db);
  await sql`PRAGMA secure_delete = ON`.execute(db);
  try {
    await work();
  } finally {
    await sql`PRAGMA secure_delete = ${sql.lit(rows[0]?.secure_delete ?? 0)}`.execute(db);
  }
}

/** VACUUM blocks all other work. It took 0.33 s for a file of this size. */
const MAX_REWRITE_BYTES = 64 * 1024 * 1024;
/** The `user_version` of a file whose free space holds no text from before it was encrypted. */
const REWRITTEN = 1;

/**
 * Rewrites the whole file of SQLite once, because free space in its pages keeps texts from before they were
 * encrypted. Returns false and does nothing when the file is too large for that. A database of PostgreSQL
 * never had such texts.
 */
export async function overwriteFreeSpace(db: Connection): Promise<boolean> {
  if (dialectOf(db) === 'postgres') return true;
  const { rows } = await sql<{ version: number; bytes: number }>`
    select user_version as version, page_count * page_size as bytes
    from pragma_user_version, pragma_page_count, pragma_page_size`.execute(db);
  const { version = 0, bytes = 0 } = rows[0] ?? {};
  if (version >= REWRITTEN) return true;
  if (bytes > MAX_REWRITE_BYTES) return false;
  await sql`VACUUM`.execute(db);
  await emptyLog(db);
  await sql`PRAGMA user_version = ${sql.lit(REWRITTEN)}`.execute(db);
  return true;
}
