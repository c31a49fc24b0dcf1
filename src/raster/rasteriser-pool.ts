import { Turns } from '../base/index.ts';
import type { Request } from './protocol.ts';
import { Rasteriser, type RunLimits } from './rasteriser.ts';

/** What draws requests; those of this process, or those of another that answers for them. */
export interface Rasterisers {
  /** How many requests are drawn at once. */
  readonly size: number;
  /** A place in the queue for all of a job's work; lines, such as accounts, take turns. */
  nextTurn(line?: string): Turn;
  /** Draws a request on a free one, or waits until it is its turn. */
  run(work: RasterWork, signal: AbortSignal | undefined): Promise<{ peakRssBytes: number }>;
}

/** A request, with its job's place in the queue. */
export type RasterWork = {
  turn: Turn;
  request: Request;
  limits: RunLimits;
  onProgress?: (framesDone: number) => void;
};

/** A job's place in the queue. Lines, such as accounts, take turns; within one, the first job is finished first. */
export type Turn = { line: string; number: number };

type Waiting = { turn: Turn; take: (rasteriser: Rasteriser) => void };

/** The rasteriser processes of a machine: each work takes a free one, or waits until it is its turn. */
export class RasteriserPool implements Rasterisers, AsyncDisposable {
  readonly #all: Rasteriser[];
  readonly #free: Rasteriser[];
  readonly #waiting: Waiting[] = [];
  readonly #lines = new Turns();
  #turns = 0;

  /** No process gets more than `maxMemoryBytes` of the system, where it can say so. */
  constructor(size: number, limits: { maxMemoryBytes?: number; niceness?: number } = {}) {
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

  /** A place in the queue for all of a job's work. */
  nextTurn(line = ''): Turn {
    this.#turns += 1;
    return { line, number: this.#turns };
  }

  run(
    { turn, request, limits, onProgress = () => undefined }: RasterWork,
    signal: AbortSignal | undefined,
  ): Promise<{ peakRssBytes: number }> {
    const draw = (rasteriser: Rasteriser) => rasteriser.run(request, limits, onProgress, signal);
    return this.with(turn, draw, signal);
  }

  /** Gives `use` a free rasteriser, when it is its turn. */
  async with<T>(
    turn: Turn,
    use: (rasteriser: Rasteriser) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const free = this.#free.pop();
    if (free) this.#lines.take(turn.line);
    const rasteriser = free ?? (await this.#wait(turn, signal));
    try {
      return await use(rasteriser);
    } finally {
      this.#lines.give(turn.line);
      this.#release(rasteriser);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((rasteriser) => rasteriser[Symbol.asyncDispose]()));
  }

  #release(rasteriser: Rasteriser): void {
    const line = this.#lines.next(new Set(this.#waiting.map(({ turn }) => turn.line)));
    const inLine = this.#waiting.filter(({ turn }) => turn.line === line);
    const min = Math.min(...inLine.map(({ turn }) => turn.number));
    const next = inLine.find(({ turn }) => turn.number === min);
    if (!next) {
      this.#free.push(rasteriser);
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#lines.take(next.turn.line);
    next.take(rasteriser);
  }

  #wait(turn: Turn, signal: AbortSignal | undefined): Promise<Rasteriser> {
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
