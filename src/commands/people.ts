import { AppError } from '../base/index.ts';
import { LINK_ISSUER, NEVER_MS } from '../database/index.ts';
import { isoTime } from '../system/index.ts';
import { type DataFolderOptions, findAccount, inDatabase } from './in-database.ts';
import { print } from './output.ts';

/** Prints the people who have signed in to the studio. Those of one-time links have no issuer. */
export async function peopleListCommand(
  options: DataFolderOptions & { account?: string },
): Promise<void> {
  const listed = await inDatabase(options, async (db) => {
    if (options.account !== undefined) await findAccount(db, options.account);
    return db.people.list(options.account);
  });
  const people = listed.map((person) => ({
    person_id: person.id,
    account_id: person.accountId,
    name: person.name,
    role: person.role,
    issuer: person.issuer === LINK_ISSUER ? null : person.issuer,
    subject: person.issuer === LINK_ISSUER ? null : person.subject,
    signed_in_at: person.signedInAtMs === NEVER_MS ? null : isoTime(person.signedInAtMs),
    blocked_at: person.blockedAtMs === null ? null : isoTime(person.blockedAtMs),
  }));
  print(options.json, { people }, () =>
    people.length === 0
      ? ['Nobody has signed in to the studio. `framepress studio` prints a link.']
      : people.map((person) => {
          const state = person.blocked_at === null ? '' : '  (blocked)';
          return `${person.person_id}  ${person.signed_in_at ?? 'invited'}  ${person.account_id}  ${person.role}  ${person.name}${state}`;
        }),
  );
}

export async function peopleBlockCommand(id: string, options: DataFolderOptions): Promise<void> {
  await setBlocked(id, true, options);
  print(options.json, { person_id: id, blocked: true }, () => [
    `${id} is signed out everywhere and cannot sign in.`,
  ]);
}

export async function peopleUnblockCommand(id: string, options: DataFolderOptions): Promise<void> {
  await setBlocked(id, false, options);
  print(options.json, { person_id: id, blocked: false }, () => [`${id} can sign in again.`]);
}

/** Blocks or unblocks a person. Throws `not_found`. */
async function setBlocked(id: string, isBlocked: boolean, options: DataFolderOptions) {
  if (await inDatabase(options, (db) => db.people.setBlocked(id, isBlocked))) return;
  const shortId = JSON.stringify(id.slice(0, 60).toWellFormed());
  throw new AppError('not_found', `There is no person ${shortId}.`, {
    hint: '`framepress people list` shows the people of the data folder.',
  });
}
