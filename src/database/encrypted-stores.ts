import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import {
  ADDRESS_IN_JSON,
  addressesIn,
  type EncryptedRow,
  type EncryptedStore,
  withAddresses,
} from '../secrets/index.ts';
import { atomicallyUnsynced, type Connection } from './open.ts';
import { inPage, rowPages } from './row-pages.ts';
import type { Tables } from './tables.ts';

/**
 * How a column stores encrypted values. `filter` is a condition that rows without such values do not meet.
 */
type Form = {
  values(text: string): string[];
  withValues(text: string, values: readonly string[]): string;
  filter(column: string, currentPrefix: string): ReturnType<typeof sql<boolean>>;
};

/** The text is one encrypted value. */
const VALUE: Form = {
  values: (text) => [text],
  withValues: (_, [value = '']) => value,
  // Large values of the first key, such as stored answers, are not read at every start.
  filter: (column, prefix) =>
    sql<boolean>`substr(${sql.ref(column)}, 1, ${prefix.length}) <> ${prefix}`,
};

/** JSON with encrypted addresses of media in it. */
const ADDRESSES: Form = {
  values: addressesIn,
  withValues: withAddresses,
  filter: (column) => sql<boolean>`instr(${sql.ref(column)}, ${ADDRESS_IN_JSON}) > 0`,
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
  filter: (column) => sql<boolean>`${sql.ref(column)} <> '[]'`,
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

const needed = { isNeeded: true };
const expiring = { isNeeded: false };
const CREDENTIALS: readonly Place[] = [
  { table: 'idempotency_keys', column: 'body', owner: 'key', form: VALUE, ...expiring },
  { table: 'destinations', column: 'encrypted_credentials', owner: 'id', form: VALUE, ...needed },
  { table: 'external_uploads', column: 'encrypted_query', owner: 'id', form: VALUE, ...needed },
  { table: 'external_uploads', column: 'encrypted_resume', owner: 'id', form: VALUE, ...needed },
  { table: 'webhook_endpoints', column: 'encrypted_url', owner: 'id', form: VALUE, ...needed },
  { table: 'webhook_endpoints', column: 'encrypted_secret', owner: 'id', form: VALUE, ...needed },
  { table: 'webhook_endpoints', column: 'previous_secrets', owner: 'id', form: SECRETS, ...needed },
];
const MEDIA_ADDRESSES: readonly Place[] = [
  { table: 'mappings', column: 'body', owner: 'id', form: ADDRESSES, ...needed },
  // Has the addresses of `body`, whose loss is reported.
  { table: 'mappings', column: 'parsed', owner: 'id', form: ADDRESSES, ...expiring },
  { table: 'render_sessions', column: 'source_uploads', owner: 'id', form: ADDRESSES, ...expiring },
  {
    table: 'session_inputs',
    column: 'ingested',
    owner: 'session_id',
    form: ADDRESSES,
    ...expiring,
  },
  { table: 'batch_options', column: 'options', owner: 'batch_id', form: ADDRESSES, ...needed },
  { table: 'batch_rows', column: 'values', owner: 'batch_id', form: ADDRESSES, ...needed },
  { table: 'events', column: 'data', owner: 'id', form: ADDRESSES, ...expiring },
];

/** All columns that hold encrypted values. */
export function encryptedStoresOf(db: Connection) {
  return {
    /** Credentials, signing secrets and stored answers, which jobs need. */
    credentials: CREDENTIALS.map((place) => storeOf(db, place)),
    /** Presigned addresses of media, which may be in very many rows. */
    addresses: MEDIA_ADDRESSES.map((place) => storeOf(db, place)),
    flush: async () => {
      await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
    },
    overwriteFreeSpace: () => overwriteFreeSpace(db),
  };
}

function storeOf(db: Connection, place: Place): EncryptedStore {
  return {
    isNeeded: place.isNeeded,
    list: (currentPrefix) => listRows(db, place, currentPrefix),
    replace: (changes) => replaceRows(db, place, changes),
  };
}

async function* listRows(
  db: Connection,
  { table, column, owner, form }: Place,
  currentPrefix: string,
): AsyncGenerator<EncryptedRow> {
  for await (const page of rowPages(db, table)) {
    const { rows: found } = await sql<{ id: number }>`
      select rowid as id from ${sql.table(table)}
      where ${inPage(page)} and ${form.filter(column, currentPrefix)}`.execute(db);
    // Rows are read one at a time, because a text may have a megabyte.
    for (const { id } of found) {
      const { rows } = await sql<{ owner: string; stored: string | null }>`
        select ${sql.ref(owner)} as owner, ${sql.ref(column)} as stored
        from ${sql.table(table)} where rowid = ${id}`.execute(db);
      const [row] = rows;
      if (row && row.stored !== null)
        yield { id, owner: row.owner, values: form.values(row.stored), stored: row.stored };
      await setImmediate();
    }
  }
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
  const { rows } = await sql<{ secure_delete: number }>`PRAGMA secure_delete`.execute(db);
  // Overwrites old texts in the file with zeros.
  await sql`PRAGMA secure_delete = ON`.execute(db);
  try {
    await atomicallyUnsynced(db, async (tx) => {
      for (const { row, values } of changes) {
        const after = form.withValues(row.stored, values);
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after}
          where rowid = ${row.id} and ${sql.ref(column)} = ${row.stored}`.execute(tx);
      }
    });
  } finally {
    await sql`PRAGMA secure_delete = ${sql.lit(rows[0]?.secure_delete ?? 0)}`.execute(db);
  }
}

/** VACUUM blocks all other work. It took 0.33 s for a file of this size. */
const MAX_REWRITE_BYTES = 64 * 1024 * 1024;
/** The `user_version` of a file whose free space holds no text from before it was encrypted. */
const REWRITTEN = 1;

/**
 * Rewrites the whole file once, because free space in its pages keeps texts from before they were
 * encrypted. Returns false and does nothing when the file is too large for that.
 */
async function overwriteFreeSpace(db: Connection): Promise<boolean> {
  const { rows } = await sql<{ version: number; bytes: number }>`
    select user_version as version, page_count * page_size as bytes
    from pragma_user_version, pragma_page_count, pragma_page_size`.execute(db);
  const { version = 0, bytes = 0 } = rows[0] ?? {};
  if (version >= REWRITTEN) return true;
  if (bytes > MAX_REWRITE_BYTES) return false;
  await sql`VACUUM`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  await sql`PRAGMA user_version = ${sql.lit(REWRITTEN)}`.execute(db);
  return true;
}
