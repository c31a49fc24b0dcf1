import { frameCount, type Lottie } from '../lottie/index.ts';
import { type ExpressionNode, findExpressions } from './find-expressions.ts';
import { firstUse } from './first-use.ts';
import {
  BadAnswer,
  type Failure,
  fits,
  oneLine,
  readFailures,
  readPairs,
  readSamples,
  readTexts,
  type Sample,
} from './read-answer.ts';
import { openSandbox, type Sandbox, SandboxFull, SandboxLate } from './sandbox/sandbox.ts';
import type { BakedProperty, BakeLimits } from './types.ts';
import { writeKeyframes } from './write-keyframes.ts';

/** The input of a run: a document as JSON, in which each expression has a number (`xn`). */
export type BakeJob = {
  text: string;
  limits: BakeLimits;
  dataFiles: [string, string][];
  /** Expressions that are left out from the start, with the reason. */
  leftOut: [number, string][];
  /** Report every evaluation to the host, not only the first of each expression. */
  announceEach: boolean;
  /** The frames that are evaluated, counted from the in-point; all by default. */
  frames?: readonly number[];
};

export type BakeAnswer = {
  baked: [number, BakedProperty][];
  failed: [number, string][];
  /** Expressions whose values are not right everywhere. */
  partly: [number, string][];
};

/** Calls to the process that started the run. */
export type BakeHost = {
  /** Returns the bounds of a text as JSON, and the CPU time that the layout took. */
  measure(text: string): { bounds: string; cpuMs: number };
  mark(expression: number): void;
  /** Called before and after the sandbox is loaded, which is the same work for each job. */
  loaded(isLoaded: boolean): void;
  /** Called often, to show that the run continues. */
  reportAlive(): void;
};

export const TOO_LONG = 'The expression takes too long.';
export const ALL_TOO_LONG = 'All expressions together take too long.';
const MISFIT = 'The value has another form than the property.';
const TOO_MUCH_TEXT = 'The texts of all expressions together are too long.';
const TOO_BIG = 'The expression needs too much memory.';
const USES_DIFFER =
  'The precomp is shown several times with different values; all show those of the first.';
const NOT_READ = 'Expressions of this property, or of a layer that is never shown, are not run.';

// Shares of the CPU time of a run.
const MAX_SHARE_OF_ONE_EVALUATION = 1 / 8;
/** For loading the document, and for collecting the values. */
const MAX_SHARE_OF_ONE_CALL = 1 / 4;
const MAX_SHARE_OF_ALL_FRAMES = 0.75;
/** How often within the time of an evaluation the run checks whether the same one still runs. */
const CHECKS_PER_EVALUATION = 4;
const MAX_RESTARTS = 12;
/** Characters in all keyframes of texts. */
const MAX_CHARACTERS = 2_000_000;
const FRAMES_BEFORE_PROFILE = 0.25;

/** A sandbox that may have been opened before its job was known, and its host functions. */
export class BakeRun {
  readonly #host: BakeHost;
  #sandbox: Sandbox | undefined;
  #end = Number.POSITIVE_INFINITY;
  #evaluationMs = Number.POSITIVE_INFINITY;
  #callMs = Number.POSITIVE_INFINITY;
  #evaluationEnd = Number.POSITIVE_INFINITY;
  #nextCheck = Number.POSITIVE_INFINITY;
  #evaluations = -1;
  #measuredMs = 0;
  #loadingMs = 0;
  #lastFault = ALL_TOO_LONG;

  constructor(host: BakeHost) {
    this.#host = host;
  }

  /** Opens the sandbox for the next job, or resets the one that was used. */
  async prepare(memoryBytes: number): Promise<void> {
    this.#end = Number.POSITIVE_INFINITY;
    this.#evaluationEnd = Number.POSITIVE_INFINITY;
    this.#nextCheck = Number.POSITIVE_INFINITY;
    this.#evaluations = -1;
    if (this.#sandbox?.reset()) return;
    const start = this.#cpuMs();
    this.#host.loaded(false);
    this.#sandbox = undefined;
    this.#sandbox = await openSandbox(memoryBytes, {
      measure: (text) => {
        const { bounds, cpuMs } = this.#host.measure(text);
        this.#measuredMs += cpuMs;
        return bounds;
      },
      mark: (expression) => this.#host.mark(expression),
      isLate: () => this.#isLate(),
    });
    this.#loadingMs += this.#cpuMs() - start;
    this.#host.loaded(true);
  }

  /** Runs a job in the prepared sandbox, which must be prepared again afterwards. */
  async bake(job: BakeJob): Promise<BakeAnswer> {
    const start = this.#cpuMs();
    const lottie = JSON.parse(job.text) as Lottie;
    const nodes = new Map(
      findExpressions(lottie).flatMap((expressionNode) =>
        expressionNode.node.xn === undefined
          ? []
          : [[expressionNode.node.xn, expressionNode] as const],
      ),
    );
    const failed = new Map(job.leftOut);
    this.#evaluationMs = job.limits.cpuMs * MAX_SHARE_OF_ONE_EVALUATION;
    this.#callMs = job.limits.cpuMs * MAX_SHARE_OF_ONE_CALL;
    const end = start + job.limits.cpuMs * MAX_SHARE_OF_ALL_FRAMES;
    for (let restarts = 0; ; restarts++) {
      if (restarts > 0 || !this.#sandbox) await this.prepare(job.limits.memoryBytes);
      this.#end = end;
      const sandbox = this.#sandbox as Sandbox;
      const failureCount = failed.size;
      const isDone = this.#frames(sandbox, job, lottie, failed);
      if (!isDone && failed.size > failureCount && restarts < MAX_RESTARTS && this.#cpuMs() < end)
        continue;
      if (!isDone) return allFailed(nodes, failed, this.#lastFault);
      try {
        return this.#collectAnswer(sandbox, nodes, failed, {
          end: start + job.limits.cpuMs,
          numbers: job.limits.numbers,
        });
      } catch (error) {
        const reason = error instanceof SandboxLate ? ALL_TOO_LONG : reasonOf(error);
        return allFailed(nodes, failed, reason);
      }
    }
  }

  /** Steps through all frames. Returns false if an expression stopped the sandbox for good. */
  #frames(sandbox: Sandbox, job: BakeJob, lottie: Lottie, failed: Map<number, string>): boolean {
    const settings = {
      dataFiles: Object.fromEntries(job.dataFiles),
      numbers: job.limits.numbers,
      off: [...failed.keys()],
      announceEach: job.announceEach,
      rate: lottie.fr,
      markers: (lottie.markers ?? []).filter((m) => typeof m?.tm === 'number').slice(0, 1000),
    };
    const step = (name: string, ...args: (string | number)[]): 'done' | 'again' | 'lost' => {
      this.#host.reportAlive();
      this.#limitCall();
      try {
        const fault = sandbox.call(name, ...args);
        if (typeof fault === 'string' && fault !== '') throw new Error(fault);
        return 'done';
      } catch (error) {
        const reason = reasonOf(error);
        this.#lastFault = error instanceof SandboxLate ? ALL_TOO_LONG : reason;
        const id = stoppedNode(sandbox);
        if (this.#cpuMs() >= this.#end || id < 0) return 'lost';
        failed.set(id, reason);
        return error instanceof SandboxLate ? 'again' : 'lost';
      }
    };
    if (step('load', job.text, JSON.stringify(settings)) !== 'done') return false;
    const frames = job.frames ?? Array.from({ length: frameCount(lottie) }, (_, i) => i);
    const count = frames.length;
    const started = this.#cpuMs();
    const budget = this.#end - started;
    let isProfiled = false;
    for (const [index, frame] of frames.entries()) {
      const takenMs = this.#cpuMs() - started;
      const isSlow = (takenMs / Math.max(index, 1)) * count > budget;
      if (!isProfiled && index > 2 && takenMs > budget * FRAMES_BEFORE_PROFILE && isSlow) {
        isProfiled = true;
        const allowed = (budget - takenMs) / (count - index) / 2;
        for (const id of this.#expensive(sandbox, lottie.ip + frame, allowed))
          failed.set(id, TOO_LONG);
      }
      let outcome = step('step', lottie.ip + frame);
      for (let attempt = 0; outcome === 'again' && attempt < 100; attempt++)
        outcome = step('step', lottie.ip + frame);
      if (outcome !== 'done') return false;
    }
    return true;
  }

  /** Leaves out the most expensive expressions, until a frame costs at most `allowedMs`. */
  #expensive(sandbox: Sandbox, frame: number, allowedMs: number): number[] {
    try {
      sandbox.call('profile');
      this.#limitCall();
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

  /**
   * Reads the samples from the sandbox, checks them and writes keyframes. Adds to `failed` the expressions
   * that failed, were not read or do not fit their property. `max.end` is in milliseconds of CPU time.
   */
  #collectAnswer(
    sandbox: Sandbox,
    nodes: ReadonlyMap<number, ExpressionNode>,
    failed: Map<number, string>,
    max: { end: number; numbers: number },
  ): BakeAnswer {
    this.#limitCall();
    const texts = readTexts(sandbox.text('texts'));
    const failures = readFailures(sandbox.text('failures'));
    const evaluated = readPairs(sandbox.text('evaluated'));
    const numbers = sandbox.numbers('finish');
    if (numbers.length > max.numbers) throw new BadAnswer();
    const samples = readSamples(numbers, (id) => nodes.has(id));
    const baked: [number, BakedProperty][] = [];
    const partly: [number, string][] = [];
    let characters = 0;
    for (const [id, node] of nodes) {
      this.#host.reportAlive();
      if (failed.has(id)) continue;
      const { samples: ownSamples, hasConflict: differs } = firstUse(samples.get(id) ?? []);
      const failure = failures.get(id);
      characters += charactersIn(node, ownSamples, texts);
      const isLost = failure !== undefined && failure.count >= (evaluated.get(id) ?? 0);
      if (isLost || ownSamples.length === 0) failed.set(id, failure?.reason ?? NOT_READ);
      else if (!ownSamples.every((sample) => fits(node, sample, texts))) failed.set(id, MISFIT);
      else if (this.#cpuMs() > max.end) failed.set(id, ALL_TOO_LONG);
      else if (characters > MAX_CHARACTERS) failed.set(id, TOO_MUCH_TEXT);
      else {
        baked.push([id, writeKeyframes(node, ownSamples, texts)]);
        partly.push(...partsOf(id, differs, failure));
      }
    }
    return { baked, failed: [...failed], partly };
  }

  /**
   * Whether the run, or the evaluation of a single expression, has taken too long. The sandbox calls it
   * very often, so it compares the number of evaluations only from time to time.
   */
  #isLate(): boolean {
    this.#host.reportAlive();
    const nowMs = this.#cpuMs();
    if (nowMs > this.#end) return true;
    if (nowMs <= this.#nextCheck) return false;
    this.#nextCheck = nowMs + this.#evaluationMs / CHECKS_PER_EVALUATION;
    const evaluations = this.#sandbox?.evaluations() ?? -1;
    if (evaluations === this.#evaluations) return nowMs > this.#evaluationEnd;
    this.#evaluations = evaluations;
    this.#evaluationEnd = nowMs + this.#evaluationMs;
    return false;
  }

  /** Limits the next call of the driver, and each evaluation within it. */
  #limitCall(): void {
    const nowMs = this.#cpuMs();
    this.#evaluationEnd = nowMs + this.#callMs;
    this.#nextCheck = nowMs + this.#evaluationMs / CHECKS_PER_EVALUATION;
  }

  /**
   * CPU time of the main thread without the loading of sandboxes, and of the layout of texts for it. By the
   * clock, documents would fail on a busy machine.
   */
  #cpuMs(): number {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000 + this.#measuredMs - this.#loadingMs;
  }
}

/** Why the values of an expression are not right in some frames or places, if so. */
function partsOf(id: number, differs: boolean, failure?: Failure): [number, string][] {
  if (differs) return [[id, USES_DIFFER]];
  return failure && failure.frames > 0 ? [[id, failure.reason]] : [];
}

/** The characters of all keyframes of a text: the same text may be in many of them. */
function charactersIn(
  { key }: ExpressionNode,
  samples: readonly Sample[],
  texts: readonly string[],
): number {
  if (key !== 'd') return 0;
  return samples.reduce((sum, { values: [text = -1] }) => sum + (texts[text]?.length ?? 0), 0);
}

/** The text for the report, on one line. */
function reasonOf(error: unknown): string {
  if (error instanceof SandboxLate) return TOO_LONG;
  if (error instanceof SandboxFull) return TOO_BIG;
  return oneLine((error as Error).message);
}

/** Ends the evaluation and returns the id of the expression that ran; -1 if the sandbox cannot answer. */
function stoppedNode(sandbox: Sandbox): number {
  try {
    const id = sandbox.call('stop');
    return typeof id === 'number' ? id : -1;
  } catch {
    return -1;
  }
}

/** The answer when nothing was evaluated; expressions that failed earlier keep their own reason. */
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
