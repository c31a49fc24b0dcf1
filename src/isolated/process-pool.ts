import { AppError } from '../base/index.ts';
import { MAX_KILLS } from '../media/process/index.ts';
import type { Log } from '../system/index.ts';
import { ProcessHandle, type Task } from './process-handle.ts';
import type { TaskSettings } from './protocol.ts';
import { crashFailure, TaskFailure } from './task-failure.ts';

export type PoolOptions = {
  /** The path of the program of the processes. */
  program: string;
  settings: TaskSettings;
  memoryBytes: number;
  /** Above 0: the processes get CPU time after other processes. */
  niceness?: number;
  /** Maximum number of idle processes. One stays for ever, the others for `idleMs`. */
  maxIdle: number;
  idleMs: number;
  log: Log;
};

export type PoolTask = Omit<Task, 'input'> & {
  /** Creates the input of each attempt. */
  input: () => unknown;
  /** Tasks with the same affinity prefer the same process, because it has cached their template. */
  affinity?: string;
  /** Total attempts after a limit was exceeded. After a crash there are always two. */
  attemptsAtLimits: number;
};

const ATTEMPTS = 2;
/** A process with more memory than this after a task is replaced. */
const MAX_HELD_BYTES = 512 * 2 ** 20;
const MAX_AFFINITIES = 8;

type Idle = { handle: ProcessHandle; timer: NodeJS.Timeout };

/** A pool of isolated processes. Each task gets an idle process or a new process. */
export class ProcessPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #all = new Map<ProcessHandle, Set<string>>();
  /** Idle processes, in order of their last use. */
  readonly #idle: Idle[] = [];
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get pids(): number[] {
    return [...this.#all.keys()].flatMap(({ pid }) => (pid === undefined ? [] : [pid]));
  }

  /** Starts idle processes, so that the next tasks need not wait for the start. */
  warm(count: number): void {
    try {
      while (this.#idle.length < Math.min(count, this.#options.maxIdle))
        this.#giveBack(this.#start());
    } catch {
      // For example without memory. The next task tries again and reports the reason.
    }
  }

  /**
   * Runs a task, and again in a new process when its process crashed. Throws the error of the task,
   * the reason of the signal, `limit_exceeded` or `process_crashed`.
   */
  async run(task: PoolTask, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(task, attempt === 1, signal);
      } catch (error) {
        if (!(error instanceof TaskFailure)) throw error;
        const { kind, error: event } = error;
        const { log } = this.#options;
        log.warn({ task: task.kind, attempt, err: event.cause }, event.message);
        const max = { limit: task.attemptsAtLimits, crash: ATTEMPTS, kill: MAX_KILLS }[kind];
        if (attempt >= max || this.#isClosed) throw event;
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const handles = [...this.#all.keys()];
    for (const handle of handles) handle.kill();
    await Promise.all(handles.map((handle) => handle.removed()));
  }

  /** Runs a task once. Only the first attempt may use an idle process; a retry gets a new one. */
  async #attempt(task: PoolTask, mayBeUsed: boolean, signal: AbortSignal): Promise<unknown> {
    if (this.#isClosed) throw new AppError('unavailable', 'The service is stopping.');
    signal.throwIfAborted();
    const { affinity, input, ...run } = task;
    const handle = (mayBeUsed && this.#takeIdle(affinity)) || this.#startOrFail(task);
    if (affinity !== undefined) this.#noteAffinity(handle, affinity);
    try {
      return await handle.run({ ...run, input: input() }, signal);
    } finally {
      this.#giveBack(handle);
    }
  }

  /**
   * Takes an idle process: the last used one that knows `affinity`, otherwise the last used one.
   * Undefined if none is idle.
   */
  #takeIdle(affinity: string | undefined): ProcessHandle | undefined {
    const knows = ({ handle }: Idle) =>
      affinity !== undefined && this.#all.get(handle)?.has(affinity);
    for (const { handle } of [...this.#idle]) if (handle.isDoomed) this.#forget(handle);
    const at = this.#idle.findLastIndex(knows);
    const [idle] = this.#idle.splice(at < 0 ? this.#idle.length - 1 : at, 1);
    clearInterval(idle?.timer);
    return idle?.handle;
  }

  /**
   * Notes that a process has cached the data of `affinity`. The oldest of its affinities is
   * forgotten.
   */
  #noteAffinity(handle: ProcessHandle, affinity: string): void {
    const affinities = this.#all.get(handle);
    if (!affinities) return;
    affinities.delete(affinity);
    affinities.add(affinity);
    const [oldest] = affinities;
    if (affinities.size > MAX_AFFINITIES && oldest !== undefined) affinities.delete(oldest);
  }

  #startOrFail({ words }: PoolTask): ProcessHandle {
    try {
      return this.#start();
    } catch (cause) {
      const { code = 'unknown' } = cause as NodeJS.ErrnoException;
      throw crashFailure(words, `it could not be started: ${code}`, cause as Error);
    }
  }

  /** Starts a process. The pool forgets it when it ends. */
  #start(): ProcessHandle {
    const handle = new ProcessHandle(this.#options.program, this.#options);
    this.#all.set(handle, new Set());
    void handle.gone.then(() => {
      this.#all.delete(handle);
      this.#forget(handle);
    });
    return handle;
  }

  /** Returns a process to the pool, unless it has ended or uses too much memory. */
  #giveBack(handle: ProcessHandle): void {
    const { memoryBytes, maxIdle, idleMs } = this.#options;
    const isFull = handle.rssBytes > Math.min(MAX_HELD_BYTES, memoryBytes / 2);
    if (this.#isClosed || handle.isDoomed || isFull || this.#idle.length >= maxIdle) {
      handle.kill();
      return;
    }
    const timer = setInterval(() => {
      if (this.#idle.length <= 1) return;
      this.#forget(handle);
      handle.kill();
    }, idleMs);
    timer.unref();
    this.#idle.push({ handle, timer });
  }

  /** Takes a process out of the idle ones; does nothing if it is not idle. */
  #forget(handle: ProcessHandle): void {
    const at = this.#idle.findIndex((idle) => idle.handle === handle);
    for (const { timer } of at < 0 ? [] : this.#idle.splice(at, 1)) clearInterval(timer);
  }
}
