import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';

const MAX_PER_TOKEN = 10;
const MAX_PER_ACCOUNT = 100;

/** Limits the number of responses that stay open, because each polls the database. */
class StreamSlots {
  readonly #openCounts = new Map<string, number>();

  /**
   * Returns a slot; dispose it at the end. Throws `rate_limited` when the token or account has too
   * many.
   */
  take({ tokenHash, accountId }: Caller): Disposable {
    this.#require(tokenHash, MAX_PER_TOKEN, 'token');
    this.#require(accountId, MAX_PER_ACCOUNT, 'account');
    const keys = [tokenHash, accountId];
    for (const key of keys) this.#add(key, 1);
    return {
      // A stream may dispose its slot more than once.
      [Symbol.dispose]: () => {
        for (const key of keys.splice(0)) this.#add(key, -1);
      },
    };
  }

  /** Takes a slot until the connection of a response is closed. */
  takeFor({ raw }: FastifyReply, caller: Caller): void {
    const slot = this.take(caller);
    const free = () => slot[Symbol.dispose]();
    // The client may have disconnected before.
    if (raw.destroyed) free();
    raw.once('close', free);
  }

  #require(key: string, max: number, what: string): void {
    if ((this.#openCounts.get(key) ?? 0) < max) return;
    throw new AppError(
      'rate_limited',
      `The ${what} has too many open event streams and waiting requests (limit: ${max}).`,
      { hint: 'Close some, or wait until they end.' },
    );
  }

  /** Changes the number of open streams of a token or an account; forgets those that have none. */
  #add(key: string, count: number): void {
    const openCount = (this.#openCounts.get(key) ?? 0) + count;
    if (openCount > 0) this.#openCounts.set(key, openCount);
    else this.#openCounts.delete(key);
  }
}

const slotsOf = new WeakMap<object, StreamSlots>();

/** Returns the slots of a server. All its routes share them. */
export function streamSlots({ server }: FastifyInstance): StreamSlots {
  const slots = slotsOf.get(server) ?? new StreamSlots();
  slotsOf.set(server, slots);
  return slots;
}
