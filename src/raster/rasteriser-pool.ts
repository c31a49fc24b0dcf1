import { FairOrder } from '../base/index.ts';
import type { Request } from './protocol.ts';
import { Rasteriser, type RunLimits } from './rasteriser.ts';

/** Draws requests: with this process's rasterisers, or through a process that has them. */
export interface Rasterisers {
  /** The number of requests that are drawn at once. */
  readonly size: number;
  /** Returns a place in the queue for all work of a job. Owners, such as accounts, take turns. */
  nextPlace(owner?: string, isBatch?: boolean): QueuePlace;
  /** Draws a request on a free rasteriser; waits for its turn if none is free. */
  run(work: RasterWork, signal: AbortSignal | undefined): Promise<{ peakRssBytes: number }>;
}

/** A request with its job's place in the queue. */
export type RasterWork = {
  place: QueuePlace;
  request: Request;
  limits: RunLimits;
  onProgress?: (framesDone: number) => void;
  /** Receives CPU time that the request has used since the last report. */
  onCpu?: (seconds: number) => void;
};

/** Minimum time between reports of CPU time. */
const CPU_REPORT_MS = 1000;

/**
 * A job's place in the queue. Owners, such as accounts, take turns; of an owner the first job
 * finishes first. Batch jobs wait for all other jobs.
 */
export type QueuePlace = { owner: string; number: number; isBatch?: boolean };

/**
 * While other requests always wait, one in so many is a batch request. Otherwise a batch render might never
 * end, and hold its memory and segments that another render waits for.
 */
const BATCH_EVERY = 20;

type Waiting = { place: QueuePlace; take: (rasteriser: Rasteriser) => void };

/** The rasteriser processes of a machine. A request uses a free one or waits for its turn. */
export class RasteriserPool implements Rasterisers, AsyncDisposable {
  readonly #rasterisers: Rasteriser[];
  readonly #free: Rasteriser[];
  readonly #waiting: Waiting[] = [];
  readonly #order = new FairOrder();
  #placeCount = 0;
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
  nextPlace(owner = '', isBatch = false): QueuePlace {
    this.#placeCount += 1;
    return { owner, number: this.#placeCount, isBatch };
  }

  /**
   * Draws with a free rasteriser when it is the job's turn. CPU time is reported while it draws,
   * and the rest at the end.
   */
  run(
    { place, request, limits, onProgress = () => undefined, onCpu }: RasterWork,
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
    return this.with(place, draw, signal);
  }

  /** Calls `use` with a free rasteriser when it is the job's turn. */
  async with<T>(
    place: QueuePlace,
    use: (rasteriser: Rasteriser) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const free = this.#free.pop();
    if (free) this.#order.take(place.owner);
    const rasteriser = free ?? (await this.#wait(place, signal));
    try {
      return await use(rasteriser);
    } finally {
      this.#order.give(place.owner);
      this.#release(rasteriser);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#rasterisers.map((rasteriser) => rasteriser[Symbol.asyncDispose]()));
  }

  /**
   * Gives a rasteriser to the owner whose turn it is, and of the owner to the first place that
   * waits. Nobody waits: it is free.
   */
  #release(rasteriser: Rasteriser): void {
    const candidates = this.#candidates();
    const owner = this.#order.next(new Set(candidates.map(({ place: turn }) => turn.owner)));
    const ofOwner = candidates.filter(({ place: turn }) => turn.owner === owner);
    const min = Math.min(...ofOwner.map(({ place: turn }) => turn.number));
    const next = ofOwner.find(({ place: turn }) => turn.number === min);
    if (!next) {
      this.#free.push(rasteriser);
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#order.take(next.place.owner);
    next.take(rasteriser);
  }

  /** Returns the waiting requests of which one is drawn next. */
  #candidates(): readonly Waiting[] {
    const batch = this.#waiting.filter(({ place: turn }) => turn.isBatch);
    const others = this.#waiting.filter(({ place: turn }) => !turn.isBatch);
    this.#passed = batch.length > 0 && others.length > 0 ? this.#passed + 1 : 0;
    if (this.#passed === 0) return this.#waiting;
    if (this.#passed < BATCH_EVERY) return others;
    this.#passed = 0;
    return batch;
  }

  /** Waits for a rasteriser. If the signal fires, the caller leaves the line. */
  #wait(place: QueuePlace, signal: AbortSignal | undefined): Promise<Rasteriser> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const take = (rasteriser: Rasteriser) => {
        signal?.removeEventListener('abort', leave);
        resolve(rasteriser);
      };
      const waiting: Waiting = { place, take };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason as Error);
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
