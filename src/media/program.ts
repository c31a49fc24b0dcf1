import { type ChildProcess, spawn } from 'node:child_process';
import { AppError } from '../base/index.ts';

const STDERR_LINES = 40;

/**
 * Runs a program to its end and gives what it wrote. It leads a process group of its own, which is
 * killed at the time limit, on abort, and when it writes more than it may. Throws `render_failed`
 * with exit code, arguments and the last lines of stderr, or `environment_incomplete` where the
 * program is not installed.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  limits: { timeoutMs: number; maxOutputBytes?: number },
  signal?: AbortSignal,
): Promise<{ stdout: Buffer; stderrTail: string }> {
  signal?.throwIfAborted();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const chunks: Buffer[] = [];
  const lines: string[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const end = (error: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      killGroup(child);
      reject(error);
    };
    const onAbort = () => end(signal?.reason instanceof Error ? signal.reason : new AppError('canceled', `${program} was stopped.`));
    const timer = setTimeout(() => end(new AppError('render_timeout', `Expected ${program} to end within ${limits.timeoutMs / 1000} s but it did not.`)), limits.timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size > (limits.maxOutputBytes ?? 16 * 1024 * 1024)) end(new AppError('render_failed', `${program} wrote more than it may.`));
      else chunks.push(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line !== ''));
      lines.splice(0, Math.max(0, lines.length - STDERR_LINES));
    });
    child.on('error', (cause: NodeJS.ErrnoException) => {
      const missing = cause.code === 'ENOENT';
      end(new AppError(missing ? 'environment_incomplete' : 'render_failed', missing ? `${program} is not installed.` : `${program} could not be started: ${cause.message}.`, { hint: '`framepress doctor` tells what is missing.' }, { cause }));
    });
    child.on('close', (code, killedBy) => {
      const stderrTail = lines.join('\n');
      if (code !== 0) {
        const how = killedBy ?? `exit code ${code}`;
        return end(new AppError('render_failed', `${program} ended with ${how}: ${program} ${args.join(' ')}`, {}, { cause: new Error(stderrTail) }));
      }
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve({ stdout: Buffer.concat(chunks), stderrTail });
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
