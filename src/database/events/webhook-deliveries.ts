import { sql } from 'kysely';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { addDeliveries, type StoredEvent, wants } from './events.ts';
import { sendNow } from './send-now.ts';
import type {
  DeliveryAttempt,
  DeliveryStatus,
  WebhookDelivery,
  WebhookDeliveryRow,
  WebhookEndpoint,
} from './webhooks.ts';

const PRUNED_AT_ONCE = 500;

/** The state of a delivery after an attempt. A pending delivery has `nextAttemptAtMs`. */
export type DeliveryOutcome = {
  /** The delivery as it was read for the attempt. */
  delivery: Pick<WebhookDelivery, 'id' | 'endpointId' | 'subjectId' | 'attempts'>;
  /** All attempts of the delivery. */
  attempts: readonly DeliveryAttempt[];
  status: DeliveryStatus;
  nextAttemptAtMs?: number;
};

/**
 * Returns the queries of deliveries. A delivery is due when `nextAttemptAtMs` has passed. Null: it has ended,
 * or it waits until an earlier delivery of its subject has ended.
 */
export function webhookDeliveriesOf(db: Connection, nowMs: () => number) {
  const select = () => db.selectFrom('webhookDeliveries').selectAll();
  return {
    async findIn(accountId: string, id: string): Promise<WebhookDelivery | undefined> {
      return select().where('id', '=', id).where('accountId', '=', accountId).executeTakeFirst();
    },

    /** Returns the deliveries of an endpoint, newest first. */
    async list(
      endpointId: string,
      filter: { status?: DeliveryStatus },
      page: PageRequest,
    ): Promise<WebhookDelivery[]> {
      let query = select().where('endpointId', '=', endpointId);
      if (filter.status !== undefined) query = query.where('status', '=', filter.status);
      return newestFirst(query, 'webhookDeliveries', page).execute();
    },

    /**
     * Returns the endpoints with due deliveries. The query steps from endpoint to endpoint along the index,
     * so that many pending deliveries of a dead endpoint cost nothing.
     */
    async dueEndpoints(): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        with recursive waiting (id) as (
          select min(endpoint_id) from webhook_deliveries where next_attempt_at is not null
          union all
          select (
            select min(endpoint_id) from webhook_deliveries
            where next_attempt_at is not null and endpoint_id > waiting.id
          ) from waiting where waiting.id is not null
        )
        select id from waiting where id is not null and (
          select min(next_attempt_at) from webhook_deliveries
          where next_attempt_at is not null and endpoint_id = waiting.id
        ) <= ${nowMs()}`.execute(db);
      return rows.map((row) => row.id);
    },

    /** Returns the due deliveries of an endpoint, the longest waiting first. */
    async due(endpointId: string, limit: number): Promise<WebhookDelivery[]> {
      return select()
        .where('endpointId', '=', endpointId)
        .where('nextAttemptAtMs', 'is not', null)
        .where('nextAttemptAtMs', '<=', nowMs())
        .orderBy('nextAttemptAtMs')
        .limit(limit)
        .execute();
    },

    /**
     * Writes the outcome of an attempt. When the delivery has ended, the next delivery of the subject becomes
     * due. If its endpoint was disabled meanwhile, the delivery stays failed unless it was delivered. Does nothing
     * if another process has written an attempt since the delivery was read.
     */
    async record({ delivery, attempts, status, nextAttemptAtMs }: DeliveryOutcome): Promise<void> {
      const timeMs = nowMs();
      const { id, endpointId, subjectId } = delivery;
      await atomically(db, async (tx) => {
        const write = (changed: Partial<WebhookDeliveryRow>) =>
          tx
            .updateTable('webhookDeliveries')
            .set({ ...changed, attempts: [...attempts], updatedAtMs: timeMs })
            .where('id', '=', id)
            // Kysely would read the array as a list of values.
            .where(sql<boolean>`attempts = ${JSON.stringify(delivery.attempts)}`);
        const ended = { status, nextAttemptAtMs: nextAttemptAtMs ?? null };
        const { numUpdatedRows } = await write(ended)
          .where('status', '=', 'pending')
          .executeTakeFirst();
        if (numUpdatedRows === 0n) await write(status === 'delivered' ? ended : {}).execute();
        if (numUpdatedRows === 0n || status === 'pending') return;
        await sql`update webhook_deliveries set next_attempt_at = ${timeMs} where id = (
            select id from webhook_deliveries
            where endpoint_id = ${endpointId} and subject_id = ${subjectId} and status = 'pending'
            order by turn, sequence limit 1
          ) and next_attempt_at is null`.execute(tx);
      });
    },

    /** Adds a delivery of an event to one endpoint, regardless of its filter. */
    async add(event: StoredEvent, endpointId: string): Promise<WebhookDelivery> {
      return atomically(db, async (tx) => {
        const [id = ''] = await addDeliveries(tx, event, [endpointId]);
        return tx
          .selectFrom('webhookDeliveries')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
      });
    },

    /** Starts the deliveries of an endpoint that wait for their next attempt. */
    async sendNow(endpointId: string): Promise<void> {
      await atomically(db, (tx) => sendNow(tx, endpointId, nowMs()));
    },

    /**
     * Replays an event to an endpoint as a new delivery, or starts the next attempt of a delivery of the event
     * that is pending. Earlier deliveries of the subject start with it. Returns undefined if the event has been
     * removed.
     */
    async replay(delivery: WebhookDelivery): Promise<WebhookDelivery | undefined> {
      const timeMs = nowMs();
      const { endpointId, subjectId, eventId } = delivery;
      return atomically(db, async (tx) => {
        const event = await tx
          .selectFrom('events')
          .selectAll()
          .where('id', '=', delivery.eventId)
          .executeTakeFirst();
        if (!event) return undefined;
        await sendNow(tx, endpointId, timeMs, [subjectId]);
        const pending = await tx
          .selectFrom('webhookDeliveries')
          .selectAll()
          .where('endpointId', '=', endpointId)
          .where('subjectId', '=', subjectId)
          .where('eventId', '=', eventId)
          .where('status', '=', 'pending')
          .executeTakeFirst();
        if (pending) return pending;
        const [id = ''] = await addDeliveries(tx, event, [endpointId], {
          turn: timeMs,
          nowMs: timeMs,
        });
        return webhookDeliveriesOf(tx, nowMs).findIn(delivery.accountId, id);
      });
    },

    /**
     * Replays the events of a time range that an endpoint subscribes to, in order. Pending deliveries of these
     * events start instead of new ones. With `missed` it skips events that are delivered, and those from before
     * the endpoint existed. After about `limit` events it stops and returns the time to continue from.
     */
    async replayRange(
      endpoint: Pick<
        WebhookEndpoint,
        'id' | 'accountId' | 'events' | 'renderSessionId' | 'createdAtMs'
      >,
      range: { sinceMs: number; untilMs: number; missed: boolean },
      limit: number,
    ): Promise<{ count: number; nextSinceMs?: number }> {
      const timeMs = nowMs();
      // The endpoint of a session is as old as its session.
      const isOlder = range.missed && endpoint.renderSessionId === null;
      const firstMs = isOlder ? endpoint.createdAtMs : 0;
      return atomically(db, async (tx) => {
        const query = tx
          .selectFrom('events')
          .select(['id', 'accountId', 'type', 'subjectId', 'sequence', 'createdAtMs'])
          .where('accountId', '=', endpoint.accountId)
          .orderBy('createdAtMs')
          .orderBy('sequence');
        const events = await query
          .where('createdAtMs', '>=', Math.max(range.sinceMs, firstMs))
          .where('createdAtMs', '<', range.untilMs)
          .limit(limit)
          .execute();
        const lastMs = events.length === limit ? events.at(-1)?.createdAtMs : undefined;
        // Events of the same millisecond stay together, so that the events of a subject stay in order.
        const pageEvents =
          lastMs === undefined
            ? events
            : [
                ...events.filter((event) => event.createdAtMs < lastMs),
                ...(await query.where('createdAtMs', '=', lastMs).execute()),
              ];
        const matchingEvents = pageEvents.filter(
          (event) =>
            wants(endpoint.events, event.type) &&
            // The event that an endpoint was disabled is only for other endpoints.
            event.subjectId !== endpoint.id &&
            (endpoint.renderSessionId ?? event.subjectId) === event.subjectId,
        );
        const statuses = await takenStatuses(tx, endpoint.id, matchingEvents);
        const resentEvents = matchingEvents.filter(
          ({ id }) => !range.missed || statuses.get(id) !== 'delivered',
        );
        const isPending = ({ id }: { id: string }) => statuses.get(id) === 'pending';
        for (const event of resentEvents.filter((candidate) => !isPending(candidate)))
          await addDeliveries(tx, event, [endpoint.id], { turn: timeMs, nowMs: timeMs });
        const subjects = new Set(resentEvents.filter(isPending).map((event) => event.subjectId));
        const count = resentEvents.length;
        if (count > 0) await sendNow(tx, endpoint.id, timeMs, [...subjects]);
        return { count, ...(lastMs !== undefined && { nextSinceMs: lastMs + 1 }) };
      });
    },

    /**
     * Removes old deliveries that have ended, old events, and endpoints of removed sessions. It removes a
     * limited number, and returns whether there may be more.
     */
    async prune(deliveriesMs: number, eventsMs: number): Promise<boolean> {
      const old = db
        .selectFrom('webhookDeliveries')
        .select('id')
        .where('createdAtMs', '<', deliveriesMs)
        .where('status', '<>', 'pending');
      const deliveries = await db
        .deleteFrom('webhookDeliveries')
        .where('id', 'in', old.limit(PRUNED_AT_ONCE))
        .executeTakeFirst();
      const reported = db.selectFrom('events').select('id').where('createdAtMs', '<', eventsMs);
      const events = await db
        .deleteFrom('events')
        .where('id', 'in', reported.limit(PRUNED_AT_ONCE))
        .executeTakeFirst();
      await sql`delete from webhook_endpoints where render_session_id is not null
        and created_at < ${deliveriesMs}
        and not exists (select 1 from render_sessions where id = render_session_id)
        and not exists (select 1 from webhook_deliveries where endpoint_id = webhook_endpoints.id)`.execute(
        db,
      );
      const max = BigInt(PRUNED_AT_ONCE);
      return deliveries.numDeletedRows === max || events.numDeletedRows === max;
    },
  };
}

/**
 * Returns the status, `pending` or `delivered`, by event, for the events of a list that have such a delivery to
 * an endpoint. A pending one comes before a delivered one. `events` begin with the oldest.
 */
async function takenStatuses(
  tx: Connection,
  endpointId: string,
  events: readonly { id: string; createdAtMs: number }[],
): Promise<Map<string, string>> {
  const [first] = events;
  if (!first) return new Map();
  const ids = events.map(({ id }) => id);
  const rows = await tx
    .selectFrom('webhookDeliveries')
    .select(['eventId', 'status'])
    .where('endpointId', '=', endpointId)
    .where('createdAtMs', '>=', first.createdAtMs)
    .where('status', '<>', 'failed')
    .where('eventId', 'in', ids)
    .execute();
  const statuses = new Map<string, string>();
  for (const { eventId: id, status } of rows)
    if (statuses.get(id) !== 'pending') statuses.set(id, status);
  return statuses;
}
