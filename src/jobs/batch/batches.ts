import { setImmediate } from 'node:timers/promises';
import { FairOrder } from '../../base/index.ts';
import type { WaitingFor } from '../../database/index.ts';
import { toAppError } from '../../system/index.ts';
import type { BatchContext } from './batch-context.ts';
import { checkBatch } from './check-batch.ts';
import { type RowStart, startRow } from './start-row.ts';

/** Poll interval: another process may have created or resumed a batch. */
const POLL_MS = 250;
/** Batches whose rows are checked at the same time. */
const CHECKS = 2;
/** Pause before a check is repeated, or a row is begun, after a failure of the service. */
const FAILED_PAUSE_MS = 10_000;
/** First and longest pause before an account that waits for a limit tries to begin a row again. */
const LIMIT_PAUSE_MS = { first: 250, longest: 5000 };

type LimitPause = { code: string; pauseMs: number; untilMs: number };
type Open = { id: string; accountId: string; status: string };

/**
 * Checks the rows of batches, and begins to render them: a few ahead of the renders, so that the queue and
 * the memory stay small. Accounts take turns, and so do the batches of an account. All state is in the rows,
 * so that a start after a crash continues.
 */
export class Batches implements AsyncDisposable {
  readonly #context: BatchContext;
  readonly #stop = new AbortController();
  /** Running checks by batch. */
  readonly #checks = new Map<string, { accountId: string; ended: Promise<void> }>();
  /** The ends of pauses after failures of the service, by batch, as `performance.now()`. */
  readonly #pausedUntil = new Map<string, number>();
  readonly #fairOrder = new FairOrder();
  /** The batch of each account that was the last to begin a row. */
  readonly #lastStarted = new Map<string, string>();
  /** Accounts that wait for a limit. */
  readonly #limitPauses = new Map<string, LimitPause>();
  #poll: NodeJS.Timeout | undefined;
  /** Set by a request during a run: the batches must be read again before the run ends. */
  #mustReadAgain = false;
  #running: Promise<void> | undefined;

  constructor(context: BatchContext) {
    this.#context = context;
  }

  /** Continues the open batches, now and at intervals, until this object is disposed. */
  start(): void {
    this.#poll = setInterval(() => this.#requestRun(), POLL_MS);
    this.#requestRun();
  }

  /** Looks for work now, because a render has ended. */
  wake(): void {
    for (const [id, { code }] of this.#limitPauses)
      if (code === 'queue_full') this.#limitPauses.delete(id);
    this.#requestRun();
  }

  /**
   * Reads the open batches and continues them. One run at a time: a call during a run makes it read again,
   * because the run may have read the batch before its change.
   */
  #requestRun(): void {
    if (this.#stop.signal.aborted) return;
    this.#mustReadAgain = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#mustReadAgain) this.#requestRun();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#poll);
    await this.#running;
    await Promise.all([...this.#checks.values()].map(({ ended }) => ended));
  }

  /**
   * Reads the open batches and starts checks and rows, again and again until no request came since the last
   * read. An error is only logged: the next poll tries again.
   */
  async #run(): Promise<void> {
    const { db, log } = this.#context;
    try {
      while (this.#mustReadAgain && !this.#stop.signal.aborted) {
        this.#mustReadAgain = false;
        const open = await db.batches.listOpen();
        if (open.length === 0) return;
        this.#startChecks(open.filter(({ status }) => status === 'checking'));
        await this.#startRows(open.filter(({ status }) => status === 'running'));
        for (const { id, status } of open)
          if (status === 'removing' && !(await db.batches.removeSome(id)))
            this.#mustReadAgain = true;
      }
    } catch (error) {
      log.error({ err: error }, 'the batches could not be continued');
    }
  }

  /**
   * Starts checks of batches while there is room: one at a time for each account, accounts in their fair order.
   */
  #startChecks(open: readonly Open[]): void {
    const nowMs = performance.now();
    while (this.#checks.size < CHECKS) {
      const ready = open.filter(
        ({ id, accountId }) =>
          !this.#checks.has(id) &&
          (this.#pausedUntil.get(id) ?? 0) <= nowMs &&
          // One account does not take all places.
          ![...this.#checks.values()].some((check) => check.accountId === accountId),
      );
      const account = this.#fairOrder.next(new Set(ready.map(({ accountId }) => accountId)));
      const next = ready.find(({ accountId }) => accountId === account);
      if (!next) return;
      this.#fairOrder.take(next.accountId);
      const ended = this.#check(next).finally(() => {
        this.#fairOrder.give(next.accountId);
        this.#checks.delete(next.id);
        this.#requestRun();
      });
      this.#checks.set(next.id, { accountId: next.accountId, ended });
    }
  }

  /** Checks the rows of a batch, if it still waits for that. An error pauses the batch. */
  async #check({ id }: Open): Promise<void> {
    const { db } = this.#context;
    try {
      const batch = await db.batches.find(id);
      if (batch?.status === 'checking') await checkBatch(batch, this.#context, this.#stop.signal);
      this.#pausedUntil.delete(id);
    } catch (error) {
      this.#pauseBatch(id, error);
    }
  }

  /** A batch that the service cannot continue is paused, and the others continue. */
  #pauseBatch(id: string, error: unknown): void {
    const { code, message } = toAppError(error);
    this.#context.log.error({ err: error, code, batchId: id }, message);
    this.#pausedUntil.set(id, performance.now() + FAILED_PAUSE_MS);
  }

  /** Begins rows until each account has enough of them. */
  async #startRows(open: readonly Open[]): Promise<void> {
    const accounts = new Map<string, string[]>();
    for (const { id, accountId } of open)
      accounts.set(accountId, [...(accounts.get(accountId) ?? []), id]);
    for (const map of [this.#lastStarted, this.#limitPauses])
      for (const id of map.keys()) if (!accounts.has(id)) map.delete(id);
    for (const [accountId, ids] of accounts) await this.#startRowsOfAccount(accountId, ids);
  }

  /**
   * Begins the next row of a batch. `none`: no row waits, or the batch is paused or has ended. An error pauses
   * the batch.
   */
  async #startRowOf(id: string): Promise<RowStart> {
    if ((this.#pausedUntil.get(id) ?? 0) > performance.now()) return 'none';
    try {
      const batch = await this.#context.db.batches.find(id);
      const start = batch?.status === 'running' ? await startRow(batch, this.#context) : 'none';
      this.#pausedUntil.delete(id);
      return start;
    } catch (error) {
      this.#pauseBatch(id, error);
      return 'none';
    }
  }

  /** Lets an account wait, longer each time: every attempt checks a row. */
  async #pauseAccount(accountId: string, waiting: WaitingFor): Promise<void> {
    const { first, longest } = LIMIT_PAUSE_MS;
    const previousMs = this.#limitPauses.get(accountId)?.pauseMs ?? first / 2;
    const pauseMs = Math.min(longest, 2 * previousMs);
    const untilMs = performance.now() + pauseMs;
    this.#limitPauses.set(accountId, { code: waiting.code, pauseMs, untilMs });
    await this.#context.db.batches.setWaiting(accountId, waiting);
  }

  /** The batches of an account, the one after the last that began a row first. */
  #roundRobin(accountId: string, ids: readonly string[]): string[] {
    const next = ids.indexOf(this.#lastStarted.get(accountId) ?? '') + 1;
    return [...ids.slice(next), ...ids.slice(0, next)];
  }

  /**
   * Begins rows of an account's running batches in turn, until it has enough ahead or a limit stops it. Then
   * all its batches wait: the limits are those of the account.
   */
  async #startRowsOfAccount(accountId: string, ids: readonly string[]): Promise<void> {
    const { db, ahead } = this.#context;
    if ((this.#limitPauses.get(accountId)?.untilMs ?? 0) > performance.now()) return;
    let room = (await ahead()) - (await db.batchRows.countRendering(accountId));
    const waitingIds = new Set(this.#roundRobin(accountId, ids));
    while (room > 0 && waitingIds.size > 0) {
      for (const id of [...waitingIds].slice(0, room)) {
        if (this.#stop.signal.aborted) return;
        const start = await this.#startRowOf(id);
        if (typeof start === 'object') return await this.#pauseAccount(accountId, start);
        if (start === 'none') waitingIds.delete(id);
        if (start === 'started') {
          room -= 1;
          this.#lastStarted.set(accountId, id);
          this.#limitPauses.delete(accountId);
          await db.batches.setWaiting(accountId, null);
        }
        await setImmediate();
      }
    }
  }
}
