import { fileURLToPath } from 'node:url';
import type * as AllCommands from '../../src/commands/program/all-commands.ts';

/**
 * The bundle, which loads in a tenth of the time of the sources. vitest.config.ts excludes it from Vitest's
 * transformation.
 */
const COMMAND_LINE = fileURLToPath(new URL('../../dist/programs/all-commands.js', import.meta.url));

export type Ended = { code: number; stdout: string; stderr: string };

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process, with `environment` and with its output captured. Commands run one after
 * another, because a process has one environment. Standard input is a pipe without an end.
 */
export function runInProcess(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ended> {
  const run = last.then(() => runAlone(args, environment));
  last = run.catch(() => undefined);
  return run;
}

async function runAlone(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  const { runAnyCommand } = (await import(COMMAND_LINE)) as typeof AllCommands;
  const before = { ...process.env };
  const [out, err] = [capture(process.stdout), capture(process.stderr)];
  Object.assign(process.env, environment);
  try {
    const code = await runAnyCommand(args);
    return { code, stdout: out.text(), stderr: err.text() };
  } finally {
    out.restore();
    err.restore();
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Keeps what is written to a stream, until `restore`. */
function capture(stream: NodeJS.WriteStream): { text(): string; restore(): void } {
  const chunks: Buffer[] = [];
  const { write } = stream;
  stream.write = (chunk: string | Uint8Array, ...more: unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const done = more.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    restore: () => {
      stream.write = write;
    },
  };
}
