import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { AppError } from '../base/index.ts';

const STDERR_LINES = 40;
/**
 * An encoder touches some 200 MB for each segment, which costs less by large pages where Linux gives them when asked. It
 * replaces what the rasteriser has, with which ffmpeg would keep every frame.
 */
export const ENCODER_ENV = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

type Encoder = { program: string; args: readonly string[]; codec: string; path: string };

/** An encoder that takes frames and writes a file. */
export type EncoderProcess = {
  /** Settles when the frame before this one is gone, so that one is always on its way. */
  write(planes: Buffer): Promise<void>;
  /** Settles when it has ended and all that it wrote is in the file. */
  end(): Promise<void>;
  /** Whether it computed or wrote anything since this was asked before; where no `/proc` is, only what it wrote counts. */
  hasWorked(): boolean;
  /** Ends it, whatever it is doing; nothing where it has ended. */
  kill(): void;
};

/**
 * Starts an encoder in this process's group, so that killing the group ends both; what it writes to its standard output
 * goes to `path`. Throws `render_failed` with what it said first, its command and the rest of it in the cause, or the errors of
 * the file.
 */
export function startEncoder({ program, args, codec, path }: Encoder): EncoderProcess {
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A rasteriser's own environment has no secrets.
    env: { ...process.env, ...ENCODER_ENV },
  });
  const failed = (why: string, cause: Error) =>
    new AppError('render_failed', `Encoding ${codec} failed: ${why}.`, {}, { cause });
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line !== ''));
    // The first is nearest to the reason.
    lines.splice(1, Math.max(0, lines.length - STDERR_LINES));
  });
  const file = child.stdout.pipe(createWriteStream(path));
  const written = new Promise<void>((resolve, reject) => {
    file.on('close', resolve);
    file.on('error', (error) => {
      // The encoder ends when nobody listens.
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
      const [first = `it ended with ${signal ?? `exit code ${code}`}`] = lines;
      reject(failed(first, new Error(`${[program, ...args].join(' ')}\n${lines.join('\n')}`)));
    });
  });
  const closed = Promise.all([written, ended]);
  // An encoder that dies closes its pipe; the reason is what `closed` rejects with.
  child.stdin.on('error', () => undefined);
  closed.catch(() => undefined);
  let workBefore = 0;
  let underway = Promise.resolve();
  return {
    async write(planes) {
      const before = underway;
      underway = new Promise((resolve) => child.stdin.write(planes, () => resolve()));
      await Promise.race([before, closed]);
    },
    async end() {
      child.stdin.end();
      await closed;
    },
    hasWorked() {
      const now = ticksOf(child.pid) + file.bytesWritten;
      const hasWorked = now !== workBefore;
      workBefore = now;
      return hasWorked;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The processor's time that a process has had. */
function ticksOf(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // utime and stime (proc(5)), counted from behind the name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}
