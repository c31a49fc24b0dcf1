/** Runs each attack of test/support/attacks.ts, and measures how fast it answers meanwhile. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ATTACKS, startAttacked } from '../test/support/attacks.ts';
import { pause } from '../test/support/client.ts';
import { inFolder, median, say } from './support.ts';

const PROBE = fileURLToPath(new URL('./health-probe.ts', import.meta.url));
const IDLE_MS = 5000;
/** Only attacks whose name has this word. */
const [, , only = ''] = process.argv;

say('| Attack | /healthz without it: median, max | with it: median, max | Outcome |');
say('| --- | --- | --- | --- |');
for (const [name, attack] of Object.entries(ATTACKS)) {
  if (!name.includes(only)) continue;
  await inFolder(async (folder) => {
    await using attacked = await startAttacked(join(folder, 'data'));
    const { url } = attacked.service;
    await pause(1000);
    const idle = await latencies(url, () => pause(IDLE_MS));
    let outcome: unknown;
    const busy = await latencies(url, async () => {
      outcome = await attack(attacked);
    });
    say(`| ${name} | ${summaryOf(idle)} | ${summaryOf(busy)} | ${JSON.stringify(outcome)} |`);
  });
}

/** Returns the times of the answers of /healthz in ms while some work is done. */
async function latencies(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const probe = spawn(process.execPath, ['--conditions=framepress-source', PROBE, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = text(probe.stdout);
  // The probe has begun.
  await pause(1000);
  await work();
  probe.stdin.end();
  const answers = JSON.parse(await output) as (number | null)[];
  // The first answer needs a new connection.
  return answers.slice(1).map((ms) => ms ?? Number.POSITIVE_INFINITY);
}

function summaryOf(answers: readonly number[]): string {
  return `${median(answers).toFixed(1)}, ${Math.max(...answers).toFixed(0)} ms`;
}
