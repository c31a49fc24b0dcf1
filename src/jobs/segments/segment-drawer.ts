import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/index.ts';
import type { ClaimedSegment, Database, Notices, SegmentClaim } from '../../database/index.ts';
import { toErrorData } from '../../isolated/index.ts';
import { jobsTakenOver } from '../../observe/index.ts';
import { mayRetry, type PackContent, unpack } from '../../render/index.ts';
import { type BlobStore, waitsForStore } from '../../storage/index.ts';
import { isDiskFull, type Log, stubbornly, toAppError } from '../../system/index.ts';
import { ENDED, UNWANTED, WANTED } from './notices.ts';
import { fetchImages, fetchPack, segmentKey } from './segment-files.ts';

/** A claim lasts 10 s. */
const RENEW_MS = 2500;
/** Interval of polling without notices. */
const POLL_MS = 2000;
/** Maximum number of processes that one segment may end. */
const MAX_KILLS = 5;
const MAX_PAUSE_MS = 8000;
/** One claim in this number prefers batches, so that batches end. */
const BATCH_EVERY = 20;

/** A segment to draw: its content, and the path of the file for each encoding. */
export type Drawing = PackContent & {
  paths: readonly string[];
  segment: Pick<ClaimedSegment, 'id' | 'accountId' | 'priority'>;
};

export type SegmentDrawerOptions = {
  db: Database;
  store: BlobStore;
  notices: Notices;
  /** The engines of this machine. */
  engines: readonly string[];
  /** Segments that are drawn at the same time. */
  slots: number;
  /** Draws a segment, and returns the CPU time. */
  draw: (drawing: Drawing, signal: AbortSignal) => Promise<{ cpuSeconds: number }>;
  /** A folder that only this process uses. */
  folder: string;
  log: Log;
  /** Whether this process can draw now. While it cannot, others draw its segments. Default: always. */
  isAble?: () => boolean;
  /** Whether this process may begin more segments. Default: always. */
  mayBegin?: () => boolean;
};

type Running = { claim: SegmentClaim; stop: AbortController; ended: Promise<void> };

/** Draws segments that any session wants, in their order, while rasterisers of this machine are free. */
export class SegmentDrawer implements AsyncDisposable {
  readonly #options: SegmentDrawerOptions;
  readonly #holder = randomUUID();
  readonly #running = new Map<string, Running>();
  readonly #listening = new AsyncDisposableStack();
  readonly #timers: NodeJS.Timeout[] = [];
  /** Rasterisers for which no segment is claimed. */
  #freeSlots: number;
  /** Segments that are drawn, and not stored yet. */
  #storing = 0;
  /** After a failure of this machine, it claims nothing for this time. */
  #pauseMs = 0;
  #pausedUntilMs = 0;
  #claims = 0;
  #isFilling = false;
  #filling: Promise<void> = Promise.resolve();
  /** Set by a request to claim, so that a running claim is followed by another one. */
  #mustClaimAgain = false;
  #isStopping = false;

  constructor(options: SegmentDrawerOptions) {
    this.#options = options;
    this.#freeSlots = options.slots;
  }

  /** Draws segments, until this object is disposed. */
  async start(): Promise<void> {
    const { notices } = this.#options;
    this.#listening.use(await notices.listen(WANTED, () => this.#fill()));
    this.#listening.use(await notices.listen(UNWANTED, () => void this.#renew()));
    this.#timers.push(setInterval(() => void this.#renew(), RENEW_MS));
    this.#timers.push(setInterval(() => this.#fill(), POLL_MS));
    this.#fill();
  }

  /** Hands the running segments back. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#listening[Symbol.asyncDispose]();
    // A running claim begins its segments.
    await this.#filling;
    for (const { stop } of this.#running.values()) stop.abort(handedBackError());
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Claims as many segments as there are free rasterisers, with one query. */
  #fill(): void {
    this.#mustClaimAgain = true;
    if (!this.#isFilling) this.#filling = this.#claimAll();
  }

  /**
   * Claims segments until no request is left, no rasteriser is free or this process may not claim. Only one
   * call runs.
   */
  async #claimAll(): Promise<void> {
    this.#isFilling = true;
    try {
      while (this.#mustClaimAgain && this.#freeSlots > 0 && this.#mayClaim()) {
        this.#mustClaimAgain = false;
        await this.#claim();
      }
    } catch (err) {
      this.#options.log.warn({ err }, 'no segments could be claimed');
    } finally {
      this.#isFilling = false;
    }
  }

  /** Claims segments for the free rasterisers, and begins to draw them. */
  async #claim(): Promise<void> {
    const { db, engines } = this.#options;
    this.#claims += 1;
    const batchFirst = this.#claims % BATCH_EVERY === 0;
    const limit = this.#freeSlots;
    const claimed = await db.segments.claim(this.#holder, { engines, limit, batchFirst });
    for (const segment of claimed) this.#beginSegment(segment);
  }

  /**
   * Begins to draw a claimed segment. Its place is free again when it is drawn, before its files are stored.
   */
  #beginSegment(segment: ClaimedSegment): void {
    const { id, claims } = segment;
    const claim = { id, claims, holder: this.#holder };
    const stop = new AbortController();
    // Stopping and claiming may happen at the same time.
    if (this.#isStopping) stop.abort(handedBackError());
    this.#freeSlots -= 1;
    const ended = this.#draw(segment, claim, stop.signal)
      .catch((err: unknown) =>
        this.#options.log.error({ err, segment: id }, 'a segment could not be reported'),
      )
      .finally(() => {
        // The same segment may have been claimed again meanwhile.
        if (this.#running.get(id)?.stop === stop) this.#running.delete(id);
      });
    this.#running.set(id, { claim, stop, ended });
  }

  /** Renews the claims. Drawing stops if nobody wants the segment any more, or if another process claimed it. */
  async #renew(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    const { db, log } = this.#options;
    if (!this.#isAble()) return this.#handBack(running);
    try {
      const ids = running.map(({ claim }) => claim.id);
      const renewedClaims = await db.segments.renew(this.#holder, ids);
      const claims = new Map(renewedClaims.map((claim) => [claim.id, claim.claims]));
      for (const { claim, stop } of running)
        if (claims.get(claim.id) !== claim.claims) stop.abort(lostError());
    } catch (err) {
      // Drawing goes on: if another process claims the segment, this one changes no row.
      log.warn({ err }, 'the claims of segments could not be renewed');
    }
  }

  #isAble(): boolean {
    return this.#options.isAble?.() ?? true;
  }

  /** Whether this process may claim more segments now. */
  #mayClaim(): boolean {
    const { mayBegin } = this.#options;
    const isPaused = performance.now() < this.#pausedUntilMs;
    return !this.#isStopping && !isPaused && this.#isAble() && (mayBegin?.() ?? true);
  }

  /** Leaves the segments to other machines for a while. */
  #pause(): void {
    this.#pauseMs = Math.min(MAX_PAUSE_MS, Math.max(POLL_MS, 2 * this.#pauseMs));
    this.#pausedUntilMs = performance.now() + this.#pauseMs;
  }

  /** Gives segments to other processes at once, although this process cannot end its requests to the store. */
  async #handBack(running: readonly Running[]): Promise<void> {
    const { db, notices, log } = this.#options;
    try {
      for (const { claim, stop } of running) {
        if (stop.signal.aborted) continue;
        await db.segments.handBack(claim, false);
        stop.abort(lostError());
      }
      await notices.notify(WANTED, '');
    } catch (err) {
      log.warn({ err }, 'segments could not be handed back');
    }
  }

  /**
   * Draws a segment, stores its files and reports it. An error is reported by `#giveUp`, except after a claim
   * was lost: another process has it then. Throws only when the report fails.
   */
  async #draw(segment: ClaimedSegment, claim: SegmentClaim, signal: AbortSignal): Promise<void> {
    const { db, store, notices, folder: parent, log } = this.#options;
    const folder = join(parent, randomUUID());
    let isFree = false;
    let isStoring = false;
    const free = () => {
      if (isFree) return;
      isFree = true;
      this.#freeSlots += 1;
      this.#fill();
    };
    try {
      if (segment.kills > 0) jobsTakenOver.inc({ kind: 'segment' });
      if (segment.kills >= MAX_KILLS) throw tooManyKillsError();
      await mkdir(folder, { recursive: true });
      const content = await this.#fetch(segment, folder);
      if (!content) {
        // Its session stores it again.
        await db.segments.drop(claim);
        await notices.notify(ENDED, segment.id);
        return;
      }
      const paths = segment.outputs.map((kind, n) => join(folder, `${n}.${kind}`));
      const { cpuSeconds } = await this.#options.draw({ ...content, paths, segment }, signal);
      signal.throwIfAborted();
      // The next segment is drawn while this one is stored. A slow store does not gather more of them.
      isStoring = true;
      this.#storing += 1;
      if (this.#storing <= this.#options.slots) free();
      let bytes = 0;
      for (const [n, path] of paths.entries()) {
        bytes += (await stat(path)).size;
        await store.putLinked(segmentKey(segment.id, n), path);
      }
      this.#pauseMs = 0;
      if (!(await stubbornly(() => db.segments.done(claim, { bytes, cpuSeconds })))) return;
      await notices.notify(ENDED, segment.id);
      await store.remove(segment.pack);
    } catch (error) {
      if (signal.aborted && !isHandedBack(signal)) return;
      log.debug({ err: error, segment: segment.id }, 'a segment was not drawn');
      await this.#giveUp(segment, claim, signal.aborted ? signal.reason : error);
    } finally {
      if (isStoring) this.#storing -= 1;
      free();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Returns undefined when the pack or an image is lost. */
  async #fetch({ pack }: ClaimedSegment, folder: string): Promise<PackContent | undefined> {
    const { store } = this.#options;
    const path = join(folder, 'pack');
    if (!(await fetchPack(store, pack, path))) return undefined;
    const content = await unpack(path, folder);
    return (await fetchImages(store, pack, content)) ? content : undefined;
  }

  /**
   * Ends a claim after an error: hands the segment back after a failure of this process or its store, lets it
   * be tried again, or fails it for all sessions that want it.
   */
  async #giveUp(segment: ClaimedSegment, claim: SegmentClaim, error: unknown): Promise<void> {
    const { store, db } = this.#options;
    const { segments } = db;
    const failure = toAppError(error);
    const { code } = failure;
    // Other machines can draw what the full disk of this one prevents. A store that answers again, but not for
    // this segment, is a failure of the segment.
    const isStore =
      code === 'storage_failed' &&
      (!store.isRemote ||
        isDiskFull(failure.cause) ||
        (await waitsForStore(failure, segment.id, store)));
    if (code === 'unavailable' || isStore) {
      await stubbornly(() => segments.handBack(claim, !this.#isStopping));
      if (this.#isStopping) return this.#options.notices.notify(WANTED, '');
      // Other machines find it by their next look, after its pause.
      return this.#pause();
    }
    if (mayRetry(error, segment.failures + 1)) {
      await stubbornly(() => segments.retry(claim));
      return this.#options.notices.notify(WANTED, '');
    }
    await stubbornly(() => segments.fail(claim, JSON.stringify(toErrorData(error))));
    await this.#options.notices.notify(ENDED, segment.id);
  }
}

/** The reason of a signal that fires because this process stops: the segment is handed back. */
function handedBackError(): AppError {
  return new AppError('unavailable', 'This process stops.');
}

function isHandedBack({ reason }: AbortSignal): boolean {
  return reason instanceof AppError && reason.code === 'unavailable';
}

/** The reason of a signal that fires because the claim is lost: nothing of the segment may be reported. */
function lostError(): AppError {
  return new AppError('canceled', 'The segment is not wanted any more.');
}

/** The error of a segment during which `MAX_KILLS` processes have ended. It is not tried again. */
function tooManyKillsError(): AppError {
  const message = `Drawing a part of the video ended ${MAX_KILLS} processes.`;
  return new AppError('process_crashed', message, {
    hint: 'An input file crashes a library; see the log for details.',
    retryable: false,
  });
}
