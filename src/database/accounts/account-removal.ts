import { sql } from 'kysely';
import { AppError } from '../../base/index.ts';
import { REMOVING } from '../batches/batch.ts';
import { databaseName } from '../columns.ts';
import { atomically, atomicallyUnsynced, type Connection } from '../open.ts';
import { OPEN } from '../sessions/deliveries.ts';
import { RENDERING_LIST } from '../sessions/render-session.ts';
import type { Tables } from '../tables.ts';
import { IMPORTING } from '../templates/template-version.ts';
import type { AccountContents, AccountRemoval } from './account-contents.ts';
import { CREDENTIALS, KEYS, OWNED, type OwnedTable, type Part } from './owned-tables.ts';

/** Rows of a table that are removed in one transaction. */
const AT_ONCE = 500;

type Name = keyof Tables;
type Removing = { accountId: string; holder: string };

/**
 * Deletes accounts with everything in them, in pieces, so that requests of other accounts do not wait. First an
 * account is closed: no person and no client can sign in, and no job of it begins. `holder` is the process that continues the deletion; another one may
 * take it over. Files are removed before the rows that name them, so that an interrupted deletion finds them again.
 */
export function accountRemovalOf(db: Connection, nowMs: () => number) {
  const find = async (accountId: string): Promise<AccountRemoval | undefined> =>
    db
      .selectFrom('accountRemovals')
      .select(['accountId', 'name', 'endedAtMs', 'removed'])
      .where('accountId', '=', accountId)
      .executeTakeFirst();
  /** Runs `work` in a transaction and adds what it has removed. Throws `conflict` for another holder. */
  const removing = (
    { accountId, holder }: Removing,
    work: (tx: Connection, add: (table: Name, count: bigint) => void) => Promise<boolean>,
    bytes = 0,
  ): Promise<boolean> =>
    atomicallyUnsynced(db, async (tx) => {
      const row = await tx
        .selectFrom('accountRemovals')
        .select('removed')
        .where('accountId', '=', accountId)
        .where('holder', '=', holder)
        .executeTakeFirst();
      if (!row) throw takenOverError(accountId);
      const { removed } = row;
      const isDone = await work(tx, (table, count) => addTo(removed, table, count));
      if (isDone) removed.bytes += bytes;
      await tx
        .updateTable('accountRemovals')
        .set({ removed, progressAtMs: nowMs() })
        .where('accountId', '=', accountId)
        .execute();
      return isDone;
    });

  return {
    find,

    /** Counts what belongs to an account. The bytes are those that count for its quota. */
    async contentsOf(accountId: string): Promise<Omit<AccountContents, 'bytes'>> {
      const rows: Record<string, number> = {};
      const count = async (table: Name, condition: ReturnType<typeof sql<boolean>>) => {
        const result = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db);
        addTo({ rows }, table, result.rows[0]?.count);
      };
      for (const { table, parts } of OWNED) {
        await count(table, sql<boolean>`account_id = ${accountId}`);
        for (const part of parts) {
          // Counted with the other parts of the same rows.
          if (part.table === 'eventSequences' || part.column === 'segmentId') continue;
          const owners = sql`select ${sql.ref(part.of)} from ${sql.table(table)} where account_id = ${accountId}`;
          await count(part.table, sql<boolean>`${sql.ref(part.column)} in (${owners})`);
        }
      }
      const { delivered, interrupted } = await countDeliveries(db, accountId);
      return { rows, delivered, interrupted };
    },

    /**
     * Begins the deletion of an account, in one transaction: removes its credentials, hides the account,
     * and ends its running work. Its waiting work never begins. Returns false for an unknown account; takes over a
     * deletion that has begun.
     */
    async close({ accountId, holder }: Removing): Promise<boolean> {
      // Not in the transaction, because it reads all deliveries.
      const deliveries = await countDeliveries(db, accountId);
      return atomically(db, async (tx) => {
        const timeMs = nowMs();
        const row = await tx
          .selectFrom('accounts')
          .select(['name', 'deletedAtMs'])
          .where('id', '=', accountId)
          .executeTakeFirst();
        if (!row) return false;
        if (row.deletedAtMs !== null) {
          await tx
            .updateTable('accountRemovals')
            .set({ holder, progressAtMs: timeMs })
            .where('accountId', '=', accountId)
            .where('endedAtMs', 'is', null)
            .execute();
          return true;
        }
        const removed: AccountContents = { rows: {}, bytes: 0, ...deliveries };
        await tx
          .updateTable('accounts')
          .set({ deletedAtMs: timeMs })
          .where('id', '=', accountId)
          .execute();
        for (const { table, parts } of CREDENTIALS) {
          const ids = sql`select id from ${sql.table(table)} where account_id = ${accountId}`;
          for (const part of parts) {
            const deleted = await sql`delete from ${sql.table(part.table)}
              where ${sql.ref(part.column)} in (${ids})`.execute(tx);
            addTo(removed, part.table, deleted.numAffectedRows);
          }
          const deleted = await sql`delete from ${sql.table(table)}
            where account_id = ${accountId}`.execute(tx);
          addTo(removed, table, deleted.numAffectedRows);
        }
        await endWork(tx, accountId, timeMs);
        await tx
          .insertInto('accountRemovals')
          .values({ accountId, name: row.name, holder, progressAtMs: timeMs, removed })
          .execute();
        return true;
      });
    },

    /** Notes that a deletion goes on, so that no other process takes it over. */
    async touch({ accountId, holder }: Removing): Promise<void> {
      await db
        .updateTable('accountRemovals')
        .set({ progressAtMs: nowMs() })
        .where('accountId', '=', accountId)
        .where('holder', '=', holder)
        .execute();
    },

    /** Returns the accounts whose deletion has begun, and was not continued since a time. */
    async unfinished(sinceMs = Number.MAX_SAFE_INTEGER): Promise<string[]> {
      const rows = await db
        .selectFrom('accountRemovals')
        .select('accountId')
        .where('endedAtMs', 'is', null)
        .where('progressAtMs', '<', sinceMs)
        .orderBy('progressAtMs')
        .execute();
      return rows.map(({ accountId }) => accountId);
    },

    /** Whether a session, template version or upload belongs to one of these accounts. */
    async owns(accountIds: readonly string[], id: string): Promise<boolean> {
      if (accountIds.length === 0) return false;
      for (const table of ['renderSessions', 'templateStyleVersions', 'uploads'] as const) {
        const row = await db
          .selectFrom(table)
          .select('accountId')
          .where('id', '=', id)
          .executeTakeFirst();
        if (row) return accountIds.includes(row.accountId);
      }
      return false;
    },

    /**
     * Returns the first rows of an account in a table whose key is `id`: the id and these columns. The rows
     * must be removed before the next call, which else returns the same rows.
     */
    async page(
      table: Name,
      accountId: string,
      columns: readonly string[],
      limit: number,
    ): Promise<Record<string, string>[]> {
      const names = sql.join(['id', ...columns].map((name) => sql.ref(name)));
      const { rows } = await sql<Record<string, string>>`
        select ${names} from ${sql.table(table)}
        where account_id = ${accountId} limit ${limit}`.execute(db);
      return rows;
    },

    /**
     * Removes rows of a page with their parts. Returns false if there are more parts: call it again. `bytes` are
     * those of the files that were removed.
     */
    removePage: (
      of: Removing,
      { table, parts }: OwnedTable,
      rows: readonly Record<string, string>[],
      bytes = 0,
    ): Promise<boolean> =>
      removing(
        of,
        async (tx, add) => {
          let isMore = false;
          for (const part of parts) {
            const deleted = await removeParts(tx, part, [
              ...new Set(rows.map((row) => row[part.of])),
            ]);
            add(part.table, deleted);
            if (deleted === BigInt(AT_ONCE)) isMore = true;
          }
          if (isMore) return false;
          const ids = sql.join(rows.map(({ id }) => id));
          const deleted = await sql`
            delete from ${sql.table(table)} where id in (${ids})`.execute(tx);
          add(table, deleted.numAffectedRows ?? 0n);
          return true;
        },
        bytes,
      ),

    /** Removes rows of a table without parts, at most `AT_ONCE`. Returns whether these were the last. */
    removeSome: (of: Removing, table: Name): Promise<boolean> =>
      removing(of, async (tx, add) => {
        const key = columnsOf(table);
        const deleted = await sql`delete from ${sql.table(table)} where (${key}) in (
          select ${key} from ${sql.table(table)}
          where account_id = ${of.accountId} limit ${AT_ONCE})`.execute(tx);
        add(table, deleted.numAffectedRows ?? 0n);
        return (deleted.numAffectedRows ?? 0n) < BigInt(AT_ONCE);
      }),

    /** Ends a deletion, and returns what it has removed. Throws `conflict` for another holder. */
    async end({ accountId, holder }: Removing): Promise<AccountRemoval> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('accountRemovals')
          .set({ endedAtMs: nowMs() })
          .where('accountId', '=', accountId)
          .where('holder', '=', holder)
          .executeTakeFirst();
        const removal = await accountRemovalOf(tx, nowMs).find(accountId);
        if (numUpdatedRows === 0n || !removal) throw takenOverError(accountId);
        const nothing = {
          rendersAtOnce: null,
          queuedSessions: null,
          framesPerDay: null,
          storedBytes: null,
          speechCharactersPerDay: null,
          transcriptionSecondsPerDay: null,
        };
        await tx
          .updateTable('accounts')
          .set({ name: '', ...nothing })
          .where('id', '=', accountId)
          .execute();
        await tx
          .updateTable('accountRemovals')
          .set({ name: '' })
          .where('accountId', '=', accountId)
          .execute();
        return removal;
      });
    },
  };
}

/**
 * Ends the running work of an account. The processes that do it notice that within a second. Only with constants does
 * SQLite use the partial indexes.
 */
async function endWork(tx: Connection, accountId: string, timeMs: number): Promise<void> {
  await tx
    .updateTable('renderSessions')
    .set({ status: 'canceled', etaMs: null, updatedAtMs: timeMs })
    .where('accountId', '=', accountId)
    .where(sql<boolean>`status in (${RENDERING_LIST})`)
    // The others wait, and `begin` refuses them. There may be very many.
    .where((e) => e.or([e('phase', '<>', 'queued'), e('epoch', '>', 0)]))
    .execute();
  await tx
    .updateTable('templateStyleVersions')
    .set({ status: 'failed', updatedAtMs: timeMs })
    .where('accountId', '=', accountId)
    .where('status', 'in', IMPORTING)
    .execute();
  await tx
    .updateTable('externalUploads')
    .set({ status: 'canceled', nextAttemptAtMs: null, endedAtMs: timeMs, updatedAtMs: timeMs })
    .where('accountId', '=', accountId)
    .where(sql<boolean>`status in (${sql.join(OPEN.map((status) => sql.lit(status)))})`)
    .execute();
  await tx
    .updateTable('batches')
    .set({ status: REMOVING })
    .where('accountId', '=', accountId)
    .execute();
  await tx
    .updateTable('segments')
    .set({ state: 'unwanted' })
    .where('accountId', '=', accountId)
    .where('state', '=', 'wanted')
    .execute();
}

/**
 * Removes rows of a part whose `column` has one of the values of `owners`, at most `AT_ONCE`. Returns their
 * number; `AT_ONCE` means that there may be more.
 */
async function removeParts(
  tx: Connection,
  { table, column }: Part,
  owners: readonly (string | undefined)[],
): Promise<bigint> {
  const key = columnsOf(table);
  const deleted = await sql`delete from ${sql.table(table)} where (${key}) in (
    select ${key} from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(owners)}) limit ${AT_ONCE})`.execute(tx);
  return deleted.numAffectedRows ?? 0n;
}

function columnsOf(table: Name) {
  return sql.join(KEYS[table].map((name) => sql.ref(name)));
}

/** Adds to the number of removed or counted rows of a table, under the name of the table in the database. */
function addTo(
  { rows }: Pick<AccountContents, 'rows'>,
  table: Name,
  count: number | bigint | undefined,
): void {
  const name = databaseName(table);
  if (count) rows[name] = (rows[name] ?? 0) + Number(count);
}

/**
 * Counts an account's uploads to cloud storage that are complete, and those that stopped halfway: parts of such
 * an upload may remain in the cloud storage.
 */
async function countDeliveries(db: Connection, accountId: string) {
  const row = await db
    .selectFrom('externalUploads')
    .select((e) => [
      e.fn.countAll<number>().filterWhere('status', '=', 'complete').as('delivered'),
      e.fn
        .countAll<number>()
        .filterWhere('status', '<>', 'complete')
        .filterWhere('encryptedResume', 'is not', null)
        .as('interrupted'),
    ])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow();
  return { delivered: Number(row.delivered), interrupted: Number(row.interrupted) };
}

function takenOverError(accountId: string): AppError {
  return new AppError('conflict', `Another process continues the deletion of ${accountId}.`, {
    hint: 'Wait, and run the command again for its report.',
  });
}
