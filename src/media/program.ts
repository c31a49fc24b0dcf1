import type { ChildProcess, StdioOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { AppError, assert, type ErrorCode } from '../base/index.ts';
import { stopped } from './failure.ts';
import { killGroup, spawnGroup } from './process-group.ts';

export type ProgramOptions = {
  timeoutMs: number;
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** When it ends with anything but 0. */
  failureCode?: ErrorCode;
  /** When it takes longer than `timeoutMs`. */
  timeoutCode?: ErrorCode;
};

export type RunProgramOptions = ProgramOptions & {
  /** Of stdout; 16 MiB unless told. */
  maxOutputBytes?: number;
  /** For its stdin, which is empty otherwise. */
  input?: string | Uint8Array;
};

export type RunningProgram = {
  pid: number | undefined;
  stdin: Writable;
  done: Promise<{ stderrTail: string }>;
  kill(): void;
};

const STDERR_LINES = 40;
/** Of stderr, kept for its last lines. */
const STDERR_CHARACTERS = 64 * 1024;
/** What shells and setpriv end with where a command is not found (POSIX XCU 2.8.2). */
const NOT_FOUND = 127;

export async function runProgram(
  program: string,
  args: readonly string[],
  options: RunProgramOptions,
  signal?: AbortSignal,
): Promise<{ stdout: Buffer; stderrTail: string }> {
  const { input, maxOutputBytes = 16 * 1024 * 1024 } = options;
  const { child, done, stop } = start(program, args, options, signal, [
    input === undefined ? 'ignore' : 'pipe',
    'pipe',
  ]);
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    if (bytes <= maxOutputBytes) chunks.push(chunk);
    else
      stop(
        failed(
          options,
          `Expected at most ${maxOutputBytes} bytes from ${program} but it wrote more.`,
        ),
      );
  });
  child.stdin?.end(input);
  const { stderrTail } = await done;
  return { stdout: Buffer.concat(chunks), stderrTail };
}

export function startProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
  signal?: AbortSignal,
): RunningProgram {
  const { child, done, stop } = start(program, args, options, signal, ['pipe', 'ignore']);
  // Whoever feeds it learns from the pipe that it ended, and from `done` why.
  done.catch(() => undefined);
  assert(child.stdin, 'a pipe was asked for');
  const kill = () => stop(new AppError('canceled', `${program} was stopped.`));
  return { pid: child.pid, stdin: child.stdin, done, kill };
}

type Started = {
  child: ChildProcess;
  done: Promise<{ stderrTail: string }>;
  /** Kills it; `done` rejects with `reason` as soon as it is gone. */
  stop(reason: AppError): void;
};

function start(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
  signal: AbortSignal | undefined,
  [stdin, stdout]: ['ignore' | 'pipe', 'ignore' | 'pipe'],
): Started {
  if (signal?.aborted) throw stopped(signal, program);
  const child = spawnOrThrow(program, args, options, [stdin, stdout, 'pipe']);
  let reason: AppError | undefined;
  const stop = (why: AppError) => {
    reason ??= why;
    killGroup(child);
  };
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS);
  });
  // It closes its end when it dies; why it did, `done` says.
  child.stdin?.on('error', () => undefined);

  const onAbort = () => signal && stop(stopped(signal, program));
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(late(program, options)), options.timeoutMs);
  const done = new Promise<{ stderrTail: string }>((resolve, reject) => {
    child.on('error', (cause) => reject(notStarted(program, options, cause)));
    // A descendant that left the group would keep the pipes open.
    child.on('exit', () => {
      if (reason) for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
    });
    child.on('close', (code, killedBy) => {
      const stderrTail = lastLines(stderr);
      if (reason) reject(reason);
      else if (code === 0) resolve({ stderrTail });
      else if (code === NOT_FOUND) reject(notInstalled(program, new Error(stderrTail)));
      else reject(ended(program, args, options, killedBy ?? `exit code ${code}`, stderrTail));
    });
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
  return { child, done, stop };
}

function spawnOrThrow(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
  stdio: StdioOptions,
): ChildProcess {
  const { cwd, env } = options;
  try {
    return spawnGroup(program, args, {
      stdio,
      ...(cwd !== undefined && { cwd }),
      ...(env && { env }),
    });
  } catch (cause) {
    throw notStarted(program, options, cause as Error);
  }
}

/** Encoders report their progress in lines that end with a carriage return only. */
function lastLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.slice(-STDERR_LINES).join('\n');
}

function failed(options: ProgramOptions, message: string, cause?: unknown): AppError {
  return new AppError(options.failureCode ?? 'render_failed', message, {}, { cause });
}

function ended(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
  how: string,
  stderrTail: string,
): AppError {
  const command = [program, ...args].join(' ');
  return failed(options, `${program} ended with ${how}.`, new Error(`${command}\n${stderrTail}`));
}

function late(program: string, { timeoutMs, timeoutCode }: ProgramOptions): AppError {
  return new AppError(
    timeoutCode ?? 'render_timeout',
    `Expected ${program} to end within ${timeoutMs / 1000} s but it did not.`,
  );
}

function notStarted(program: string, options: ProgramOptions, cause: Error): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  // A missing working directory has the same code.
  const missing = code === 'ENOENT' && (options.cwd === undefined || existsSync(options.cwd));
  if (missing) return notInstalled(program, cause);
  return failed(options, `${program} could not be started: ${cause.message}.`, cause);
}

function notInstalled(program: string, cause: unknown): AppError {
  return new AppError(
    'environment_incomplete',
    `Expected the program ${program} but it is not installed.`,
    { hint: 'Run `framepress doctor`: it tells what is missing and how to install it.' },
    { cause },
  );
}
