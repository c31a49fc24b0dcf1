import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import type { Tables } from '../tables.ts';
import { eventsOf } from './events.ts';
import { sendNow } from './send-now.ts';

/** Why an endpoint is disabled: by request, because it answered 410, or because it failed for days. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

export type PreviousSecret = { encrypted: string; untilMs: number };

/** A receiver of events. Secrets are encrypted. `events` is its filter; null accepts all. */
export type WebhookEndpoint = {
  id: string;
  accountId: string;
  /** The session whose events it gets; null: all of the account. */
  renderSessionId: string | null;
  /**
   * The address, which may contain a key in its path. After an update from an older version it is plain text
   * until the worker has started.
   */
  encryptedUrl: string;
  events: string[] | null;
  status: 'enabled' | 'disabled';
  disabledReason: DisabledReason | null;
  disabledAtMs: number | null;
  encryptedSecret: string;
  /** Previous secrets, which also sign messages until they expire; the newest first. */
  previousSecrets: PreviousSecret[];
  /** Time of the first failed attempt after the last success. */
  failingSinceMs: number | null;
  /** The endpoint requested that nothing be sent before this time. */
  pausedUntilMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
};

/** Longer than any pause between two attempts. */
const SILENCE_MS = 2 * 24 * 3600_000;

type NewEndpoint = Pick<
  WebhookEndpoint,
  'id' | 'accountId' | 'encryptedUrl' | 'events' | 'encryptedSecret' | 'renderSessionId'
>;

export function webhookEndpointsOf(db: Connection, nowMs: () => number) {
  const find = async (id: string): Promise<WebhookEndpoint | undefined> => {
    const row = await db
      .selectFrom('webhookEndpoints')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row && fromRow(row);
  };
  const change = async (id: string, set: Partial<Tables['webhookEndpoints']>) => {
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
      const rows = await newestFirst(query, 'webhookEndpoints', page).execute();
      return rows.map(fromRow);
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

    async insert(endpoint: NewEndpoint): Promise<WebhookEndpoint> {
      const now = nowMs();
      const row: Tables['webhookEndpoints'] = {
        id: endpoint.id,
        accountId: endpoint.accountId,
        renderSessionId: endpoint.renderSessionId,
        encryptedUrl: endpoint.encryptedUrl,
        events: filterText(endpoint.events),
        status: 'enabled',
        disabledReason: null,
        disabledAtMs: null,
        encryptedSecret: endpoint.encryptedSecret,
        failingSinceMs: null,
        lastFailedAtMs: null,
        pausedUntilMs: null,
        createdAtMs: now,
        updatedAtMs: now,
        previousSecrets: '[]',
      };
      await db.insertInto('webhookEndpoints').values(row).execute();
      return fromRow(row);
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
        const before = await endpoints.find(id);
        if (!before) return;
        if (patch.status === 'disabled' && before.status === 'enabled') {
          await endpoints.disable(id, 'requested');
        }
        const enabled = { status: 'enabled', disabledReason: null, disabledAtMs: null };
        await tx
          .updateTable('webhookEndpoints')
          .set({
            ...(patch.encryptedUrl !== undefined && { encryptedUrl: patch.encryptedUrl }),
            ...(patch.events !== undefined && { events: filterText(patch.events) }),
            ...(patch.status === 'enabled' && enabled),
            ...(patch.endsOverlap && { previousSecrets: '[]' }),
            ...((patch.status === 'enabled' || patch.encryptedUrl !== undefined) && {
              failingSinceMs: null,
              pausedUntilMs: null,
            }),
            updatedAtMs: nowMs(),
          })
          .where('id', '=', id)
          .execute();
        if (patch.status === 'enabled' || patch.encryptedUrl !== undefined)
          await sendNow(tx, id, nowMs());
      });
    },

    /**
     * Disables an endpoint. Its pending deliveries fail; they can be replayed when it is enabled again. If
     * that was not requested, the other endpoints get an event. Returns false if it was already disabled.
     */
    async disable(id: string, reason: DisabledReason): Promise<boolean> {
      const now = nowMs();
      return atomically(db, async (tx) => {
        const row = await tx
          .updateTable('webhookEndpoints')
          .set({
            status: 'disabled',
            disabledReason: reason,
            disabledAtMs: now,
            pausedUntilMs: null,
            updatedAtMs: now,
          })
          .where('id', '=', id)
          .where('status', '=', 'enabled')
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        await tx
          .updateTable('webhookDeliveries')
          .set({ status: 'failed', nextAttemptAtMs: null, updatedAtMs: now })
          .where('endpointId', '=', id)
          .where('status', '=', 'pending')
          .execute();
        if (reason !== 'requested') await emitDisabled(tx, fromRow(row), nowMs);
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
      const now = nowMs();
      await atomically(db, async (tx) => {
        const before = await webhookEndpointsOf(tx, nowMs).find(id);
        if (!before) return;
        const { encryptedSecret: encrypted, previousSecrets } = before;
        const kept =
          previousUntilMs === null
            ? []
            : [{ encrypted, untilMs: previousUntilMs }, ...goodAt(previousSecrets, now)];
        const previous = JSON.stringify(kept);
        await tx
          .updateTable('webhookEndpoints')
          .set({ encryptedSecret, previousSecrets: previous, updatedAtMs: now })
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
      const now = nowMs();
      const row = await db
        .updateTable('webhookEndpoints')
        .set((e) => ({
          failingSinceMs: e
            .case()
            .when('lastFailedAtMs', '>=', now - SILENCE_MS)
            .then(e.fn.coalesce('failingSinceMs', e.val(now)))
            .else(now)
            .end(),
          lastFailedAtMs: now,
          ...(pausedUntilMs !== undefined && { pausedUntilMs }),
        }))
        .where('id', '=', id)
        .where('status', '=', 'enabled')
        .returning('failingSinceMs')
        .executeTakeFirst();
      return row?.failingSinceMs ?? undefined;
    },

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

/** Returns the secrets that are still valid. */
export function goodAt(secrets: readonly PreviousSecret[], nowMs: number): PreviousSecret[] {
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
  await eventsOf(tx, nowMs).append({
    accountId: endpoint.accountId,
    type: 'webhook_endpoint.disabled',
    subjectId: endpoint.id,
    data: {
      webhook_endpoint_id: endpoint.id,
      disabled_reason: endpoint.disabledReason,
      render_session_id: endpoint.renderSessionId,
    },
  });
}

function filterText(events: readonly string[] | null): string | null {
  return events === null ? null : JSON.stringify(events);
}

function fromRow(row: Tables['webhookEndpoints']): WebhookEndpoint {
  return {
    id: row.id,
    accountId: row.accountId,
    renderSessionId: row.renderSessionId,
    encryptedUrl: row.encryptedUrl,
    events: row.events === null ? null : (JSON.parse(row.events) as string[]),
    status: row.status as WebhookEndpoint['status'],
    disabledReason: row.disabledReason as DisabledReason | null,
    disabledAtMs: row.disabledAtMs,
    encryptedSecret: row.encryptedSecret,
    previousSecrets: JSON.parse(row.previousSecrets) as PreviousSecret[],
    failingSinceMs: row.failingSinceMs,
    pausedUntilMs: row.pausedUntilMs,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
  };
}
