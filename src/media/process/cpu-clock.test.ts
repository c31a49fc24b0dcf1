import { expect, test } from 'vitest';
import { CpuClock } from './cpu-clock.ts';
import { runProgram, startProgram } from './index.ts';

/** Uses the processor for a time, then ends. */
const WORK =
  'const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);';
/** Starts the work as a child process, then waits for the end of its input. */
const PARENT = `
  const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', ${JSON.stringify(WORK)}]).on('exit', () => console.log('worked'));
  process.stdin.resume();
`;

test.runIf(process.platform === 'linux')(
  'a clock counts the work of a process and of its child processes once',
  async () => {
    const ownClock = new CpuClock(process.pid);
    await runProgram(process.execPath, ['-e', WORK], { timeoutMs: 200_000 });
    const seconds = ownClock.take();
    expect(seconds).toBeGreaterThanOrEqual(0.3);
    expect(ownClock.take()).toBeLessThan(seconds);

    const parent = startProgram(process.execPath, ['-e', PARENT], { timeoutMs: 200_000 });
    const clock = new CpuClock(parent.pid ?? 0);
    let sum = 0;
    // Also while the child process runs.
    await expect.poll(() => (sum += clock.take())).toBeGreaterThan(0.35);
    parent.stdin.end();
    await parent.completion;
    expect(clock.take()).toBe(0);
  },
);

test('a clock of a process that does not exist measures nothing', () => {
  expect(new CpuClock(2 ** 30).take()).toBe(0);
});
