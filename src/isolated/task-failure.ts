import { AppError } from '../base/index.ts';
import type { TaskKind } from './protocol.ts';

/** What a task may take of the machine. */
export type TaskLimits = {
  /** Of the processor's time, in the process itself; its rasterisers and programs have limits of their own. */
  cpuSeconds: number;
  /** The same for all of a task that renders; until then, `cpuSeconds` holds. */
  cpuSecondsOfRender?: number;
  /** Without the time in which it waits for the service. */
  wallSeconds: number;
  memoryBytes: number;
};

/** A task that was ended by a limit, or whose process died of itself; it may be tried in another process. */
export class TaskFailure extends Error {
  readonly kind: 'limit' | 'crash';
  readonly error: AppError;

  constructor(kind: 'limit' | 'crash', error: AppError) {
    super(error.message, { cause: error });
    this.kind = kind;
    this.error = error;
  }
}

const NAMES: Record<TaskKind, string> = {
  missingFonts: 'Importing the template',
  readTemplate: 'Importing the template',
  drawTemplate: 'Drawing the template',
  probeInput: 'Reading the file',
  probeUpload: 'Reading the file',
  checkMapping: 'Checking the mapping',
  drawStill: 'Drawing the still',
  renderSession: 'Rendering the video',
};

function hint(kind: TaskKind, variable: string): string {
  const isProbe = kind === 'probeInput' || kind === 'probeUpload';
  const simpler = isProbe
    ? 'Give a simpler file'
    : 'Use fewer layers, keyframes and editables, and shorter texts';
  return `${simpler}, or have the operator raise ${variable}.`;
}

export function tooMuchTime(kind: TaskKind, seconds: number): TaskFailure {
  const message = `${NAMES[kind]} took more than ${round(seconds)} s of the processor's time.`;
  const details = { hint: hint(kind, 'FRAMEPRESS_TASK_CPU_SECONDS') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details));
}

export function tooLong(kind: TaskKind, seconds: number): TaskFailure {
  const message = `${NAMES[kind]} took longer than ${round(seconds)} s.`;
  const details = { hint: hint(kind, 'FRAMEPRESS_TASK_CPU_SECONDS') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details));
}

export function tooMuchMemory(kind: TaskKind, bytes: number, cause?: Error): TaskFailure {
  const message = `${NAMES[kind]} needed more than ${round(bytes / 2 ** 20)} MB of memory.`;
  const details = { hint: hint(kind, 'FRAMEPRESS_TASK_MEMORY_MB') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details, { cause }));
}

export function crashed(kind: TaskKind, how: string, cause: Error): TaskFailure {
  const message = `${NAMES[kind]} ended its process (${how}).`;
  const details = {
    hint: 'If this happens again, a file in it makes a library crash; the log says more.',
  };
  return new TaskFailure('crash', new AppError('process_crashed', message, details, { cause }));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
