import { type Database, dataWithUrls } from '../../database/index.ts';
import { type FileUrls, signedFiles } from '../../storage/index.ts';
import type { Clock } from '../../system/index.ts';
import { eventMessage } from '../../webhooks/index.ts';

/** How long the same text is sent to all endpoints and in all attempts. */
const FRESH_MS = 10_000;
const MAX_KEPT = 200;
/** A mapping in an event may have megabytes. */
const MAX_KEPT_CHARACTERS = 32 * 1024 * 1024;

type Entry = { madeAtMs: number; body: Promise<string | undefined>; characters: number };

/** Caches the bodies of events, which are the same for all endpoints. */
export class Messages {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #files: FileUrls;
  readonly #kept = new Map<string, Entry>();
  #characters = 0;

  constructor(db: Database, clock: Clock, files: FileUrls) {
    this.#db = db;
    this.#clock = clock;
    this.#files = files;
  }

  /** Returns the body as JSON; undefined for an event that has been removed. */
  body(eventId: string): Promise<string | undefined> {
    const nowMs = this.#clock.nowMs();
    const cached = this.#kept.get(eventId);
    if (cached && nowMs - cached.madeAtMs < FRESH_MS) return cached.body;
    this.#forget(eventId);
    const entry: Entry = { madeAtMs: nowMs, body: this.#makeBody(eventId), characters: 0 };
    this.#kept.set(eventId, entry);
    entry.body.then(
      (text = '') => this.#count(eventId, entry, text.length),
      () => this.#forget(eventId),
    );
    return entry.body;
  }

  /** Returns the body of an event with signed URLs of its files; undefined for a removed event. */
  async #makeBody(eventId: string): Promise<string | undefined> {
    const [event] = await this.#db.events.findMany([eventId]);
    if (!event) return undefined;
    const data = dataWithUrls(event, signedFiles(this.#files).file);
    return JSON.stringify(eventMessage(event, data));
  }

  /** Removes the oldest bodies until the cache is within its limits. */
  #count(eventId: string, entry: Entry, characters: number): void {
    if (this.#kept.get(eventId) !== entry) return;
    entry.characters = characters;
    this.#characters += characters;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT && this.#characters <= MAX_KEPT_CHARACTERS) return;
      this.#forget(oldest);
    }
  }

  /** Removes a body from the cache. */
  #forget(eventId: string): void {
    this.#characters -= this.#kept.get(eventId)?.characters ?? 0;
    this.#kept.delete(eventId);
  }
}
