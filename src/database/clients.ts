import { timingSafeEqual } from 'node:crypto';
import { newId } from '../base/index.ts';
import { DEFAULT_ACCOUNT } from './accounts.ts';
import type { Connection } from './open.ts';
import { hashSecret, newSecret } from './secret.ts';

/** A client of the API and the most that its tokens may do; the scope `*` is all of the account. */
export type Client = { accountId: string; clientId: string; scope: string };

export function clientsOf(db: Connection, nowMs: () => number) {
  return {
    /** The secret is told here and never again. */
    async create(
      name: string,
      options: { accountId?: string; scope?: string } = {},
    ): Promise<{ clientId: string; clientSecret: string }> {
      const clientId = newId('cl');
      const clientSecret = newSecret('fps');
      await db
        .insertInto('clients')
        .values({
          id: clientId,
          account_id: options.accountId ?? DEFAULT_ACCOUNT,
          name,
          secret_hash: hashSecret(clientSecret),
          scope: options.scope ?? '*',
          created_at: nowMs(),
        })
        .execute();
      return { clientId, clientSecret };
    },

    /** The id of a client of a name that may do just this. */
    async named(accountId: string, name: string, scope: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('clients')
        .select('id')
        .where('account_id', '=', accountId)
        .where('name', '=', name)
        .where('scope', '=', scope)
        .executeTakeFirst();
      return row?.id;
    },

    /** The client, when the secret is its own. */
    async authenticate(clientId: string, clientSecret: string): Promise<Client | undefined> {
      const row = await db
        .selectFrom('clients')
        .selectAll()
        .where('id', '=', clientId)
        .executeTakeFirst();
      const given = Buffer.from(hashSecret(clientSecret));
      // Compared even without a client, so that the time taken does not tell whether it exists.
      const right = timingSafeEqual(given, Buffer.from(row?.secret_hash ?? hashSecret('')));
      if (!row || !right) return undefined;
      return { accountId: row.account_id, clientId: row.id, scope: row.scope };
    },
  };
}
