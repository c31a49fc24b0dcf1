import type { NewSession, StoredEvent, Transaction } from '../database/index.ts';
import { heardTracks, readParsedMapping, wantedFiles } from '../mapping/index.ts';
import type { SessionActions } from './session-context.ts';

/**
 * Stores a planned session, and starts its render unless it is a draft. Throws if a limit of its account is
 * reached. Returns the event of the session, which has its public form.
 */
export async function createSession(
  tx: Transaction,
  session: NewSession,
  { sessionStarted, fileStored }: SessionActions,
): Promise<StoredEvent> {
  const created = await tx.renderSessions.insert(session);
  const { id, accountId, render, priority = 'normal', parsedMapping } = session;
  if (render === null) await fileStored(accountId, tx);
  else {
    const mapping = readParsedMapping(parsedMapping);
    const namesFiles = !mapping || [...wantedFiles(mapping), ...heardTracks(mapping)].length > 0;
    await sessionStarted({ id, accountId, attempt: 1, priority, render, namesFiles }, tx);
  }
  return created;
}
