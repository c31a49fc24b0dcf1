import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import {
  ADDRESS_IN_JSON,
  addressesIn,
  type EncryptedRow,
  type EncryptedStore,
  withAddresses,
} from '../secrets/index.ts';
import { KEYS } from './accounts/owned-tables.ts';
import { emptyLog, erasing, includes, overwriteFreeSpace } from './dialect.ts';
import { atomicallyUnsynced, type Connection } from './open.ts';
import type { Tables } from './tables.ts';

/**
 * How a column stores encrypted values. `filter` is a condition that rows without such values do not meet.
 */
type Form = {
  values(text: string): string[];
  withValues(text: string, values: readonly string[]): string;
  filter(db: Connection, column: string, currentPrefix: string): RawBuilder<boolean>;
};

/** The text is one encrypted value. */
const VALUE: Form = {
  values: (text) => [text],
  withValues: (_, [value = '']) => value,
  // Large values of the first key, such as stored answers, are not read at every start.
  filter: (_, column, prefix) =>
    sql<boolean>`substr(${sql.ref(column)}, 1, ${prefix.length}) <> ${prefix}`,
};

/** JSON with encrypted addresses of media in it. */
const ADDRESSES: Form = {
  values: addressesIn,
  withValues: withAddresses,
  filter: (db, column) => includes(db, sql.ref(column), ADDRESS_IN_JSON),
};

type Secret = { encrypted: string; untilMs: number };

/** The signing secrets from before rotations, as JSON. */
const SECRETS: Form = {
  values: (text) => (JSON.parse(text) as Secret[]).map(({ encrypted }) => encrypted),
  withValues: (text, values) =>
    JSON.stringify(
      (JSON.parse(text) as Secret[]).map((secret, index) => ({
        ...secret,
        encrypted: values[index],
      })),
    ),
  filter: (_, column) => sql<boolean>`${sql.ref(column)} <> '[]'`,
};

type Place = {
  table: keyof Tables;
  column: string;
  /** The column of the owner that the values are encrypted for. */
  owner: string;
  form: Form;
  /** Whether a client must send the value again if its key is lost. Other values expire. */
  isNeeded: boolean;
};

const NEEDED = { isNeeded: true };
const EXPIRING = { isNeeded: false };
const CREDENTIALS: readonly Place[] = [
  { table: 'idempotencyKeys', column: 'body', owner: 'key', form: VALUE, ...EXPIRING },
  { table: 'destinations', column: 'encryptedCredentials', owner: 'id', form: VALUE, ...NEEDED },
  { table: 'externalUploads', column: 'encryptedQuery', owner: 'id', form: VALUE, ...NEEDED },
  { table: 'externalUploads', column: 'encryptedResume', owner: 'id', form: VALUE, ...NEEDED },
  { table: 'webhookEndpoints', column: 'encryptedUrl', owner: 'id', form: VALUE, ...NEEDED },
  { table: 'webhookEndpoints', column: 'encryptedSecret', owner: 'id', form: VALUE, ...NEEDED },
  { table: 'webhookEndpoints', column: 'previousSecrets', owner: 'id', form: SECRETS, ...NEEDED },
];
const MEDIA_ADDRESSES: readonly Place[] = [
  { table: 'mappings', column: 'body', owner: 'id', form: ADDRESSES, ...NEEDED },
  // Has the addresses of `body`, whose loss is reported.
  { table: 'mappings', column: 'parsed', owner: 'id', form: ADDRESSES, ...EXPIRING },
  { table: 'renderSessions', column: 'sourceUploads', owner: 'id', form: ADDRESSES, ...EXPIRING },
  { table: 'sessionInputs', column: 'ingested', owner: 'sessionId', form: ADDRESSES, ...EXPIRING },
  { table: 'batchOptions', column: 'options', owner: 'batchId', form: ADDRESSES, ...NEEDED },
  { table: 'batchRows', column: 'values', owner: 'batchId', form: ADDRESSES, ...NEEDED },
  { table: 'events', column: 'data', owner: 'id', form: ADDRESSES, ...EXPIRING },
];

/** All columns that hold encrypted values. */
export function encryptedStoresOf(db: Connection) {
  return {
    /** Credentials, signing secrets and stored answers, which jobs need. */
    credentials: CREDENTIALS.map((place) => storeOf(db, place)),
    /** Presigned addresses of media, which may be in very many rows. */
    addresses: MEDIA_ADDRESSES.map((place) => storeOf(db, place)),
    flush: () => emptyLog(db),
    overwriteFreeSpace: () => overwriteFreeSpace(db),
  };
}

/** Returns the functions that list and replace the encrypted values of a column. */
function storeOf(db: Connection, place: Place): EncryptedStore {
  return {
    isNeeded: place.isNeeded,
    list: (currentPrefix) => listRows(db, place, currentPrefix),
    replace: (changes) => replaceRows(db, place, changes),
  };
}

/** Rows in a page. A row may have a megabyte, and requests are answered between pages. */
const ROWS_AT_ONCE = 50;

type Key = readonly unknown[];

/**
 * Yields the rows of a column that have encrypted values, in the order of their keys. Rows whose value has the
 * prefix of the current encryption key are left out where `form.filter` can see that. It reads all rows of the
 * table, in pages, so that requests are answered in between.
 */
async function* listRows(
  db: Connection,
  { table, column, owner, form }: Place,
  currentPrefix: string,
): AsyncGenerator<EncryptedRow> {
  const isFound = form.filter(db, column, currentPrefix);
  for await (const { key, isMatch } of pages(db, table, isFound)) {
    if (!isMatch) continue;
    // Rows are read one at a time, because a text may have a megabyte.
    const { rows } = await sql<{ owner: string; stored: string | null }>`
      select ${sql.ref(owner)} as owner, ${sql.ref(column)} as stored
      from ${sql.table(table)} where ${hasKey(table, key)}`.execute(db);
    const [row] = rows;
    if (row && row.stored !== null)
      yield { key, owner: row.owner, values: form.values(row.stored), stored: row.stored };
    await setImmediate();
  }
}

/** Returns the keys of all rows of a table, and whether the row meets a condition. */
async function* pages(
  db: Connection,
  table: keyof Tables,
  condition: RawBuilder<boolean>,
): AsyncGenerator<{ key: Key; isMatch: boolean }> {
  const names = KEYS[table];
  const columns = sql.join(names.map((name) => sql.ref(name)));
  let lastKey: Key | undefined;
  for (;;) {
    const afterLast = lastKey && sql`where (${columns}) > (${sql.join(lastKey)})`;
    const { rows } = await sql<Record<string, unknown>>`
      select ${columns}, case when ${condition} then 1 else 0 end as found
      from ${sql.table(table)} ${afterLast ?? sql``} order by ${columns} limit ${ROWS_AT_ONCE}`.execute(
      db,
    );
    for (const row of rows) {
      lastKey = names.map((name) => row[name]);
      yield { key: lastKey, isMatch: row['found'] === 1 };
    }
    if (rows.length < ROWS_AT_ONCE) return;
    await setImmediate();
  }
}

/** Returns the condition that a row has this key. The values of `key` are in the order of `KEYS`. */
function hasKey(table: keyof Tables, key: Key): RawBuilder<boolean> {
  const columns = KEYS[table].map((name) => sql.ref(name));
  return sql`(${sql.join(columns)}) = (${sql.join(key)})`;
}

/**
 * Writes the changed values. A row that was written after it was listed stays unchanged: its writer has
 * encrypted it.
 */
async function replaceRows(
  db: Connection,
  { table, column, form }: Place,
  changes: readonly { row: EncryptedRow; values: readonly string[] }[],
): Promise<void> {
  await erasing(db, () =>
    atomicallyUnsynced(db, async (tx) => {
      for (const { row, values } of changes) {
        const newValue = form.withValues(row.stored, values);
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${newValue}
          where ${hasKey(table, row.key)} and ${sql.ref(column)} = ${row.stored}`.execute(tx);
      }
    }),
  );
}
