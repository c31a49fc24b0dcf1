import { sql } from 'kysely';
import { AppError } from '../base/index.ts';
import { type Connection, dialectOf } from './open.ts';

/** The time of the database's clock in milliseconds, because the clocks of machines may differ. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Leases for work that one process at a time does. A lease ends by the clock of the database. Its epoch is
 * raised by each new holder, so that writes of an earlier holder can be refused.
 *
 * A data folder with SQLite has one worker, which holds the lock of the folder. It gets every lease.
 */
export function leasesOf(db: Connection) {
  const isShared = dialectOf(db) === 'postgres';
  return {
    /** Returns the time of the database's clock; undefined for SQLite, which uses the machine's. */
    async nowMs(): Promise<number | undefined> {
      if (!isShared) return undefined;
      const { rows } = await sql<{ now: number }>`select ${NOW} as now`.execute(db);
      return rows[0]?.now;
    },

    /** Takes a lease that is free. Returns its epoch; undefined when another process holds it. */
    async acquire(name: string, holder: string, forMs: number): Promise<number | undefined> {
      if (!isShared) return 1;
      const { rows } = await sql<{ epoch: number }>`
        insert into leases (name, holder, epoch, until)
        values (${name}, ${holder}, 1, ${NOW} + ${sql.lit(forMs)})
        on conflict (name) do update
        set holder = excluded.holder, epoch = leases.epoch + 1, until = excluded.until
        where leases.until <= ${NOW}
        returning epoch`.execute(db);
      return rows[0]?.epoch;
    },

    /** Extends a lease. Returns false when another process has taken it. */
    async renew(name: string, epoch: number, forMs: number): Promise<boolean> {
      if (!isShared) return true;
      const { numAffectedRows } = await sql`
        update leases set until = ${NOW} + ${sql.lit(forMs)}
        where name = ${name} and epoch = ${epoch}`.execute(db);
      return numAffectedRows === 1n;
    },

    /** Ends a lease, so that another process need not wait for its end. */
    async release(name: string, epoch: number): Promise<void> {
      if (!isShared) return;
      await sql`update leases set until = 0 where name = ${name} and epoch = ${epoch}`.execute(db);
    },

    /**
     * Throws `unavailable` when another process has taken the lease. In a transaction that writes, no other process
     * takes it until the commit.
     */
    async require(name: string, epoch: number): Promise<void> {
      if (!isShared) return;
      const { rows } = await sql`
        select 1 from leases where name = ${name} and epoch = ${epoch} for share`.execute(db);
      if (rows.length === 0)
        throw new AppError('unavailable', `Another process has taken over the work "${name}".`);
    },
  };
}
