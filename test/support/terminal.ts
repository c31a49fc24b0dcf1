import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a shell command on a pseudo terminal of 120 × 40 characters, and answers its questions in their
 * order. Returns what the terminal showed.
 */
export async function onTerminal(
  command: string,
  environment: Record<string, string>,
  answers: readonly [question: string, answer: string][] = [],
): Promise<{ code: number | null; shown: string }> {
  // With `exec`, Ctrl+C reaches the command alone, whose exit code counts.
  const line = `stty cols 120 rows 40; exec ${command}`;
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    env: { ...process.env, ...environment, SHELL: '/bin/sh' },
  });
  const closed = once(child, 'close');
  const rest = [...answers];
  let shown = '';
  let from = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    const [next] = rest;
    if (!next || !shown.slice(from).includes(next[0])) return;
    rest.shift();
    from = shown.length;
    child.stdin.write(next[1]);
  });
  const [code] = (await closed) as [number | null];
  return { code, shown };
}
