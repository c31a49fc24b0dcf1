import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '../../base/index.ts';

/**
 * Asks on the terminal; with `isSecret` the answer is not shown. Questions go to standard error. Throws `canceled` at
 * Ctrl-C and Ctrl-D.
 */
export async function ask(question: string, isSecret = false): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write: (chunk, _encoding, callback) => {
      if (!isMuted) process.stderr.write(chunk);
      callback();
    },
  });
  const stop = new AbortController();
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  // Ctrl-C and Ctrl-D
  terminal.once('close', () => stop.abort());
  terminal.once('SIGINT', () => stop.abort());
  try {
    const answer = terminal.question(question, { signal: stop.signal });
    isMuted = isSecret;
    return (await answer).trim();
  } catch (cause) {
    throw new AppError('canceled', 'The command was canceled.', {}, { cause });
  } finally {
    isMuted = false;
    terminal.close();
    if (isSecret || stop.signal.aborted) process.stderr.write('\n');
  }
}
