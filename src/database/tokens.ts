import type { Client } from './clients.ts';
import type { Connection } from './open.ts';
import { hashSecret, newSecret } from './secret.ts';

/** Who a request comes from and what it may do. `tokenHash` tells tokens apart without being one. */
export type Caller = Client & { tokenHash: string };

/** Access tokens, stored as hashes only. */
export function tokensOf(db: Connection, nowMs: () => number) {
  return {
    /** The token is told here and never again. A lifetime of null does not end. */
    async issue(
      client: Pick<Client, 'accountId' | 'clientId'>,
      scope: string,
      lifetimeSeconds: number | null,
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
        })
        .execute();
      return { token, createdAtMs };
    },

    /** Who a token belongs to; undefined when it is unknown, revoked or expired. */
    async find(token: string): Promise<Caller | undefined> {
      const tokenHash = hashSecret(token);
      const row = await db
        .selectFrom('tokens')
        .selectAll()
        .where('hash', '=', tokenHash)
        .executeTakeFirst();
      if (!row || (row.expires_at !== null && row.expires_at <= nowMs())) return undefined;
      return { accountId: row.account_id, clientId: row.client_id, scope: row.scope, tokenHash };
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
