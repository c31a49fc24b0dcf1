import type { Clock } from '../../base/index.ts';
import type { Database, StoredEvent } from '../../database/index.ts';

/** An event as clients see it, `{ type, timestamp, data }`, with file addresses that are good from now on. */
export type PresentEvent = (event: StoredEvent) => unknown;

/** For so long the same text goes to all endpoints and attempts. */
const FRESH_MS = 10_000;
const MOST_KEPT = 200;

type Entry = { madeAtMs: number; body: Promise<string | undefined> };

/** The bodies of events, made once for all endpoints that they go to. */
export class Messages {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #present: PresentEvent;
  readonly #kept = new Map<string, Entry>();

  constructor(db: Database, clock: Clock, present: PresentEvent) {
    this.#db = db;
    this.#clock = clock;
    this.#present = present;
  }

  /** As JSON; undefined for an event that is not kept any more. */
  body(eventId: string): Promise<string | undefined> {
    const now = this.#clock.nowMs();
    const known = this.#kept.get(eventId);
    if (known && now - known.madeAtMs < FRESH_MS) return known.body;
    const body = this.#make(eventId);
    this.#kept.delete(eventId);
    this.#kept.set(eventId, { madeAtMs: now, body });
    body.catch(() => this.#kept.delete(eventId));
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest);
    return body;
  }

  async #make(eventId: string): Promise<string | undefined> {
    const [event] = await this.#db.events.findMany([eventId]);
    return event && JSON.stringify(this.#present(event));
  }
}
