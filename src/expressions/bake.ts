import { extname } from 'node:path';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { Lottie, Rig } from '../lottie/index.ts';
import type { MeasureAnswer } from './bake-thread.ts';
import { completeLayers } from './complete-layers.ts';
import { findExpressions } from './find-expressions.ts';
import { composeLimits, importLimits } from './limits.ts';
import { ALL_TOO_LONG, type BakeAnswer, type BakeJob, TOO_LONG } from './run-bake.ts';
import { SHARED } from './shared-memory.ts';
import type { BakeOptions, BakeResult, MeasureText } from './types.ts';

const WORKER_LIMITS = { stackSizeMb: 16, maxOldGenerationSizeMb: 768 };
const WATCH_MS = 20;
/** Wall time per CPU time: on a busy machine a thread waits. */
const WALL_PER_CPU = 10;
/** A thread that does not report for this part of its CPU time is in an endless loop of the engine. */
const SILENT_PART = 1 / 4;
const MAX_KILLS = 4;
/** With less than this part of the CPU time, no further attempt is made. */
const MIN_PART = 1 / 8;

/** The thread was ended: it was late, or it crashed. */
class ThreadEnded extends Error {
  readonly expression: number;
  constructor(expression: number, message: string) {
    super(message);
    this.expression = expression;
  }
}

/**
 * Runs the numbered expressions (`xn`) of a document and returns their values as keyframes. Never
 * throws for an expression: each one that fails, or that takes too long, is in `failed`, and the
 * others are returned. The document is not changed.
 */
export async function bake(lottie: Lottie, options: BakeOptions = {}): Promise<BakeResult> {
  const limits = { ...importLimits(), ...options.limits };
  const numbers = findExpressions(lottie).flatMap(({ node }) => node.xn ?? []);
  const job: BakeJob = {
    text: JSON.stringify(completeLayers(lottie)),
    limits,
    dataFiles: [...(options.dataFiles ?? [])],
    leftOut: [],
    careful: false,
    ...(options.frames && { frames: options.frames }),
  };
  const end = performance.now() + limits.cpuMs * WALL_PER_CPU;
  const before = process.cpuUsage();
  for (let kills = 0; ; kills++) {
    const thread = BakeThread.take(limits.memoryBytes);
    try {
      const { baked, failed } = await thread.bake(job, options.measure, end);
      return { baked: new Map(baked), failed: failed.map(([node, reason]) => ({ node, reason })) };
    } catch (error) {
      if (!(error instanceof ThreadEnded)) throw error;
      const { expression, message } = error;
      const isKnown = expression >= 0 && !job.leftOut.some(([id]) => id === expression);
      if (isKnown) job.leftOut.push([expression, TOO_LONG]);
      const { user, system } = process.cpuUsage(before);
      const cpuMs = limits.cpuMs - (user + system) / 1000;
      const isOver = cpuMs < limits.cpuMs * MIN_PART || performance.now() > end;
      if (kills >= MAX_KILLS || (!isKnown && job.careful) || isOver) {
        const reasons = new Map(job.leftOut);
        return {
          baked: new Map(),
          failed: numbers.map((node) => ({ node, reason: reasons.get(node) ?? message })),
        };
      }
      job.careful = !isKnown;
      // The time that is gone is not given again.
      job.limits = { ...job.limits, cpuMs };
    }
  }
}

/**
 * Runs the expressions of a rig after its texts, colors and controls were changed, and returns the new
 * values of the properties by their number (`xn`), which the template's animation has, too. Never throws
 * for an expression. The rig is not changed.
 */
export function bakeDependents(rig: Rig, options: BakeOptions = {}): Promise<BakeResult> {
  const limits = { ...composeLimits(), ...options.limits };
  return bake(rig.lottie, {
    dataFiles: new Map(rig.dataFiles),
    ...options,
    limits: { ...limits, cpuMs: limits.cpuMs * (options.part ?? 1) },
  });
}

let spare: BakeThread | undefined;

/**
 * Starts a thread with a loaded sandbox for the next bake, which then begins at once. It does not keep
 * the process alive.
 */
export function keepWarm(): void {
  spare ??= new BakeThread(importLimits().memoryBytes);
}

type Message = { answer?: BakeAnswer; isReusable?: boolean; error?: string; measure?: string };

/** A thread for one bake at a time, with a sandbox that is reset after each. */
class BakeThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #memory = new Int32Array(new SharedArrayBuffer(16));
  readonly #memoryBytes: number;
  #ended: string | undefined;

  constructor(memoryBytes: number) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#memoryBytes = memoryBytes;
    this.#worker = new Worker(
      new URL(`./bake-thread${extname(import.meta.url)}`, import.meta.url),
      {
        workerData: { port: port2, shared: this.#memory.buffer, memoryBytes },
        transferList: [port2],
        resourceLimits: WORKER_LIMITS,
        stdout: true,
        stderr: true,
        env: {},
      },
    );
    this.#worker.unref();
    port1.unref();
    this.#worker.on('error', (error: Error) => {
      this.#ended ??= error.message;
    });
    this.#worker.on('exit', () => {
      this.#ended ??= 'The sandbox ended.';
    });
  }

  /** Returns the spare thread if its memory is the same, or a new one. */
  static take(memoryBytes: number): BakeThread {
    const ready = spare;
    if (!ready || ready.#memoryBytes !== memoryBytes) return new BakeThread(memoryBytes);
    spare = undefined;
    return ready.#ended === undefined ? ready : new BakeThread(memoryBytes);
  }

  /** Bakes, and becomes the spare thread or ends. Throws ThreadEnded. */
  async bake(job: BakeJob, measure: MeasureText | undefined, end: number): Promise<BakeAnswer> {
    this.#worker.ref();
    Atomics.store(this.#memory, SHARED.mark, -1);
    Atomics.store(this.#memory, SHARED.beats, 0);
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    const watch = this.#watch(job.limits.cpuMs, end, reject);
    const receive = (message: Message) => {
      if (message.measure === undefined) resolve(message);
      else void this.#measure(message.measure, measure);
    };
    this.#port.on('message', receive);
    this.#port.postMessage({ job });
    let mayKeep = false;
    try {
      const { answer, error = '', isReusable = false } = await promise;
      if (!answer) throw new ThreadEnded(-1, error);
      mayKeep = isReusable;
      return answer;
    } finally {
      clearInterval(watch);
      this.#port.off('message', receive);
      if (mayKeep) this.#keep();
      else this.#end();
    }
  }

  #keep(): void {
    if (spare) this.#end();
    else {
      spare = this;
      this.#worker.unref();
      this.#port.unref();
    }
  }

  #end(): void {
    void this.#worker.terminate();
    this.#port.close();
  }

  /** Ends the wait for a thread that is silent while CPU time passes, or that has ended. */
  #watch(cpuMs: number, end: number, reject: (error: Error) => void): NodeJS.Timeout {
    let beats = 0;
    let since = { at: performance.now(), cpu: process.cpuUsage() };
    const silentMs = Math.max(cpuMs * SILENT_PART, 50);
    const watch = setInterval(() => {
      const now = performance.now();
      const count = Atomics.load(this.#memory, SHARED.beats);
      const { user, system } = process.cpuUsage(since.cpu);
      if (count !== beats || count === 0) {
        beats = count;
        since = { at: now, cpu: process.cpuUsage() };
      }
      const isSilent = now - since.at > silentMs && (user + system) / 1000 > silentMs;
      if (this.#ended === undefined && !isSilent && now < end) return;
      clearInterval(watch);
      const mark = count === 0 ? -1 : Atomics.load(this.#memory, SHARED.mark);
      reject(new ThreadEnded(mark, this.#ended ?? ALL_TOO_LONG));
    }, WATCH_MS);
    return watch;
  }

  async #measure(text: string, measure: MeasureText | undefined): Promise<void> {
    const before = process.threadCpuUsage();
    let bounds: unknown;
    try {
      bounds = await measure?.(JSON.parse(text) as Parameters<MeasureText>[0]);
    } catch {
      // A text that cannot be laid out has no size.
    }
    const { user, system } = process.threadCpuUsage(before);
    const answer: MeasureAnswer = {
      cpuMs: (user + system) / 1000,
      ...(bounds !== undefined && { bounds: JSON.stringify(bounds) }),
    };
    this.#port.postMessage(answer);
    Atomics.add(this.#memory, SHARED.answers, 1);
    Atomics.notify(this.#memory, SHARED.answers);
  }
}
