import { isOpenAccount } from '../accounts/accounts.ts';
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
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', id)
      // Nothing is sent any more when the account is being deleted.
      .where(isOpenAccount('webhook_endpoints.account_id'))
      .executeTakeFirst();
    return row && fromRow(row);
  };
  const change = async (id: string, set: Partial<Tables['webhook_endpoints']>) => {
    await db
      .updateTable('webhook_endpoints')
      .set({ ...set, updated_at: nowMs() })
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
        .selectFrom('webhook_endpoints')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('render_session_id', renderSessionId === null ? 'is' : '=', renderSessionId);
      const rows = await newestFirst(query, 'webhook_endpoints', page).execute();
      return rows.map(fromRow);
    },

    /** Returns the number of endpoints of the account, without those of sessions. */
    async count(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('webhook_endpoints')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .where('render_session_id', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    async insert(endpoint: NewEndpoint): Promise<WebhookEndpoint> {
      const now = nowMs();
      const row: Tables['webhook_endpoints'] = {
        id: endpoint.id,
        account_id: endpoint.accountId,
        render_session_id: endpoint.renderSessionId,
        encrypted_url: endpoint.encryptedUrl,
        events: filterText(endpoint.events),
        status: 'enabled',
        disabled_reason: null,
        disabled_at: null,
        encrypted_secret: endpoint.encryptedSecret,
        failing_since: null,
        last_failed_at: null,
        paused_until: null,
        created_at: now,
        updated_at: now,
        previous_secrets: '[]',
      };
      await db.insertInto('webhook_endpoints').values(row).execute();
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
        const enabled = { status: 'enabled', disabled_reason: null, disabled_at: null };
        await tx
          .updateTable('webhook_endpoints')
          .set({
            ...(patch.encryptedUrl !== undefined && { encrypted_url: patch.encryptedUrl }),
            ...(patch.events !== undefined && { events: filterText(patch.events) }),
            ...(patch.status === 'enabled' && enabled),
            ...(patch.endsOverlap && { previous_secrets: '[]' }),
            ...((patch.status === 'enabled' || patch.encryptedUrl !== undefined) && {
              failing_since: null,
              paused_until: null,
            }),
            updated_at: nowMs(),
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
          .updateTable('webhook_endpoints')
          .set({
            status: 'disabled',
            disabled_reason: reason,
            disabled_at: now,
            paused_until: null,
            updated_at: now,
          })
          .where('id', '=', id)
          .where('status', '=', 'enabled')
          .returningAll()
          .executeTakeFirst();
        if (!row) return false;
        await tx
          .updateTable('webhook_deliveries')
          .set({ status: 'failed', next_attempt_at: null, updated_at: now })
          .where('endpoint_id', '=', id)
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
          .updateTable('webhook_endpoints')
          .set({ encrypted_secret: encryptedSecret, previous_secrets: previous, updated_at: now })
          .where('id', '=', id)
          .execute();
      });
    },

    /** Notes a successful delivery, which ends a series of failures. */
    async noteSuccess(id: string): Promise<void> {
      await change(id, { failing_since: null, paused_until: null });
    },

    /**
     * Notes a failed delivery. Returns the start of the series of failures; undefined if the endpoint is
     * removed or disabled. A long time without attempts ends a series.
     */
    async noteFailure(id: string, pausedUntilMs: number | undefined): Promise<number | undefined> {
      const now = nowMs();
      const row = await db
        .updateTable('webhook_endpoints')
        .set((e) => ({
          failing_since: e
            .case()
            .when('last_failed_at', '>=', now - SILENCE_MS)
            .then(e.fn.coalesce('failing_since', e.val(now)))
            .else(now)
            .end(),
          last_failed_at: now,
          ...(pausedUntilMs !== undefined && { paused_until: pausedUntilMs }),
        }))
        .where('id', '=', id)
        .where('status', '=', 'enabled')
        .returning('failing_since')
        .executeTakeFirst();
      return row?.failing_since ?? undefined;
    },

    async remove(id: string): Promise<void> {
      await atomically(db, async (tx) => {
        await tx.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute();
        await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
        // The event that it was disabled may still be pending for other endpoints.
        await tx
          .deleteFrom('events')
          .where('subject_id', '=', id)
          .where('type', '=', 'webhook_endpoint.test')
          .execute();
        await tx.deleteFrom('event_sequences').where('subject_id', '=', id).execute();
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

function fromRow(row: Tables['webhook_endpoints']): WebhookEndpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    renderSessionId: row.render_session_id,
    encryptedUrl: row.encrypted_url,
    events: row.events === null ? null : (JSON.parse(row.events) as string[]),
    status: row.status as WebhookEndpoint['status'],
    disabledReason: row.disabled_reason as DisabledReason | null,
    disabledAtMs: row.disabled_at,
    encryptedSecret: row.encrypted_secret,
    previousSecrets: JSON.parse(row.previous_secrets) as PreviousSecret[],
    failingSinceMs: row.failing_since,
    pausedUntilMs: row.paused_until,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  };
}
