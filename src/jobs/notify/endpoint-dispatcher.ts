import { AppError } from '../../base/index.ts';
import {
  type Database,
  validAt,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '../../database/index.ts';
import { countWebhook, inSpan } from '../../observe/index.ts';
import { decryptIfEncrypted, type Vault } from '../../secrets/index.ts';
import {
  addLogFields,
  type Clock,
  isAway,
  isoTime,
  type Log,
  wallClock,
  withSharedLogFields,
} from '../../system/index.ts';
import {
  type Attempt,
  judge,
  type Sender,
  signedHeaders,
  type Verdict,
} from '../../webhooks/index.ts';
import type { Messages } from './messages.ts';
import type { AttemptOutcome, Outcomes } from './outcomes.ts';

/** The resources that all endpoint dispatchers share. */
export type DispatcherContext = {
  db: Database;
  sender: Sender;
  vault: Vault;
  clock: Clock;
  log: Log;
  /** Returns a number from 0 to 1. */
  random: () => number;
  messages: Messages;
  outcomes: Outcomes;
  /** Free attempts at failing endpoints, for all dispatchers together. */
  trials: { free: number };
  stopping: AbortSignal;
};

/** Concurrent attempts at an endpoint that answers. A failing endpoint gets one attempt at a time. */
const AT_ONCE = 8;
const TAKEN_AT_ONCE = 64;
/**
 * Pause before a message that the service could not make is made again. The schedule of the endpoint does not
 * apply.
 */
const MEND_MS = 60_000;

/** Sends the due deliveries of one endpoint, independently of other endpoints. */
export class EndpointDispatcher {
  readonly #id: string;
  readonly #parts: DispatcherContext;
  /** Ids of deliveries that were read from the table and have not ended. */
  readonly #activeIds = new Set<string>();
  readonly #sending = new Set<Promise<void>>();
  #queue: WebhookDelivery[] = [];
  /** Undefined until the endpoint has been read. */
  #failing: boolean | undefined;
  #pumping: Promise<void> | undefined;
  #isPumpDue = false;

  constructor(endpointId: string, parts: DispatcherContext) {
    this.#id = endpointId;
    this.#parts = parts;
  }

  get isIdle(): boolean {
    return this.#activeIds.size === 0 && this.#pumping === undefined;
  }

  /** Reads the due deliveries and starts as many as the limits allow. Each ended delivery starts the next. */
  pump(): Promise<void> {
    this.#isPumpDue = true;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined;
    });
    return this.#pumping;
  }

  /** Resolves when no delivery is being sent. */
  async drain(): Promise<void> {
    while (!this.isIdle) await Promise.all([this.#pumping, ...this.#sending]);
  }

  /**
   * Starts deliveries until none is due or the limits are reached, and again if `pump` was called meanwhile.
   * After an error of the database it ends: the next poll of the notifier tries again.
   */
  async #pump(): Promise<void> {
    while (this.#isPumpDue && !this.#parts.stopping.aborted) {
      this.#isPumpDue = false;
      try {
        await this.#fillQueue();
      } catch (error) {
        this.#parts.log.error({ err: error, endpointId: this.#id }, 'webhooks could not be read');
        return;
      }
      while (this.#queue.length > 0 && this.#mayStart()) this.#startNext();
    }
    if (this.#parts.stopping.aborted) this.#releaseQueue();
  }

  /** Whether another delivery may start. A failing endpoint gets one at a time, and only a free trial. */
  #mayStart(): boolean {
    if (!this.#failing) return this.#sending.size < AT_ONCE;
    return this.#sending.size === 0 && this.#parts.trials.free > 0;
  }

  /**
   * Reads due deliveries into the empty queue. Nothing is read while none may start, or while the endpoint is
   * paused.
   */
  async #fillQueue(): Promise<void> {
    const { db } = this.#parts;
    if (this.#queue.length > 0 || !this.#mayStart() || !(await this.#readEndpoint())) return;
    const due = await db.webhookDeliveries.due(this.#id, TAKEN_AT_ONCE + this.#activeIds.size);
    const added = due.filter(({ id }) => !this.#activeIds.has(id));
    // Receivers must not hear of a change that a power cut could undo.
    if (added.length > 0) await db.synced();
    this.#queue = added;
    for (const { id } of added) this.#activeIds.add(id);
  }

  /** Returns the endpoint as it is now; undefined if nothing may be sent to it. */
  async #readEndpoint(): Promise<WebhookEndpoint | undefined> {
    const { db, clock } = this.#parts;
    const endpoint = await db.webhookEndpoints.find(this.#id);
    this.#failing ??= (endpoint?.failingSinceMs ?? null) !== null;
    const isPaused = (endpoint?.pausedUntilMs ?? 0) > clock.nowMs();
    return endpoint?.status === 'enabled' && !isPaused ? endpoint : undefined;
  }

  /** Returns the address of an endpoint. It may contain a key: keep it out of the log. */
  #url({ id, encryptedUrl }: WebhookEndpoint): string {
    return decryptIfEncrypted(this.#parts.vault, encryptedUrl, id);
  }

  /** Returns the secret, and the previous secrets that are still valid for a day. */
  #secrets({ id, encryptedSecret, previousSecrets }: WebhookEndpoint): string[] {
    const { vault, clock } = this.#parts;
    const validSecrets = validAt(previousSecrets, clock.nowMs());
    return [
      vault.decrypt(encryptedSecret, id),
      ...validSecrets.flatMap(({ encrypted }) => this.#previousSecret(encrypted, id)),
    ];
  }

  /** Returns no secret if its key is lost. The receiver then verifies with the new secret alone. */
  #previousSecret(encrypted: string, owner: string): string[] {
    try {
      return [this.#parts.vault.decrypt(encrypted, owner)];
    } catch (error) {
      // This happens at every request, so it is only a debug line. The start of the service has reported it.
      this.#parts.log.debug(
        { err: error, endpointId: owner },
        'a previous secret cannot be decrypted',
      );
      return [];
    }
  }

  /** Releases the deliveries that have not started. They stay due. */
  #releaseQueue(): void {
    for (const { id } of this.#queue) this.#activeIds.delete(id);
    this.#queue = [];
  }

  /** Starts the first delivery of the queue. Its end, good or bad, frees its place and calls `pump`. */
  #startNext(): void {
    const delivery = this.#queue.shift();
    if (!delivery) return;
    const { trials, log } = this.#parts;
    const isTrial = this.#failing === true;
    if (isTrial) trials.free -= 1;
    const sending = withSharedLogFields({}, () => this.#deliver(delivery))
      .catch((error: unknown) => log.error({ err: error, deliveryId: delivery.id }, 'not sent'))
      .finally(() => {
        if (isTrial) trials.free += 1;
        this.#activeIds.delete(delivery.id);
        this.#sending.delete(sending);
        void this.pump();
      });
    this.#sending.add(sending);
  }

  /**
   * Makes one attempt at a delivery and writes its outcome. A failure of this service is not counted for the
   * endpoint.
   */
  async #deliver(delivery: WebhookDelivery): Promise<void> {
    const { clock, random, stopping } = this.#parts;
    const started = performance.now();
    await this.#noteOrigin(delivery.subjectId);
    const { eventType } = delivery;
    const attributes = { 'framepress.event': eventType };
    const attempt = await inSpan({ name: 'webhook', attributes }, () => this.#attempt(delivery));
    // A delivery that a stop interrupts stays pending, and the next start sends it again.
    if (!attempt || (stopping.aborted && 'response' in attempt && !attempt.status)) return;
    const atMs = clock.nowMs();
    const timed = { at: isoTime(atMs), duration_ms: Math.round(performance.now() - started) };
    const note = (error: string) => ({ ...timed, status: null, response: '', error });
    const previousAttempts = delivery.attempts.filter(({ error }) => !isOwnFault(error));
    const isTest = delivery.eventType === 'webhook_endpoint.test';
    if (!('response' in attempt)) {
      const attempts = [...previousAttempts, note(attempt.fault)];
      const verdict: Verdict =
        attempt.isFinal || isTest
          ? { state: 'failed', gone: false }
          : { state: 'pending', nextAttemptAtMs: atMs + MEND_MS };
      return this.#write({ delivery, attempts, verdict, atMs, health: 'same' });
    }
    const { status, error, response, encryptedUrl } = attempt;
    const judged = judge(attempt, previousAttempts.length + 1, atMs, random());
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
      attempts: [...previousAttempts, entry],
    });
    if (isDelivered) return;
    const { id, endpointId, eventId } = delivery;
    this.#parts.log.debug(
      { deliveryId: id, endpointId, eventId, status, error },
      'a webhook was not accepted',
    );
  }

  /** Events of a session belong to the request that started its render. */
  async #noteOrigin(subjectId: string): Promise<void> {
    if (!subjectId.startsWith('rs_')) return;
    const origin = await this.#parts.db.renderSessions.originOf(subjectId);
    addLogFields({ sessionId: subjectId, ...origin });
  }

  /** Counts and writes an outcome. Resolves when it is written. */
  #write(outcome: AttemptOutcome): Promise<void> {
    const { state } = outcome.verdict;
    countWebhook(outcome.delivery.eventType, state === 'pending' ? 'retried' : state);
    return this.#parts.outcomes.write(outcome);
  }

  /**
   * Sends a delivery and returns the answer; undefined if nothing may be sent now. `fault` is a failure of
   * the service, not of the receiver.
   */
  async #attempt(
    delivery: WebhookDelivery,
  ): Promise<
    (Attempt & { encryptedUrl: string }) | { fault: string; isFinal: boolean } | undefined
  > {
    const { sender, messages, log } = this.#parts;
    try {
      const body = await messages.body(delivery.eventId);
      if (body === undefined) return { fault: NOT_KEPT, isFinal: true };
      // The endpoint is read last, so that a change just before the request applies to it.
      const endpoint = await this.#readEndpoint();
      if (!endpoint) return undefined;
      // Receivers compare it with their own clock.
      const message = { id: delivery.eventId, atMs: wallClock.nowMs(), body };
      const headers = signedHeaders(this.#secrets(endpoint), message);
      const { encryptedUrl } = endpoint;
      const url = this.#url(endpoint);
      return { ...(await sender.post(url, headers, body)), encryptedUrl };
    } catch (error) {
      // The delivery stays due, and is read again when the database answers.
      if (isAway(error)) return undefined;
      const isKey = error instanceof AppError && error.code === 'secret_key_missing';
      const fault = isKey ? KEY_MISSING : NOT_MADE;
      const { id, endpointId } = delivery;
      const isKnown = delivery.attempts.some((attempt) => attempt.error === fault);
      log[isKnown ? 'debug' : 'error'](
        { err: error, deliveryId: id, endpointId },
        'a webhook could not be made',
      );
      return { fault, isFinal: false };
    }
  }
}

/** A test is not tried again, because the client that requested it sees its result. */
function withoutRetry(verdict: Verdict): Verdict {
  if (verdict.state !== 'pending') return verdict;
  const { nextAttemptAtMs: _never, ...fields } = verdict;
  return { ...fields, state: 'failed', gone: false };
}

const NOT_KEPT = 'The event no longer exists.';
const NOT_MADE = 'The message could not be made; the log of the service says why.';
const KEY_MISSING =
  'The secret or the address of the endpoint cannot be decrypted: the key to it is missing in the service. Have the key put back; or give the endpoint a new secret with POST /v2/webhook_endpoints/:id/rotate_secret, and its url with PATCH /v2/webhook_endpoints/:id.';

/**
 * Returns whether a stored error is a failure of the service. Such an error is not an attempt of the receiver
 * and does not count as its failure. Stored deliveries have these texts, so the texts must not change.
 */
function isOwnFault(error: string | null): boolean {
  return error === NOT_MADE || error === KEY_MISSING;
}
