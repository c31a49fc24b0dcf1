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
/** Codes of an account without a person; a person has one. */
const MAX_CODES = 100;

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
      const timeMs = nowMs();
      await tx.deleteFrom('studioSessions').where('expiresAtMs', '<=', timeMs).execute();
      await removeOldest(tx, owner);
      await tx
        .insertInto('studioSessions')
        .values({
          hash: hashSecret(secret),
          personId: 'personId' in owner ? owner.personId : null,
          clientId: 'clientId' in owner ? owner.clientId : null,
          createdAtMs: timeMs,
          expiresAtMs: timeMs + IDLE_MS,
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
        .selectFrom('studioSessions as s')
        .leftJoin('people as p', 'p.id', 's.personId')
        .leftJoin('clients as c', 'c.id', 's.clientId')
        .innerJoin('accounts as a', (join) =>
          join.on((on) => on('a.id', '=', on.fn.coalesce('p.accountId', 'c.accountId'))),
        )
        .select(['s.createdAtMs', 's.expiresAtMs', 'a.id as accountId', 'a.name as accountName'])
        .select(['p.id as personId', 'p.name as personName', 'p.role', 'p.issuer', 'p.blockedAtMs'])
        .select(['c.id as clientId', 'c.name as clientName', 'c.scope'])
        .where('s.hash', '=', hash)
        .executeTakeFirst();
      const timeMs = nowMs();
      if (!row || row.blockedAtMs !== null) return undefined;
      const isIssued = row.personId !== null && row.issuer !== LINK_ISSUER;
      const lastMs = row.createdAtMs + (isIssued ? issuedSeconds : MAX_SESSION_SECONDS) * 1000;
      if (Math.min(row.expiresAtMs, lastMs) <= timeMs) return undefined;
      const endsMs = Math.min(timeMs + IDLE_MS, lastMs);
      if (isUse && endsMs - row.expiresAtMs > TOUCH_MS)
        await db
          .updateTable('studioSessions')
          .set({ expiresAtMs: endsMs })
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

    /** Ends the session of a secret, at sign-out. Does nothing for an unknown secret. */
    async end(secret: string): Promise<void> {
      await db.deleteFrom('studioSessions').where('hash', '=', hashSecret(secret)).execute();
    },

    /** Ends all sessions of a person or client. */
    async endAll(ownerId: string): Promise<void> {
      await db
        .deleteFrom('studioSessions')
        .where((where) =>
          where.or([where('personId', '=', ownerId), where('clientId', '=', ownerId)]),
        )
        .execute();
    },

    /**
     * Adds or updates a person, begins a session of the person and returns its secret; undefined for a blocked
     * person.
     */
    async signIn(person: SignIn): Promise<string | undefined> {
      return atomically(db, async (tx) => {
        const personId = await peopleOf(tx, nowMs).signIn(person);
        if (personId === undefined) return undefined;
        return studioSessionsOf(tx, nowMs).create({ personId });
      });
    },

    /**
     * Adds a one-time code for the account with this role. Only this call returns it. With `personId` it signs in
     * this person, with the person's role.
     */
    async addCode(
      accountId: string,
      role: Role,
      { personId, seconds = CODE_SECONDS }: { personId?: string; seconds?: number } = {},
    ): Promise<string> {
      const code = newSecret('fpl');
      await atomically(db, async (tx) => {
        const timeMs = nowMs();
        await tx.deleteFrom('studioCodes').where('expiresAtMs', '<=', timeMs).execute();
        if (personId === undefined) await removeOldestCodes(tx, accountId);
        // A new link of a person replaces the former one.
        else await tx.deleteFrom('studioCodes').where('personId', '=', personId).execute();
        await tx
          .insertInto('studioCodes')
          .values({
            hash: hashSecret(code),
            accountId,
            role,
            personId: personId ?? null,
            expiresAtMs: timeMs + seconds * 1000,
          })
          .execute();
      });
      return code;
    },

    /** Returns whether a code with this SHA-256 can be used: it does not sign in a blocked person. */
    async isCode(hash: string): Promise<boolean> {
      const code = await db
        .selectFrom('studioCodes')
        .select(['accountId', 'role', 'personId', 'expiresAtMs'])
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (!code || code.expiresAtMs <= nowMs() || !isRole(code.role)) return false;
      const { issuer, subject } = linkPerson(code.accountId, code.role);
      const person = await db
        .selectFrom('people')
        .select('blockedAtMs')
        .where((where) =>
          code.personId === null
            ? where.and([where('issuer', '=', issuer), where('subject', '=', subject)])
            : where('id', '=', code.personId),
        )
        .executeTakeFirst();
      return person ? person.blockedAtMs === null : code.personId === null;
    },

    /** Removes a code that nobody shall use. Does nothing for an unknown code. */
    async removeCode(code: string): Promise<void> {
      await db.deleteFrom('studioCodes').where('hash', '=', hashSecret(code)).execute();
    },

    /**
     * Uses a code up, begins its session and returns the session's secret; undefined if the code is unknown,
     * used or expired.
     */
    async redeem(code: string): Promise<string | undefined> {
      return atomically(db, async (tx) => {
        const row = await tx
          .deleteFrom('studioCodes')
          .where('hash', '=', hashSecret(code))
          .returningAll()
          .executeTakeFirst();
        if (!row || row.expiresAtMs <= nowMs() || !isRole(row.role)) return undefined;
        const { accountId, role, personId } = row;
        const person = personId === null ? undefined : await peopleOf(tx, nowMs).find(personId);
        if (personId !== null && !person) return undefined;
        return studioSessionsOf(tx, nowMs).signIn(person ?? linkPerson(accountId, role));
      });
    },

    /**
     * Removes expired sessions and codes. Only the table gets smaller: `find` and `redeem` reject them anyway.
     */
    async removeExpired(): Promise<void> {
      await db.deleteFrom('studioSessions').where('expiresAtMs', '<=', nowMs()).execute();
      await db.deleteFrom('studioCodes').where('expiresAtMs', '<=', nowMs()).execute();
    },
  };
}

/** Removes the oldest codes of an account that are of no person, so that there is room for another one. */
async function removeOldestCodes(tx: Connection, accountId: string): Promise<void> {
  const surplus = await tx
    .selectFrom('studioCodes')
    .select('hash')
    .where('accountId', '=', accountId)
    .where('personId', 'is', null)
    .orderBy('expiresAtMs', 'desc')
    .limit(MAX_CODES)
    .offset(MAX_CODES - 1)
    .execute();
  const hashes = surplus.map(({ hash }) => hash);
  if (hashes.length > 0) await tx.deleteFrom('studioCodes').where('hash', 'in', hashes).execute();
}

/** Removes the oldest sessions of an owner, so that there is room for another one. */
async function removeOldest(tx: Connection, owner: SessionOwner): Promise<void> {
  const [column, id] =
    'personId' in owner
      ? (['personId', owner.personId] as const)
      : (['clientId', owner.clientId] as const);
  const surplus = await tx
    .selectFrom('studioSessions')
    .select('hash')
    .where(column, '=', id)
    .orderBy('createdAtMs', 'desc')
    .limit(MAX_SESSIONS)
    .offset(MAX_SESSIONS - 1)
    .execute();
  const hashes = surplus.map(({ hash }) => hash);
  if (hashes.length > 0)
    await tx.deleteFrom('studioSessions').where('hash', 'in', hashes).execute();
}
