import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Outside, orAbort } from '../base/index.ts';
import {
  type AccountLimits,
  accountDeleted,
  checkStorage,
  type Database,
  type MadeFileRow,
} from '../database/index.ts';
import { Shared } from '../media/fetch/index.ts';
import { digestOfFile } from '../media/file/index.ts';
import type { BlobStore } from '../storage/index.ts';
import { type Log, sha256, systemClock } from '../system/index.ts';
import { EditCounts, type EditLimits } from './edit-counts.ts';
import { checkMadeToday, type MadeCounts } from './made-limits.ts';

export type MadeFilesOptions = {
  db: Pick<Database, 'madeFiles' | 'usage' | 'transaction'>;
  store: BlobStore;
  /** Contains a folder for each file that is being made. */
  folder: string;
  defaultLimits: AccountLimits;
  editLimits: EditLimits;
  log: Log;
};

/** A file that a model makes of text or audio. */
export type FileToMake<Facts> = {
  accountId: string;
  /** The session whose edit token asks for it; null: no edit token does. */
  editSessionId?: string | null;
  /** The version whose template uses it. The usage counts for its template. */
  versionId: string;
  /** All that decides the content: the kind, the text or the digest of the audio, the model, the voice. Plain JSON. */
  key: readonly unknown[];
  /** What counts in the account's usage and limits, when it is made. */
  cost: { characters: number } | { seconds: number };
  /**
   * Makes the file in a folder of its own. The signal fires when no caller waits any more. `facts` are small plain
   * JSON, which is stored in the database.
   */
  make: (folder: string, signal: AbortSignal) => Promise<{ file: string; facts: Facts }>;
};

export type MadeFile<Facts> = { path: string; sha256: string; bytes: number; facts: Facts };

type Stored = Pick<MadeFileRow, 'bytes' | 'facts'> & { storageKey: string; sha256: string };

/** The folder of the files in the store. */
export const MADE = 'made';
/** Change it when an equal key stands for other content than before. */
const FORMAT = 1;
/** A process that is silent for this time has ended. */
const CLAIM_MS = 30_000;
const RENEW_MS = 8_000;
/** How often the file of another process is looked for. */
const POLL_MS = 500;
/** The time of the last use is as exact as this. */
const USE_MS = 3600_000;

/**
 * Makes files of text and audio once in an account: a text that is spoken in a thousand rows is spoken once.
 * Callers at the same time, also in other processes, wait for the first. A failure is not stored. The files are
 * in the file store, with a row each; unused ones expire.
 */
export class MadeFiles {
  readonly #options: MadeFilesOptions;
  readonly #running = new Shared<Stored>();
  readonly #process = randomUUID();

  readonly #editCounts: EditCounts;

  constructor(options: MadeFilesOptions) {
    this.#options = options;
    this.#editCounts = new EditCounts(options.editLimits);
  }

  /**
   * Returns a file with a path that is valid while `folder` exists, a folder of the caller's work. `outside` runs what
   * may take long. Throws
   * `daily_limit_exceeded`, `quota_exceeded`, or the error of `make`.
   */
  async findOrMake<Facts extends Record<string, unknown>>(
    file: FileToMake<Facts>,
    folder: string,
    signal: AbortSignal,
    outside?: Outside,
  ): Promise<MadeFile<Facts>> {
    const id = idOf(file);
    const { madeFiles } = this.#options.db;
    const findOrMake = () => this.#findOrMake(id, file, signal);
    const content = outside
      ? ((await this.#contentOf(await madeFiles.find(id))) ?? (await outside(findOrMake)))
      : await findOrMake();
    const { storageKey, sha256: digest, bytes, facts } = content;
    const path = await this.#options.store.localPath(storageKey, folder);
    return { path, sha256: digest, bytes, facts: facts as Facts };
  }

  /** Shares the work for a file between all callers of this process. */
  async #findOrMake(
    id: string,
    file: FileToMake<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Stored> {
    await using shared = await this.#running.join(
      id,
      async (_report, whenAllLeave) => {
        const value = await this.#find(id, file, whenAllLeave);
        return { value, release: async () => undefined };
      },
      undefined,
      signal,
    );
    return shared.value;
  }

  /** Returns the content of a row if its file is there, and notes its use. */
  async #contentOf(row: MadeFileRow | undefined): Promise<Stored | undefined> {
    if (!row || !isStored(row) || !(await this.#isThere(row))) return undefined;
    if (row.usedAtMs < systemClock.nowMs() - USE_MS) await this.#options.db.madeFiles.use(row.id);
    return row;
  }

  /** Returns the row of a stored file; waits for another process that makes it, or makes it. */
  async #find(
    id: string,
    file: FileToMake<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Stored> {
    const { madeFiles } = this.#options.db;
    for (;;) {
      signal.throwIfAborted();
      const row = await madeFiles.find(id);
      const content = await this.#contentOf(row);
      if (content) return content;
      // A stored row without its file is made again.
      const isOurs = await this.#claim(id, file, row?.storageKey ?? null);
      const newFile = isOurs ? await this.#make(id, file, signal) : undefined;
      if (newFile) return newFile;
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #isThere({ storageKey, bytes }: Stored): Promise<boolean> {
    return (await this.#options.store.stat(storageKey))?.bytes === bytes;
  }

  /**
   * Returns whether this process makes the file now. `lostKey` is the key of a row whose file is missing. Counts the
   * cost in the same transaction, so that several requests cannot pass the limit together.
   */
  async #claim(
    id: string,
    { accountId, versionId, cost, editSessionId }: FileToMake<Record<string, unknown>>,
    lostKey: string | null,
  ): Promise<boolean> {
    const { db, defaultLimits } = this.#options;
    const claim = { madeBy: this.#process, forMs: CLAIM_MS };
    const counts = countsOf(cost);
    const nowMs = systemClock.nowMs();
    let isCounted = false;
    try {
      return await db.transaction(async (tx) => {
        const row = await tx.madeFiles.find(id);
        if (row && row.storageKey !== lostKey) return false;
        if (row && row.storageKey === null && row.claimedUntilMs > nowMs) return false;
        if (row) {
          await tx.madeFiles.takeOver(id, claim);
          return true;
        }
        // The transaction may run again.
        if (editSessionId && !isCounted) this.#editCounts.add(editSessionId, counts, nowMs);
        isCounted = true;
        const account = await tx.limitedAccount(accountId);
        if (!account) throw accountDeleted();
        await checkMadeToday(account, counts, { defaultLimits, nowMs });
        const newFile = { id, accountId, templateStyleVersionId: versionId, ...counts };
        await tx.madeFiles.begin(newFile, claim);
        await tx.usage.countMade(accountId, versionId, counts);
        // Above the limit, nothing is spoken that could not be stored.
        await checkStorage(account, defaultLimits);
        return true;
      });
    } catch (error) {
      if (editSessionId && isCounted) this.#editCounts.takeBack(editSessionId, counts);
      throw error;
    }
  }

  /** Makes and stores a file. Returns undefined when another process has taken the work over. */
  async #make(
    id: string,
    file: FileToMake<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Stored | undefined> {
    const { db, store, folder } = this.#options;
    const workFolder = join(folder, randomUUID());
    const lost = new AbortController();
    const timer = setInterval(() => {
      // A failure does no harm before the claim ends.
      db.madeFiles.renew(id, { madeBy: this.#process, forMs: CLAIM_MS }).then(
        (isOurs) => isOurs || lost.abort(),
        () => undefined,
      );
    }, RENEW_MS);
    // Each attempt has its own key: a process that lost its claim must not replace a file.
    const storageKey = `${MADE}/${id}-${randomUUID().slice(0, 8)}`;
    try {
      await mkdir(workFolder, { recursive: true });
      const both = AbortSignal.any([signal, lost.signal]);
      const { file: path, facts } = await orAbort(file.make(workFolder, both), both);
      const { sha256: digest, bytes } = await digestOfFile(path);
      await store.put(storageKey, path);
      const storedFile = { storageKey, sha256: digest, bytes, facts };
      if (await db.madeFiles.finish(id, this.#process, storedFile)) return storedFile;
      await store.remove(storageKey);
      return undefined;
    } catch (error) {
      await (signal.aborted ? this.#release(id) : this.#giveUp(id, file));
      if (lost.signal.aborted && !signal.aborted) return undefined;
      throw error;
    } finally {
      clearInterval(timer);
      await rm(workFolder, { recursive: true, force: true }).catch(() => undefined);
    }
  }

  /**
   * Ends the claim of work that was stopped. Its cost stays, because the server may have done it. Whoever asks again
   * takes the row over, without a further cost.
   */
  async #release(id: string): Promise<void> {
    const { db, log } = this.#options;
    await db.madeFiles
      .renew(id, { madeBy: this.#process, forMs: 0 })
      .catch((err: unknown) => log.warn({ err }, 'the claim of a made file could not be ended'));
  }

  /** Ends the claim of a failure, and returns its cost to the account. */
  async #giveUp(
    id: string,
    { editSessionId, cost }: FileToMake<Record<string, unknown>>,
  ): Promise<void> {
    const { db, log } = this.#options;
    if (editSessionId) this.#editCounts.takeBack(editSessionId, countsOf(cost));
    await db
      .transaction(async (tx) => {
        const row = await tx.madeFiles.giveUp(id, this.#process);
        if (!row) return;
        const counts = { characters: -row.characters, seconds: -row.seconds };
        const { accountId, templateStyleVersionId: versionId, createdAtMs } = row;
        await tx.usage.countMade(accountId, versionId, counts, createdAtMs);
      })
      .catch((err: unknown) => log.warn({ err }, 'the claim of a made file could not be ended'));
  }
}

/** Returns the id of a file's row. */
function idOf({ accountId, key }: FileToMake<Record<string, unknown>>): string {
  return `made_${sha256(JSON.stringify([FORMAT, accountId, ...key]))}`;
}

function countsOf(cost: FileToMake<Record<string, unknown>>['cost']): MadeCounts {
  return { characters: 0, seconds: 0, ...cost };
}

function isStored(row: MadeFileRow): row is MadeFileRow & Stored {
  return row.storageKey !== null && row.sha256 !== null;
}
