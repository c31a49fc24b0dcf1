/**
 * Requests GET /healthz every 20 ms in a separate process, so that the test's own work does not count:
 * prints the milliseconds of each answer as JSON once its standard input ends.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 20;
const [, , base = ''] = process.argv;
const answers: number[] = [];
let isOver = false;
process.stdin.resume().on('end', () => {
  isOver = true;
});

while (!isOver) {
  const started = performance.now();
  const response = await fetch(`${base}/healthz`);
  await response.arrayBuffer();
  answers.push(response.ok ? performance.now() - started : Number.POSITIVE_INFINITY);
  await sleep(Math.max(0, EVERY_MS - (performance.now() - started)));
}
process.stdout.write(JSON.stringify(answers));
