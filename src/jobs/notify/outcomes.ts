import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, DeliveryAttempt, WebhookDelivery } from '../../database/index.ts';
import type { Log } from '../../system/index.ts';
import { FAILING_LIMIT_MS, type Verdict } from '../../webhooks/index.ts';

/**
 * The outcome of an attempt. `health` is the change in the state of the endpoint, and `encryptedUrl` is the
 * address that the attempt used.
 */
export type AttemptOutcome = {
  delivery: WebhookDelivery;
  /** All attempts of the delivery. */
  attempts: readonly DeliveryAttempt[];
  verdict: Verdict;
  health: 'same' | 'well' | 'failing';
  encryptedUrl?: string;
  atMs: number;
};

const RETRY_MS = 1000;
const MAX_AT_ONCE = 200;

/** Throws when this process does not hold the lease of the webhooks any more. */
export type RequireLease = (tx: Pick<Database, 'leases'>) => Promise<void>;

type Waiting = { outcome: AttemptOutcome; resolve: () => void };

/**
 * Writes outcomes to the database, in batches of one transaction. Until then the delivery stays due, so that
 * it is sent again after a crash.
 */
export class Outcomes {
  readonly #db: Database;
  readonly #log: Log;
  readonly #stopping: AbortSignal;
  readonly #requireLease: RequireLease;
  #waiting: Waiting[] = [];
  #writing = false;

  constructor(
    db: Database,
    log: Log,
    stopping: AbortSignal,
    requireLease: RequireLease = async () => undefined,
  ) {
    this.#db = db;
    this.#log = log;
    this.#stopping = stopping;
    this.#requireLease = requireLease;
  }

  /** Resolves when the outcome is written, or when it cannot be written and the service stops. */
  write(outcome: AttemptOutcome): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ outcome, resolve });
      if (!this.#writing) void this.#writeAll();
    });
  }

  /**
   * Writes the waiting outcomes. Those that cannot be written wait again, unless the service stops. Only one
   * call may run.
   */
  async #writeAll(): Promise<void> {
    this.#writing = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_AT_ONCE);
      try {
        // If a power cut undoes the transaction, the delivery is sent again under the same id.
        const disabled = await this.#db.fastTransaction(async (tx) => {
          await this.#requireLease(tx);
          const ends: Disabled[] = [];
          for (const { outcome } of batch) ends.push(...(await store(tx, outcome)));
          return ends;
        });
        for (const endpoint of disabled)
          this.#log.warn(endpoint, 'a webhook endpoint was disabled');
        for (const { resolve } of batch) resolve();
      } catch (error) {
        this.#log.error({ err: error }, 'outcomes of webhooks could not be written');
        // A stop does not wait for a full disk. The deliveries are sent again after the start.
        if (this.#stopping.aborted) for (const { resolve } of batch) resolve();
        else this.#waiting.unshift(...batch);
        await sleep(RETRY_MS, undefined, { signal: this.#stopping }).catch(() => undefined);
      }
    }
    this.#writing = false;
  }
}

type Tables = Pick<Database, 'webhookDeliveries' | 'webhookEndpoints'>;

type Disabled = { endpointId: string; reason: 'gone' | 'failing' };

/** Writes an outcome. Returns the endpoint if it is disabled now. */
async function store(tx: Tables, outcome: AttemptOutcome): Promise<Disabled[]> {
  const { delivery, attempts, health, atMs, encryptedUrl } = outcome;
  const { endpointId } = delivery;
  const hasMoved =
    health === 'failing' &&
    (await tx.webhookEndpoints.find(endpointId))?.encryptedUrl !== encryptedUrl;
  // The answer of an old address says nothing about the new address.
  const verdict = hasMoved ? pendingNow(outcome) : outcome.verdict;
  await tx.webhookDeliveries.record({
    delivery,
    attempts,
    status: verdict.state,
    ...(verdict.state === 'pending' && { nextAttemptAtMs: verdict.nextAttemptAtMs }),
  });
  if (hasMoved) return [];
  if (verdict.state === 'delivered' && health === 'well') {
    await tx.webhookEndpoints.noteSuccess(endpointId);
  }
  // A person tests an endpoint that they have mended.
  const isTest = delivery.eventType === 'webhook_endpoint.test';
  if (verdict.state === 'delivered' && isTest) await tx.webhookDeliveries.sendNow(endpointId);
  if (verdict.state === 'delivered' || health !== 'failing') return [];
  const isGone = verdict.state === 'failed' && verdict.gone;
  const since = isGone
    ? undefined
    : await tx.webhookEndpoints.noteFailure(endpointId, verdict.pauseUntilMs);
  if (!isGone && (since === undefined || atMs - since < FAILING_LIMIT_MS)) return [];
  const reason = isGone ? 'gone' : 'failing';
  return (await tx.webhookEndpoints.disable(endpointId, reason)) ? [{ endpointId, reason }] : [];
}

/** Returns a verdict that sends the delivery again. A test is not sent twice. */
function pendingNow({ verdict, delivery, atMs }: AttemptOutcome): Verdict {
  if (delivery.eventType === 'webhook_endpoint.test') return verdict;
  return { state: 'pending', nextAttemptAtMs: atMs };
}
