import { defined } from '../../base/index.ts';
import { isOpenAccount } from '../accounts/accounts.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { picked } from '../picked.ts';
import { appendEvent } from './events.ts';
import { sendNow } from './send-now.ts';
import type {
  DisabledReason,
  PreviousSecret,
  WebhookEndpoint,
  WebhookEndpointRow,
} from './webhooks.ts';

/** Longer than any pause between two attempts. */
const SILENCE_MS = 2 * 24 * 3600_000;

const GIVEN = [
  'id',
  'accountId',
  'encryptedUrl',
  'events',
  'encryptedSecret',
  'renderSessionId',
] as const;
type NewEndpoint = Pick<WebhookEndpoint, (typeof GIVEN)[number]>;

/** Returns the queries of webhook endpoints. One with `renderSessionId` gets only events of that session. */
export function webhookEndpointsOf(db: Connection, nowMs: () => number) {
  const find = async (id: string): Promise<WebhookEndpoint | undefined> =>
    db
      .selectFrom('webhookEndpoints')
      .selectAll()
      .where('id', '=', id)
      // Nothing is sent any more when the account is being deleted.
      .where(isOpenAccount('webhookEndpoints.accountId'))
      .executeTakeFirst();
  const change = async (id: string, set: Partial<WebhookEndpointRow>) => {
    await db
      .updateTable('webhookEndpoints')
      .set({ ...set, updatedAtMs: nowMs() })
      .where('id', '=', id)
      .execute();
  };
  return {
    find,

    async findIn(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
      const endpoint = await find(id);
      return endpoint?.accountId === accountId ? endpoint : undefined;
    },

    /** Returns the endpoints of the account, or those of one of its sessions, newest first. */
    async list(
      accountId: string,
      renderSessionId: string | null,
      page: PageRequest,
    ): Promise<WebhookEndpoint[]> {
      const query = db
        .selectFrom('webhookEndpoints')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('renderSessionId', renderSessionId === null ? 'is' : '=', renderSessionId);
      return newestFirst(query, 'webhookEndpoints', page).execute();
    },

    /** Returns the number of endpoints of the account, without those of sessions. */
    async count(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('webhookEndpoints')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('renderSessionId', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Adds an enabled endpoint. */
    async insert(endpoint: NewEndpoint): Promise<WebhookEndpoint> {
      const timeMs = nowMs();
      return db
        .insertInto('webhookEndpoints')
        .values({
          ...picked(endpoint, GIVEN),
          status: 'enabled',
          createdAtMs: timeMs,
          updatedAtMs: timeMs,
          previousSecrets: [],
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    },

    /**
     * Changes an endpoint. A new address ends pauses and failures of the old address, and starts the deliveries
     * that wait for their next attempt. So does a request to enable it.
     */
    async update(
      id: string,
      patch: {
        encryptedUrl?: string;
        events?: string[] | null;
        status?: WebhookEndpoint['status'];
        endsOverlap?: boolean;
      },
    ): Promise<void> {
      await atomically(db, async (tx) => {
        const endpoints = webhookEndpointsOf(tx, nowMs);
        const endpoint = await endpoints.find(id);
        if (!endpoint) return;
        if (patch.status === 'disabled' && endpoint.status === 'enabled') {
          await endpoints.disable(id, 'requested');
        }
        const enabled = { status: 'enabled' as const, disabledReason: null, disabledAtMs: null };
        const isNew = patch.status === 'enabled' || patch.encryptedUrl !== undefined;
        await tx
          .updateTable('webhookEndpoints')
          .set({
            encryptedUrl: patch.encryptedUrl,
            events: patch.events,
            ...(patch.status === 'enabled' && enabled),
            ...(patch.endsOverlap && { previousSecrets: [] }),
            ...(isNew && { failingSinceMs: null, pausedUntilMs: null }),
            updatedAtMs: nowMs(),
          })
          .where('id', '=', id)
          .execute();
        if (isNew) await sendNow(tx, id, nowMs());
      });
    },

    /**
     * Disables an endpoint. Its pending deliveries fail; they can be replayed when it is enabled again. If
     * that was not requested, the other endpoints get an event. Returns false if it was already disabled.
     */
    async disable(id: string, reason: DisabledReason): Promise<boolean> {
      const timeMs = nowMs();
      return atomically(db, async (tx) => {
        const row = await tx
          .updateTable('webhookEndpoints')
          .set({
            status: 'disabled',
            disabledReason: reason,
            disabledAtMs: timeMs,
            pausedUntilMs: null,
            updatedAtMs: timeMs,
          })
          .where('id', '=', id)
          .where('status', '=', 'enabled')
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        await tx
          .updateTable('webhookDeliveries')
          .set({ status: 'failed', nextAttemptAtMs: null, updatedAtMs: timeMs })
          .where('endpointId', '=', id)
          .where('status', '=', 'pending')
          .execute();
        if (reason !== 'requested') await emitDisabled(tx, row, nowMs);
        return true;
      });
    },

    /**
     * Replaces the secret. The previous secret also signs until `previousUntilMs`. With null, no previous
     * secret signs.
     */
    async rotateSecret(
      id: string,
      encryptedSecret: string,
      previousUntilMs: number | null,
    ): Promise<void> {
      const timeMs = nowMs();
      await atomically(db, async (tx) => {
        const endpoint = await webhookEndpointsOf(tx, nowMs).find(id);
        if (!endpoint) return;
        const { encryptedSecret: encrypted, previousSecrets } = endpoint;
        const previous =
          previousUntilMs === null
            ? []
            : [{ encrypted, untilMs: previousUntilMs }, ...validAt(previousSecrets, timeMs)];
        await tx
          .updateTable('webhookEndpoints')
          .set({ encryptedSecret, previousSecrets: previous, updatedAtMs: timeMs })
          .where('id', '=', id)
          .execute();
      });
    },

    /** Notes a successful delivery, which ends a series of failures. */
    async noteSuccess(id: string): Promise<void> {
      await change(id, { failingSinceMs: null, pausedUntilMs: null });
    },

    /**
     * Notes a failed delivery. Returns the start of the series of failures; undefined if the endpoint is
     * removed or disabled. A long time without attempts ends a series.
     */
    async noteFailure(id: string, pausedUntilMs: number | undefined): Promise<number | undefined> {
      const timeMs = nowMs();
      const row = await db
        .updateTable('webhookEndpoints')
        .set((e) => ({
          failingSinceMs: e
            .case()
            .when('lastFailedAtMs', '>=', timeMs - SILENCE_MS)
            .then(e.fn.coalesce('failingSinceMs', e.val(timeMs)))
            .else(timeMs)
            .end(),
          lastFailedAtMs: timeMs,
          ...defined({ pausedUntilMs }),
        }))
        .where('id', '=', id)
        .where('status', '=', 'enabled')
        .returning('failingSinceMs')
        .executeTakeFirst();
      return row?.failingSinceMs ?? undefined;
    },

    /** Removes an endpoint with its deliveries and the events of its tests. */
    async remove(id: string): Promise<void> {
      await atomically(db, async (tx) => {
        await tx.deleteFrom('webhookDeliveries').where('endpointId', '=', id).execute();
        await tx.deleteFrom('webhookEndpoints').where('id', '=', id).execute();
        // The event that it was disabled may still be pending for other endpoints.
        await tx
          .deleteFrom('events')
          .where('subjectId', '=', id)
          .where('type', '=', 'webhook_endpoint.test')
          .execute();
        await tx.deleteFrom('eventSequences').where('subjectId', '=', id).execute();
      });
    },
  };
}

/** Returns the previous secrets that still sign at a time. */
export function validAt(secrets: readonly PreviousSecret[], nowMs: number): PreviousSecret[] {
  return secrets.filter(({ untilMs }) => untilMs > nowMs);
}

/**
 * Writes the event that an endpoint was disabled. The event does not contain the address, which may contain a
 * key.
 */
async function emitDisabled(
  tx: Connection,
  endpoint: WebhookEndpoint,
  nowMs: () => number,
): Promise<void> {
  const event = {
    accountId: endpoint.accountId,
    type: 'webhook_endpoint.disabled' as const,
    subjectId: endpoint.id,
    data: {
      webhook_endpoint_id: endpoint.id,
      disabled_reason: endpoint.disabledReason,
      render_session_id: endpoint.renderSessionId,
    },
  };
  await appendEvent(tx, event, { nowMs });
}
