import { frameCount, type Lottie } from '../lottie/index.ts';
import { type ExpressionNode, findExpressions } from './find-expressions.ts';
import { firstUse } from './first-use.ts';
import {
  type Failure,
  fits,
  readFailures,
  readPairs,
  readSamples,
  readTexts,
} from './read-answer.ts';
import { openSandbox, type Sandbox, SandboxFull, SandboxLate } from './sandbox.ts';
import type { BakedProperty, BakeLimits } from './types.ts';
import { writeKeyframes } from './write-keyframes.ts';

/** What a worker bakes: a document as JSON, in which each expression has a number (`xn`). */
export type BakeJob = {
  text: string;
  limits: BakeLimits;
  dataFiles: [string, string][];
  /** Expressions that are left out from the start, with the reason. */
  leftOut: [number, string][];
  /** Report every evaluation to the host, not only the first of each expression. */
  careful: boolean;
  /** The frames that are evaluated, counted from the in-point; all by default. */
  frames?: readonly number[];
};

export type BakeAnswer = {
  baked: [number, BakedProperty][];
  failed: [number, string][];
  /** Expressions whose values are not right everywhere. */
  partly: [number, string][];
};

/** What the run reports to and asks of the thread that started it. */
export type BakeHost = {
  measure(text: string): string;
  mark(expression: number): void;
  /** Called often: the run is alive. */
  beat(): void;
};

export const TOO_LONG = 'The expression takes too long.';
export const ALL_TOO_LONG = 'All expressions together take too long.';
const TOO_BIG = 'The expression needs too much memory.';
const USES_DIFFER =
  'The precomp is shown several times with different values; all show those of the first.';
const OTHER_FORM = 'The value has another form than the property.';
const NOT_READ = 'Expressions of this property, or of a layer that is never shown, are not run.';

/** One evaluation may use this part of the CPU time; the frames of a document, that part. */
const EVALUATION_PART = 1 / 8;
const FRAMES_PART = 0.75;
const MAX_RESTARTS = 12;
const FRAMES_BEFORE_PROFILE = 0.25;

/** A sandbox that may have been opened before its job was known, and its host functions. */
export class BakeRun {
  readonly #host: BakeHost;
  #sandbox: Sandbox | undefined;
  #end = Number.POSITIVE_INFINITY;
  #evaluationMs = Number.POSITIVE_INFINITY;
  #evaluationEnd = Number.POSITIVE_INFINITY;
  #evaluations = -1;
  #lastFault = ALL_TOO_LONG;

  constructor(host: BakeHost) {
    this.#host = host;
  }

  /** Opens the sandbox for the next job, or resets the one that was used. */
  async prepare(memoryBytes: number): Promise<void> {
    this.#end = Number.POSITIVE_INFINITY;
    this.#evaluationEnd = Number.POSITIVE_INFINITY;
    this.#evaluations = -1;
    if (this.#sandbox?.reset()) return;
    this.#sandbox = undefined;
    this.#sandbox = await openSandbox(memoryBytes, {
      measure: (text) => this.#host.measure(text),
      mark: (expression) => this.#host.mark(expression),
      isLate: () => this.#isLate(),
    });
  }

  /** Runs a job in the prepared sandbox, which must be prepared again afterwards. */
  async bake(job: BakeJob): Promise<BakeAnswer> {
    const start = cpuMs();
    const lottie = JSON.parse(job.text) as Lottie;
    const nodes = new Map(
      findExpressions(lottie).flatMap((found) =>
        found.node.xn === undefined ? [] : [[found.node.xn, found] as const],
      ),
    );
    const failed = new Map(job.leftOut);
    this.#evaluationMs = job.limits.cpuMs * EVALUATION_PART;
    const end = start + job.limits.cpuMs * FRAMES_PART;
    for (let restarts = 0; ; restarts++) {
      if (restarts > 0 || !this.#sandbox) await this.prepare(job.limits.memoryBytes);
      this.#end = end;
      const sandbox = this.#sandbox as Sandbox;
      const before = failed.size;
      const isDone = this.#frames(sandbox, job, lottie, failed);
      if (!isDone && failed.size > before && restarts < MAX_RESTARTS && cpuMs() < end) continue;
      if (!isDone) return allFailed(nodes, failed, this.#lastFault);
      try {
        return this.#answer(sandbox, nodes, failed, start + job.limits.cpuMs);
      } catch (error) {
        return allFailed(nodes, failed, (error as Error).message);
      }
    }
  }

  /** Steps through all frames. Returns false if an expression stopped the sandbox for good. */
  #frames(sandbox: Sandbox, job: BakeJob, lottie: Lottie, failed: Map<number, string>): boolean {
    const settings = {
      ...{ dataFiles: Object.fromEntries(job.dataFiles), numbers: job.limits.numbers },
      ...{ off: [...failed.keys()], careful: job.careful, rate: lottie.fr },
      markers: (lottie.markers ?? []).filter((m) => typeof m?.tm === 'number').slice(0, 1000),
    };
    const step = (name: string, ...args: (string | number)[]): 'done' | 'again' | 'lost' => {
      this.#host.beat();
      this.#evaluationEnd = cpuMs() + this.#evaluationMs;
      try {
        const fault = sandbox.call(name, ...args);
        if (typeof fault === 'string' && fault !== '') throw new Error(fault);
        return 'done';
      } catch (error) {
        const reason = reasonOf(error);
        this.#lastFault = error instanceof SandboxLate ? ALL_TOO_LONG : reason;
        const id = stopped(sandbox);
        if (cpuMs() >= this.#end || id < 0) return 'lost';
        failed.set(id, reason);
        return error instanceof SandboxLate ? 'again' : 'lost';
      }
    };
    if (step('load', job.text, JSON.stringify(settings)) !== 'done') return false;
    const frames = job.frames ?? Array.from({ length: frameCount(lottie) }, (_, i) => i);
    const count = frames.length;
    const started = cpuMs();
    const budget = this.#end - started;
    let isProfiled = false;
    for (const [done, frame] of frames.entries()) {
      const taken = cpuMs() - started;
      const isSlow = (taken / Math.max(done, 1)) * count > budget;
      if (!isProfiled && done > 2 && taken > budget * FRAMES_BEFORE_PROFILE && isSlow) {
        isProfiled = true;
        const allowed = (budget - taken) / (count - done) / 2;
        for (const id of this.#expensive(sandbox, lottie.ip + frame, allowed))
          failed.set(id, TOO_LONG);
      }
      let outcome = step('step', lottie.ip + frame);
      for (let again = 0; outcome === 'again' && again < 100; again++)
        outcome = step('step', lottie.ip + frame);
      if (outcome !== 'done') return false;
    }
    return true;
  }

  /** Leaves out the most expensive expressions, until a frame costs at most `allowedMs`. */
  #expensive(sandbox: Sandbox, frame: number, allowedMs: number): number[] {
    try {
      sandbox.call('profile');
      this.#evaluationEnd = cpuMs() + this.#evaluationMs;
      sandbox.call('step', frame);
      const times = [...readPairs(sandbox.text('times'))].sort((a, b) => b[1] - a[1]);
      let total = times.reduce((sum, [, ms]) => sum + ms, 0);
      const dropped: number[] = [];
      for (const [id, ms] of times) {
        if (total <= allowedMs) break;
        sandbox.call('leaveOut', id);
        dropped.push(id);
        total -= ms;
      }
      return dropped;
    } catch {
      return [];
    }
  }

  #answer(
    sandbox: Sandbox,
    nodes: ReadonlyMap<number, ExpressionNode>,
    failed: Map<number, string>,
    end: number,
  ): BakeAnswer {
    this.#evaluationEnd = cpuMs() + this.#evaluationMs;
    const texts = readTexts(sandbox.text('texts'));
    const failures = readFailures(sandbox.text('failures'));
    const evaluated = readPairs(sandbox.text('evaluated'));
    const samples = readSamples(sandbox.numbers('finish'), (id) => nodes.has(id));
    const baked: [number, BakedProperty][] = [];
    const partly: [number, string][] = [];
    for (const [id, node] of nodes) {
      this.#host.beat();
      if (failed.has(id)) continue;
      const { own, differs } = firstUse(samples.get(id) ?? []);
      const failure = failures.get(id);
      const isLost = failure !== undefined && failure.count >= (evaluated.get(id) ?? 0);
      if (isLost || own.length === 0) failed.set(id, failure?.reason ?? NOT_READ);
      else if (!own.every((sample) => fits(node, sample, texts))) failed.set(id, OTHER_FORM);
      else if (cpuMs() > end) failed.set(id, ALL_TOO_LONG);
      else {
        baked.push([id, writeKeyframes(node, own, texts)]);
        partly.push(...partsOf(id, differs, failure));
      }
    }
    return { baked, failed: [...failed], partly };
  }

  #isLate(): boolean {
    this.#host.beat();
    const now = cpuMs();
    if (now > this.#end) return true;
    if (now <= this.#evaluationEnd) return false;
    const evaluations = this.#sandbox?.evaluations() ?? -1;
    if (evaluations === this.#evaluations) return true;
    this.#evaluations = evaluations;
    this.#evaluationEnd = now + this.#evaluationMs;
    return false;
  }
}

/** Why the values of an expression are not right in some frames or places, if so. */
function partsOf(id: number, differs: boolean, failure?: Failure): [number, string][] {
  if (differs) return [[id, USES_DIFFER]];
  return failure && failure.frames > 0 ? [[id, failure.reason]] : [];
}

/** CPU time of this thread. By the clock, documents would fail on a busy machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function reasonOf(error: unknown): string {
  if (error instanceof SandboxLate) return TOO_LONG;
  if (error instanceof SandboxFull) return TOO_BIG;
  return (error as Error).message;
}

function stopped(sandbox: Sandbox): number {
  try {
    const id = sandbox.call('stop');
    return typeof id === 'number' ? id : -1;
  } catch {
    return -1;
  }
}

function allFailed(
  nodes: ReadonlyMap<number, ExpressionNode>,
  failed: Map<number, string>,
  reason: string,
): BakeAnswer {
  return {
    baked: [],
    partly: [],
    failed: [...nodes.keys()].map((id) => [id, failed.get(id) ?? reason]),
  };
}
