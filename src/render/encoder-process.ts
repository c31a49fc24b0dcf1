import { spawn } from 'node:child_process';

const STDERR_LINES = 40;

/** An encoder that takes frames and gives a file's bytes. */
export type EncoderProcess = {
  /** Settles when the frame before this one is gone, so that one is always on its way. */
  write(planes: Buffer): Promise<void>;
  /** All that it wrote, when it has ended. */
  end(): Promise<Buffer>;
};

/** Starts an encoder in this process's group, so that killing the group ends both. It is told by plain Errors with `stderrTail` why it failed. */
export function startEncoder(program: string, args: readonly string[]): EncoderProcess {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line !== ''));
    lines.splice(0, Math.max(0, lines.length - STDERR_LINES));
  });
  const written: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => written.push(bytes));
  const closed = new Promise<void>((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error(`${program} could not be started: ${cause.message}`, { cause })),
    );
    child.on('close', (code, signal) => {
      if (code === 0) return resolve();
      const how = signal ?? `exit code ${code}`;
      reject(
        Object.assign(new Error(`${program} ended with ${how}: ${program} ${args.join(' ')}`), {
          stderrTail: lines.join('\n'),
        }),
      );
    });
  });
  // An encoder that dies closes its pipe; the reason is what `closed` rejects with.
  child.stdin.on('error', () => undefined);
  closed.catch(() => undefined);
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
      return Buffer.concat(written);
    },
  };
}
