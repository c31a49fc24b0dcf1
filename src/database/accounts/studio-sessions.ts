import { atomically, type Connection } from '../open.ts';
import { isRole, LINK_ISSUER, linkPerson, peopleOf, type Role, type SignIn } from './people.ts';
import { hashSecret, newSecret } from './secret.ts';

const MINUTE_MS = 60_000;
/** A session ends when it is not used for this time. */
const IDLE_MS = 12 * 60 * MINUTE_MS;
/** A session ends after this time even if it is used. */
export const MAX_SESSION_SECONDS = 7 * 24 * 3600;
/** The end of a session is moved at most this often. */
const TOUCH_MS = 5 * MINUTE_MS;
export const CODE_SECONDS = 600;
const MAX_SESSIONS = 100;
const MAX_CODES = 1000;

/** The owner of a session: a person, or a client that signed in with its secret. */
export type SessionOwner = { personId: string } | { clientId: string };

/** A valid session with the current rights of its owner. */
export type StudioSession = {
  /** Identifies the session; the cookie itself is not stored. */
  hash: string;
  /** The id of the person or the client. */
  ownerId: string;
  name: string;
  account: { id: string; name: string };
  /** The role of a person, or the scope of a client. */
  rights: { role: Role } | { scope: string };
};

export type FindOptions = { isUse?: boolean; issuedSeconds?: number };

/** Sessions of the studio and one-time codes, stored as hashes only. */
export function studioSessionsOf(db: Connection, nowMs: () => number) {
  /** Adds a session and returns its secret. Above the limit, the owner's oldest session is removed. */
  const create = (owner: SessionOwner): Promise<string> =>
    atomically(db, async (tx) => {
      const secret = newSecret('fpw');
      const now = nowMs();
      await tx.deleteFrom('studio_sessions').where('expires_at', '<=', now).execute();
      await removeOldest(tx, owner);
      await tx
        .insertInto('studio_sessions')
        .values({
          hash: hashSecret(secret),
          person_id: 'personId' in owner ? owner.personId : null,
          client_id: 'clientId' in owner ? owner.clientId : null,
          created_at: now,
          expires_at: now + IDLE_MS,
        })
        .execute();
      return secret;
    });

  return {
    create,

    /**
     * Returns the session of a secret; undefined if it is unknown or has ended. A use moves its end. A
     * response that stays open is not a use, so that a forgotten page does not stay signed in. Sessions of
     * people who signed in at an issuer end after `issuedSeconds`, so that their roles are read again.
     */
    async find(
      secret: string,
      { isUse = true, issuedSeconds = MAX_SESSION_SECONDS }: FindOptions = {},
    ): Promise<StudioSession | undefined> {
      const hash = hashSecret(secret);
      const row = await db
        .selectFrom('studio_sessions as s')
        .leftJoin('people as p', 'p.id', 's.person_id')
        .leftJoin('clients as c', 'c.id', 's.client_id')
        .innerJoin('accounts as a', (join) =>
          join.on((on) => on('a.id', '=', on.fn.coalesce('p.account_id', 'c.account_id'))),
        )
        .select(['s.created_at', 's.expires_at', 'a.id as accountId', 'a.name as accountName'])
        .select(['p.id as personId', 'p.name as personName', 'p.role', 'p.issuer', 'p.blocked_at'])
        .select(['c.id as clientId', 'c.name as clientName', 'c.scope'])
        .where('s.hash', '=', hash)
        .executeTakeFirst();
      const now = nowMs();
      if (!row || row.blocked_at !== null) return undefined;
      const isIssued = row.personId !== null && row.issuer !== LINK_ISSUER;
      const lastMs = row.created_at + (isIssued ? issuedSeconds : MAX_SESSION_SECONDS) * 1000;
      if (Math.min(row.expires_at, lastMs) <= now) return undefined;
      const endsMs = Math.min(now + IDLE_MS, lastMs);
      if (isUse && endsMs - row.expires_at > TOUCH_MS)
        await db
          .updateTable('studio_sessions')
          .set({ expires_at: endsMs })
          .where('hash', '=', hash)
          .execute();
      const { personId, clientId, role, scope } = row;
      const rights =
        role !== null && isRole(role)
          ? { role }
          : { scope: personId === null ? (scope ?? '') : '' };
      return {
        hash,
        ownerId: personId ?? clientId ?? '',
        name: row.personName ?? row.clientName ?? '',
        account: { id: row.accountId, name: row.accountName },
        rights,
      };
    },

    async end(secret: string): Promise<void> {
      await db.deleteFrom('studio_sessions').where('hash', '=', hashSecret(secret)).execute();
    },

    /** Ends all sessions of a person or client. */
    async endAll(ownerId: string): Promise<void> {
      await db
        .deleteFrom('studio_sessions')
        .where((where) =>
          where.or([where('person_id', '=', ownerId), where('client_id', '=', ownerId)]),
        )
        .execute();
    },

    /** Begins a session of a person; undefined for a blocked person. */
    async signIn(person: SignIn): Promise<string | undefined> {
      return atomically(db, async (tx) => {
        const personId = await peopleOf(tx, nowMs).signIn(person);
        if (personId === undefined) return undefined;
        return studioSessionsOf(tx, nowMs).create({ personId });
      });
    },

    /** Adds a one-time code for a person of the account with this role. Only this call returns it. */
    async addCode(accountId: string, role: Role): Promise<string> {
      const code = newSecret('fpl');
      await atomically(db, async (tx) => {
        const now = nowMs();
        await tx.deleteFrom('studio_codes').where('expires_at', '<=', now).execute();
        const surplus = await tx
          .selectFrom('studio_codes')
          .select('hash')
          .orderBy('expires_at', 'desc')
          .limit(MAX_CODES)
          .offset(MAX_CODES - 1)
          .execute();
        const hashes = surplus.map(({ hash }) => hash);
        if (hashes.length > 0)
          await tx.deleteFrom('studio_codes').where('hash', 'in', hashes).execute();
        await tx
          .insertInto('studio_codes')
          .values({
            hash: hashSecret(code),
            account_id: accountId,
            role,
            expires_at: now + CODE_SECONDS * 1000,
          })
          .execute();
      });
      return code;
    },

    /** Uses a code up and begins its session; undefined if it is unknown, used or expired. */
    async redeem(code: string): Promise<string | undefined> {
      return atomically(db, async (tx) => {
        const row = await tx
          .deleteFrom('studio_codes')
          .where('hash', '=', hashSecret(code))
          .returningAll()
          .executeTakeFirst();
        if (!row || row.expires_at <= nowMs() || !isRole(row.role)) return undefined;
        return studioSessionsOf(tx, nowMs).signIn(linkPerson(row.account_id, row.role));
      });
    },

    /** Removes what has ended. */
    async removeExpired(): Promise<void> {
      await db.deleteFrom('studio_sessions').where('expires_at', '<=', nowMs()).execute();
      await db.deleteFrom('studio_codes').where('expires_at', '<=', nowMs()).execute();
    },
  };
}

/** Removes the oldest sessions of an owner, so that there is room for another one. */
async function removeOldest(tx: Connection, owner: SessionOwner): Promise<void> {
  const [column, id] =
    'personId' in owner
      ? (['person_id', owner.personId] as const)
      : (['client_id', owner.clientId] as const);
  const surplus = await tx
    .selectFrom('studio_sessions')
    .select('hash')
    .where(column, '=', id)
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS)
    .offset(MAX_SESSIONS - 1)
    .execute();
  const hashes = surplus.map(({ hash }) => hash);
  if (hashes.length > 0)
    await tx.deleteFrom('studio_sessions').where('hash', 'in', hashes).execute();
}
