import { sql } from 'kysely';
import { AppError } from '../../base/index.ts';
import { REMOVING } from '../batches/batch.ts';
import { atomically, atomicallyUnsynced, type Connection } from '../open.ts';
import { OPEN } from '../sessions/external-uploads.ts';
import { RENDERING_LIST } from '../sessions/render-session.ts';
import type { Tables } from '../tables.ts';
import { IMPORTING } from '../templates/template-version.ts';
import { CREDENTIALS, KEYS, OWNED, type OwnedTable, type Part } from './owned-tables.ts';

/** Rows of a table that are removed in one transaction. */
const AT_ONCE = 500;

/** What belongs to an account, or what was removed of it: rows by table, and the bytes of files. */
export type AccountContents = {
  rows: Record<string, number>;
  bytes: number;
  /** Files that the account's deliveries have stored elsewhere. Nothing removes them. */
  delivered: number;
  /** Deliveries of which parts may stay in the customer's storage. */
  interrupted: number;
};

/** The deletion of an account, which has ended if `endedAtMs` is not null. */
export type AccountRemoval = {
  accountId: string;
  name: string;
  endedAtMs: number | null;
  removed: AccountContents;
};

type Name = keyof Tables;
type Removing = { accountId: string; holder: string };

/**
 * Deletes accounts with everything in them, in pieces, so that nobody waits for it. First an account is closed:
 * nobody is let in, and no job of it begins. `holder` is the process that continues the deletion; another one may
 * take it over. Files are removed before the rows that name them, so that an interrupted deletion finds them again.
 */
export function accountRemovalOf(db: Connection, nowMs: () => number) {
  const removals = () => db.selectFrom('account_removals').selectAll();
  const find = async (accountId: string): Promise<AccountRemoval | undefined> => {
    const row = await removals().where('account_id', '=', accountId).executeTakeFirst();
    return row && fromRow(row);
  };
  /** Runs `work` in a transaction and adds what it has removed. Throws `conflict` for another holder. */
  const removing = (
    { accountId, holder }: Removing,
    work: (tx: Connection, add: (table: Name, count: bigint) => void) => Promise<boolean>,
    bytes = 0,
  ): Promise<boolean> =>
    atomicallyUnsynced(db, async (tx) => {
      const row = await tx
        .selectFrom('account_removals')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('holder', '=', holder)
        .executeTakeFirst();
      if (!row) throw takenOver(accountId);
      const { removed } = fromRow(row);
      const isDone = await work(tx, (table, count) => {
        if (count > 0n) removed.rows[table] = (removed.rows[table] ?? 0) + Number(count);
      });
      if (isDone) removed.bytes += bytes;
      await tx
        .updateTable('account_removals')
        .set({ removed: JSON.stringify(removed), progress_at: nowMs() })
        .where('account_id', '=', accountId)
        .execute();
      return isDone;
    });

  return {
    find,

    /** Counts what belongs to an account. The bytes are those that count for its quota. */
    async contentsOf(accountId: string): Promise<Omit<AccountContents, 'bytes'>> {
      const rows: Record<string, number> = {};
      const count = async (table: Name, condition: ReturnType<typeof sql<boolean>>) => {
        const found = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db);
        const more = Number(found.rows[0]?.count ?? 0);
        if (more > 0) rows[table] = (rows[table] ?? 0) + more;
      };
      for (const { table, parts } of OWNED) {
        await count(table, sql<boolean>`account_id = ${accountId}`);
        for (const one of parts) {
          // Counted with the other parts of the same rows.
          if (one.table === 'event_sequences' || one.column === 'segment_id') continue;
          const owners = sql`select ${sql.ref(one.of)} from ${sql.table(table)} where account_id = ${accountId}`;
          await count(one.table, sql<boolean>`${sql.ref(one.column)} in (${owners})`);
        }
      }
      const { delivered, interrupted } = await deliveriesOf(db, accountId);
      return { rows, delivered, interrupted };
    },

    /**
     * Begins the deletion of an account, in one transaction: removes what lets somebody in, hides the account,
     * and ends its running work. Its waiting work never begins. Returns false for an unknown account; takes over a
     * deletion that has begun.
     */
    async close({ accountId, holder }: Removing): Promise<boolean> {
      // Not in the transaction, because it reads all deliveries.
      const deliveries = await deliveriesOf(db, accountId);
      return atomically(db, async (tx) => {
        const now = nowMs();
        const row = await tx
          .selectFrom('accounts')
          .select(['name', 'deleted_at'])
          .where('id', '=', accountId)
          .executeTakeFirst();
        if (!row) return false;
        if (row.deleted_at !== null) {
          await tx
            .updateTable('account_removals')
            .set({ holder, progress_at: now })
            .where('account_id', '=', accountId)
            .where('ended_at', 'is', null)
            .execute();
          return true;
        }
        const removed: AccountContents = { rows: {}, bytes: 0, ...deliveries };
        await tx
          .updateTable('accounts')
          .set({ deleted_at: now })
          .where('id', '=', accountId)
          .execute();
        for (const { table, parts } of CREDENTIALS) {
          const own = sql`select id from ${sql.table(table)} where account_id = ${accountId}`;
          for (const one of parts) {
            const gone = await sql`delete from ${sql.table(one.table)}
              where ${sql.ref(one.column)} in (${own})`.execute(tx);
            addTo(removed, one.table, gone.numAffectedRows);
          }
          const gone = await sql`delete from ${sql.table(table)}
            where account_id = ${accountId}`.execute(tx);
          addTo(removed, table, gone.numAffectedRows);
        }
        await endWork(tx, accountId, now);
        await tx
          .insertInto('account_removals')
          .values({
            ...{ account_id: accountId, name: row.name, holder, progress_at: now, ended_at: null },
            removed: JSON.stringify(removed),
          })
          .execute();
        return true;
      });
    },

    /** Notes that a deletion goes on, so that no other process takes it over. */
    async touch({ accountId, holder }: Removing): Promise<void> {
      await db
        .updateTable('account_removals')
        .set({ progress_at: nowMs() })
        .where('account_id', '=', accountId)
        .where('holder', '=', holder)
        .execute();
    },

    /** Returns the accounts whose deletion has begun, and was not continued since a time. */
    async unfinished(sinceMs = Number.MAX_SAFE_INTEGER): Promise<string[]> {
      const rows = await removals()
        .where('ended_at', 'is', null)
        .where('progress_at', '<', sinceMs)
        .orderBy('progress_at')
        .execute();
      return rows.map((row) => row.account_id);
    },

    /** Whether a session, template version or upload belongs to one of these accounts. */
    async owns(accountIds: readonly string[], id: string): Promise<boolean> {
      if (accountIds.length === 0) return false;
      for (const table of ['render_sessions', 'template_style_versions', 'uploads'] as const) {
        const row = await db
          .selectFrom(table)
          .select('account_id')
          .where('id', '=', id)
          .executeTakeFirst();
        if (row) return accountIds.includes(row.account_id);
      }
      return false;
    },

    /** Returns the first rows of an account in a table whose key is `id`. */
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
          for (const one of parts) {
            const gone = await removeParts(tx, one, [...new Set(rows.map((row) => row[one.of]))]);
            add(one.table, gone);
            if (gone === BigInt(AT_ONCE)) isMore = true;
          }
          if (isMore) return false;
          const ids = sql.join(rows.map(({ id }) => id));
          const gone = await sql`
            delete from ${sql.table(table)} where id in (${ids})`.execute(tx);
          add(table, gone.numAffectedRows ?? 0n);
          return true;
        },
        bytes,
      ),

    /** Removes some rows of a table without parts. Returns whether these were the last. */
    removeSome: (of: Removing, table: Name): Promise<boolean> =>
      removing(of, async (tx, add) => {
        const key = columnsOf(table);
        const gone = await sql`delete from ${sql.table(table)} where (${key}) in (
          select ${key} from ${sql.table(table)}
          where account_id = ${of.accountId} limit ${AT_ONCE})`.execute(tx);
        add(table, gone.numAffectedRows ?? 0n);
        return (gone.numAffectedRows ?? 0n) < BigInt(AT_ONCE);
      }),

    /** Ends a deletion, and returns what it has removed. Throws `conflict` for another holder. */
    async end({ accountId, holder }: Removing): Promise<AccountRemoval> {
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('account_removals')
          .set({ ended_at: nowMs() })
          .where('account_id', '=', accountId)
          .where('holder', '=', holder)
          .executeTakeFirst();
        const removal = await accountRemovalOf(tx, nowMs).find(accountId);
        if (numUpdatedRows === 0n || !removal) throw takenOver(accountId);
        const nothing = {
          renders_at_once: null,
          queued_sessions: null,
          frames_per_day: null,
          stored_bytes: null,
        };
        await tx
          .updateTable('accounts')
          .set({ name: '', ...nothing })
          .where('id', '=', accountId)
          .execute();
        await tx
          .updateTable('account_removals')
          .set({ name: '' })
          .where('account_id', '=', accountId)
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
async function endWork(tx: Connection, accountId: string, now: number): Promise<void> {
  await tx
    .updateTable('render_sessions')
    .set({ status: 'canceled', eta_at: null, updated_at: now })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`status in (${RENDERING_LIST})`)
    // The others wait, and `begin` refuses them. There may be very many.
    .where((e) => e.or([e('phase', '<>', 'queued'), e('epoch', '>', 0)]))
    .execute();
  await tx
    .updateTable('template_style_versions')
    .set({ status: 'failed', updated_at: now })
    .where('account_id', '=', accountId)
    .where('status', 'in', IMPORTING)
    .execute();
  await tx
    .updateTable('external_uploads')
    .set({ status: 'canceled', next_attempt_at: null, ended_at: now, updated_at: now })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`status in (${sql.join(OPEN.map((one) => sql.lit(one)))})`)
    .execute();
  await tx
    .updateTable('batches')
    .set({ status: REMOVING })
    .where('account_id', '=', accountId)
    .execute();
  await tx
    .updateTable('segments')
    .set({ state: 'unwanted' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'wanted')
    .execute();
}

async function removeParts(
  tx: Connection,
  { table, column }: Part,
  owners: readonly (string | undefined)[],
): Promise<bigint> {
  const key = columnsOf(table);
  const gone = await sql`delete from ${sql.table(table)} where (${key}) in (
    select ${key} from ${sql.table(table)}
    where ${sql.ref(column)} in (${sql.join(owners)}) limit ${AT_ONCE})`.execute(tx);
  return gone.numAffectedRows ?? 0n;
}

function columnsOf(table: Name) {
  return sql.join(KEYS[table].map((name) => sql.ref(name)));
}

function addTo({ rows }: AccountContents, table: Name, count: bigint | undefined): void {
  if (count) rows[table] = (rows[table] ?? 0) + Number(count);
}

async function deliveriesOf(db: Connection, accountId: string) {
  const row = await db
    .selectFrom('external_uploads')
    .select((e) => [
      e.fn.countAll<number>().filterWhere('status', '=', 'complete').as('delivered'),
      e.fn
        .countAll<number>()
        .filterWhere('status', '<>', 'complete')
        .filterWhere('encrypted_resume', 'is not', null)
        .as('interrupted'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { delivered: Number(row.delivered), interrupted: Number(row.interrupted) };
}

function fromRow(row: Tables['account_removals']): AccountRemoval {
  const removed = JSON.parse(row.removed) as AccountContents;
  return { accountId: row.account_id, name: row.name, endedAtMs: row.ended_at, removed };
}

function takenOver(accountId: string): AppError {
  return new AppError('conflict', `Another process continues the deletion of ${accountId}.`, {
    hint: 'Wait, and run the command again for its report.',
  });
}
