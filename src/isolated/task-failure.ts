import { AppError } from '../base/index.ts';
import type { TaskKind } from './protocol.ts';

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

const NAMES: Record<TaskKind, string> = {
  missingFonts: 'Importing the template',
  readTemplate: 'Importing the template',
  drawTemplate: 'Drawing the template',
  probeInput: 'Reading the file',
  probeUpload: 'Reading the file',
  checkMapping: 'Checking the mapping',
  drawStill: 'Drawing the still',
  composePreview: 'Composing the preview',
  mixPreviewAudio: 'Mixing the audio',
  shrinkPreviewImage: 'Scaling the image',
  drawThumbnail: 'Drawing the thumbnail',
  findPlaces: 'Finding the editables',
  writeTemplateFont: 'Reading the font',
  renderSession: 'Rendering the video',
};

const OF_FILES: ReadonlySet<TaskKind> = new Set([
  ...(['probeInput', 'probeUpload', 'drawThumbnail'] as const),
]);

function hint(kind: TaskKind, variable: string): string {
  const isProbe = OF_FILES.has(kind);
  const simpler = isProbe
    ? 'Use a simpler file'
    : 'Use fewer layers, keyframes and editables, and shorter texts';
  return `${simpler}, or ask the operator to raise ${variable}.`;
}

export function tooMuchTime(kind: TaskKind, seconds: number): TaskFailure {
  const message = `${NAMES[kind]} took more than ${round(seconds)} s of CPU time.`;
  const details = { hint: hint(kind, 'FRAMEPRESS_TASK_CPU_SECONDS') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details));
}

/** The task has not used up its CPU time: it was late because of other work, or it hung. */
export function tooLong(kind: TaskKind, seconds: number): TaskFailure {
  const message = `${NAMES[kind]} took longer than ${round(seconds)} s, because the machine was busy.`;
  const hint = 'Try again when the machine is less busy.';
  return new TaskFailure('limit', new AppError('render_timeout', message, { hint }));
}

export function tooMuchMemory(kind: TaskKind, bytes: number, cause?: Error): TaskFailure {
  const message = `${NAMES[kind]} needed more than ${round(bytes / 2 ** 20)} MB of memory.`;
  const details = { hint: hint(kind, 'FRAMEPRESS_TASK_MEMORY_MB') };
  return new TaskFailure('limit', new AppError('limit_exceeded', message, details, { cause }));
}

export function crashed(kind: TaskKind, how: string, cause: Error): TaskFailure {
  const message = `${NAMES[kind]} ended its process (${how}).`;
  const details = {
    hint: 'If this happens again, an input file crashes a library; see the log for details.',
  };
  const error = new AppError('process_crashed', message, details, { cause });
  return new TaskFailure(how === 'SIGKILL' ? 'kill' : 'crash', error);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
