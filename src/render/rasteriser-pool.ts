import type { Request } from './protocol.ts';
import { Rasteriser, type RunLimits } from './rasteriser.ts';

/** What draws requests; those of this process, or those of another that answers for them. */
export interface Rasterisers {
  /** How many requests are drawn at once. */
  readonly size: number;
  /** A place in the queue for all of a job's work: who came first is finished first. */
  nextTurn(): number;
  /** Draws a request on a free one, or waits until it is its turn. */
  run(work: RasterWork, signal: AbortSignal | undefined): Promise<{ peakRssBytes: number }>;
}

/** A request, with its job's place in the queue. */
export type RasterWork = {
  turn: number;
  request: Request;
  limits: RunLimits;
  onProgress?: (framesDone: number) => void;
};

type Waiting = { turn: number; take: (rasteriser: Rasteriser) => void };

/** The rasteriser processes of a machine: each work takes a free one, or waits until it is its turn. */
export class RasteriserPool implements Rasterisers, AsyncDisposable {
  readonly #all: Rasteriser[];
  readonly #free: Rasteriser[];
  readonly #waiting: Waiting[] = [];
  #turns = 0;

  /** No process gets more than `maxMemoryBytes` of the system, where it can say so. */
  constructor(size: number, limits: { maxMemoryBytes?: number } = {}) {
    this.#all = Array.from({ length: size }, () => new Rasteriser(limits));
    this.#free = [...this.#all];
  }

  get size(): number {
    return this.#all.length;
  }

  /** Process ids of the rasterisers that run now. */
  get pids(): number[] {
    return this.#all.flatMap((r) => (r.pid === undefined ? [] : [r.pid]));
  }

  /** Starts them all. */
  warm(): void {
    for (const rasteriser of this.#all) rasteriser.warm();
  }

  nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  async run(
    { turn, request, limits, onProgress = () => undefined }: RasterWork,
    signal: AbortSignal | undefined,
  ): Promise<{ peakRssBytes: number }> {
    const rasteriser = this.#free.pop() ?? (await this.#wait(turn, signal));
    try {
      return await rasteriser.run(request, limits, onProgress, signal);
    } finally {
      this.#release(rasteriser);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((rasteriser) => rasteriser[Symbol.asyncDispose]()));
  }

  #release(rasteriser: Rasteriser): void {
    const least = Math.min(...this.#waiting.map(({ turn }) => turn));
    const index = this.#waiting.findIndex(({ turn }) => turn === least);
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (next) next.take(rasteriser);
    else this.#free.push(rasteriser);
  }

  #wait(turn: number, signal: AbortSignal | undefined): Promise<Rasteriser> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const take = (rasteriser: Rasteriser) => {
        signal?.removeEventListener('abort', leave);
        resolve(rasteriser);
      };
      const waiting: Waiting = { turn, take };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
