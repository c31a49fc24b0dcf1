import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { checkAnswer } from '../support/openapi-check.ts';
import type { openFuzzWorld } from './fuzz-service.ts';
import { randomFrom } from './random.ts';
import { type FuzzRequest, fuzzRequest } from './requests.ts';

type World = Awaited<ReturnType<typeof openFuzzWorld>>;

const AT_ONCE = 16;
/** Ends a request that hangs. Some responses wait for other servers and for renders. */
const WAIT_MS = 300_000;
const MAX_REPORTED = 10;

/** Sends random requests, and returns those whose answers are not as documented. */
export async function sendRandomRequests(
  world: World,
  { seed, requests }: { seed: number; requests: number },
  onRequest: (index: number) => Promise<void> = async () => undefined,
): Promise<{ failures: string[]; statuses: ReadonlyMap<number, number> }> {
  const { service, operations, known } = world;
  const options = { headersTimeout: WAIT_MS, bodyTimeout: WAIT_MS };
  const quick = new Pool(service.url, { ...options, connections: 4, pipelining: 4 });
  // A response that waits would hold up the responses behind it in its connection.
  const slow = new Pool(service.url, { ...options, connections: 8, pipelining: 1 });
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  let next = 0;
  const work = async () => {
    while (next < requests && failures.length < MAX_REPORTED) {
      const index = next++;
      await onRequest(index);
      const request = fuzzRequest(operations, known, randomFrom(seed + index));
      try {
        const status = await exchange(world, request.waits ? slow : quick, request);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      } catch (error) {
        failures.push(`request ${index}: ${summary(request)}\n${reasonOf(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await Promise.all([quick.destroy(), slow.destroy()]);
  return { failures, statuses };
}

/** Sends a request and checks the response; returns its status. */
async function exchange({ document }: World, pool: Pool, request: FuzzRequest): Promise<number> {
  const { method, path, headers, body } = request;
  const response = await pool.request({
    method: method as 'GET',
    path,
    headers,
    body: body ?? null,
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
  checkAnswer(document, { method, url: path, status, headers: received, body: bytes.toString() });
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
