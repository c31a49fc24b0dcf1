import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../base/index.ts';
import { atomically, type Connection } from '../open.ts';
import { DEFAULT_ACCOUNT } from './accounts.ts';
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

    /** Oldest first, without their secrets. */
    async list(): Promise<{ id: string; name: string; scope: string; createdAtMs: number }[]> {
      const rows = await db
        .selectFrom('clients')
        .select(['id', 'name', 'scope', 'created_at as createdAtMs'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows;
    },

    /**
     * Ends the client's secret and the tokens that were taken with it; edit tokens go on until they
     * expire. Returns the new secret, which is told here and never again; undefined for no client.
     */
    async rotate(clientId: string): Promise<string | undefined> {
      const clientSecret = newSecret('fps');
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('clients')
          .set({ secret_hash: hashSecret(clientSecret) })
          .where('id', '=', clientId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await tx
          .deleteFrom('tokens')
          .where('client_id', '=', clientId)
          .where('render_session_id', 'is', null)
          .execute();
        return clientSecret;
      });
    },

    /** Removes a client with all its tokens, edit tokens included. False for no client. */
    async remove(clientId: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        await tx.deleteFrom('tokens').where('client_id', '=', clientId).execute();
        const { numDeletedRows } = await tx
          .deleteFrom('clients')
          .where('id', '=', clientId)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      });
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
