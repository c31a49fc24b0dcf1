import { timingSafeEqual } from 'node:crypto';
import { newId } from '../../base/index.ts';
import { newestFirst, type PageRequest } from '../newest-first.ts';
import { atomically, type Connection } from '../open.ts';
import { DEFAULT_ACCOUNT } from './accounts.ts';
import { hashSecret, newSecret } from './secret.ts';

/**
 * A client of the API and the maximum scope of its tokens. The scope `*` allows everything in the account.
 */
export type Client = { accountId: string; clientId: string; scope: string };

export type ListedClient = {
  id: string;
  accountId: string;
  name: string;
  scope: string;
  createdAtMs: number;
};

/** Selects the columns of listed clients: without the hash of the secret. */
function selectListed(db: Connection) {
  return db.selectFrom('clients').select(['id', 'accountId', 'name', 'scope', 'createdAtMs']);
}

/** Returns the queries of clients: who may ask for tokens with a secret, of which only the hash is stored. */
export function clientsOf(db: Connection, nowMs: () => number) {
  return {
    /** Adds a client. Only this call returns the secret. */
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
          accountId: options.accountId ?? DEFAULT_ACCOUNT,
          name,
          secretHash: hashSecret(clientSecret),
          scope: options.scope ?? '*',
          createdAtMs: nowMs(),
        })
        .execute();
      return { clientId, clientSecret };
    },

    /** Returns all clients, or those of an account, without their secrets, oldest first. */
    async list(accountId?: string): Promise<ListedClient[]> {
      return selectListed(db)
        .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? ''))
        .orderBy('createdAtMs')
        .orderBy('id')
        .execute();
    },

    /** Returns a page of the clients of an account, newest first. */
    async listPage(accountId: string, page: PageRequest): Promise<ListedClient[]> {
      const query = selectListed(db).where('accountId', '=', accountId);
      return newestFirst(query, 'clients', page).execute();
    },

    async findIn(accountId: string, id: string): Promise<ListedClient | undefined> {
      return selectListed(db)
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
    },

    /** Returns a client of any account by its id, without a check of its secret; `authenticate` checks it. */
    async find(clientId: string): Promise<Client | undefined> {
      return db
        .selectFrom('clients')
        .select(['id as clientId', 'accountId', 'scope'])
        .where('id', '=', clientId)
        .executeTakeFirst();
    },

    /**
     * Replaces the client's secret, and revokes the tokens and studio sessions of the old secret. Edit tokens
     * stay valid until they expire. Only this call returns the new secret; undefined for an unknown client.
     */
    async rotate(clientId: string): Promise<string | undefined> {
      const clientSecret = newSecret('fps');
      return atomically(db, async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('clients')
          .set({ secretHash: hashSecret(clientSecret) })
          .where('id', '=', clientId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return undefined;
        await tx
          .deleteFrom('tokens')
          .where('clientId', '=', clientId)
          .where('renderSessionId', 'is', null)
          .execute();
        await tx.deleteFrom('studioSessions').where('clientId', '=', clientId).execute();
        return clientSecret;
      });
    },

    /** Removes a client with all its tokens, including edit tokens. Returns false for an unknown client. */
    async remove(clientId: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        await tx.deleteFrom('tokens').where('clientId', '=', clientId).execute();
        const { numDeletedRows } = await tx
          .deleteFrom('clients')
          .where('id', '=', clientId)
          .executeTakeFirst();
        return numDeletedRows > 0n;
      });
    },

    /** Returns the id of a client with this name and exactly this scope; undefined if there is none. */
    async idByName(accountId: string, name: string, scope: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('clients')
        .select('id')
        .where('accountId', '=', accountId)
        .where('name', '=', name)
        .where('scope', '=', scope)
        .executeTakeFirst();
      return row?.id;
    },

    /** Returns the client if the secret is correct; undefined for an unknown client or another secret. */
    async authenticate(clientId: string, clientSecret: string): Promise<Client | undefined> {
      const row = await db
        .selectFrom('clients')
        .selectAll()
        .where('id', '=', clientId)
        .executeTakeFirst();
      const secretHash = Buffer.from(hashSecret(clientSecret));
      // The secrets are compared even without a client, so that the duration does not reveal whether the
      // client exists.
      const right = timingSafeEqual(secretHash, Buffer.from(row?.secretHash ?? hashSecret('')));
      if (!row || !right) return undefined;
      return { accountId: row.accountId, clientId: row.id, scope: row.scope };
    },
  };
}
