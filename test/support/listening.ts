import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { placeOf } from './place.ts';
import { PROGRAM } from './service.ts';

/** Starts `framepress listen` with the rows of a service. */
export async function startListen(dataDir: string, args: string[]): Promise<ChildProcess> {
  const { environment } = await placeOf(dataDir);
  return spawn(PROGRAM, ['listen', ...args, '--data-dir', dataDir], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

const readers = new WeakMap<ChildProcess, AsyncIterator<string>>();

/** Returns the next lines that a program writes. */
export async function nextLines(child: ChildProcess, count: number): Promise<string[]> {
  if (!child.stdout) return [];
  const reader = readers.get(child) ?? createInterface(child.stdout)[Symbol.asyncIterator]();
  readers.set(child, reader);
  const lines: string[] = [];
  while (lines.length < count) {
    const next = await reader.next();
    if (next.done) throw new Error(`the program ended after ${lines.join('\n')}`);
    lines.push(next.value);
  }
  return lines;
}

/** Ends a service while `framepress listen` is connected to it, and returns what that does then. */
export async function listenWhile(
  end: () => Promise<unknown>,
  { url, dataDir }: { url: string; dataDir: string },
): Promise<string> {
  const args = ['--json', '--url', url, '--forward', 'http://127.0.0.1:9/'];
  const listening = await startListen(dataDir, args);
  const next = createServer();
  try {
    await nextLines(listening, 1);
    await end();
    next.listen(Number(new URL(url).port), '127.0.0.1');
    return await Promise.race([
      once(next, 'request').then(() => 'asks again'),
      once(listening, 'exit').then(([code]) => `ended with ${code}`),
    ]);
  } finally {
    listening.kill();
    next.close().closeAllConnections();
  }
}
