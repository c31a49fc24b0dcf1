import { setTimeout as sleep } from 'node:timers/promises';
import { orAbort } from '../../base/index.ts';

/** What a single host is burdened with. */
export type HostLimits = { atOnce: number; startsPerSecond: number };

/** Of which the recent pace is remembered. */
const MAX_HOSTS = 1000;

type Host = { open: number; waiting: (() => void)[]; pace: Pace };

/**
 * Keeps the requests to one host to what a server takes kindly, whatever a batch asks for. A key
 * names the host and who asks, so that a slow file of one account is not waited for by another.
 */
export class HostGate {
  readonly #limits: HostLimits;
  readonly #hosts = new Map<string, Host>();

  constructor(limits: HostLimits) {
    this.#limits = limits;
  }

  /** Waits for a turn at the host of `key`; dispose what is given to end it. */
  async enter(key: string, signal?: AbortSignal): Promise<Disposable> {
    const { atOnce } = this.#limits;
    const state = this.#stateOf(key);
    if (state.open < atOnce) state.open++;
    else await turn(state, signal);
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

async function turn(state: Host, signal: AbortSignal | undefined): Promise<void> {
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

/** Whoever waits takes the place over. */
function leave(state: Host): void {
  const next = state.waiting.shift();
  if (next) next();
  else state.open--;
}

/** A bucket of one second's starts that fills evenly. */
export class Pace {
  readonly #perSecond: number;
  #free: number;
  #atMs = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#free = perSecond;
  }

  /** Takes a start and tells how long to wait for it. */
  reserve(nowMs: number): number {
    const gained = ((nowMs - this.#atMs) / 1000) * this.#perSecond;
    this.#free = Math.min(this.#perSecond, this.#free + gained) - 1;
    this.#atMs = nowMs;
    return this.#free >= 0 ? 0 : (-this.#free / this.#perSecond) * 1000;
  }
}
