import { Rasteriser } from './rasteriser.ts';

type Waiting = { turn: number; take: (rasteriser: Rasteriser) => void };

/** The rasteriser processes of a machine: each work takes a free one, or waits until it is its turn. */
export class RasteriserPool implements AsyncDisposable {
  readonly #all: Rasteriser[];
  readonly #free: Rasteriser[];
  readonly #waiting: Waiting[] = [];
  #turns = 0;

  constructor(size: number) {
    this.#all = Array.from({ length: size }, () => new Rasteriser());
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

  /** A place in the queue for all of a job's work: who came first is finished first. */
  nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  async with<T>(
    turn: number,
    use: (rasteriser: Rasteriser) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const rasteriser = this.#free.pop() ?? (await this.#wait(turn, signal));
    try {
      return await use(rasteriser);
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
