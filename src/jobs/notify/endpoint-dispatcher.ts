import { AppError } from '../../base/index.ts';
import {
  type Database,
  goodAt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../database/index.ts';
import { decryptIfEncrypted, type Vault } from '../../secrets/index.ts';
import { type Clock, isoTime, type Log } from '../../system/index.ts';
import {
  type Attempt,
  judge,
  type Sender,
  signedHeaders,
  type Verdict,
} from '../../webhooks/index.ts';
import type { Messages } from './messages.ts';
import type { Outcome, Outcomes } from './outcomes.ts';

/** What all lanes share. */
export type DispatcherContext = {
  db: Database;
  sender: Sender;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** In 0–1. */
  random: () => number;
  messages: Messages;
  outcomes: Outcomes;
  /** Attempts at endpoints that fail, all lanes together. */
  trials: { free: number };
  stopping: AbortSignal;
};

/** Attempts at once at an endpoint that answers; one that fails is tried singly. */
const AT_ONCE = 8;
const TAKEN_AT_ONCE = 64;
/** A fault of our own is looked at again, whatever the schedule of the receiver. */
const MEND_MS = 60_000;

/** Sends to one endpoint what is due for it, whatever others do. */
export class EndpointDispatcher {
  readonly #id: string;
  readonly #parts: DispatcherContext;
  /** Taken out of the table and not yet ended. */
  readonly #held = new Set<string>();
  readonly #sending = new Set<Promise<void>>();
  #queue: WebhookDelivery[] = [];
  /** Unset until the endpoint has been read. */
  #failing: boolean | undefined;
  #pumping: Promise<void> | undefined;
  #again = false;

  constructor(endpointId: string, parts: DispatcherContext) {
    this.#id = endpointId;
    this.#parts = parts;
  }

  get isIdle(): boolean {
    return this.#held.size === 0 && this.#pumping === undefined;
  }

  /** Takes what is due and sends as much as may go now; the rest follows by itself. */
  pump(): Promise<void> {
    this.#again = true;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined;
    });
    return this.#pumping;
  }

  /** Ends when nothing is on its way any more. */
  async drain(): Promise<void> {
    while (!this.isIdle) await Promise.all([this.#pumping, ...this.#sending]);
  }

  async #pump(): Promise<void> {
    while (this.#again && !this.#parts.stopping.aborted) {
      this.#again = false;
      try {
        await this.#fill();
      } catch (error) {
        this.#parts.log.error({ err: error, endpointId: this.#id }, 'webhooks could not be read');
        return;
      }
      while (this.#queue.length > 0 && this.#mayStart()) this.#start();
    }
    if (this.#parts.stopping.aborted) this.#letGo();
  }

  #mayStart(): boolean {
    if (!this.#failing) return this.#sending.size < AT_ONCE;
    return this.#sending.size === 0 && this.#parts.trials.free > 0;
  }

  async #fill(): Promise<void> {
    const { db } = this.#parts;
    if (this.#queue.length > 0 || !this.#mayStart() || !(await this.#open())) return;
    const due = await db.webhookDeliveries.due(this.#id, TAKEN_AT_ONCE + this.#held.size);
    this.#queue = due.filter(({ id }) => !this.#held.has(id));
    for (const { id } of this.#queue) this.#held.add(id);
  }

  /** The endpoint as it is now, when something may be sent to it. */
  async #open(): Promise<WebhookEndpoint | undefined> {
    const { db, clock } = this.#parts;
    const endpoint = await db.webhookEndpoints.find(this.#id);
    this.#failing ??= (endpoint?.failingSinceMs ?? null) !== null;
    const paused = (endpoint?.pausedUntilMs ?? 0) > clock.nowMs();
    return endpoint?.status === 'enabled' && !paused ? endpoint : undefined;
  }

  #url({ id, encryptedUrl }: WebhookEndpoint): string {
    return decryptIfEncrypted(this.#parts.vault, encryptedUrl, id);
  }

  /** The secret, and those before it in their last day. */
  #secrets({ id, encryptedSecret, previousSecrets }: WebhookEndpoint): string[] {
    const { vault, clock } = this.#parts;
    const before = goodAt(previousSecrets, clock.nowMs());
    return [
      vault.decrypt(encryptedSecret, id),
      ...before.flatMap(({ encrypted }) => this.#before(encrypted, id)),
    ];
  }

  /** Nothing when its key is lost: who has been given a new secret for that is told of by it alone. */
  #before(encrypted: string, owner: string): string[] {
    try {
      return [this.#parts.vault.decrypt(encrypted, owner)];
    } catch (error) {
      // At every request; the start has told it once.
      this.#parts.log.debug({ err: error, endpointId: owner }, 'an old secret signs no more');
      return [];
    }
  }

  /** What has not been begun stays due. */
  #letGo(): void {
    for (const { id } of this.#queue) this.#held.delete(id);
    this.#queue = [];
  }

  #start(): void {
    const delivery = this.#queue.shift();
    if (!delivery) return;
    const { trials, log } = this.#parts;
    const isTrial = this.#failing === true;
    if (isTrial) trials.free -= 1;
    const sending = this.#deliver(delivery)
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'not sent'))
      .finally(() => {
        if (isTrial) trials.free += 1;
        this.#held.delete(delivery.id);
        this.#sending.delete(sending);
        void this.pump();
      });
    this.#sending.add(sending);
  }

  async #deliver(delivery: WebhookDelivery): Promise<void> {
    const { clock, random, stopping } = this.#parts;
    const started = performance.now();
    const attempt = await this.#attempt(delivery);
    // What is cut off by a stop is handed back: the next start sends it again.
    if (!attempt || (stopping.aborted && 'response' in attempt && !attempt.status)) return;
    const atMs = clock.nowMs();
    const timed = { at: isoTime(atMs), duration_ms: Math.round(performance.now() - started) };
    const note = (error: string) => ({ ...timed, status: null, response: '', error });
    const before = delivery.attempts.filter(({ error }) => !isOwnFault(error));
    const isTest = delivery.eventType === 'webhook_endpoint.test';
    if (!('response' in attempt)) {
      const attempts = [...before, note(attempt.fault)];
      const verdict: Verdict =
        attempt.isFinal || isTest
          ? { state: 'failed', gone: false }
          : { state: 'pending', nextAttemptAtMs: atMs + MEND_MS };
      return this.#write({ delivery, attempts, verdict, atMs, health: 'same' });
    }
    const { status, error, response, encryptedUrl } = attempt;
    const judged = judge(attempt, before.length + 1, atMs, random());
    const verdict = isTest ? withoutRetry(judged) : judged;
    const isDelivered = verdict.state === 'delivered';
    const health = !isDelivered ? 'failing' : this.#failing ? 'well' : 'same';
    this.#failing = !isDelivered;
    const entry = { ...timed, status: status ?? null, response, error: error ?? null };
    await this.#write({
      delivery,
      verdict,
      health,
      encryptedUrl,
      atMs,
      attempts: [...before, entry],
    });
    if (isDelivered) return;
    const { id, endpointId, eventId } = delivery;
    this.#parts.log.debug(
      { deliveryId: id, endpointId, eventId, status, error },
      'a webhook was not taken',
    );
  }

  #write(outcome: Outcome): Promise<void> {
    return this.#parts.outcomes.write(outcome);
  }

  /** Undefined when nothing may be sent any more; `fault` when it is not the receiver's doing. */
  async #attempt(
    delivery: WebhookDelivery,
  ): Promise<
    (Attempt & { encryptedUrl: string }) | { fault: string; isFinal: boolean } | undefined
  > {
    const { sender, clock, messages, log } = this.#parts;
    try {
      const body = await messages.body(delivery.eventId);
      if (body === undefined) return { fault: NOT_KEPT, isFinal: true };
      // Read last: what was changed before the request goes out is heeded.
      const endpoint = await this.#open();
      if (!endpoint) return undefined;
      const message = { id: delivery.eventId, atMs: clock.nowMs(), body };
      const headers = signedHeaders(this.#secrets(endpoint), message);
      const { encryptedUrl } = endpoint;
      const url = this.#url(endpoint);
      return { ...(await sender.post(url, headers, body)), encryptedUrl };
    } catch (error) {
      const isKey = error instanceof AppError && error.code === 'secret_key_missing';
      const fault = isKey ? KEY_MISSING : NOT_MADE;
      const { id, endpointId } = delivery;
      const isKnown = delivery.attempts.some((one) => one.error === fault);
      log[isKnown ? 'debug' : 'error'](
        { err: error, deliveryId: id, endpointId },
        'a webhook could not be made',
      );
      return { fault, isFinal: false };
    }
  }
}

/** A test is not tried again: who asks for one sees how it ended. */
function withoutRetry(verdict: Verdict): Verdict {
  if (verdict.state !== 'pending') return verdict;
  const { nextAttemptAtMs: _never, ...rest } = verdict;
  return { ...rest, state: 'failed', gone: false };
}

const NOT_KEPT = 'The event is not kept any more.';
const NOT_MADE = 'The message could not be made; the log of the service says why.';
const KEY_MISSING =
  'The secret or the address of the endpoint cannot be decrypted: the key to it is missing in the service. Have the key put back; or give the endpoint a new secret with POST /v2/webhook_endpoints/:id/rotate_secret, and its url with PATCH /v2/webhook_endpoints/:id.';

/** Not the receiver's: counts neither as one of its attempts nor for its time of failure. */
function isOwnFault(error: string | null): boolean {
  return error === NOT_MADE || error === KEY_MISSING;
}
