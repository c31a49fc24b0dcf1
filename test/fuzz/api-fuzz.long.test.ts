import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { makeClient, type RunningService, startService } from '../support/service.ts';
import { openFuzzWorld, resourcesOf } from './fuzz-service.ts';
import { sendRandomRequests } from './random-requests.ts';

/** FUZZ_SEED is that of the first request; api-fuzz.test.ts has those before it. FUZZ_REQUESTS sets their number. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1001);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const SAMPLES = 30;
/** Memory and open files at the end may exceed those in the middle of the run by this much. */
const GROWTH_BYTES = 64 * 1024 * 1024;
const MORE_FILES = 40;
/** Renders, webhooks and idle connections that requests have started may last this long. */
const SETTLE_MS = 120_000;

let folder: string;
let service: RunningService;
let world: Awaited<ReturnType<typeof openFuzzWorld>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-fuzz-'));
  const data = join(folder, 'data');
  const credentials = await makeClient(data);
  service = await startService(data, {
    FRAMEPRESS_LOG_LEVEL: 'error',
    // Renders are not the subject, and must not take the time of the requests.
    FRAMEPRESS_RENDERS: '1',
  });
  world = await openFuzzWorld(folder, { url: service.url, credentials });
});

afterAll(async () => {
  await service?.stop();
  world?.[Symbol.dispose]();
  await removeFolder(folder);
});

test(`${REQUESTS} requests of any content are answered as documented (FUZZ_SEED=${SEED})`, {
  timeout: 300_000 + REQUESTS * 100,
}, async () => {
  const samples: { bytes: number; files: number }[] = [];
  const sample = async (index: number) => {
    if (index % Math.ceil(REQUESTS / SAMPLES) === 0) samples.push(await resourcesOf(service.pid));
  };
  const wanted = { seed: SEED, requests: REQUESTS };
  const { failures, statuses } = await sendRandomRequests(world, wanted, sample);
  process.stdout.write(
    `seed ${SEED}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, ` +
      `memory ${samples.map(({ bytes }) => Math.round(bytes / 2 ** 20)).join(' ')} MB, ` +
      `files ${samples.map(({ files }) => files).join(' ')}\n`,
  );
  expect(failures, `FUZZ_SEED=${SEED}\n${service.log()}`).toEqual([]);
  const middle = samples.slice(Math.ceil(samples.length / 3), Math.ceil((samples.length * 2) / 3));
  const maxBytes = median(middle.map(({ bytes }) => bytes)) + GROWTH_BYTES;
  const maxFiles = median(middle.map(({ files }) => files)) + MORE_FILES;
  const excess = async () => {
    const { bytes, files } = await resourcesOf(service.pid);
    return { bytes: Math.max(0, bytes - maxBytes), files: Math.max(0, files - maxFiles) };
  };
  await expect.poll(excess, { timeout: SETTLE_MS, interval: 500 }).toEqual({ bytes: 0, files: 0 });
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
});

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
