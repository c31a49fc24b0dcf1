import { SCHEMA, type Sql } from './boss.ts';

/** The number of jobs that a process runs at the same time, by the first kind of its workers. */
export type Slots = Readonly<Record<string, number>>;

const DEAD_SECONDS = 10;
const FORGOTTEN_SECONDS = 3600;

/** Confirms that a process lives and runs jobs. Call it every three seconds. */
export async function beat(sql: Sql, id: string, slots: Slots): Promise<void> {
  await sql.query(
    `insert into ${SCHEMA}.processes values ($1, $2, clock_timestamp())
      on conflict (id) do update set slots = excluded.slots, seen_at = excluded.seen_at`,
    [id, JSON.stringify(slots)],
  );
}

/** Jobs are no longer sent for the slots of a process. */
export async function leave(sql: Sql, id: string): Promise<void> {
  await sql.query(`delete from ${SCHEMA}.processes where id = $1`, [id]);
}

/** Returns the slots of each live process. */
export async function liveSlots(sql: Sql): Promise<Slots[]> {
  const { rows } = await sql.query(
    `select slots from ${SCHEMA}.processes
      where seen_at > clock_timestamp() - ${DEAD_SECONDS} * interval '1 s'`,
  );
  return (rows as { slots: Slots }[]).map(({ slots }) => slots);
}

/** Returns the number of live processes that run jobs of a worker; at least 1. */
export async function countLive(sql: Sql, name: string): Promise<number> {
  const slots = await liveSlots(sql);
  return Math.max(1, slots.filter((processSlots) => (processSlots[name] ?? 0) > 0).length);
}

/** Removes the rows of processes that have not been heard of for an hour. */
export async function forgetDead(sql: Sql): Promise<void> {
  await sql.query(
    `delete from ${SCHEMA}.processes
      where seen_at < clock_timestamp() - ${FORGOTTEN_SECONDS} * interval '1 s'`,
  );
}
