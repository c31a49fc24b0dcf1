import { atomically, type Connection } from '../open.ts';
import type { Client } from './clients.ts';
import { hashSecret, newSecret } from './secret.ts';
import type { TokenCache } from './token-cache.ts';

/** The session of an edit token, and the template version of its mapping. */
export type Editor = {
  sessionId: string;
  versionId: string;
  /** Until the token ends; null: it does not. */
  secondsLeft: number | null;
};

/**
 * The sender of a request and its scope. `tokenHash` identifies the token. `editor` is set for an edit token.
 */
export type Caller = Client & { tokenHash: string; editor?: Editor };

/**
 * Maximum number of valid tokens of a client. A client that requests a token for each request reaches it
 * within an hour.
 */
const MAX_TOKENS = 1000;
const MAX_EDIT_TOKENS = 10_000;

/** Access tokens, stored as hashes only. */
export function tokensOf(db: Connection, nowMs: () => number, cache: TokenCache<Caller>) {
  const isOver = (expiresAtMs: number | null) => expiresAtMs !== null && expiresAtMs <= nowMs();
  return {
    /**
     * Adds a token. Only this call returns it. A lifetime of null never ends. With a session it is an edit
     * token, which is removed with the session. Above the limit, the client's oldest token is removed.
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
        await tx.deleteFrom('tokens').where('expiresAtMs', '<=', createdAtMs).execute();
        await removeOldest(tx, client.clientId, sessionId !== null);
        await tx
          .insertInto('tokens')
          .values({
            hash: hashSecret(token),
            accountId: client.accountId,
            clientId: client.clientId,
            scope,
            createdAtMs,
            expiresAtMs: lifetimeSeconds === null ? null : createdAtMs + lifetimeSeconds * 1000,
            renderSessionId: sessionId,
          })
          .execute();
      });
      return { token, createdAtMs };
    },

    /**
     * Returns the owner of a token; undefined if it is unknown, revoked or expired, and for an edit token whose
     * session is removed.
     */
    async find(token: string): Promise<Caller | undefined> {
      const tokenHash = hashSecret(token);
      // In a transaction, the rows may still be rolled back.
      const state = db.isTransaction ? undefined : cache.state();
      const cachedToken = state === undefined ? undefined : cache.find(tokenHash);
      if (cachedToken) return isOver(cachedToken.expiresAtMs) ? undefined : cachedToken.caller;
      const row = await db
        .selectFrom('tokens')
        .leftJoin('renderSessions', 'renderSessions.id', 'tokens.renderSessionId')
        .selectAll('tokens')
        .select('renderSessions.templateStyleVersionId as versionId')
        .where('hash', '=', tokenHash)
        .executeTakeFirst();
      if (!row || isOver(row.expiresAtMs)) return undefined;
      const { accountId, clientId, scope } = row;
      const { renderSessionId: sessionId, versionId } = row;
      const caller = { accountId, clientId, scope, tokenHash };
      if (sessionId === null) {
        if (state !== undefined)
          cache.add(tokenHash, { caller, expiresAtMs: row.expiresAtMs }, state);
        return caller;
      }
      // An edit token without its session must not count as a token of the whole account.
      if (versionId === null) return undefined;
      const secondsLeft = secondsUntil(row.expiresAtMs, nowMs());
      return { ...caller, editor: { sessionId, versionId, secondsLeft } };
    },

    /** Whether a session has an edit token that is valid. */
    async canEdit(sessionId: string): Promise<boolean> {
      const row = await db
        .selectFrom('tokens')
        .select('hash')
        .where('renderSessionId', '=', sessionId)
        .where((token) =>
          token.or([token('expiresAtMs', 'is', null), token('expiresAtMs', '>', nowMs())]),
        )
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Ends the edit tokens of the copies that edit tokens made of a session, and of copies of these
     * copies. Call it before the session is removed.
     */
    async endCopies(sessionId: string): Promise<void> {
      await atomically(db, async (tx) => {
        const copyOf = async (id: string) =>
          (
            await tx
              .selectFrom('renderSessions')
              .select('copyId')
              .where('id', '=', id)
              .executeTakeFirst()
          )?.copyId;
        for (let id = await copyOf(sessionId); id; id = await copyOf(id))
          await tx.deleteFrom('tokens').where('renderSessionId', '=', id).execute();
      });
    },

    /** Revokes a token of this client; other tokens stay valid. */
    async revoke(token: string, clientId: string): Promise<void> {
      await db
        .deleteFrom('tokens')
        .where('hash', '=', hashSecret(token))
        .where('clientId', '=', clientId)
        .execute();
    },
  };
}

function secondsUntil(endMs: number | null, nowMs: number): number | null {
  return endMs === null ? null : (endMs - nowMs) / 1000;
}

/** Removes the oldest tokens of a client, so that it may have another token. */
async function removeOldest(tx: Connection, clientId: string, isEdit: boolean): Promise<void> {
  const max = isEdit ? MAX_EDIT_TOKENS : MAX_TOKENS;
  const surplus = await tx
    .selectFrom('tokens')
    .select('hash')
    .where('clientId', '=', clientId)
    .where('renderSessionId', isEdit ? 'is not' : 'is', null)
    .orderBy('createdAtMs', 'desc')
    .limit(max)
    .offset(max - 1)
    .execute();
  const hashes = surplus.map((row) => row.hash);
  if (hashes.length > 0) await tx.deleteFrom('tokens').where('hash', 'in', hashes).execute();
}
