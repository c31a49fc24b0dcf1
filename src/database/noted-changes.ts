import { setTimeout as sleep } from 'node:timers/promises';
import type { Notices } from './notices.ts';

/**
 * The channel of changes that clients wait for. A message has the ids of sessions, versions, batches and
 * accounts, separated by spaces.
 */
export const CHANGES = 'framepress_changes';

/** Changes that happen in this time are sent together. */
const GATHER_MS = 20;
/** A message has at most 8000 bytes, and an id some 30. */
const IDS_PER_MESSAGE = 100;

type Note = (id: string) => void;

/** By connection: the database itself, or a transaction. */
const notes = new WeakMap<object, Note>();

/**
 * Says that something about a subject changes. The processes that wait for it are informed after the commit of
 * the transaction.
 */
export function noteChange(db: object, id: string): void {
  notes.get(db)?.(id);
}

/** Runs `transaction` and passes the changes that its last attempt noted to those of `db`. */
export async function withNotes<T>(
  db: object,
  transaction: (noting: <C extends object, R>(work: (tx: C) => R) => (tx: C) => R) => Promise<T>,
): Promise<T> {
  let noted = new Set<string>();
  const result = await transaction((work) => (tx) => {
    noted = new Set();
    notes.set(tx, (id) => void noted.add(id));
    return work(tx);
  });
  for (const id of noted) noteChange(db, id);
  return result;
}

/** Sends the changes that are noted at a connection. A change that cannot be sent is found by polling. */
export function sendNotes(db: object, notices: Notices): void {
  const waiting = new Set<string>();
  let isSending = false;
  const send = async () => {
    while (waiting.size > 0) {
      await sleep(GATHER_MS);
      const ids = [...waiting];
      waiting.clear();
      for (let at = 0; at < ids.length; at += IDS_PER_MESSAGE) {
        const message = ids.slice(at, at + IDS_PER_MESSAGE).join(' ');
        await notices.notify(CHANGES, message);
      }
    }
    isSending = false;
  };
  notes.set(db, (id) => {
    waiting.add(id);
    if (isSending) return;
    isSending = true;
    void send();
  });
}
