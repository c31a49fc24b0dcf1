import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeFolder } from '../support/folder.ts';
import { checkAnswer } from '../support/openapi-check.ts';
import { resourcesOf, startFuzzService } from './fuzz-service.ts';
import { randomFrom } from './random.ts';
import { type FuzzRequest, fuzzRequest } from './requests.ts';

/** FUZZ_SEED selects other requests. FUZZ_REQUESTS sets their number. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const AT_ONCE = 16;
/**
 * A request hangs when more requests than these are answered while it waits: those of a second
 * on a quiet core. A count does not depend on other work of the machine.
 */
const MAX_OVERTAKEN = 900;
/** Some responses wait up to this long for other servers and for renders. */
const WAIT_MS = 60_000;
const SAMPLES = 30;
/** Memory and open files at the end may exceed those in the middle of the run by this much. */
const GROWTH_BYTES = 64 * 1024 * 1024;
const MORE_FILES = 40;
/** Renders, webhooks and idle connections that requests have started may last this long. */
const SETTLE_MS = 30_000;
const MAX_REPORTED = 10;

let folder: string;
let started: Awaited<ReturnType<typeof startFuzzService>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framepress-fuzz-'));
  started = await startFuzzService(folder);
});

afterAll(async () => {
  await started?.stop();
  await removeFolder(folder);
});

test(`${REQUESTS} requests of any content are answered as documented (FUZZ_SEED=${SEED})`, {
  timeout: 120_000 + REQUESTS * 30,
}, async () => {
  const { service, operations, known } = started;
  const quick = new Pool(service.url, {
    ...{ connections: 4, pipelining: 4, headersTimeout: WAIT_MS, bodyTimeout: WAIT_MS },
  });
  // A response that waits would hold up the responses behind it in its connection.
  const slow = new Pool(service.url, {
    ...{ connections: 8, pipelining: 1, headersTimeout: WAIT_MS, bodyTimeout: WAIT_MS },
  });
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const samples: { bytes: number; files: number }[] = [];
  let answered = 0;
  let maxOvertaken = 0;
  let next = 0;
  const work = async () => {
    while (next < REQUESTS && failures.length < MAX_REPORTED) {
      const index = next++;
      if (index % Math.ceil(REQUESTS / SAMPLES) === 0) samples.push(await resourcesOf(service.pid));
      const request = fuzzRequest(operations, known, randomFrom(SEED + index));
      const answeredBefore = answered;
      try {
        const status = await exchange(request.waits ? slow : quick, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      } catch (error) {
        failures.push(`request ${index}: ${summary(request)}\n${reasonOf(error)}`);
      }
      const overtaken = answered++ - answeredBefore;
      if (request.waits) continue;
      maxOvertaken = Math.max(maxOvertaken, overtaken);
      if (overtaken <= MAX_OVERTAKEN) continue;
      failures.push(`request ${index}: ${summary(request)}\n${overtaken} were answered before`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await Promise.all([quick.destroy(), slow.destroy()]);
  process.stdout.write(
    `seed ${SEED}: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}, ` +
      `overtaken by ${maxOvertaken}, memory ${samples.map(({ bytes }) => Math.round(bytes / 2 ** 20)).join(' ')} MB, ` +
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

/** Sends a request and checks the response; returns its status. */
async function exchange(pool: Pool, request: FuzzRequest): Promise<number> {
  const { method, path, headers, body } = request;
  const response = await pool.request({
    ...{ method: method as 'GET', path, headers, body: body ?? null },
    // Allows POST requests in one connection before the response to the first.
    idempotent: true,
  });
  const received = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const status = response.statusCode;
  if (String(received['content-type']).startsWith('text/event-stream')) {
    response.body.on('error', () => undefined).destroy();
    return status;
  }
  const sent = Buffer.from(await response.body.arrayBuffer());
  const encoding = sent.length > 0 ? received['content-encoding'] : undefined;
  const bytes =
    encoding === 'gzip' ? gunzipSync(sent) : encoding === 'br' ? brotliDecompressSync(sent) : sent;
  if (status >= 500 && status !== 503)
    throw new Error(`${status}: ${bytes.toString().slice(0, 500)}`);
  if (status === 503 && received['retry-after'] === undefined) {
    throw new Error('503 without Retry-After');
  }
  checkAnswer(started.document, {
    ...{ method, url: path, status, headers: received },
    body: bytes.toString(),
  });
  return status;
}

function reasonOf(error: unknown): string {
  const { cause } = error as Error;
  return cause === undefined ? String(error) : `${String(error)}: ${String(cause)}`;
}

function summary({ operationId, method, path, headers, body }: FuzzRequest): string {
  const { authorization: _secret, ...shown } = headers;
  const size =
    body === undefined ? '' : ` ${body.byteLength} bytes: ${body.toString().slice(0, 300)}`;
  return `${operationId}: ${method} ${path.slice(0, 300)} ${JSON.stringify(shown).slice(0, 300)}${size}`;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
