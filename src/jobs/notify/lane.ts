import { type Clock, isoTime, type Log, type Vault } from '../../base/index.ts';
import type { Database, WebhookDelivery, WebhookEndpoint } from '../../database/index.ts';
import { type Attempt, judge, type Sender, signedHeaders } from '../../webhooks/index.ts';
import type { Messages } from './messages.ts';
import type { Outcomes } from './outcomes.ts';

/** What all lanes share. */
export type LaneParts = {
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
/** How long a change of an endpoint may stay unseen. */
const FRESH_MS = 1000;

/** Sends to one endpoint what is due for it, whatever others do. */
export class Lane {
  readonly #id: string;
  readonly #parts: LaneParts;
  /** Taken out of the table and not yet ended. */
  readonly #held = new Set<string>();
  readonly #sending = new Set<Promise<void>>();
  #queue: WebhookDelivery[] = [];
  #seen: { endpoint: WebhookEndpoint | undefined; atMs: number; secrets?: string[] } | undefined;
  #failing = false;
  #pumping: Promise<void> | undefined;
  #again = false;

  constructor(endpointId: string, parts: LaneParts) {
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
    if (!(await this.#open())) this.#letGo();
    else if (this.#queue.length === 0 && this.#mayStart()) {
      const due = await db.webhookDeliveries.due(this.#id, TAKEN_AT_ONCE + this.#held.size);
      this.#queue = due.filter(({ id }) => !this.#held.has(id));
      for (const { id } of this.#queue) this.#held.add(id);
    }
  }

  /** The endpoint when something may be sent to it now. */
  async #open(): Promise<WebhookEndpoint | undefined> {
    const { db, clock } = this.#parts;
    const now = clock.nowMs();
    if (!this.#seen || now < this.#seen.atMs || now - this.#seen.atMs >= FRESH_MS) {
      this.#seen = { endpoint: await db.webhookEndpoints.find(this.#id), atMs: now };
      this.#failing ||= (this.#seen.endpoint?.failingSinceMs ?? null) !== null;
    }
    const { endpoint } = this.#seen;
    const paused = (endpoint?.pausedUntilMs ?? 0) > now;
    return endpoint?.status === 'enabled' && !paused ? endpoint : undefined;
  }

  /** The secret, and the one before it in its last day. */
  #secrets(endpoint: WebhookEndpoint): string[] {
    if (this.#seen?.secrets) return this.#seen.secrets;
    const { secretBox, previousSecretBox, previousSecretUntilMs } = endpoint;
    const isGood = (previousSecretUntilMs ?? 0) > this.#parts.clock.nowMs();
    const secrets = [this.#parts.vault.open(secretBox, endpoint.id)];
    if (isGood && previousSecretBox) secrets.push(...this.#before(previousSecretBox, endpoint.id));
    if (this.#seen) this.#seen.secrets = secrets;
    return secrets;
  }

  /** Nothing when its key is lost: who has been given a new secret for that is told of by it alone. */
  #before(box: string, owner: string): string[] {
    try {
      return [this.#parts.vault.open(box, owner)];
    } catch (error) {
      this.#parts.log.warn({ err: error, endpointId: owner }, 'an old secret signs no more');
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
    const isTrial = this.#failing;
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
    const { clock, random, outcomes, stopping, log } = this.#parts;
    const endpoint = await this.#open();
    if (!endpoint) return;
    const started = performance.now();
    const attempt = await this.#post(delivery, endpoint);
    // What is cut off by a stop is handed back: the next start sends it again.
    if (stopping.aborted && attempt !== 'void' && attempt.status === undefined) return;
    const atMs = clock.nowMs();
    const entry = { at: isoTime(atMs), duration_ms: Math.round(performance.now() - started) };
    if (attempt === 'void') {
      const nothing = { status: null, response: '', error: 'The event is not kept any more.' };
      const verdict = { state: 'failed', gone: false } as const;
      return outcomes.write({
        delivery,
        verdict,
        atMs,
        attempt: { ...entry, ...nothing },
        health: 'same',
      });
    }
    const { status, error, response } = attempt;
    const verdict = judge(attempt, delivery.attempts.length + 1, atMs, random());
    const isDelivered = verdict.state === 'delivered';
    const health = !isDelivered ? 'failing' : this.#failing ? 'well' : 'same';
    this.#failing = !isDelivered;
    await outcomes.write({
      delivery,
      verdict,
      health,
      atMs,
      attempt: { ...entry, status: status ?? null, response, error: error ?? null },
    });
    if (isDelivered) return;
    this.#seen = undefined;
    const { id, endpointId, eventId } = delivery;
    log.debug({ deliveryId: id, endpointId, eventId, status, error }, 'a webhook was not taken');
  }

  /** `void` for an event that is not kept any more. */
  async #post(delivery: WebhookDelivery, endpoint: WebhookEndpoint): Promise<Attempt | 'void'> {
    const { sender, clock, messages, log } = this.#parts;
    try {
      const body = await messages.body(delivery.eventId);
      if (body === undefined) return 'void';
      const message = { id: delivery.eventId, atMs: clock.nowMs(), body };
      const headers = signedHeaders(this.#secrets(endpoint), message);
      return await sender.post(endpoint.url, headers, body);
    } catch (error) {
      // Such as a key that is missing: tried again like a receiver that fails.
      log.error({ err: error, deliveryId: delivery.id }, 'a webhook could not be made');
      return {
        response: '',
        error: 'The message could not be made; the log of the service says why.',
      };
    }
  }
}
