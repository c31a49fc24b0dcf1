import { AppError, findMessage, type Message, say } from '../base/index.ts';

/** Resource limits of a task. */
export type TaskLimits = {
  /** CPU time of the process. Its rasterisers and programs have separate limits. */
  cpuSeconds: number;
  /**
   * CPU time of the process when the task renders. Before the render starts, `cpuSeconds` applies.
   */
  cpuSecondsOfRender?: number;
  /** Wall time without the time in which the task waits for the main process. */
  wallSeconds: number;
  memoryBytes: number;
};

/** Wall time per CPU second, without waiting times. Programs of a task have other limits. */
const WALL_PER_CPU = 10;
/** On a busy machine, jobs get little CPU time. */
const MIN_WALL_SECONDS = 120;

export function wallSecondsFor(cpuSeconds: number): number {
  return Math.max(MIN_WALL_SECONDS, cpuSeconds * WALL_PER_CPU);
}

/** Something else killed the process or a program of it, it crashed, or it exceeded a limit. */
export type TaskFailureKind = 'kill' | 'crash' | 'limit';

/** The task may be retried in a new process. */
export class TaskFailure extends Error {
  readonly kind: TaskFailureKind;
  readonly error: AppError;

  constructor(kind: TaskFailureKind, error: AppError) {
    super(error.message, { cause: error });
    this.kind = kind;
    this.error = error;
  }
}

/** How errors describe a task. */
export type TaskWords = {
  /** The beginning of a message, such as "Importing the template". */
  title: string;
  /** A task that reads one file; the others read a template. */
  isOfFile?: boolean;
};

function hint({ isOfFile = false }: TaskWords, variable: string): Message {
  return isOfFile
    ? say`Use a simpler file, or ask the operator to raise ${variable}.`
    : say`Use fewer layers, keyframes and editables, and shorter texts, or ask the operator to raise ${variable}.`;
}

export function tooMuchTime(words: TaskWords, seconds: number): TaskFailure {
  const message = say`${findMessage(words.title)} took more than ${round(seconds)} s of CPU time.`;
  const details = { hint: hint(words, 'FRAMEPRESS_TASK_CPU_SECONDS') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details));
}

/** The task has not used up its CPU time: it was late because of other work, or it hung. */
export function tooLong({ title }: TaskWords, seconds: number): TaskFailure {
  const message = say`${findMessage(title)} took longer than ${round(seconds)} s, because the machine was busy.`;
  const hint = 'Try again when the machine is less busy.';
  return new TaskFailure('limit', new AppError('render_timeout', message, { hint }));
}

export function tooMuchMemory(words: TaskWords, bytes: number, cause?: Error): TaskFailure {
  const message = say`${findMessage(words.title)} needed more than ${round(bytes / 2 ** 20)} MB of memory.`;
  const details = { hint: hint(words, 'FRAMEPRESS_TASK_MEMORY_MB') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details, { cause }));
}

/**
 * Returns the failure of a task whose process has ended. `how` is a signal or an exit code. SIGKILL
 * has more attempts than a crash: the system kills when it has no memory, and the task may not be
 * to blame.
 */
export function crashFailure({ title }: TaskWords, how: string, cause: Error): TaskFailure {
  const message = say`${findMessage(title)} ended its process (${how}).`;
  const details = {
    hint: 'If this happens again, an input file crashes a library; see the log for details.',
  };
  const error = new AppError('process_crashed', message, details, { cause });
  return new TaskFailure(how === 'SIGKILL' ? 'kill' : 'crash', error);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
