import { existsSync } from 'node:fs';
import { AppError, type ErrorCode } from '../../base/index.ts';
import { isDiskFull, storageError } from '../../system/index.ts';

/** What this one program's failures are called. */
type Naming = { failureCode?: ErrorCode; timeoutCode?: ErrorCode; timeoutMs: number; cwd?: string };

const STDERR_LINES = 40;
/** What shells and setpriv end with where a command is not found (POSIX XCU 2.8.2). */
const NOT_FOUND = 127;

/** Encoders report their progress in lines that end with a carriage return only. */
export function lastLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.slice(-STDERR_LINES).join('\n');
}

function failed(options: Naming, message: string, cause?: unknown): AppError {
  return new AppError(options.failureCode ?? 'render_failed', message, {}, { cause });
}

export function ended(
  program: string,
  args: readonly string[],
  options: Naming,
  how: number | NodeJS.Signals | null,
  stderrTail: string,
): AppError {
  if (how === NOT_FOUND) return notInstalled(program, new Error(stderrTail));
  const cause = new Error(`${[program, ...args].join(' ')}\n${stderrTail}`);
  if (isDiskFull(stderrTail)) return storageError(Object.assign(cause, { code: 'ENOSPC' }));
  const reported = typeof how === 'number' ? `exit code ${how}` : how;
  return failed(options, `${program} ended with ${reported}.`, cause);
}

export function tooMuchOutput(program: string, maxBytes: number, options: Naming): AppError {
  return failed(options, `Expected at most ${maxBytes} bytes from ${program} but it wrote more.`);
}

export function late(program: string, { timeoutMs, timeoutCode }: Naming): AppError {
  return new AppError(
    timeoutCode ?? 'render_timeout',
    `Expected ${program} to end within ${timeoutMs / 1000} s but it did not.`,
  );
}

export function notStarted(program: string, options: Naming, cause: Error): AppError {
  const { code = 'unknown' } = cause as NodeJS.ErrnoException;
  // A missing working directory has the same code.
  const missing = code === 'ENOENT' && (options.cwd === undefined || existsSync(options.cwd));
  if (missing) return notInstalled(program, cause);
  return failed(options, `${program} could not be started (${code}).`, cause);
}

function notInstalled(program: string, cause: unknown): AppError {
  return new AppError(
    'environment_incomplete',
    `Expected the program ${program} but it is not installed.`,
    { hint: 'Run `framepress doctor`: it tells what is missing and how to install it.' },
    { cause },
  );
}
