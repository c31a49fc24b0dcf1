import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/index.ts';
import type { Vault } from '../../secrets/index.ts';
import type { FileUrls } from '../../storage/index.ts';
import type { Clock, Log } from '../../system/index.ts';
import type { Sender } from '../../webhooks/index.ts';
import { type DispatcherContext, EndpointDispatcher } from './endpoint-dispatcher.ts';
import { Messages } from './messages.ts';
import { Outcomes, type RequireLease } from './outcomes.ts';

export type NotifierOptions = {
  db: Database;
  sender: Sender;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** The files of events are shown as URLs that are signed with this. */
  files: FileUrls;
  /**
   * Throws when another process sends the webhooks now. Each transaction that writes outcomes calls it. Default:
   * never.
   */
  requireLease?: RequireLease;
  /** Interval of reading the table, since another process may have written to it. */
  pollMs?: number;
  /** How long running deliveries may take when the service stops. */
  drainMs?: number;
  random?: () => number;
};

const POLL_MS = 200;
const DRAIN_MS = 3000;
/**
 * Maximum number of concurrent attempts at failing endpoints, so that endpoints that hang do not use all
 * connections.
 */
const TRIALS = 64;

/**
 * Sends stored events to the endpoints that subscribe to them: at least once, in order for each subject, and
 * each endpoint independently. Only one notifier may run for a data folder. All its state is in the database,
 * so that it may be killed at any moment.
 */
export class Notifier implements AsyncDisposable {
  readonly #options: NotifierOptions;
  readonly #parts: DispatcherContext;
  readonly #dispatchers = new Map<string, EndpointDispatcher>();
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;

  constructor(options: NotifierOptions) {
    this.#options = options;
    const { db, sender, vault, clock, log, files, random = Math.random } = options;
    const { requireLease } = options;
    this.#parts = {
      db,
      sender,
      vault,
      clock,
      log,
      random,
      messages: new Messages(db, clock, files),
      outcomes: new Outcomes(db, log, this.#stop.signal, requireLease),
      trials: { free: TRIALS },
      stopping: this.#stop.signal,
    };
    this.#watching = this.#watch();
  }

  /** Waits for running deliveries, aborts those that take too long, and leaves the rest to the next start. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#watching;
    const { drainMs = DRAIN_MS, sender } = this.#options;
    const drained = Promise.all(
      [...this.#dispatchers.values()].map((dispatcher) => dispatcher.drain()),
    );
    const late = setTimeout(() => void sender[Symbol.asyncDispose](), drainMs);
    await drained;
    clearTimeout(late);
  }

  /**
   * Finds endpoints with due deliveries, at intervals until the service stops, and lets their dispatchers send
   * them.
   */
  async #watch(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const startedMs = performance.now();
      try {
        for (const id of await this.#options.db.webhookDeliveries.dueEndpoints()) {
          const dispatcher = this.#dispatchers.get(id) ?? new EndpointDispatcher(id, this.#parts);
          this.#dispatchers.set(id, dispatcher);
          void dispatcher.pump();
        }
      } catch (error) {
        this.#options.log.error({ err: error }, 'webhooks that are due could not be read');
      }
      for (const [id, dispatcher] of this.#dispatchers)
        if (dispatcher.isIdle) this.#dispatchers.delete(id);
      // With thousands of waiting endpoints, reading the table must not use all the time.
      const tookMs = performance.now() - startedMs;
      const pauseMs = Math.max(this.#options.pollMs ?? POLL_MS, 4 * tookMs);
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
