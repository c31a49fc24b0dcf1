/** Imports templates with hostile expressions, and measures how fast the service answers meanwhile. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { BROKEN, ENDLESS, FAILING, NATIVE, TAMPERING } from '../src/expressions/hostile.fixture.ts';
import { Client, type Json, pause } from '../test/support/client.ts';
import { hostileLottie } from '../test/support/hostile-lottie.ts';
import { writePackage } from '../test/support/package.ts';
import { makeClient, startService } from '../test/support/service.ts';
import { say } from './support.ts';

const PROBE = fileURLToPath(new URL('./health-probe.ts', import.meta.url));
const IDLE_MS = 10_000;
const AT_ONCE = 4;
const TAMPERED = 6;

/** Each endless expression in a file with others; the others in files of their own. */
function files(): string[][] {
  const endless = [...ENDLESS, ...NATIVE].map((code, n) => [
    ...[code, code, ...FAILING],
    ...TAMPERING.slice(n * 2, n * 2 + 2),
  ]);
  const tampered = TAMPERING.map((code) => [code, code]);
  return [[...FAILING, ...BROKEN], ...endless, ...tampered.slice(0, TAMPERED)];
}

export async function measureHostile(folder: string): Promise<void> {
  await using service = await startService(join(folder, 'data'));
  const client = await new Client(service.url).login(await makeClient(join(folder, 'data')));
  await pause(2000);
  const idle = await latencies(service.url, () => pause(IDLE_MS));
  show('idle', idle);
  const waiting = files().map((codes, n) => [`${n}.zip`, codes] as const);
  const results: Json[] = [];
  const started = performance.now();
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [name, codes] = next;
      const path = await writePackage(join(folder, name), hostileLottie(codes));
      results.push(await client.addTemplate(path));
    }
  };
  const busy = await latencies(service.url, async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  show('importing', busy);
  const seconds = (performance.now() - started) / 1000;
  const ready = results.filter(({ status }) => status === 'edit_ready').length;
  say(`${ready} of ${results.length} files imported in ${seconds.toFixed(0)} s`);
  say(`p99, importing to idle: ${(at(busy, 0.99) / at(idle, 0.99)).toFixed(1)}`);
}

/** Returns the times of the answers of /healthz, sorted, while some work is done. */
async function latencies(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const probe = spawn(process.execPath, ['--conditions=framepress-source', PROBE, url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = text(probe.stdout);
  await work();
  probe.stdin.end();
  const answers = (JSON.parse(await output) as (number | null)[]).map((ms) => ms ?? Infinity);
  return answers.sort((a, b) => a - b);
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

function show(name: string, sorted: readonly number[]): void {
  const [p50, p99, worst] = [0.5, 0.99, 1].map((part) => at(sorted, part).toFixed(1));
  const late = sorted.filter((ms) => ms > 50).length;
  say(
    `/healthz, ${name}: p50 ${p50} ms, p99 ${p99} ms, max ${worst} ms; ${late} of ${sorted.length} answers took more than 50 ms`,
  );
}
