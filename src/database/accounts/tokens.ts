import { atomically, type Connection } from '../open.ts';
import type { Client } from './clients.ts';
import { hashSecret, newSecret } from './secret.ts';

/** The one session that an edit token is for, and the template version of its mapping. */
export type Editor = { sessionId: string; versionId: string };

/**
 * Who a request comes from and what it may do. `tokenHash` tells tokens apart without being one.
 * `editor` is set for an edit token.
 */
export type Caller = Client & { tokenHash: string; editor?: Editor };

/** Of one client at a time. A client that takes a token for each request has so many within an hour. */
const MAX_TOKENS = 1000;
const MAX_EDIT_TOKENS = 10_000;

/** Access tokens, stored as hashes only. */
export function tokensOf(db: Connection, nowMs: () => number) {
  return {
    /**
     * The token is told here and never again. A lifetime of null does not end. With a session it is
     * an edit token, and goes with the session. Beyond the limit the client's oldest token ends.
     */
    async issue(
      client: Pick<Client, 'accountId' | 'clientId'>,
      scope: string,
      lifetimeSeconds: number | null,
      sessionId: string | null = null,
    ): Promise<{ token: string; createdAtMs: number }> {
      const token = newSecret('fpt');
      const createdAtMs = nowMs();
      await atomically(db, async (tx) => {
        await tx.deleteFrom('tokens').where('expires_at', '<=', createdAtMs).execute();
        await removeOldest(tx, client.clientId, sessionId !== null);
        await tx
          .insertInto('tokens')
          .values({
            hash: hashSecret(token),
            account_id: client.accountId,
            client_id: client.clientId,
            scope,
            created_at: createdAtMs,
            expires_at: lifetimeSeconds === null ? null : createdAtMs + lifetimeSeconds * 1000,
            render_session_id: sessionId,
          })
          .execute();
      });
      return { token, createdAtMs };
    },

    /** Who a token belongs to; undefined when it is unknown, revoked or expired. */
    async find(token: string): Promise<Caller | undefined> {
      const tokenHash = hashSecret(token);
      const row = await db
        .selectFrom('tokens')
        .leftJoin('render_sessions', 'render_sessions.id', 'tokens.render_session_id')
        .selectAll('tokens')
        .select('render_sessions.template_style_version_id as version_id')
        .where('hash', '=', tokenHash)
        .executeTakeFirst();
      if (!row || (row.expires_at !== null && row.expires_at <= nowMs())) return undefined;
      const { account_id: accountId, client_id: clientId, scope } = row;
      const { render_session_id: sessionId, version_id: versionId } = row;
      const caller = { accountId, clientId, scope, tokenHash };
      if (sessionId === null) return caller;
      // Without its session an edit token must not pass for one of the whole account.
      return versionId === null ? undefined : { ...caller, editor: { sessionId, versionId } };
    },

    /** A client can only revoke its own. */
    async revoke(token: string, clientId: string): Promise<void> {
      await db
        .deleteFrom('tokens')
        .where('hash', '=', hashSecret(token))
        .where('client_id', '=', clientId)
        .execute();
    },
  };
}

/** Makes room for one more token of a client. */
async function removeOldest(tx: Connection, clientId: string, isEdit: boolean): Promise<void> {
  const max = isEdit ? MAX_EDIT_TOKENS : MAX_TOKENS;
  const surplus = await tx
    .selectFrom('tokens')
    .select('hash')
    .where('client_id', '=', clientId)
    .where('render_session_id', isEdit ? 'is not' : 'is', null)
    .orderBy('created_at', 'desc')
    .limit(max)
    .offset(max - 1)
    .execute();
  const hashes = surplus.map((row) => row.hash);
  if (hashes.length > 0) await tx.deleteFrom('tokens').where('hash', 'in', hashes).execute();
}
