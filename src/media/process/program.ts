import type { ChildProcess, StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { AppError, assert, type ErrorCode, stopped } from '../../base/index.ts';
import { isDiskFull } from '../../system/index.ts';
import { killGroup, spawnGroup } from './process-group.ts';
import { ended, lastLines, late, notStarted, tooMuchOutput } from './program-failure.ts';

/** How a program is run and what its failures are called (`render_failed`, `render_timeout`). */
export type ProgramOptions = {
  timeoutMs: number;
  cwd?: string;
  /** Beside what of our environment children may know. */
  env?: Readonly<Record<string, string>>;
  /** For itself and each that it starts, where the system can bound it (Linux). */
  maxMemoryBytes?: number;
  /** When it ends with anything but 0. */
  failureCode?: ErrorCode;
  /** When it takes longer than `timeoutMs`. */
  timeoutCode?: ErrorCode;
};

/** The same for a program whose output is wanted. */
export type RunProgramOptions = ProgramOptions & {
  /** Of stdout; 16 MiB unless told. */
  maxOutputBytes?: number;
  /** Is given stdout line by line, however much it is; none of it is kept. Must not throw. */
  onLine?: (line: string) => void;
  /** For its stdin, which is empty otherwise. */
  input?: string | Uint8Array;
};

/** A program that is fed through `stdin`; `done` settles when it is gone. */
export type RunningProgram = {
  pid: number | undefined;
  stdin: Writable;
  done: Promise<{ stderrTail: string }>;
  kill(): void;
};

/** Of stderr, kept for its last lines. */
const STDERR_CHARACTERS = 64 * 1024;

/**
 * Runs a program (no shell) to its end and gives what it wrote to stdout and the last 40 lines of
 * stderr. It and all that it started are killed at the time limit, on abort, when it writes too much,
 * and when this process ends; the promise settles when it is gone. Throws `render_failed` with how it
 * ended, its arguments and stderr's last lines in the cause, `storage_failed` where it says that a disk is full, `render_timeout`, the signal's AppError
 * or `canceled`, and `environment_incomplete` where the program is not installed.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: RunProgramOptions,
  signal?: AbortSignal,
): Promise<{ stdout: Buffer; stderrTail: string }> {
  const { input, onLine, maxOutputBytes = 16 * 1024 * 1024 } = options;
  const { child, done, stop } = start(program, args, options, signal, [
    input === undefined ? 'ignore' : 'pipe',
    'pipe',
  ]);
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (onLine && child.stdout) createInterface(child.stdout).on('line', onLine);
  else
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.byteLength;
      if (bytes <= maxOutputBytes) chunks.push(chunk);
      else stop(tooMuchOutput(program, maxOutputBytes, options));
    });
  child.stdin?.end(input);
  const { stderrTail } = await done;
  return { stdout: Buffer.concat(chunks), stderrTail };
}

/**
 * Starts a program that is fed through its stdin, such as an encoder, under the rules of
 * `runProgram`. When it ends early the pipe breaks; `done` says why.
 */
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
      // ffmpeg ends with 0 all the same where the end of a file could not be written.
      else if (code === 0 && !isDiskFull(stderrTail)) resolve({ stderrTail });
      else reject(ended(program, args, options, killedBy ?? code, stderrTail));
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
  const { cwd, env, maxMemoryBytes } = options;
  try {
    return spawnGroup(program, args, {
      stdio,
      ...(cwd !== undefined && { cwd }),
      ...(env && { env }),
      ...(maxMemoryBytes !== undefined && { maxMemoryBytes }),
    });
  } catch (cause) {
    throw notStarted(program, options, cause as Error);
  }
}
