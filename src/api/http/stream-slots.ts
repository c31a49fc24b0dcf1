import type { FastifyInstance } from 'fastify';
import { AppError } from '../../base/index.ts';
import type { Caller } from '../../database/index.ts';

const MAX_OF_TOKEN = 10;
const MAX_OF_ACCOUNT = 100;

/** Limits the answers that are held open, each of which asks the database again and again. */
class StreamSlots {
  readonly #taken = new Map<string, number>();

  /** Held until it is disposed; throws `rate_limited` when the token or its account has too many. */
  take({ tokenHash, accountId }: Caller): Disposable {
    this.#require(tokenHash, MAX_OF_TOKEN, 'token');
    this.#require(accountId, MAX_OF_ACCOUNT, 'account');
    const keys = [tokenHash, accountId];
    for (const key of keys) this.#add(key, 1);
    return {
      // More than one end of a stream may come here.
      [Symbol.dispose]: () => {
        for (const key of keys.splice(0)) this.#add(key, -1);
      },
    };
  }

  #require(key: string, max: number, what: string): void {
    if ((this.#taken.get(key) ?? 0) < max) return;
    throw new AppError(
      'rate_limited',
      `Expected at most ${max} open event streams and waiting requests of the ${what} but there are ${max}.`,
      { hint: 'Close some, or wait until they end.' },
    );
  }

  #add(key: string, count: number): void {
    const now = (this.#taken.get(key) ?? 0) + count;
    if (now > 0) this.#taken.set(key, now);
    else this.#taken.delete(key);
  }
}

const slotsOf = new WeakMap<object, StreamSlots>();

/** The same for all routes of a server. */
export function streamSlots({ server }: FastifyInstance): StreamSlots {
  const slots = slotsOf.get(server) ?? new StreamSlots();
  slotsOf.set(server, slots);
  return slots;
}
