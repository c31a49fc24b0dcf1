import { sql } from 'kysely';
import { assert, newId } from '../../base/index.ts';
import { addressJson } from '../../secrets/index.ts';
import { noteChange } from '../noted-changes.ts';
import { atomically, type Connection, dialectOf } from '../open.ts';
import { picked } from '../picked.ts';
import { prepared, preparedInsert } from '../prepared.ts';
import type { Tables } from '../tables.ts';
import type { RepositoryParts } from './event-forms.ts';
import { type EventFile, type EventPayload, readPayload } from './event-payload.ts';

/**
 * The events of one subject, a session, version or endpoint, are delivered in order. `data` and
 * `files` are as in `EventPayload`.
 */
export type NewEvent = Pick<Tables['events'], 'accountId' | 'type' | 'subjectId'> & {
  data: Record<string, unknown>;
  files?: EventFile[];
};

/** `sequence` counts the events of a subject from 1. */
export type StoredEvent = Required<NewEvent> & Omit<Tables['events'], 'data'>;

/**
 * Writes an event, and a delivery for each endpoint that subscribes to it. Call it in the transaction of the
 * change that the event reports, so that neither is stored without the other. `json` may be left out for
 * events without addresses of media.
 */
export async function appendEvent(
  tx: Connection,
  event: NewEvent,
  { nowMs, json = addressJson() }: Pick<RepositoryParts, 'nowMs'> & Partial<RepositoryParts>,
): Promise<StoredEvent> {
  const { accountId, type, subjectId, data, files = [] } = event;
  const payload: EventPayload = { version: 1, type, data, files };
  const id = newId('evt');
  const row = {
    id,
    accountId,
    type,
    subjectId,
    sequence: await nextSequence(tx, subjectId),
    data: json.write(payload, id),
    createdAtMs: nowMs(),
  };
  await insertEvent(tx, row);
  await addDeliveries(tx, row, await listeners(tx, row));
  for (const changedId of [subjectId, accountId]) noteChange(tx, changedId);
  return { ...event, files, id, sequence: row.sequence, createdAtMs: row.createdAtMs };
}

/** Returns the queries of events. Their data is read by `readPayload`, also the data of an older version. */
export function eventsOf(db: Connection, parts: RepositoryParts) {
  const { json, forms } = parts;
  const fromRow = (row: Tables['events']): StoredEvent => ({
    ...row,
    ...picked(readPayload(forms, row.type, json.read(row.data, row.id) as object), [
      'data',
      'files',
    ]),
  });
  return {
    /** Writes an event as `appendEvent` does, in a transaction of its own. */
    append: (event: NewEvent): Promise<StoredEvent> =>
      atomically(db, (tx) => appendEvent(tx, event, parts)),

    /** Returns the existing events with these ids, in no order. */
    async findMany(ids: readonly string[]): Promise<StoredEvent[]> {
      if (ids.length === 0) return [];
      const rows = await db.selectFrom('events').selectAll().where('id', 'in', ids).execute();
      return rows.map(fromRow);
    },

    /**
     * Returns the events of an account in a range of time, in order, without tests. It returns only ids, because
     * the data may be large; `findMany` returns the data.
     */
    async since(
      accountId: string,
      { sinceMs, untilMs }: { sinceMs: number; untilMs: number },
      limit: number,
    ): Promise<Pick<StoredEvent, 'id' | 'createdAtMs'>[]> {
      return db
        .selectFrom('events')
        .select(['id', 'createdAtMs'])
        .where('accountId', '=', accountId)
        .where('createdAtMs', '>=', sinceMs)
        .where('createdAtMs', '<=', untilMs)
        .where('type', '<>', 'webhook_endpoint.test')
        .orderBy('createdAtMs')
        .orderBy('sequence')
        .limit(limit)
        .execute();
    },

    /**
     * Returns the time of the last event. Undefined without events, and for PostgreSQL, whose own clock all
     * processes follow.
     */
    async lastMs(): Promise<number | undefined> {
      if (dialectOf(db) === 'postgres') return undefined;
      const last = await db
        .selectFrom('events')
        .select('createdAtMs')
        .orderBy(sql`rowid`, 'desc')
        .limit(1)
        .executeTakeFirst();
      return last?.createdAtMs;
    },

    /** Returns the events of a subject after a sequence number, in order. */
    async after(subjectId: string, sequence: number, limit: number): Promise<StoredEvent[]> {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('subjectId', '=', subjectId)
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(fromRow);
    },

    /** Returns whether a subject has an event after a sequence number. */
    async isAny(subjectId: string, sequence: number): Promise<boolean> {
      const row = await db
        .selectFrom('events')
        .select('id')
        .where('subjectId', '=', subjectId)
        .where('sequence', '>', sequence)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

const insertEvent = preparedInsert('events');

const countEvent = prepared((db) =>
  db
    .insertInto('eventSequences')
    .values({ subjectId: '', last: sql.lit(1) })
    .onConflict((on) => on.column('subjectId').doUpdateSet({ last: sql`event_sequences.last + 1` }))
    .returning('last'),
);

/**
 * Counts an event of a subject, and returns its number from 1. The row is locked until the transaction ends, so
 * that numbers have the order of commits.
 */
async function nextSequence(tx: Connection, subjectId: string): Promise<number> {
  const [row] = await countEvent(tx, [subjectId]);
  assert(row, `${subjectId} has a sequence`);
  return row.last;
}

const enabledEndpoints = prepared((db) => {
  const enabled = db
    .selectFrom('webhookEndpoints')
    .select(['id', 'events'])
    .where('status', '=', sql.lit('enabled'))
    .where('accountId', '=', '');
  // With OR, SQLite would read the index for all sessions that ever had an endpoint.
  return enabled
    .where('renderSessionId', 'is', null)
    .unionAll(enabled.where('renderSessionId', '=', ''));
});

/** Returns the enabled endpoints of the account and of the session that subscribe to the event. */
async function listeners(tx: Connection, event: Tables['events']): Promise<string[]> {
  const { accountId, subjectId } = event;
  const rows = await enabledEndpoints(tx, [accountId, accountId, subjectId]);
  return rows.filter((row) => wants(row.events, event.type)).map((row) => row.id);
}

/**
 * Returns whether an endpoint's stored filter accepts a type; null accepts all. A test is only for the
 * endpoint that it is sent to.
 */
export function wants(filter: readonly string[] | null, type: string): boolean {
  if (type === 'webhook_endpoint.test') return false;
  return filter === null || filter.includes(type);
}

/** SQLite accepts at most 32,766 values in a statement. */
const INSERTED_AT_ONCE = 500;

/**
 * Adds a delivery of the event for each endpoint. If another delivery of the subject is pending at the
 * endpoint, the new delivery has no time yet: it gets a time when the other has ended. A test does not wait.
 * `turn` is 0, or for a replay the time of its request: first deliveries come before replays.
 */
export async function addDeliveries(
  tx: Connection,
  event: Omit<Tables['events'], 'data'>,
  endpointIds: readonly string[],
  { turn = 0, nowMs = event.createdAtMs }: { turn?: number; nowMs?: number } = {},
): Promise<string[]> {
  const added: string[] = [];
  for (let at = 0; at < endpointIds.length; at += INSERTED_AT_ONCE) {
    const ids = endpointIds.slice(at, at + INSERTED_AT_ONCE);
    added.push(...(await addSome({ tx, event, endpointIds: ids, turn, nowMs })));
  }
  return added;
}

type NewDeliveries = {
  tx: Connection;
  event: Omit<Tables['events'], 'data'>;
  endpointIds: readonly string[];
  turn: number;
  nowMs: number;
};

/**
 * Adds the deliveries of some endpoints in one statement, and returns their ids in the order of `endpointIds`.
 */
async function addSome({ tx, event, endpointIds, turn, nowMs }: NewDeliveries): Promise<string[]> {
  const pending = await tx
    .selectFrom('webhookDeliveries')
    .select('endpointId')
    .distinct()
    .where('endpointId', 'in', endpointIds)
    .where('subjectId', '=', event.subjectId)
    .where('status', '=', 'pending')
    .execute();
  const isTest = event.type === 'webhook_endpoint.test';
  const busyEndpointIds = new Set(isTest ? [] : pending.map((row) => row.endpointId));
  const rows = endpointIds.map((endpointId) => ({
    id: newId('whd'),
    accountId: event.accountId,
    endpointId,
    eventId: event.id,
    eventType: event.type,
    subjectId: event.subjectId,
    turn,
    sequence: event.sequence,
    status: 'pending' as const,
    attempts: [],
    nextAttemptAtMs: busyEndpointIds.has(endpointId) ? null : nowMs,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }));
  await tx.insertInto('webhookDeliveries').values(rows).execute();
  return rows.map((row) => row.id);
}
