import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { AppError, say } from '../base/index.ts';
import { killed } from '../media/process/index.ts';

const STDERR_LINES = 40;
/**
 * An encoder uses some 200 MB for each segment; large memory pages make this cheaper where Linux
 * supports them on request. The value replaces the rasteriser's own, with which ffmpeg would not
 * free its frames.
 */
export const ENCODER_ENV = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

type Encoder = { program: string; args: readonly string[]; codec: string; path: string };

/** An encoder process that receives frames and writes a file. */
export type EncoderProcess = {
  /** Settles when the encoder has read the previous frame, so that one frame is always buffered. */
  write(planes: Buffer): Promise<void>;
  /** Settles when the encoder has ended and the file is complete. */
  end(): Promise<void>;
  /**
   * Whether it has used the processor or written output since the last call. Without `/proc` only
   * output counts.
   */
  hasWorked(): boolean;
  /** Kills the encoder; does nothing if it has ended. Settles when the process has ended. */
  kill(): Promise<void>;
};

/**
 * Starts an encoder in this process's group, so that killing the group ends both. Its standard
 * output is written to `path`. Throws `render_failed` with the first line of its error output; the
 * cause has the command and the rest of the output. Throws `process_crashed` if something else
 * has killed it. Errors of the file are thrown unchanged.
 */
export function startEncoder({ program, args, codec, path }: Encoder): EncoderProcess {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A rasteriser's own environment has no secrets.
    env: { ...process.env, ...ENCODER_ENV },
  });
  const failed = (why: string, cause: Error) =>
    new AppError('render_failed', say`Encoding ${codec} failed: ${why}.`, {}, { cause });
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line !== ''));
    // The first line is the closest to the reason.
    lines.splice(1, Math.max(0, lines.length - STDERR_LINES));
  });
  const file = child.stdout.pipe(createWriteStream(path));
  const written = new Promise<void>((resolve, reject) => {
    file.on('close', resolve);
    file.on('error', (error) => {
      // The encoder ends when its output pipe is closed.
      child.stdout.destroy();
      reject(error);
    });
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (cause) => {
      file.destroy();
      reject(failed(`${program} could not be started`, cause));
    });
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      if (signal === 'SIGKILL') return reject(killed(program));
      const ended = `it ended with ${signal ?? `exit code ${code}`}`;
      const [first = ended] = lines;
      // A line with a path of this machine is for the log.
      reject(
        failed(
          first.includes('/') ? ended : first,
          new Error(`${[program, ...args].join(' ')}\n${lines.join('\n')}`),
        ),
      );
    });
  });
  const exited = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  const closed = Promise.all([written, ended]);
  // An encoder that dies closes its pipe; `closed` rejects with the reason.
  child.stdin.on('error', () => undefined);
  closed.catch(() => undefined);
  let workBefore = 0;
  let underway = Promise.resolve();
  return {
    async write(planes) {
      const previousTask = underway;
      underway = new Promise((resolve) => child.stdin.write(planes, () => resolve()));
      await Promise.race([previousTask, closed]);
    },
    async end() {
      child.stdin.end();
      await closed;
    },
    hasWorked() {
      const currentProgress = ticksOf(child.pid) + file.bytesWritten;
      const hasWorked = currentProgress !== workBefore;
      workBefore = currentProgress;
      return hasWorked;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The processor time that a process has used, in clock ticks. */
function ticksOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // utime and stime (proc(5)), counted from the end of the name, which may contain any
    // characters.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
