import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../base/index.ts';
import type { Database } from '../database/index.ts';
import type { Log } from '../system/index.ts';

/** A lease that this process holds. The signal fires when it may be lost, or when the process stops. */
export type HeldLease = { epoch: number; signal: AbortSignal };

export type LeaseOptions = {
  /** The name of the work, the same in all processes. */
  name: string;
  leases: Pick<Database['leases'], 'acquire' | 'renew' | 'release'>;
  log: Log;
  /** Does the work until the signal fires. If it ends or throws earlier, it begins again after a pause. */
  work: (lease: HeldLease) => Promise<void>;
  /** Whether this process can do the work. While it cannot, another process does. Default: always. */
  isAble?: () => boolean;
  /** Default: the values below. */
  times?: Times;
};

type Times = { lastsMs: number; renewMs: number; actMs: number; retryMs: number };

/**
 * Another process takes a lease 6 s after its last renewal. The holder stops after 4 s without a renewal, so
 * that it has ended before: 2 s are the time to stop and the imprecision of timers. The other processes try
 * rarely, because there may be many.
 */
const TIMES: Times = { lastsMs: 6000, renewMs: 1500, actMs: 4000, retryMs: 3000 };
const LOST = new AppError('unavailable', 'The lease of this work may be lost.');
const STOPPED = new AppError('unavailable', 'The service is stopping.');

/** Does work in one process at a time. When it ends, hangs or loses the database, another one takes over. */
export class Lease implements AsyncDisposable {
  readonly #options: LeaseOptions;
  readonly #times: Times;
  readonly #holder = randomUUID();
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#times = options.times ?? TIMES;
    this.#running = this.#run();
  }

  /** Stops the work and gives the lease to another process. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(STOPPED);
    await this.#running;
  }

  /** Tries to get the lease until this object is disposed, and does the work while it has it. */
  async #run(): Promise<void> {
    const { name, leases, log, isAble = () => true } = this.#options;
    const { lastsMs, retryMs } = this.#times;
    const stopped = this.#stop.signal;
    while (!stopped.aborted) {
      const askedMs = performance.now();
      try {
        const epoch = isAble() ? await leases.acquire(name, this.#holder, lastsMs) : undefined;
        if (epoch !== undefined) await this.#hold(epoch, askedMs);
      } catch (err) {
        log.warn({ err, lease: name }, 'a lease could not be acquired');
      }
      await sleep(retryMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  /**
   * Does the work with the lease `epoch`, and gives the lease back. `sinceMs` is the time before the lease was
   * asked for: its duration counts from then.
   */
  async #hold(epoch: number, sinceMs: number): Promise<void> {
    const { name, leases, log, work } = this.#options;
    const loss = new AbortController();
    const signal = AbortSignal.any([loss.signal, this.#stop.signal]);
    const watching = this.#renew(epoch, sinceMs, loss, signal);
    log.debug({ lease: name, epoch }, 'lease acquired');
    try {
      await work({ epoch, signal });
    } catch (err) {
      if (!signal.aborted) log.error({ err, lease: name }, 'the work of a lease failed');
    } finally {
      loss.abort(LOST);
      await watching;
      await leases
        .release(name, epoch)
        .catch((err: unknown) => log.debug({ err, lease: name }, 'a lease was not released'));
    }
  }

  /** Renews the lease until the signal fires. Fires it when the lease may be lost. */
  async #renew(
    epoch: number,
    sinceMs: number,
    loss: AbortController,
    signal: AbortSignal,
  ): Promise<void> {
    const { name, leases, log, isAble = () => true } = this.#options;
    const { lastsMs, renewMs, actMs } = this.#times;
    let timer = expiring(loss, sinceMs + actMs);
    while (!signal.aborted) {
      await sleep(renewMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      const askedMs = performance.now();
      try {
        if (!isAble() || !(await leases.renew(name, epoch, lastsMs))) loss.abort(LOST);
      } catch (err) {
        log.debug({ err, lease: name }, 'a lease could not be renewed');
        continue;
      }
      clearTimeout(timer);
      // The answer may be old: this process may have been stopped meanwhile.
      timer = expiring(loss, askedMs + actMs);
    }
    clearTimeout(timer);
  }
}

/** Returns a timer that fires the signal of `loss` at a time of `performance.now()`. */
function expiring(loss: AbortController, atMs: number): NodeJS.Timeout {
  return setTimeout(() => loss.abort(LOST), Math.max(0, atMs - performance.now()));
}

/** Resolves when a signal fires. */
export function fired(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
