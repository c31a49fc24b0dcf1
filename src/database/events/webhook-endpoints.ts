import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import type { Tables } from '../tables.ts';
import { eventsOf } from './events.ts';

/** Why an endpoint gets nothing: by request, because it answered 410, or because it failed for days. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

export type PreviousSecret = { encrypted: string; untilMs: number };

/** A receiver of events. Secrets are encrypted; `events` of null are all. */
export type WebhookEndpoint = {
  id: string;
  accountId: string;
  /** The one session whose events it gets; null: all of the account. */
  renderSessionId: string | null;
  /** May hold a key in its path. In the clear after an update, until the worker has started. */
  encryptedUrl: string;
  events: string[] | null;
  status: 'enabled' | 'disabled';
  disabledReason: DisabledReason | null;
  disabledAtMs: number | null;
  encryptedSecret: string;
  /** Sign as well until their time is over; the newest first. */
  previousSecrets: PreviousSecret[];
  /** Of the first attempt that failed since one succeeded. */
  failingSinceMs: number | null;
  /** It asked that nothing be sent before. */
  pausedUntilMs: number | null;
  createdAtMs: number;
  updatedAtMs: number;
};

/** More than lies between two attempts. */
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

    /** Newest first: those of the account, or those of one of its sessions. */
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

    /** Those of the account; a session's own is not one of them. */
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

    /** A new address is owed nothing of what the old one did: pauses and failures are forgotten. */
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
      });
    },

    /**
     * What was to be sent to it fails: it can be replayed when the endpoint is enabled again. What was
     * not requested is told to the other endpoints. False when it was disabled before.
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

    /** The secret of before signs as well until `previousUntilMs`; with null none of before does. */
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

    /** It took an event: what it failed at before is forgotten. */
    async noteSuccess(id: string): Promise<void> {
      await change(id, { failing_since: null, paused_until: null });
    },

    /**
     * It took none. Since when that is so, without a long time in which nothing was sent; undefined
     * when it is not there any more.
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
        // That it was disabled may still be on its way to others.
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

/** Those that still sign. */
export function goodAt(secrets: readonly PreviousSecret[], nowMs: number): PreviousSecret[] {
  return secrets.filter(({ untilMs }) => untilMs > nowMs);
}

/** Its address is left out: that may hold a key of the one whose receiver it is. */
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
