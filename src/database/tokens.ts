import type { Client } from './clients.ts';
import type { Connection } from './open.ts';
import { hashSecret, newSecret } from './secret.ts';

/** The one session that an edit token is for, and the template version of its mapping. */
export type Editor = { sessionId: string; versionId: string };

/**
 * Who a request comes from and what it may do. `tokenHash` tells tokens apart without being one.
 * `editor` is set for an edit token.
 */
export type Caller = Client & { tokenHash: string; editor?: Editor };

/** Access tokens, stored as hashes only. */
export function tokensOf(db: Connection, nowMs: () => number) {
  return {
    /**
     * The token is told here and never again. A lifetime of null does not end. With a session it is
     * an edit token, and goes with the session.
     */
    async issue(
      client: Pick<Client, 'accountId' | 'clientId'>,
      scope: string,
      lifetimeSeconds: number | null,
      sessionId: string | null = null,
    ): Promise<{ token: string; createdAtMs: number }> {
      const token = newSecret('fpt');
      const createdAtMs = nowMs();
      await db.deleteFrom('tokens').where('expires_at', '<=', createdAtMs).execute();
      await db
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
      const editor =
        sessionId !== null && versionId !== null ? { sessionId, versionId } : undefined;
      return { accountId, clientId, scope, tokenHash, ...(editor && { editor }) };
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
