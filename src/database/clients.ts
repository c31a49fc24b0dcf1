import { createHash, timingSafeEqual } from 'node:crypto';
import { newId, randomBase58 } from '../base/index.ts';
import type { Connection } from './open.ts';

/** Who a request comes from and what it may do. `tokenHash` identifies the token in logs and limits. */
export type Caller = { accountId: string; clientId: string; scope: string; tokenHash: string };

export const DEFAULT_ACCOUNT = 'acc_default';

/** API clients and their tokens. Secrets have 190 bits or more, so a plain SHA-256 hides them well enough. */
export function clientsOf(db: Connection, nowMs: () => number) {
  return {
    /** The secret is told here and never again. */
    async create(name: string, options: { accountId?: string; scope?: string } = {}): Promise<{ clientId: string; clientSecret: string }> {
      const clientId = newId('cl');
      const clientSecret = `fps_${randomBase58(40)}`;
      await db
        .insertInto('clients')
        .values({ id: clientId, account_id: options.accountId ?? DEFAULT_ACCOUNT, name, secret_hash: hash(clientSecret), scope: options.scope ?? '', created_at: nowMs() })
        .execute();
      return { clientId, clientSecret };
    },

    /** The client, when the secret is its own. */
    async authenticate(clientId: string, clientSecret: string): Promise<{ accountId: string; clientId: string; scope: string } | undefined> {
      const row = await db.selectFrom('clients').selectAll().where('id', '=', clientId).executeTakeFirst();
      const given = Buffer.from(hash(clientSecret));
      // Compared even without a client, so that the time taken does not tell whether it exists.
      const right = timingSafeEqual(given, Buffer.from(row?.secret_hash ?? hash('')));
      return row && right ? { accountId: row.account_id, clientId: row.id, scope: row.scope } : undefined;
    },

    async issueToken(client: { accountId: string; clientId: string }, scope: string, lifetimeSeconds: number | null): Promise<{ token: string; createdAtMs: number }> {
      const token = `fpt_${randomBase58(40)}`;
      const createdAtMs = nowMs();
      await db
        .insertInto('tokens')
        .values({
          hash: hash(token),
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
    async findToken(token: string): Promise<Caller | undefined> {
      const tokenHash = hash(token);
      const row = await db.selectFrom('tokens').selectAll().where('hash', '=', tokenHash).executeTakeFirst();
      if (!row || (row.expires_at !== null && row.expires_at <= nowMs())) return undefined;
      return { accountId: row.account_id, clientId: row.client_id, scope: row.scope, tokenHash };
    },

    async revokeToken(token: string, clientId: string): Promise<void> {
      await db.deleteFrom('tokens').where('hash', '=', hash(token)).where('client_id', '=', clientId).execute();
    },
  };
}

function hash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
