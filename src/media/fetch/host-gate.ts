import { setTimeout as sleep } from 'node:timers/promises';
import { orAbort } from '../../base/index.ts';

/** Limits for the requests to one host. */
export type HostLimits = { atOnce: number; startsPerSecond: number };

/** Number of hosts whose recent rate is stored. */
const MAX_HOSTS = 1000;

type Host = { open: number; waiting: (() => void)[]; pace: Pace };

/**
 * Limits the requests to one host, so that a batch does not overload a server. A key names the host
 * and the account, so that accounts do not wait for each other's slow files.
 */
export class HostGate {
  readonly #limits: HostLimits;
  readonly #hosts = new Map<string, Host>();

  constructor(limits: HostLimits) {
    this.#limits = limits;
  }

  /** Waits for a place at the host of `key`. Dispose the result to release the place. */
  async enter(key: string, signal?: AbortSignal): Promise<Disposable> {
    const { atOnce } = this.#limits;
    const state = this.#stateOf(key);
    if (state.open < atOnce) state.open++;
    else await waitForTurn(state, signal);
    try {
      const waitMs = state.pace.reserve(performance.now());
      if (waitMs > 0) await sleep(waitMs, undefined, { ...(signal && { signal }) });
      signal?.throwIfAborted();
    } catch (error) {
      leave(state);
      throw error;
    }
    return { [Symbol.dispose]: () => leave(state) };
  }

  /**
   * Returns the state of a host, and makes it for a new one. Above `MAX_HOSTS`, hosts without open
   * requests are forgotten.
   */
  #stateOf(key: string): Host {
    if (this.#hosts.size >= MAX_HOSTS) {
      for (const [name, { open }] of this.#hosts) if (open === 0) this.#hosts.delete(name);
    }
    const pace = new Pace(this.#limits.startsPerSecond);
    const state = this.#hosts.get(key) ?? { open: 0, waiting: [], pace };
    this.#hosts.set(key, state);
    return state;
  }
}

/**
 * Waits until a request that ends hands over its place. If the signal fires, the caller leaves the
 * line; a place that it got in the same moment is handed on.
 */
async function waitForTurn(state: Host, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  state.waiting.push(resolve);
  try {
    await orAbort(promise, signal);
  } catch (error) {
    const index = state.waiting.indexOf(resolve);
    if (index >= 0) state.waiting.splice(index, 1);
    else leave(state);
    throw error;
  }
}

/** Gives the place to the next waiter. */
function leave(state: Host): void {
  const next = state.waiting.shift();
  if (next) next();
  else state.open--;
}

/** A token bucket with the starts of one second. */
export class Pace {
  readonly #perSecond: number;
  #free: number;
  #atMs = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#free = perSecond;
  }

  /** Reserves a start and returns how long to wait for it, in ms. */
  reserve(nowMs: number): number {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    this.#free = Math.min(this.#perSecond, this.#free + gained) - 1;
    this.#atMs = nowMs;
    return this.#free >= 0 ? 0 : (-this.#free / this.#perSecond) * 1000;
  }
}
