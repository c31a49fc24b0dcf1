import { defined, Gate } from '../base/index.ts';
import type { Rasterisers } from '../raster/index.ts';
import { LocalClaims } from '../render/index.ts';
import type { BlobStore } from '../storage/index.ts';
import type { Log } from '../system/index.ts';
import type { Host } from './host.ts';
import { ProcessPool } from './process-pool.ts';
import type { TaskSettings } from './protocol.ts';
import { type TaskLimits, type TaskWords, wallSecondsFor } from './task-failure.ts';

export type IsolatedOptions = {
  /** The path of the program of the processes, which calls `serveTasks`. */
  program: string;
  settings: Omit<TaskSettings, 'taskCpuSeconds'>;
  /** Limit for each process. */
  memoryBytes: number;
  /** CPU time of a task, without drawing. */
  cpuSeconds: number;
  /** Maximum number of imports and renders at the same time. */
  jobs: number;
  /** Niceness of imports and renders. Default: 0. */
  niceness?: number;
  /** Maximum number of stills and checks at the same time. */
  requests: number;
  /** Rasterisers for videos. */
  rasterisers: Rasterisers;
  /** Rasterisers for stills of API requests. */
  stillRasterisers: Rasterisers;
  /** The store of tasks whose settings have no folder of files. */
  store?: BlobStore;
  /** Time after which idle processes, except the first, are ended. Default: one minute. */
  idleMs?: number;
  log: Log;
};

/** `jobs`: imports and renders; a client waits for the others. Each queue has its own limits. */
export type TaskQueue = 'jobs' | 'requests' | 'probes' | 'files';

/** What the main process knows of a kind of tasks. */
export type TaskFacts = TaskWords & { queue: TaskQueue; limits?: Partial<TaskLimits> };

export type IsolatedTask = {
  kind: string;
  facts: TaskFacts;
  /** Tasks of different accounts take turns. */
  accountId: string;
  /** Tasks with the same affinity prefer the same process, because it has cached their template. */
  affinity?: string | undefined;
  /** Creates the input of each attempt. */
  input: () => unknown;
  host?: Partial<Host>;
  limits?: Partial<TaskLimits>;
};

const PROBES = 2;
/** Files for previews that are made at the same time. */
const FILES = 2;
const IDLE_MS = 60_000;

/** Runs tasks with untrusted input in isolated processes. */
export class Isolated implements AsyncDisposable {
  readonly #options: IsolatedOptions;
  /** Processes for imports and renders. */
  readonly #jobs: ProcessPool;
  /** Processes for work that a client waits for: stills, checks, uploads. */
  readonly #requests: ProcessPool;
  readonly #queues: Record<TaskQueue, Gate>;
  readonly #claims = new LocalClaims();

  constructor(options: IsolatedOptions) {
    this.#options = options;
    const { settings, jobs, requests, niceness = 0, idleMs = IDLE_MS } = options;
    const shared = {
      program: options.program,
      memoryBytes: options.memoryBytes,
      log: options.log,
      idleMs,
      settings: { ...settings, taskCpuSeconds: options.cpuSeconds },
    };
    this.#jobs = new ProcessPool({ ...shared, maxIdle: jobs, niceness });
    this.#requests = new ProcessPool({ ...shared, maxIdle: requests + PROBES + FILES });
    this.#queues = {
      // The job queue has already decided the order of these tasks.
      jobs: gateOf(jobs, jobs),
      requests: gateOf(requests),
      probes: gateOf(PROBES),
      files: gateOf(FILES),
    };
  }

  /** Ids of all running processes. */
  get pids(): number[] {
    return [...this.#jobs.pids, ...this.#requests.pids];
  }

  /** Starts a process in advance for the first job, and one for the first request. */
  warm(work: { jobs: boolean; requests: boolean }): void {
    if (work.jobs) this.#jobs.warm(1);
    if (work.requests) this.#requests.warm(1);
  }

  /**
   * Runs a task when it is its account's turn, and returns its result. Tasks of jobs and of
   * requests have separate processes. Limits of the task replace those of its kind, and these the
   * usual ones. Throws the error of the task, `limit_exceeded` or `process_crashed`.
   */
  runTask(task: IsolatedTask, signal: AbortSignal): Promise<unknown> {
    const { kind, facts, accountId, affinity, input, host, limits } = task;
    const { cpuSeconds, memoryBytes, rasterisers, stillRasterisers, store } = this.#options;
    const isJob = facts.queue === 'jobs';
    const pooled = {
      kind,
      words: facts,
      input,
      host: {
        line: accountId,
        rasterisers: isJob ? rasterisers : stillRasterisers,
        claims: this.#claims,
        store,
        ...host,
      },
      limits: {
        cpuSeconds,
        wallSeconds: wallSecondsFor(cpuSeconds),
        memoryBytes,
        ...facts.limits,
        ...limits,
      },
      ...defined({ affinity }),
      // No second attempt for a request: the client waits, and it would take the same time again.
      attemptsAtLimits: isJob ? 2 : 1,
    };
    const pool = isJob ? this.#jobs : this.#requests;
    return this.#queues[facts.queue].through(accountId, () => pool.run(pooled, signal), signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#jobs[Symbol.asyncDispose](), this.#requests[Symbol.asyncDispose]()]);
  }
}

/** One account cannot use all places when there are two or more. Callers limit the waiting tasks. */
function gateOf(atOnce: number, perOwner = Math.max(1, atOnce - 1)): Gate {
  return new Gate({ atOnce, perOwner, maxWaiting: Infinity, maxWaitingPerOwner: Infinity });
}
