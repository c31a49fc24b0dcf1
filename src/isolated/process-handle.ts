import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppError, assert } from '../base/index.ts';
import { CpuClock, isKilled, killGroup, spawnGroup } from '../media/process/index.ts';
import { fromErrorData, toErrorData } from './error-data.ts';
import { type Host, TaskHost } from './host.ts';
import type { TaskSettings, ToProcess, ToService } from './protocol.ts';
import {
  crashFailure,
  TaskFailure,
  type TaskLimits,
  type TaskWords,
  tooLong,
  tooMuchMemory,
  tooMuchTime,
} from './task-failure.ts';

/** V8 reserves this address space, and the system counts it as used. Measured: 0.6 GiB. */
const RESERVED_BYTES = 0.75 * 2 ** 30;
/** Share of the memory for the JavaScript heap. Images and fonts are outside of the heap. */
const HEAP_SHARE = 0.75;
const CHECK_MS = 200;
/** Time for an aborted task to end by itself. */
const GRACE_MS = 1000;
const STDERR_CHARACTERS = 8000;
/** A process that runs out of memory dies before it reaches the limit. */
const NEAR_LIMIT = 0.6;
const NO_TASK: TaskWords = { title: 'An idle process' };

export type Task = {
  kind: string;
  words: TaskWords;
  input: unknown;
  host: Host;
  limits: TaskLimits;
};

type Running = Task & {
  taskHost: TaskHost;
  /** Usage at the start of the task; undefined until the process has started. */
  before: Usage | undefined;
  /** Measures the task with its programs; undefined until the process has started. */
  cpuClock: CpuClock | undefined;
  peakRssBytes: number;
  waitedSeconds: number;
  isRendering: boolean;
  settle: (outcome: { value: unknown } | { error: unknown }) => void;
};

/** Controls one isolated process, which runs one task at a time. */
export class ProcessHandle {
  readonly #child: ReturnType<typeof spawnGroup>;
  #running: Running | undefined;
  #failure: TaskFailure | undefined;
  #isReady = false;
  #stderr = '';
  #removal: Promise<unknown> | undefined;
  /** Memory of the process after the last task. */
  rssBytes = 0;
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>;
  isGone = false;
  /** The process has ended or will end: do not start a task in it. */
  isDoomed = false;

  /** Starts a process that runs `program`. */
  constructor(
    program: string,
    {
      settings,
      memoryBytes,
      niceness = 0,
    }: { settings: TaskSettings; memoryBytes: number; niceness?: number },
  ) {
    const heap = Math.round((memoryBytes * HEAP_SHARE) / 2 ** 20);
    const args = ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heap}`, program];
    // A killed process leaves its temporary files behind.
    const temporary = mkdtempSync(join(tmpdir(), 'framepress-task-'));
    this.#child = spawnGroup(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { TMPDIR: temporary },
      maxMemoryBytes: memoryBytes + RESERVED_BYTES,
      niceness,
    });
    const ended = Promise.withResolvers<void>();
    this.gone = ended.promise;
    const onEnd = (how: string) => {
      if (this.isGone) return;
      this.isGone = true;
      this.isDoomed = true;
      this.#removal = rm(temporary, { recursive: true, force: true }).catch(() => undefined);
      ended.resolve();
      this.#settle({ error: this.#failure ?? this.#death(how) });
    };
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS);
    });
    this.#child.on('message', (message: ToService) => this.#receive(message));
    this.#child.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#child.pid === undefined) onEnd(`it could not be started: ${error.code}`);
    });
    this.#child.on('exit', (code, signal) => onEnd(signal ?? `exit code ${code}`));
    this.#send({ type: 'settings', settings });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * Runs a task until it or its process ends. Throws the error of the task, a `TaskFailure`, or the
   * reason of the signal. After an abort the task has a second to end.
   */
  async run(task: Task, signal: AbortSignal): Promise<unknown> {
    assert(!this.#running, 'a process runs one task at a time');
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const running: Running = {
      ...task,
      taskHost: new TaskHost(task.host, (message) => this.#send(message)),
      before: this.#isReady ? usageOf(this.pid ?? 0) : undefined,
      cpuClock: this.#isReady ? new CpuClock(this.pid ?? 0) : undefined,
      peakRssBytes: 0,
      waitedSeconds: 0,
      isRendering: false,
      settle: (outcome) => ('value' in outcome ? resolve(outcome.value) : reject(outcome.error)),
    };
    this.#running = running;
    const timer = setInterval(() => this.#checkLimits(running), CHECK_MS);
    let grace: NodeJS.Timeout | undefined;
    const onAbort = () => {
      this.#send({ type: 'abort', error: toErrorData(signal.reason) });
      grace = setTimeout(() => this.kill(), GRACE_MS);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (this.isGone) throw this.#death('before it began');
      const { kind, input, host } = task;
      const sizes = { rasterisers: host.rasterisers.size, segments: host.segments?.atOnce ?? 0 };
      this.#send({ type: 'task', kind, input, ...sizes });
      return await promise;
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearInterval(timer);
      clearTimeout(grace);
      signal.removeEventListener('abort', onAbort);
      this.#running = undefined;
      running.taskHost.end();
    }
  }

  /** Resolves when the process and its temporary files are gone. */
  async removed(): Promise<void> {
    await this.gone;
    await this.#removal;
  }

  /** Kills the process and all programs that it has started. */
  kill(): void {
    // The times of a process are lost with it.
    if (this.#running && !this.isGone) reportCpu(this.#running);
    this.isDoomed = true;
    killGroup(this.#child);
  }

  #send(message: ToProcess): void {
    // A process that has ended is reported by its exit event.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  /** Takes a message of the process. A message that comes after a limit was exceeded is ignored. */
  #receive(message: ToService): void {
    const running = this.#running;
    if (message.type === 'ready') {
      this.#isReady = true;
      // The CPU time of the start does not count for the task.
      if (running) {
        running.before = usageOf(this.pid ?? 0);
        running.cpuClock = new CpuClock(this.pid ?? 0);
      }
      return;
    }
    // A limit has already ended the task. Ignore its late answer: the exit of the process is
    // reported.
    if (!running || this.#failure) return;
    if (message.type === 'done' || message.type === 'failed') {
      reportCpu(running);
      this.rssBytes = message.rssBytes;
      if (message.type === 'done') this.#settle({ value: message.value });
      else this.#settle({ error: failureOf(fromErrorData(message.error)) });
      return;
    }
    if (message.type === 'event' && message.event.name === 'rendering') running.isRendering = true;
    else running.taskHost.receive(message);
  }

  /** Ends the running task, if there is one. */
  #settle(outcome: { value: unknown } | { error: unknown }): void {
    this.#running?.settle(outcome);
  }

  /** Ends a task that has exceeded a limit. */
  #checkLimits(running: Running): void {
    reportCpu(running);
    const { words, limits, before: usageBefore, taskHost } = running;
    const { cpuSeconds, cpuSecondsOfRender = cpuSeconds, wallSeconds, memoryBytes } = limits;
    if (taskHost.pending === 0) running.waitedSeconds += CHECK_MS / 1000;
    const max = running.isRendering ? cpuSecondsOfRender : cpuSeconds;
    const usage = usageOf(this.pid ?? 0);
    const rssBytes = usage?.rssBytes ?? 0;
    running.peakRssBytes = Math.max(running.peakRssBytes, rssBytes);
    const spentSeconds = usage && usageBefore ? usage.cpuSeconds - usageBefore.cpuSeconds : 0;
    if (spentSeconds > max) this.#failure = tooMuchTime(words, max);
    else if (rssBytes > memoryBytes) this.#failure = tooMuchMemory(words, memoryBytes);
    else if (running.waitedSeconds > wallSeconds) this.#failure = tooLong(words, wallSeconds);
    else return;
    this.kill();
  }

  /**
   * Returns the failure of the running task whose process has ended. Near the limit of memory, the
   * memory is given as the reason, because V8 ends the process itself there.
   */
  #death(how: string): TaskFailure {
    const { words = NO_TASK, limits, peakRssBytes = 0 } = this.#running ?? {};
    const cause = new Error(`The isolated process ended (${how}).\n${this.#stderr}`);
    if (limits && peakRssBytes > limits.memoryBytes * NEAR_LIMIT)
      return tooMuchMemory(words, limits.memoryBytes, cause);
    return crashFailure(words, how, cause);
  }
}

/** A task whose program was killed may be retried, as if its own process had been killed. */
function failureOf(error: AppError): Error {
  return isKilled(error) ? new TaskFailure('kill', error) : error;
}

function reportCpu({ cpuClock, host }: Running): void {
  if (cpuClock && host.onCpu) host.onCpu(cpuClock.take());
}

/** Resource usage of a process so far. */
export type Usage = { cpuSeconds: number; rssBytes: number };

/** USER_HZ of Linux, which is the same on all its architectures. */
const TICKS_PER_SECOND = 100;

/**
 * Reads the usage from `/proc` (proc(5)); undefined without `/proc` or after the process has ended.
 */
export function usageOf(pid: number): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // utime and stime, counted after the process name, which may contain any characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const rssBytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    return { cpuSeconds: ticks / TICKS_PER_SECOND, rssBytes };
  } catch {
    return undefined;
  }
}
