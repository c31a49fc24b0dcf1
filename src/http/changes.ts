import { setTimeout as sleep } from 'node:timers/promises';
import { CHANGES, type Database, type WatchedSubject } from '../database/index.ts';
import type { Log } from '../system/index.ts';

/** Waits for the changes of a subject until it is disposed. */
export type Watch = Disposable & {
  /**
   * Resolves after a change since the last call, at the latest after `forMs`, or when the signal fires. The
   * first call may resolve without a change.
   */
  next: (forMs: number, signal: AbortSignal) => Promise<void>;
};

type Watched = {
  state: string | undefined;
  version: number;
  watches: number;
  wake: Set<() => void>;
};

/**
 * Intervals of reads. Notices come sooner. On SQLite, notices of another process on the same folder do not come
 * at all.
 */
const POLL_MS = { ofAll: 2000, ofOne: 200 };
const READ_AT_ONCE = 500;
const SUBJECTS = ['session', 'batch', 'version', 'account'] as const;

/** Reads the states of all subjects that clients of this process wait for, with one query each. */
export class Changes implements AsyncDisposable {
  readonly #db: Pick<Database, 'changes' | 'notices'>;
  readonly #log: Log;
  readonly #watched: Record<WatchedSubject, Map<string, Watched>> = {
    session: new Map(),
    batch: new Map(),
    version: new Map(),
    account: new Map(),
  };
  #listening: Promise<AsyncDisposable> | undefined;
  #polling = false;

  constructor({ db, log }: { db: Pick<Database, 'changes' | 'notices'>; log: Log }) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Begins to watch a subject. Dispose the watch at the end: reads of the database go on until
   * then.
   */
  watch(subject: WatchedSubject, id: string): Watch {
    this.#listening ??= this.#db.notices.listen(CHANGES, (message) => this.#receive(message));
    const subjects = this.#watched[subject];
    const entry = subjects.get(id) ?? { state: undefined, version: 0, watches: 0, wake: new Set() };
    entry.watches += 1;
    subjects.set(id, entry);
    let seenVersion = entry.version;
    void this.#poll();
    return {
      next: async (forMs, signal) => {
        if (entry.version === seenVersion && forMs > 0 && !signal.aborted)
          await waitUntilWoken(entry, forMs, signal);
        seenVersion = entry.version;
      },
      [Symbol.dispose]: () => {
        entry.watches -= 1;
        if (entry.watches === 0) subjects.delete(id);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#listening)?.[Symbol.asyncDispose]();
  }

  /** `message` has the ids of subjects; it is empty when messages may have been lost. */
  #receive(message: string): void {
    const ids = message === '' ? undefined : message.split(' ');
    for (const subject of SUBJECTS) {
      const subjects = this.#watched[subject];
      for (const id of ids ?? subjects.keys()) wakeWatches(subjects.get(id));
    }
  }

  /** Reads until nobody waits any more. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    const pauseMs = this.#db.notices.reachAll ? POLL_MS.ofAll : POLL_MS.ofOne;
    while (SUBJECTS.some((subject) => this.#watched[subject].size > 0)) {
      try {
        for (const subject of SUBJECTS) await this.#read(subject);
      } catch (err) {
        // Clients that wait read the rows themselves at the end.
        this.#log.debug({ err }, 'the changes could not be read');
      }
      await sleep(pauseMs);
    }
    this.#polling = false;
  }

  /**
   * Reads the states of all watched subjects of a kind, and wakes those that wait for a subject
   * whose state has changed. The first read always counts as a change.
   */
  async #read(subject: WatchedSubject): Promise<void> {
    const subjects = this.#watched[subject];
    const ids = [...subjects.keys()];
    for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
      const chunk = ids.slice(from, from + READ_AT_ONCE);
      const states = await this.#db.changes.statesOf(subject, chunk);
      for (const id of chunk) {
        const entry = subjects.get(id);
        const state = states.get(id) ?? 'removed';
        if (!entry || entry.state === state) continue;
        entry.state = state;
        wakeWatches(entry);
      }
    }
  }
}

/** Wakes all that wait for a subject; does nothing for a subject that nobody watches. */
function wakeWatches(entry: Watched | undefined): void {
  if (!entry) return;
  entry.version += 1;
  for (const wake of entry.wake) wake();
}

/** Resolves at the next change, after `forMs`, or when the signal fires. Never rejects. */
function waitUntilWoken(entry: Watched, forMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      entry.wake.delete(end);
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, forMs);
    entry.wake.add(end);
    signal.addEventListener('abort', end, { once: true });
  });
}
