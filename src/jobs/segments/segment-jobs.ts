import { rm } from 'node:fs/promises';
import { AppError, orAbort } from '../../base/index.ts';
import type { Database, NewSegment, Notices, SegmentPriority } from '../../database/index.ts';
import { fromErrorData } from '../../isolated/index.ts';
import {
  engineId,
  isSealed,
  type PackedSegment,
  type SessionSegments,
} from '../../render/index.ts';
import type { BlobStore } from '../../storage/index.ts';
import { type Log, stubbornly, systemClock } from '../../system/index.ts';
import { UNWANTED, WANTED } from './notices.ts';
import { SegmentBoard } from './segment-board.ts';
import { packKey, type SegmentScope, segmentId, segmentKey, storePack } from './segment-files.ts';

/** Segments of one session that all machines together draw at the same time. */
const AT_ONCE = 64;
/** Maximum number of times that the files of a segment may be lost in a row. */
const MAX_LOST = 3;

type MakeOptions = {
  onProgress: (frames: number) => void;
  signal: AbortSignal;
  /** Settles when the segment that was requested before is wanted. */
  previous: Promise<void>;
  onWanted: () => void;
};

type SegmentJobsOptions = {
  db: Database;
  store: BlobStore;
  notices: Notices;
  log: Log;
  /** Whether a fetched file has all bytes that were drawn. Default: its checksum is right. */
  isIntact?: (path: string) => Promise<boolean>;
};

/** The session that requests segments. */
export type SegmentSession = {
  id: string;
  accountId: string;
  /** Grows with each process that renders the session. */
  epoch: number;
  priority: SegmentPriority;
  /** Equal segments are drawn once for all sessions of a scope. */
  scope: SegmentScope;
  /** Receives the CPU time of drawing, on all machines. */
  onCpu: (seconds: number) => void;
};

/** Has the segments of sessions drawn on any machine that shares the database. */
export class SegmentJobs implements AsyncDisposable {
  readonly #options: SegmentJobsOptions;
  readonly #board: SegmentBoard;
  readonly #wants: Gathered<NewSegment>;

  private constructor(options: SegmentJobsOptions, board: SegmentBoard) {
    this.#options = options;
    this.#board = board;
    const { db, notices } = options;
    // One transaction at a time, because concurrent ones would conflict and be repeated.
    this.#wants = new Gathered(async (segments) => {
      await stubbornly(async () => {
        const places = await db.segments.placesNow();
        await db.transaction((tx) => tx.segments.want(segments, places));
      });
      await notices.notify(WANTED, '');
    });
  }

  /** Returns an object that wants segments and waits for them, until it is disposed. */
  static async open(options: SegmentJobsOptions): Promise<SegmentJobs> {
    const { db, notices, log } = options;
    return new SegmentJobs(options, await SegmentBoard.open(db.segments, notices, log));
  }

  /** Returns the maker of a session's segments. It wants them in the order in which they are requested. */
  forSession(session: SegmentSession): SessionSegments {
    let last = Promise.resolve();
    return {
      atOnce: AT_ONCE,
      make: async (segment, onProgress, signal) => {
        const previous = last;
        const { promise, resolve } = Promise.withResolvers<void>();
        last = promise;
        try {
          await this.#makeSegment(session, segment, {
            onProgress,
            signal,
            previous,
            onWanted: resolve,
          });
        } finally {
          resolve();
        }
      },
    };
  }

  /**
   * Ends what a session wants. Segments that nobody else wants are not drawn. The signals of what the session
   * still makes must have fired.
   */
  async end({ id, epoch }: Pick<SegmentSession, 'id' | 'epoch'>): Promise<void> {
    const { db, store, notices } = this.#options;
    // Otherwise a segment that is just being wanted would be drawn for nobody.
    await this.#wants.settled();
    const packs = await stubbornly(() => db.transaction((tx) => tx.segments.unwant(id, epoch)));
    if (packs.length > 0) await notices.notify(UNWANTED, '');
    for (const pack of packs) await store.remove(pack);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#board[Symbol.asyncDispose]();
  }

  /**
   * Wants a segment, waits until any machine has drawn it, and fetches its files. If its files are lost it is
   * wanted again, `MAX_LOST` times in all. Throws the error of its drawing. `onWanted` lets the next segment be
   * wanted.
   */
  async #makeSegment(
    session: SegmentSession,
    segment: PackedSegment,
    { onProgress, signal, previous, onWanted }: MakeOptions,
  ): Promise<void> {
    const { db, store } = this.#options;
    const id = segmentId(session.scope, segment);
    const engine = engineFor(await engineId(), segment.hardware);
    for (let lost = 0; lost < MAX_LOST; lost++) {
      signal.throwIfAborted();
      const [progress] = await stubbornly(() => db.segments.find([id]), signal);
      const isStored = progress?.state === 'done' || progress?.state === 'wanted';
      const pack = packKey(session.scope, segment, systemClock.nowMs());
      if (!isStored) await storePack(store, pack, segment);
      // Packs are stored at the same time, and the first one is often not stored first.
      await orAbort(previous, signal);
      signal.throwIfAborted();
      const request = this.#want({ id, pack, engine }, session, segment);
      onWanted();
      await orAbort(request, signal);
      const ended = await this.#board.waitForEnd(id, signal);
      if (ended.state === 'failed' && ended.error !== null)
        throw fromErrorData(JSON.parse(ended.error));
      if (ended.state === 'done' && (await this.#fetch(id, segment))) {
        // The time of a shared segment counts once.
        if (progress?.state !== 'done' && ended.sessionId === session.id)
          session.onCpu(ended.cpuSeconds);
        onProgress(segment.frames);
        return;
      }
      await db.segments.markLost(ended);
    }
    throw new AppError('storage_failed', 'The files of a segment were lost repeatedly.');
  }

  /**
   * Makes the session want a segment, together with others that are requested at the time. Resolves when it is
   * stored.
   */
  #want(
    keys: Pick<NewSegment, 'id' | 'pack' | 'engine'>,
    session: SegmentSession,
    { frames, outputs }: PackedSegment,
  ): Promise<void> {
    const { id: sessionId, accountId, epoch, priority } = session;
    return this.#wants.add({
      ...keys,
      sessionId,
      accountId,
      epoch,
      priority,
      frames,
      outputs: outputs.map(({ kind }) => kind),
    });
  }

  /**
   * Writes the files of a drawn segment to their paths. Returns false when a file is not stored any more, or
   * is damaged.
   */
  async #fetch(id: string, { outputs }: PackedSegment): Promise<boolean> {
    const { store, log, isIntact = isSealed } = this.#options;
    for (const [n, { path }] of outputs.entries()) {
      if (!(await store.fetchTo(segmentKey(id, n), path))) return false;
      if (await isIntact(path)) continue;
      log.warn({ segment: id }, 'a stored segment is damaged; it is drawn again');
      await rm(path, { force: true });
      await store.remove(segmentKey(id, n));
      return false;
    }
    return true;
  }
}

/** Returns the name of the machines that can draw a segment. */
export function engineFor(engine: string, hardware: string | null): string {
  return hardware === null ? engine : `${engine}-${hardware}`;
}

type Waiting<T> = PromiseWithResolvers<void> & { item: T };

/** Passes items on in groups: while one group is processed, the next one gathers. */
class Gathered<T> {
  readonly #process: (items: readonly T[]) => Promise<void>;
  readonly #waiting: Waiting<T>[] = [];
  #inProcess: readonly Waiting<T>[] = [];
  #isBusy = false;

  constructor(process: (items: readonly T[]) => Promise<void>) {
    this.#process = process;
  }

  /** Resolves when the group of an item was processed. */
  add(item: T): Promise<void> {
    const waiting = { ...Promise.withResolvers<void>(), item };
    this.#waiting.push(waiting);
    if (!this.#isBusy) void this.#processAll();
    return waiting.promise;
  }

  /** Resolves when all items that were added before are processed. */
  async settled(): Promise<void> {
    const added = [...this.#inProcess, ...this.#waiting];
    await Promise.allSettled(added.map(({ promise }) => promise));
  }

  /** Processes groups until nothing waits. An error of a group rejects all its items. Only one call may run. */
  async #processAll(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0);
      this.#inProcess = group;
      try {
        await this.#process(group.map(({ item }) => item));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#inProcess = [];
    this.#isBusy = false;
  }
}
