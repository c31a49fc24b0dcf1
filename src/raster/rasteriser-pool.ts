import { Turns } from '../base/index.ts';
import type { Request } from './protocol.ts';
import { Rasteriser, type RunLimits } from './rasteriser.ts';

/** Draws requests: with this process's rasterisers, or through a process that has them. */
export interface Rasterisers {
  /** The number of requests that are drawn at once. */
  readonly size: number;
  /** Returns a place in the queue for all work of a job. Lines, such as accounts, take turns. */
  nextTurn(line?: string, isBatch?: boolean): Turn;
  /** Draws a request on a free rasteriser; waits for its turn if none is free. */
  run(work: RasterWork, signal: AbortSignal | undefined): Promise<{ peakRssBytes: number }>;
}

/** A request with its job's place in the queue. */
export type RasterWork = {
  turn: Turn;
  request: Request;
  limits: RunLimits;
  onProgress?: (framesDone: number) => void;
  /** Receives CPU time that the request has used since the last report. */
  onCpu?: (seconds: number) => void;
};

/** Minimum time between reports of CPU time. */
const CPU_REPORT_MS = 1000;

/**
 * A job's place in the queue. Lines, such as accounts, take turns; within a line the first job
 * finishes first. Batch jobs wait for all other jobs.
 */
export type Turn = { line: string; number: number; isBatch?: boolean };

/**
 * While other requests always wait, one in so many is a batch request. Otherwise a batch render might never
 * end, and hold its memory and segments that another render waits for.
 */
const BATCH_EVERY = 20;

type Waiting = { turn: Turn; take: (rasteriser: Rasteriser) => void };

/** The rasteriser processes of a machine. A request uses a free one or waits for its turn. */
export class RasteriserPool implements Rasterisers, AsyncDisposable {
  readonly #rasterisers: Rasteriser[];
  readonly #free: Rasteriser[];
  readonly #waiting: Waiting[] = [];
  readonly #lines = new Turns();
  #turns = 0;
  /** Requests that were drawn while a batch request waited. */
  #passed = 0;

  /** `maxMemoryBytes` limits the memory of each process where the system supports it. */
  constructor(size: number, limits: { maxMemoryBytes?: number; niceness?: number } = {}) {
    this.#rasterisers = Array.from({ length: size }, () => new Rasteriser(limits));
    this.#free = [...this.#rasterisers];
  }

  get size(): number {
    return this.#rasterisers.length;
  }

  /** Process ids of the running rasterisers. */
  get pids(): number[] {
    return this.#rasterisers.flatMap((r) => (r.pid === undefined ? [] : [r.pid]));
  }

  /** Starts all processes. */
  warm(): void {
    for (const rasteriser of this.#rasterisers) rasteriser.warm();
  }

  /** Returns a place in the queue for all work of a job. */
  nextTurn(line = '', isBatch = false): Turn {
    this.#turns += 1;
    return { line, number: this.#turns, isBatch };
  }

  run(
    { turn, request, limits, onProgress = () => undefined, onCpu }: RasterWork,
    signal: AbortSignal | undefined,
  ): Promise<{ peakRssBytes: number }> {
    const draw = async (rasteriser: Rasteriser) => {
      // Between two requests the process collects garbage, for nobody.
      rasteriser.takeCpuSeconds();
      let reportedMs = performance.now();
      const report = () => onCpu?.(rasteriser.takeCpuSeconds());
      const onFrames = (framesDone: number) => {
        onProgress(framesDone);
        if (performance.now() - reportedMs < CPU_REPORT_MS) return;
        reportedMs = performance.now();
        report();
      };
      try {
        return await rasteriser.run(request, limits, onFrames, signal);
      } finally {
        report();
      }
    };
    return this.with(turn, draw, signal);
  }

  /** Calls `use` with a free rasteriser when it is the job's turn. */
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
    await Promise.all(this.#rasterisers.map((rasteriser) => rasteriser[Symbol.asyncDispose]()));
  }

  #release(rasteriser: Rasteriser): void {
    const candidates = this.#candidates();
    const line = this.#lines.next(new Set(candidates.map(({ turn }) => turn.line)));
    const inLine = candidates.filter(({ turn }) => turn.line === line);
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

  /** Returns the waiting requests of which one is drawn next. */
  #candidates(): readonly Waiting[] {
    const batch = this.#waiting.filter(({ turn }) => turn.isBatch);
    const others = this.#waiting.filter(({ turn }) => !turn.isBatch);
    this.#passed = batch.length > 0 && others.length > 0 ? this.#passed + 1 : 0;
    if (this.#passed === 0) return this.#waiting;
    if (this.#passed < BATCH_EVERY) return others;
    this.#passed = 0;
    return batch;
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
