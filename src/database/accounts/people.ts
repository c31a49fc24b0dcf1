import { newId } from '../../base/index.ts';
import { atomically, type Connection } from '../open.ts';

/** What a person may do, from least to most. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;

export type Role = (typeof ROLES)[number];

const ID_PREFIX = 'per';

/** A person of the studio. `issuer` and `subject` identify the person where they signed in. */
export type Person = {
  id: string;
  accountId: string;
  issuer: string;
  subject: string;
  name: string;
  role: Role;
  signedInAtMs: number;
  blockedAtMs: number | null;
};

/** The facts about a person at a sign-in. */
export type SignIn = Pick<Person, 'accountId' | 'issuer' | 'subject' | 'name' | 'role'>;

/** The issuer of people who sign in by one-time links. It is not a URL, so no other issuer has it. */
export const LINK_ISSUER = 'framepress';

/** Whether the owner of a token or session is a person, and not a client. */
export function isPersonId(id: string): boolean {
  return id.startsWith(`${ID_PREFIX}_`);
}

/** The time of the sign-in of a person who never signed in. */
export const NEVER_MS = 0;

const LINK_NAMES: Record<Role, string> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Administrator',
};

/** Returns the person of one-time links: each account has one for each role. */
export function linkPerson(accountId: string, role: Role): SignIn {
  const subject = `${accountId}/${role}`;
  return { accountId, issuer: LINK_ISSUER, subject, name: LINK_NAMES[role], role };
}

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}

/**
 * Returns the queries of the people of the studio. A person is one row for each issuer and subject, in one
 * account.
 */
export function peopleOf(db: Connection, nowMs: () => number) {
  const select = () =>
    db
      .selectFrom('people')
      .select(['id', 'accountId', 'issuer', 'subject', 'name', 'role'])
      .select(['signedInAtMs', 'blockedAtMs']);
  const ofRow = (row: Omit<Person, 'role'> & { role: string }): Person => ({
    ...row,
    role: isRole(row.role) ? row.role : 'viewer',
  });

  return {
    /** Returns a person; undefined for an unknown id. */
    async find(id: string): Promise<Person | undefined> {
      const row = await select().where('id', '=', id).executeTakeFirst();
      return row && ofRow(row);
    },

    /** Adds a person who has not signed in yet. One-time links of this person sign in later. */
    async invite({
      accountId,
      name,
      role,
    }: Pick<Person, 'accountId' | 'name' | 'role'>): Promise<Person> {
      const id = newId(ID_PREFIX);
      const person = { id, accountId, issuer: LINK_ISSUER, subject: id, name, role };
      const times = { createdAtMs: nowMs(), signedInAtMs: NEVER_MS, blockedAtMs: null };
      await db
        .insertInto('people')
        .values({ ...person, ...times })
        .execute();
      return { ...person, signedInAtMs: NEVER_MS, blockedAtMs: null };
    },

    /** Changes the role of a person, and revokes the edit tokens of the person. */
    async setRole(id: string, role: Role): Promise<void> {
      await atomically(db, async (tx) => {
        await removeEditTokens(tx, id);
        await tx.updateTable('people').set({ role }).where('id', '=', id).execute();
      });
    },

    /**
     * Adds or updates a person who signs in, and returns the id; undefined for a blocked person. A
     * change of account or role revokes the edit tokens of the person.
     */
    async signIn({ accountId, issuer, subject, name, role }: SignIn): Promise<string | undefined> {
      const changes = { accountId, name, role, signedInAtMs: nowMs() };
      return atomically(db, async (tx) => {
        const person = await tx
          .selectFrom('people')
          .selectAll()
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .executeTakeFirst();
        if (!person) {
          const id = newId(ID_PREFIX);
          await tx
            .insertInto('people')
            .values({ id, issuer, subject, ...changes, createdAtMs: nowMs(), blockedAtMs: null })
            .execute();
          return id;
        }
        if (person.blockedAtMs !== null) return undefined;
        if (person.accountId !== accountId || person.role !== role)
          await removeEditTokens(tx, person.id);
        await tx.updateTable('people').set(changes).where('id', '=', person.id).execute();
        return person.id;
      });
    },

    /** Ends the sessions and edit tokens of a person, who may be unknown. */
    async endRights(issuer: string, subject: string): Promise<void> {
      await atomically(db, async (tx) => {
        const person = await tx
          .selectFrom('people')
          .select('id')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .executeTakeFirst();
        if (!person) return;
        await tx.deleteFrom('studioSessions').where('personId', '=', person.id).execute();
        await removeEditTokens(tx, person.id);
      });
    },

    /** Returns all people, or those of an account, oldest first. */
    async list(accountId?: string): Promise<Person[]> {
      const rows = await select()
        .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? ''))
        .orderBy('createdAtMs')
        .orderBy('id')
        .execute();
      return rows.map(ofRow);
    },

    /** Returns the number of people of an account who are not blocked. */
    async count(accountId: string): Promise<number> {
      const { count } = await db
        .selectFrom('people')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('accountId', '=', accountId)
        .where('blockedAtMs', 'is', null)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Removes a blocked person. Returns false if the person is unknown or not blocked. */
    async remove(id: string): Promise<boolean> {
      return atomically(db, async (tx) => {
        const row = await tx
          .deleteFrom('people')
          .where('id', '=', id)
          .where('blockedAtMs', 'is not', null)
          .returning('id')
          .executeTakeFirst();
        if (row) await removeEditTokens(tx, id);
        return row !== undefined;
      });
    },

    /** Blocks a person and ends their sessions and edit tokens, or unblocks. False: unknown person. */
    async setBlocked(id: string, isBlocked: boolean): Promise<boolean> {
      return atomically(db, async (tx) => {
        if (isBlocked) {
          await tx.deleteFrom('studioSessions').where('personId', '=', id).execute();
          await tx.deleteFrom('studioCodes').where('personId', '=', id).execute();
          await removeEditTokens(tx, id);
        }
        const { numUpdatedRows } = await tx
          .updateTable('people')
          .set({ blockedAtMs: isBlocked ? nowMs() : null })
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },
  };
}

/**
 * Removes the edit tokens that a person was given. Their `clientId` is the id of the person: the column names the
 * owner of a token, which is a client or a person.
 */
async function removeEditTokens(tx: Connection, personId: string): Promise<void> {
  await tx.deleteFrom('tokens').where('clientId', '=', personId).execute();
}
