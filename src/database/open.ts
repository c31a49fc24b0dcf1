import { CompiledQuery, type Kysely, PostgresAdapter } from 'kysely';
import { withNotes } from './noted-changes.ts';
import { repeated } from './postgres/repeated.ts';
import type { Tables } from './tables.ts';

export type Connection = Kysely<Tables>;

/** Returns the name of the database system that a connection belongs to. */
export function dialectOf(db: Connection): 'sqlite' | 'postgres' {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

const UNSYNCED = CompiledQuery.raw('PRAGMA synchronous = NORMAL');
const SYNCED = CompiledQuery.raw('PRAGMA synchronous = FULL');
const UNSYNCED_POSTGRES = 'set local synchronous_commit = off';
/**
 * The transactions of PostgreSQL share a lock. Only a transaction that is repeated takes it alone, so it cannot
 * conflict again. No statement before the lock may read, because the first read fixes the state that the
 * transaction sees. Only migrations use the table otherwise, and a backup takes another kind of lock.
 */
const TOGETHER = 'lock table kysely_migration_lock in row exclusive mode';
/** A process that was stopped within a transaction must not delay the others for long. */
const ALONE = `set local lock_timeout = '300ms';
  lock table kysely_migration_lock in share row exclusive mode;
  set local lock_timeout to default`;

/**
 * Runs `work` in a transaction: in that of `db`, or else in a new one. PostgreSQL may run it several times,
 * because a transaction that conflicts with another one is repeated.
 */
export function atomically<T>(db: Connection, work: (tx: Connection) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return withNotes(db, (noting) =>
    dialectOf(db) === 'postgres'
      ? serializable(db, noting(work))
      : db.transaction().execute(noting(work)),
  );
}

/**
 * Runs `work` as `atomically` does, without waiting for the disk. A power cut may undo it; a crash of the
 * process cannot. A later commit of `atomically` makes it durable.
 */
export function atomicallyUnsynced<T>(
  db: Connection,
  work: (tx: Connection) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db);
  return withNotes(db, (noting) =>
    dialectOf(db) === 'postgres'
      ? serializable(db, noting(work), UNSYNCED_POSTGRES)
      : db.connection().execute(async (connection) => {
          await connection.executeQuery(UNSYNCED);
          try {
            return await connection.transaction().execute(noting(work));
          } finally {
            await connection.executeQuery(SYNCED);
          }
        }),
  );
}

/** SQLite has one writer at a time. Serializable transactions of PostgreSQL have the same outcomes. */
function serializable<T>(
  db: Connection,
  work: (tx: Connection) => Promise<T>,
  ...settings: readonly string[]
): Promise<T> {
  return repeated((isAlone) =>
    db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (tx) => {
        const first = [isAlone ? ALONE : TOGETHER, ...settings].join(';');
        await tx.executeQuery(CompiledQuery.raw(first));
        return work(tx);
      }),
  );
}
