import type { ChildProcess, StdioOptions } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { AppError, assert, defined, type ErrorCode, stopped } from '../../base/index.ts';
import { isDiskFull } from '../../system/index.ts';
import { killGroup, spawnGroup } from './process-group.ts';
import { lastLines, late, notStarted, programEndError, tooMuchOutput } from './program-failure.ts';

/**
 * Limits of a program, and the codes of its failures (default: `render_failed`, `render_timeout`).
 */
export type ProgramOptions = {
  timeoutMs: number;
  cwd?: string;
  /** Environment variables in addition to the allowed inherited variables. */
  env?: Readonly<Record<string, string>>;
  /** Memory limit of the program and of each process that it starts (Linux only). */
  maxMemoryBytes?: number;
  /** Error code when the exit code is not 0. */
  failureCode?: ErrorCode;
  /** Error code when it takes longer than `timeoutMs`. */
  timeoutCode?: ErrorCode;
};

/** Options of a program whose output is returned. */
export type RunProgramOptions = ProgramOptions & {
  /** Maximum size of stdout. Default: 16 MiB. */
  maxOutputBytes?: number;
  /** Receives stdout line by line, without a size limit; stdout is not returned. Must not throw. */
  onLine?: (line: string) => void;
  /** Content of stdin. Default: empty. */
  input?: string | Uint8Array;
};

/** A program that reads its input from `stdin`. `completion` settles when it has ended. */
export type RunningProgram = {
  pid: number | undefined;
  stdin: Writable;
  completion: Promise<{ stderrTail: string }>;
  kill(): void;
};

/** Size of the stored end of stderr. */
const STDERR_CHARACTERS = 64 * 1024;

/**
 * Runs a program (no shell) to its end, and returns stdout and the last 40 lines of stderr. The
 * program and all its child processes are killed at the time limit, on abort, on too much output,
 * and when this process ends. The promise settles when the program has ended. Throws
 * `render_failed` (the cause has the exit code, the arguments and the last lines of stderr),
 * `storage_failed` when the program reports a full disk, `process_crashed` when something else has
 * killed it, `render_timeout`, the signal's AppError or `canceled`, and `environment_incomplete`
 * when the program is not installed.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: RunProgramOptions,
  signal?: AbortSignal,
): Promise<{ stdout: Buffer; stderrTail: string }> {
  const { input, onLine, maxOutputBytes = 16 * 1024 * 1024 } = options;
  const { child, completion, stop } = startChild({
    program,
    args,
    options,
    signal,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe'],
  });
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
  const { stderrTail } = await completion;
  return { stdout: Buffer.concat(chunks), stderrTail };
}

/**
 * Starts a program that reads its input from stdin, such as an encoder, with the limits of
 * `runProgram`. When it ends early the pipe breaks, and `completion` rejects with the reason.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
  signal?: AbortSignal,
): RunningProgram {
  const { child, completion, stop } = startChild({
    program,
    args,
    options,
    signal,
    stdio: ['pipe', 'ignore'],
  });
  // A broken pipe informs the writer, which then reads the reason from `completion`.
  completion.catch(() => undefined);
  assert(child.stdin, 'stdin is a pipe');
  const kill = () => stop(new AppError('canceled', `${program} was stopped.`));
  return { pid: child.pid, stdin: child.stdin, completion, kill };
}

type Started = {
  child: ChildProcess;
  completion: Promise<{ stderrTail: string }>;
  /** Kills the program. `completion` rejects with `reason` when it has ended. */
  stop(reason: AppError): void;
};

type ProgramStart = {
  program: string;
  args: readonly string[];
  options: ProgramOptions;
  signal: AbortSignal | undefined;
  stdio: ['ignore' | 'pipe', 'ignore' | 'pipe'];
};

/**
 * Starts a program in its own process group. `completion` resolves after its success, and rejects
 * with the first reason of its end: the reason of `stop`, the signal, the limit of time, or its
 * exit code.
 */
function startChild({
  program,
  args,
  options,
  signal,
  stdio: [stdin, stdout],
}: ProgramStart): Started {
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
  // The pipe breaks when the program dies; `completion` rejects with the reason.
  child.stdin?.on('error', () => undefined);

  const onAbort = () => signal && stop(stopped(signal, program));
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(late(program, options)), options.timeoutMs);
  const completion = new Promise<{ stderrTail: string }>((resolve, reject) => {
    child.on('error', (cause) => reject(notStarted(program, options, cause)));
    // A child process that left the group would keep the pipes open.
    child.on('exit', () => {
      if (reason) for (const pipe of [child.stdout, child.stderr]) pipe?.destroy();
    });
    child.on('close', (code, killedBy) => {
      const stderrTail = lastLines(stderr);
      if (reason) reject(reason);
      // ffmpeg exits with 0 also when it could not write the end of a file.
      else if (code === 0 && !isDiskFull(stderrTail)) resolve({ stderrTail });
      else reject(programEndError({ program, args, options, how: killedBy ?? code, stderrTail }));
    });
  }).finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  });
  return { child, completion, stop };
}

/**
 * Starts the process. Some failures of the start are thrown here, others come later as an event.
 */
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
      ...defined({ cwd }),
      ...(env && { env }),
      ...defined({ maxMemoryBytes }),
    });
  } catch (cause) {
    throw notStarted(program, options, cause as Error);
  }
}
