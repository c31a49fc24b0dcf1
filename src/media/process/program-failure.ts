import { existsSync } from 'node:fs';
import { AppError, type ErrorCode, say, type Wording } from '../../base/index.ts';
import { isDiskFull, storageError } from '../../system/index.ts';

/** The error codes for failures of a program. */
type Naming = { failureCode?: ErrorCode; timeoutCode?: ErrorCode; timeoutMs: number; cwd?: string };

const STDERR_LINES = 40;
/** Exit code of shells and setpriv when a command is not found (POSIX XCU 2.8.2). */
const NOT_FOUND = 127;

/** Returns the last 40 lines. Progress lines of encoders end with a carriage return only. */
export function lastLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.slice(-STDERR_LINES).join('\n');
}

function programFailure(options: Naming, message: Wording, cause?: unknown): AppError {
  return new AppError(options.failureCode ?? 'render_failed', message, {}, { cause });
}

type ProgramEnd = {
  program: string;
  args: readonly string[];
  options: Naming;
  how: number | NodeJS.Signals | null;
  stderrTail: string;
};

/**
 * Returns the error of a program that did not succeed: a missing program, a full disk and a kill by
 * the system are not reported as faults of its input. `how` is its exit code or signal.
 */
export function programEndError({ program, args, options, how, stderrTail }: ProgramEnd): AppError {
  if (how === NOT_FOUND) return notInstalled(program, new Error(stderrTail));
  const cause = new Error(`${[program, ...args].join(' ')}\n${stderrTail}`);
  if (isDiskFull(stderrTail)) return storageError(Object.assign(cause, { code: 'ENOSPC' }));
  // It was not this process: such as the kernel, which is out of memory. The input is not to blame.
  if (how === 'SIGKILL') return killed(program, cause);
  const reported = typeof how === 'number' ? say`exit code ${how}` : (how ?? '');
  return programFailure(options, say`${program} ended with ${reported}.`, cause);
}

/** The error of a program that something else has killed. */
export function killed(program: string, cause?: Error): AppError {
  const hint = 'Try again. If it is killed again, the machine has too little memory.';
  return new AppError(
    'process_crashed',
    say`${program} was killed (SIGKILL).`,
    { hint },
    { cause },
  );
}

/** Whether work failed because something else killed its program. Then it may be repeated. */
export function isKilled(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'process_crashed' && error.retryable;
}

/** Work whose processes have been killed so often is not repeated. */
export const MAX_KILLS = 5;

export function tooMuchOutput(program: string, maxBytes: number, options: Naming): AppError {
  return programFailure(options, say`${program} wrote more than ${maxBytes} bytes.`);
}

export function late(program: string, { timeoutMs, timeoutCode }: Naming): AppError {
  return new AppError(
    timeoutCode ?? 'render_timeout',
    say`${program} took longer than ${timeoutMs / 1000} s.`,
  );
}

/** Returns the error of a program that could not be started. */
export function notStarted(program: string, options: Naming, cause: Error): AppError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  // A missing working folder has the same code.
  const missing = code === 'ENOENT' && (options.cwd === undefined || existsSync(options.cwd));
  if (missing) return notInstalled(program, cause);
  return programFailure(options, say`${program} could not be started (${code}).`, cause);
}

function notInstalled(program: string, cause: unknown): AppError {
  return new AppError(
    'environment_incomplete',
    say`The program ${program} is not installed.`,
    { hint: 'Run `framepress doctor`: it shows what is missing and how to install it.' },
    { cause },
  );
}
