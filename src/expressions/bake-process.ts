import type { Socket } from 'node:net';
import { getPriority } from 'node:os';
import { CpuClock, killGroup, spawnGroup } from '../media/process/index.ts';
import { programFile } from '../system/index.ts';
import { ALL_TOO_LONG, type BakeAnswer, type BakeJob } from './run-bake.ts';
import type { MeasureText } from './types.ts';

/** A text that cannot be laid out has no bounds. */
export type MeasureAnswer = { bounds?: string; cpuMs: number };

/** What the process reads: a job, or the bounds (as JSON) of the text that it has asked for. */
export type BakeInput = { job?: BakeJob; measured?: MeasureAnswer };

/** What the process writes. An event without fields says that it is alive. */
export type BakeEvent = {
  answer?: BakeAnswer;
  /** Whether the sandbox is loaded. The time of loading it is no time of a job. */
  isLoaded?: boolean;
  /** The process will take another job. */
  isReusable?: boolean;
  /** A text to be measured as JSON. */
  measure?: string;
  /** The expression that begins; -1 when it has ended. */
  mark?: number;
};

const PROGRAM = programFile('bake-program', import.meta.url);
/** Less than the stack of the system's processes, 8 MB by default. */
const STACK_KB = 7600;
const HEAP_MB = 768;
const ARGS = [
  '--disable-warning=ExperimentalWarning',
  `--max-old-space-size=${HEAP_MB}`,
  `--stack-size=${STACK_KB}`,
];
const WATCH_MS = 20;
/** A process that writes nothing for this part of its CPU time is in an endless loop of the engine. */
const SILENT_PART = 1 / 4;
const MIN_SILENT_MS = 50;
/** A spare process, which takes some 60 MB, ends after this time. */
const SPARE_MS = 300_000;
const MAX_LINE_CHARACTERS = 64 * 2 ** 20;

/** The process was ended: it was late, or it crashed. */
export class BakeEnded extends Error {
  /** The expression that it ran; -1 if none. */
  readonly expression: number;
  /** CPU time of the process for the job, and of the texts that were measured for it. */
  readonly cpuMs: number;
  constructor(expression: number, cpuMs: number, message: string) {
    super(message);
    this.expression = expression;
    this.cpuMs = cpuMs;
  }
}

let spare: BakeProcess | undefined;

/**
 * Starts a process with a loaded sandbox for the next bake, which then begins at once. It does not
 * keep this process alive.
 */
export function keepSpare(memoryBytes: number): void {
  if (!spare) new BakeProcess(memoryBytes).keep();
}

/** Returns the spare process if its memory is the same, or a new one. */
export function takeProcess(memoryBytes: number): BakeProcess {
  const ready = spare;
  ready?.take();
  if (ready?.fits(memoryBytes)) return ready;
  ready?.end();
  return new BakeProcess(memoryBytes);
}

/** A process for one bake at a time, with a sandbox that is reset after each. */
class BakeProcess {
  readonly #child: ReturnType<typeof spawnGroup>;
  readonly #memoryBytes: number;
  #parts: string[] = [];
  #characters = 0;
  #ended: string | undefined;
  #mark = -1;
  #isLoaded = false;
  #events = 0;
  #clock: CpuClock | undefined;
  /** CPU time for the job, with that of the texts that were measured for it. */
  #usedMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #receive: (event: BakeEvent) => void = () => undefined;

  constructor(memoryBytes: number) {
    this.#memoryBytes = memoryBytes;
    const args = [...ARGS, PROGRAM, String(memoryBytes)];
    this.#child = spawnGroup(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Its session does not inherit the niceness of this process's session.
      niceness: Math.max(0, getPriority()),
    });
    this.#child.on('error', (error) => {
      this.#ended ??= error.message;
    });
    this.#child.on('exit', () => {
      this.#ended ??= 'The sandbox ended.';
    });
    this.#child.stdin?.on('error', () => {
      this.#ended ??= 'The sandbox ended.';
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#readOutput(text));
  }

  /** Becomes the spare process, for some minutes. */
  keep(): void {
    spare = this;
    this.#hold(false);
    this.#timer = setTimeout(() => {
      this.take();
      this.end();
    }, SPARE_MS).unref();
  }

  /** Is no longer the spare process. */
  take(): void {
    clearTimeout(this.#timer);
    if (spare === this) spare = undefined;
  }

  /** Kills the process with its children. It cannot be used again. */
  end(): void {
    killGroup(this.#child);
  }

  fits(memoryBytes: number): boolean {
    return this.#ended === undefined && this.#memoryBytes === memoryBytes;
  }

  /**
   * Bakes within the CPU time of the job. The process then becomes the spare one, or ends. Throws
   * BakeEnded.
   */
  async bake(job: BakeJob, measure: MeasureText | undefined): Promise<BakeAnswer> {
    this.#hold(true);
    this.#mark = -1;
    const { promise, resolve, reject } = Promise.withResolvers<BakeEvent>();
    const watch = this.#watch(job.limits.cpuMs, reject);
    this.#receive = (event) => {
      if (event.measure !== undefined) void this.#measureText(event.measure, measure);
      else if (event.answer) resolve(event);
    };
    this.#send({ job });
    let mayKeep = false;
    try {
      const { answer, isReusable = false } = await promise;
      mayKeep = isReusable && !spare;
      return answer as BakeAnswer;
    } finally {
      clearInterval(watch);
      this.#receive = () => undefined;
      if (mayKeep) this.keep();
      else this.end();
    }
  }

  #send(input: BakeInput): void {
    this.#child.stdin?.write(`${JSON.stringify(input)}\n`);
  }

  /**
   * Collects the process's output and handles each complete line as an event. Output that is no event, or a
   * line without an end, comes from a process that no longer runs our program: it is killed.
   */
  #readOutput(text: string): void {
    const lines = text.split('\n');
    this.#parts.push(lines[0] ?? '');
    this.#characters += text.length;
    for (const next of lines.slice(1)) {
      const line = this.#parts.join('');
      this.#parts = [next];
      this.#characters = next.length;
      this.#events++;
      const event = eventOf(line);
      if (event?.isLoaded !== undefined) this.#setLoaded(event.isLoaded);
      else if (event?.mark !== undefined) this.#mark = event.mark;
      else if (event) this.#receive(event);
      else this.end();
    }
    if (this.#characters > MAX_LINE_CHARACTERS) this.end();
  }

  /** Ends the wait for a process that is silent while CPU time passes, or that has ended. */
  #watch(cpuMs: number, reject: (error: Error) => void): NodeJS.Timeout {
    this.#clock = new CpuClock(this.#child.pid ?? 0);
    const maxSilentMs = Math.max(cpuMs * SILENT_PART, MIN_SILENT_MS);
    let events = this.#events;
    let silentMs = 0;
    this.#usedMs = 0;
    const look = () => {
      const takenMs = this.#count();
      silentMs += takenMs;
      if (events !== this.#events || !this.#isLoaded) silentMs = 0;
      events = this.#events;
      if (this.#ended === undefined && silentMs <= maxSilentMs) return;
      clearInterval(watch);
      // If this process had a pause, the loop ran for longer than it was allowed to. The other expressions do
      // not pay for that.
      const excessMs = Math.max(0, silentMs - maxSilentMs);
      reject(new BakeEnded(this.#mark, this.#usedMs - excessMs, this.#ended ?? ALL_TOO_LONG));
    };
    // After a pause of this process, events that have arrived are read first.
    const watch = setInterval(() => setImmediate(look), WATCH_MS);
    return watch;
  }

  /** Counts the CPU time so far first, because the time of loading the sandbox does not count. */
  #setLoaded(isLoaded: boolean): void {
    this.#count();
    this.#isLoaded = isLoaded;
  }

  /** Counts the CPU time since the last call, except that of loading the sandbox, and returns it. */
  #count(): number {
    const takenMs = (this.#clock?.take() ?? 0) * 1000;
    if (this.#isLoaded) this.#usedMs += takenMs;
    return takenMs;
  }

  /**
   * Lays out a text for the process and sends its bounds. The CPU time of it counts for the process, too.
   */
  async #measureText(text: string, measure: MeasureText | undefined): Promise<void> {
    const startUsage = process.threadCpuUsage();
    const bounds = await boundsOf(text, measure);
    const { user, system } = process.threadCpuUsage(startUsage);
    const cpuMs = (user + system) / 1000;
    this.#usedMs += cpuMs;
    this.#send({
      measured: { cpuMs, ...(bounds !== undefined && { bounds: JSON.stringify(bounds) }) },
    });
  }

  /** Says whether the process keeps this one alive. */
  #hold(isHeld: boolean): void {
    const { stdin, stdout } = this.#child;
    for (const handle of [this.#child, stdin as Socket | null, stdout as Socket | null]) {
      if (isHeld) handle?.ref();
      else handle?.unref();
    }
  }
}

/** Undefined for a line that the program does not write unless it is broken. */
function eventOf(line: string): BakeEvent | undefined {
  try {
    return JSON.parse(line) as BakeEvent;
  } catch {
    return undefined;
  }
}

/** A text that cannot be laid out has no bounds. */
async function boundsOf(text: string, measure: MeasureText | undefined): Promise<unknown> {
  try {
    return await measure?.(JSON.parse(text) as Parameters<MeasureText>[0]);
  } catch {
    return undefined;
  }
}
