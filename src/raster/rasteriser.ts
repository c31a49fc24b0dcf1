import type { ChildProcess } from 'node:child_process';
import { AppError, type Message, say } from '../base/index.ts';
import { CpuClock, killed, killGroup, spawnGroup } from '../media/process/index.ts';
import { programFile } from '../system/index.ts';
import { Deadline } from './deadline.ts';
import type { Reply, Request, ToRasteriser } from './protocol.ts';

export type RunLimits = {
  /** CPU time for the whole request, with the encoder. */
  timeoutMs: number;
  /** Maximum CPU time without progress. */
  stallMs: number;
  memoryBytes: number;
};

export type RasteriserLimits = {
  /**
   * Niceness of the process and its encoder: processes with a lower value get the processor first.
   */
  niceness: number;
  /** Memory of earlier requests that a process may hold before it is replaced. */
  maxHeldBytes: number;
  /**
   * The system's limit for the process, in addition to each request's own limit; unlimited when
   * absent.
   */
  maxMemoryBytes?: number;
};

type Job = {
  id: number;
  onProgress: (framesDone: number) => void;
  settle: (outcome: { peakRssBytes: number } | AppError) => void;
  touch: () => void;
  limits: RunLimits;
};

const PROCESS = programFile('rasteriser-process', import.meta.url);

/**
 * Settings measured with real templates. Skia allocates many small blocks from glibc for each
 * frame; a larger cache makes some animations a seventh faster. Frames come from mimalloc; without
 * the delay it would return them to the system and request them again at once. Skia's binding would
 * search the system's fonts on load, although Framepress uses none. SVT-AV1 would log more than
 * errors.
 */
const ENV = {
  GLIBC_TUNABLES: 'glibc.malloc.tcache_count=2000',
  MIMALLOC_PURGE_DELAY: '1000',
  DISABLE_SYSTEM_FONTS_LOAD: '1',
  SVT_LOG: '1',
};

/** Frames are native memory; JavaScript itself needs little. */
const NODE_ARGS = [
  '--disable-warning=ExperimentalWarning',
  '--max-old-space-size=512',
  '--expose-gc',
];

/**
 * Memory that is reserved but not used, which the system's limit includes: 1 GiB by Skia's
 * allocator, the rest by V8.
 */
const RESERVED_BYTES = 1.75 * 2 ** 30;
/** The time from a failed send until the exit of the process must be known. */
const EXIT_MS = 1000;
/** Exit codes of launching programs, such as `setpriv`, that cannot start the process. */
const NOT_STARTED = [126, 127];

/**
 * 180 stills of three templates leave 265 MB. A process that holds more than this limit is
 * replaced.
 */
const MAX_HELD_BYTES = 384 * 2 ** 20;

/**
 * One rasteriser process. It is started by `warm` or on first use, and serves one request at a
 * time. If it crashes, hangs or grows too large, or if its request is aborted, its process group
 * (with the encoder) is killed. The next request starts a new process.
 */
export class Rasteriser implements AsyncDisposable {
  #child: ChildProcess | undefined;
  #job: Job | undefined;
  #nextId = 1;
  #cpuClock: CpuClock | undefined;
  /** CPU time that `takeCpuSeconds` has not returned yet. */
  #cpuSeconds = 0;
  readonly #limits: RasteriserLimits;

  constructor(limits: Partial<RasteriserLimits> = {}) {
    this.#limits = { maxHeldBytes: MAX_HELD_BYTES, niceness: 0, ...limits };
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Returns the CPU time of the process and its encoders since the last call. */
  takeCpuSeconds(): number {
    this.#readCpuClock();
    const seconds = this.#cpuSeconds;
    this.#cpuSeconds = 0;
    return seconds;
  }

  /** Starts the process in advance. */
  warm(): void {
    try {
      this.#child ??= this.#start();
    } catch {
      // For example for lack of memory. The next request tries again and reports the reason.
    }
  }

  /**
   * Runs a request. Throws the error of the drawing, the reason of the signal, or an error for a
   * limit of time or memory or for the end of the process. A limit and the signal kill the process.
   */
  async run(
    request: Request,
    limits: RunLimits,
    onProgress: (framesDone: number) => void,
    signal?: AbortSignal,
  ): Promise<{ peakRssBytes: number }> {
    if (this.#job) throw new Error('A rasteriser runs one request at a time.');
    signal?.throwIfAborted();
    const child = this.#child ?? this.#startOrFail();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      const giveUp = (error: AppError) => {
        this.#kill();
        job.settle(error);
      };
      const onAbort = () =>
        giveUp(
          signal?.reason instanceof AppError
            ? signal.reason
            : new AppError('canceled', 'The render was canceled.', {}, { cause: signal?.reason }),
        );
      const cpuMs = cpuTimeOf(child.pid);
      const totalDeadline = new Deadline({
        limitMs: limits.timeoutMs,
        cpuMs,
        onLate: () =>
          giveUp(late(say`The rasteriser did not finish within ${limits.timeoutMs / 1000} s.`)),
      });
      const stall = new Deadline({
        limitMs: limits.stallMs,
        cpuMs,
        onLate: () =>
          giveUp(
            late(
              say`The rasteriser did not draw or encode a frame within ${limits.stallMs / 1000} s.`,
            ),
          ),
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      const job: Job = {
        id,
        limits,
        onProgress,
        touch: () => stall.restart(),
        settle: (outcome) => {
          totalDeadline.clear();
          stall.clear();
          signal?.removeEventListener('abort', onAbort);
          if (this.#job === job) this.#job = undefined;
          if (outcome instanceof AppError) reject(outcome);
          else resolve(outcome);
        },
      };
      this.#job = job;
      child.send({ id, request } satisfies ToRasteriser, (cause) => {
        if (!cause) return;
        const message = 'The rasteriser could not be reached.';
        const unreached = new AppError('render_failed', message, {}, { cause });
        // A process that has just ended reports its own reason first.
        setTimeout(() => this.#job === job && giveUp(unreached), EXIT_MS);
      });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    this.#kill();
    this.#job?.settle(
      new AppError('canceled', 'The rasteriser was shut down.', { retryable: true }),
    );
    await exit;
  }

  #startOrFail(): ChildProcess {
    try {
      return this.#start();
    } catch (cause) {
      throw notStarted(cause);
    }
  }

  /** Starts the process. Its end rejects the running request. */
  #start(): ChildProcess {
    const { maxMemoryBytes, niceness } = this.#limits;
    const child = spawnGroup(process.execPath, [...NODE_ARGS, PROCESS], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: ENV,
      niceness,
      ...(maxMemoryBytes !== undefined && { maxMemoryBytes: maxMemoryBytes + RESERVED_BYTES }),
    });
    this.#child = child;
    this.#cpuClock = child.pid === undefined ? undefined : new CpuClock(child.pid);
    child.on('message', (reply: Reply) => this.#onReply(child, reply));
    child.on('exit', (code, signal) => {
      if (this.#child === child) {
        this.#child = undefined;
        // Another process may get the same id.
        this.#cpuClock = undefined;
      }
      if (code !== null && NOT_STARTED.includes(code))
        return this.#fail(child, notStarted({ code: `exit code ${code}` }));
      if (signal === 'SIGKILL') return this.#fail(child, killed('The rasteriser'));
      const message = say`The rasteriser ended with ${signal ?? say`exit code ${code ?? ''}`} while it was drawing.`;
      const hint =
        'Render again. If it fails twice, the template contains a layer that the rasteriser cannot draw.';
      this.#fail(child, new AppError('render_failed', message, { hint }));
    });
    child.on('error', (cause) => {
      if (this.#child === child) this.#child = undefined;
      this.#fail(child, notStarted(cause));
    });
    return child;
  }

  /** Rejects the running request, unless it runs in a newer process. */
  #fail(child: ChildProcess, error: AppError): void {
    if (this.#child !== undefined && this.#child !== child) return;
    this.#job?.settle(error);
  }

  /** Takes a message of the process; ignores those of earlier requests and processes. */
  #onReply(child: ChildProcess, reply: Reply): void {
    const job = this.#job;
    if (!job || reply.id !== job.id || child !== this.#child) return;
    if (reply.type === 'progress') {
      job.touch();
      job.onProgress(reply.framesDone);
      if (reply.rssBytes > job.limits.memoryBytes) {
        this.#kill();
        job.settle(
          new AppError(
            'render_failed',
            say`The rasteriser needed more than ${Math.round(job.limits.memoryBytes / 2 ** 20)} MB.`,
            {
              retryable: false,
              hint: 'Use smaller images or fewer layers, or raise FRAMEPRESS_RASTERISER_MEMORY_MB.',
            },
          ),
        );
      }
      return;
    }
    // Memory of earlier requests must not count against later ones.
    if (reply.heldBytes > Math.min(this.#limits.maxHeldBytes, job.limits.memoryBytes / 2)) {
      this.#kill();
      this.warm();
    }
    if (reply.type === 'done') job.settle({ peakRssBytes: reply.peakRssBytes });
    else {
      const { code, message, details } = reply;
      const cause = reply.cause === '' ? undefined : new Error(reply.cause);
      job.settle(new AppError(code, message, details, { cause }));
    }
  }

  #readCpuClock(): void {
    this.#cpuSeconds += this.#cpuClock?.take() ?? 0;
  }

  #kill(): void {
    // The times of a process are lost with it.
    this.#readCpuClock();
    this.#cpuClock = undefined;
    const child = this.#child;
    this.#child = undefined;
    if (child) killGroup(child);
  }
}

/** The error without the system's own message, which contains paths of this machine. */
function notStarted(cause: unknown): AppError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  const message = say`The rasteriser could not be started (${code}).`;
  const hint = 'Check that the machine has free memory and processes, then render again.';
  return new AppError('render_failed', message, { hint }, { cause });
}

function late(message: Message): AppError {
  return new AppError('render_timeout', message, {
    hint: 'Try again when the machine is less busy. If it fails again, the template may be too heavy for the machine.',
  });
}

/** Returns the CPU time of a process and its encoder since now; it can be measured on Linux only. */
function cpuTimeOf(pid: number | undefined): () => number | undefined {
  if (pid === undefined || process.platform !== 'linux') return () => undefined;
  const clock = new CpuClock(pid);
  let seconds = 0;
  return () => {
    seconds += clock.take();
    return seconds * 1000;
  };
}
