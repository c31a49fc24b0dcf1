import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { atomicallyUnsynced, type Connection } from './open.ts';
import { ADDRESS_IN_JSON, resealJson } from './row-json.ts';
import { inPage, rowPages } from './row-pages.ts';

/** Where `RowJson` is stored, with the column of the row's id. */
const PLACES = [
  { table: 'mappings', id: 'id', column: 'body' },
  { table: 'mappings', id: 'id', column: 'parsed' },
  { table: 'render_sessions', id: 'id', column: 'source_uploads' },
  { table: 'session_inputs', id: 'session_id', column: 'ingested' },
  { table: 'events', id: 'id', column: 'data' },
] as const;
type Place = (typeof PLACES)[number];
type Row = { rowid: number; owner: string; text: string };

/** A VACUUM stops all else; of this much it took 0.33 s. */
const MAX_REWRITE_BYTES = 64 * 1024 * 1024;
/** The `user_version` of a file that has nothing in it from before addresses were encrypted. */
const REWRITTEN = 1;

/** The encrypted addresses of all rows, for a change of the key. */
export function sealedAddressesOf(db: Connection) {
  return {
    /**
     * Replaces each address for which `reseal` returns another text; returns the number of rows. It
     * ends early when `signal` is aborted, and can be begun again. Old texts are overwritten in the file.
     */
    async resealAll(
      reseal: (sealed: string, owner: string) => string,
      signal?: AbortSignal,
    ): Promise<number> {
      const { rows } = await sql<{ secure_delete: number }>`PRAGMA secure_delete`.execute(db);
      await sql`PRAGMA secure_delete = ON`.execute(db);
      try {
        let count = 0;
        for (const place of PLACES) count += await resealPlace(db, place, reseal, signal);
        // The log in front of the file still has the old texts.
        if (count > 0) await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
        return count;
      } finally {
        await sql`PRAGMA secure_delete = ${sql.lit(rows[0]?.secure_delete ?? 0)}`.execute(db);
      }
    },

    /**
     * Writes the whole file anew, once: free space in its pages keeps texts from before they were
     * encrypted. False, and nothing is done, when the file is too large for that.
     */
    async rewriteOnce(): Promise<boolean> {
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
    },

    /** Calls `look` with each encrypted address of a mapping and the mapping's id. */
    async lookAtMappings(look: (sealed: string, owner: string) => string): Promise<void> {
      await resealPlace(db, PLACES[0], look);
    },
  };
}

async function resealPlace(
  db: Connection,
  place: Place,
  reseal: (sealed: string, owner: string) => string,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0;
  for await (const page of rowPages(db, place.table)) {
    if (signal?.aborted) break;
    const changed: (Row & { after: string })[] = [];
    for (const row of await rowsOf(db, place, page)) {
      const after = resealJson(row.text, row.owner, reseal);
      if (after !== row.text) changed.push({ ...row, after });
      await setImmediate();
    }
    if (changed.length > 0) await replaceTexts(db, place, changed);
    count += changed.length;
  }
  return count;
}

async function rowsOf(db: Connection, { table, id, column }: Place, page: [number, number]) {
  const { rows } = await sql<Row>`
    select rowid, ${sql.ref(id)} as owner, ${sql.ref(column)} as text from ${sql.table(table)}
    where ${inPage(page)} and instr(${sql.ref(column)}, ${ADDRESS_IN_JSON}) > 0`.execute(db);
  return rows;
}

/** A row that was written meanwhile is left alone: its writer has encrypted it. */
async function replaceTexts(
  db: Connection,
  { table, column }: Place,
  changed: readonly (Row & { after: string })[],
): Promise<void> {
  await atomicallyUnsynced(db, async (tx) => {
    for (const { rowid, text, after } of changed) {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${after}
        where rowid = ${rowid} and ${sql.ref(column)} = ${text}`.execute(tx);
    }
  });
}
