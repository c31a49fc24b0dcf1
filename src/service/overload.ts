import { totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from '../system/index.ts';

/** The load of this process. */
export type Load = {
  /** Memory in use. Resident memory is no measure: it stays high after a peak, though it is free again. */
  usedBytes: number;
  /** Mean delay of the event loop since the last measurement; undefined: the time was too short. */
  delayMs: number | undefined;
};

export type OverloadOptions = {
  memoryLimitBytes: number;
  log: Pick<Log, 'warn' | 'info'>;
  /** Default: this process. */
  measure?: () => Load;
  /** Frees memory that nothing uses any more. Default: collects garbage. */
  free?: () => void;
  nowMs?: () => number;
};

/** New work is rejected above the first share of the limits, until the load is below the second. */
const SHED_FROM = 0.85;
const SHED_UNTIL = 0.75;
/** A busy machine delays a small service by some hundred milliseconds without an overload. */
const DELAY_LIMIT_MS = 1200;
/** The load is measured at most this often, and only for requests. */
const MEASURE_MS = 200;
/** Garbage is collected at most this often: it stops the process for some 50 ms. */
const FREE_MS = 10_000;
const MIN_DEFAULT_BYTES = 512 * 2 ** 20;
/** Isolated processes, rasterisers and the page cache need the rest of the memory. */
const DEFAULT_SHARE = 0.25;

/**
 * Reports when the process has no room for new work. The memory of requests that wait must not end the process,
 * and a slow event loop makes all requests slow.
 */
export class Overload implements Disposable {
  readonly #options: OverloadOptions;
  readonly #measure: () => Load;
  readonly #nowMs: () => number;
  readonly #free: () => void;
  readonly #stop: () => void;
  #measuredAtMs = -Infinity;
  #freedAtMs = -Infinity;
  #delayMs = 0;
  #reason: string | undefined;

  constructor(options: OverloadOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? (() => performance.now());
    this.#free = options.free ?? garbageCollector();
    const { measure, stop } = options.measure
      ? { measure: options.measure, stop: () => undefined }
      : startMeasuring();
    this.#measure = measure;
    this.#stop = stop;
  }

  /** Returns why new work is rejected now; undefined if it is accepted. */
  reason(): string | undefined {
    const nowMs = this.#nowMs();
    if (nowMs - this.#measuredAtMs < MEASURE_MS) return this.#reason;
    this.#measuredAtMs = nowMs;
    const { memoryLimitBytes, log } = this.#options;
    const share = this.#reason === undefined ? SHED_FROM : SHED_UNTIL;
    const maxBytes = memoryLimitBytes * share;
    const { usedBytes, delayMs = this.#delayMs } = this.#measureFreed(maxBytes, nowMs);
    this.#delayMs = delayMs;
    const reason =
      usedBytes > maxBytes
        ? 'The memory of the service is nearly full.'
        : delayMs > DELAY_LIMIT_MS * share
          ? 'The service has too many requests.'
          : undefined;
    const facts = { usedMb: megabytes(usedBytes), limitMb: megabytes(memoryLimitBytes), delayMs };
    if (reason !== undefined && this.#reason === undefined)
      log.warn({ reason, ...facts }, 'new work is rejected');
    if (reason === undefined && this.#reason !== undefined)
      log.info(facts, 'new work is accepted again');
    this.#reason = reason;
    return reason;
  }

  /** Measures the load. Above the limit, it first frees what nothing uses. */
  #measureFreed(maxBytes: number, nowMs: number): Load {
    const load = this.#measure();
    if (load.usedBytes <= maxBytes || nowMs - this.#freedAtMs < FREE_MS) return load;
    this.#freedAtMs = nowMs;
    this.#free();
    return { delayMs: load.delayMs, usedBytes: this.#measure().usedBytes };
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}

/** Returns the memory limit of this process: a share of the machine's or container's memory. */
export function usualMemoryLimit(): number {
  const container = process.constrainedMemory();
  const machine = totalmem();
  const available = container > 0 ? Math.min(container, machine) : machine;
  const usual = Math.max(MIN_DEFAULT_BYTES, available * DEFAULT_SHARE);
  return Math.min(usual, getHeapStatistics().heap_size_limit, available);
}

/** Fewer delays say little: a single collection of garbage is not an overload. */
const MIN_DELAYS = 5;
const RESOLUTION_MS = 20;

/**
 * Begins to measure this process. `delayMs` is the mean delay of the event loop since the last
 * measurement, or undefined after too few samples. Memory that the heap has reserved but does not
 * use is not counted.
 */
function startMeasuring(): { measure: () => Load; stop: () => void } {
  const { rss, heapTotal, external } = process.memoryUsage();
  /** The program itself, and what is outside of the heap. */
  const fixedBytes = Math.max(0, rss - heapTotal - external);
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let since = performance.now();
  const measure = () => {
    const usage = process.memoryUsage();
    const usedBytes = Math.min(usage.rss, fixedBytes + usage.heapUsed + usage.external);
    const lastedMs = performance.now() - since;
    // Without requests for a long time, the mean says nothing about now.
    const isEnough = delays.count >= MIN_DELAYS || lastedMs > MIN_DELAYS * DELAY_LIMIT_MS;
    if (!isEnough) return { usedBytes, delayMs: undefined };
    const delayMs = delays.count > 0 ? Math.max(0, delays.mean / 1e6 - RESOLUTION_MS) : 0;
    delays.reset();
    since = performance.now();
    return { usedBytes, delayMs };
  };
  return { measure, stop: () => void delays.disable() };
}

/**
 * Returns a function that collects garbage. V8 exposes it only by a flag, which is set at the first
 * call.
 */
function garbageCollector(): () => void {
  let collect: (() => void) | undefined;
  return () => {
    if (!collect) {
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as () => void;
    }
    collect();
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
