import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { sha256 } from '../../system/index.ts';
import { startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { parseAddressPolicy } from './address-policy.ts';
import { Fetcher, type FetcherOptions } from './fetcher.ts';
import { Retries, retryAfterMs, ServerBusy } from './retry.ts';

const BYTES = Buffer.alloc(3_000_000).map((_, index) => index * 31 + (index >> 8));
const ETAG = '"v1"';
let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

/** Number of bytes that the fetcher has received. */
let arrived = 0;

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

/** Fetches from a server that handles each request with the next function; returns the requests. */
async function fetchFrom(answer: Answer, options: Partial<FetcherOptions> = {}) {
  const requests: { range?: string; ifRange?: string }[] = [];
  await using server = await startServer((request, response) => {
    const { range, 'if-range': ifRange } = request.headers;
    requests.push({ ...(range && { range }), ...(ifRange && { ifRange: String(ifRange) }) });
    answer(request, response, requests.length);
  });
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 10_000_000,
    timeoutMs: 200_000,
    retryPauseMs: 1,
    ...options,
  });
  const path = join(folder.path, 'file');
  const reports: [number, number | undefined][] = [];
  arrived = 0;
  const onProgress = (bytes: number, total: number | undefined) => {
    arrived = bytes;
    reports.push([bytes, total]);
  };
  const result = await fetcher
    .fetchToFile(server.url('/'), path, { onProgress })
    .catch((error: unknown) => error);
  return { result, asked: requests, path, seen: reports };
}

/** Sends a part of the file, and closes the connection after it has arrived. */
function breakOff(response: ServerResponse, from: number, to: number, headers = {}): void {
  response.writeHead(from === 0 ? 200 : 206, {
    'content-length': BYTES.length - from,
    ...(from > 0 && { 'content-range': `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` }),
    ...headers,
  });
  response.write(BYTES.subarray(from, to));
  const timer = setInterval(() => {
    if (arrived < to) return;
    clearInterval(timer);
    response.destroy();
  }, 2);
  response.once('close', () => clearInterval(timer));
}

function sendRest(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const range = `bytes ${from}-${BYTES.length - 1}/${BYTES.length}`;
  response.writeHead(206, { 'content-range': range, etag: ETAG }).end(BYTES.subarray(from));
}

async function expectWhole({ result, path }: { result: unknown; path: string }): Promise<void> {
  expect(result).toMatchObject({ bytes: BYTES.length, sha256: sha256(BYTES) });
  expect(sha256(await readFile(path))).toBe(sha256(BYTES));
  expect(await folder.names()).toEqual(['file']);
}

test('an interrupted download is resumed as long as it makes progress', async () => {
  const part = 500_000;
  const outcome = await fetchFrom((request, response, nth) => {
    if (nth === 6) return sendRest(request, response);
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    breakOff(response, from, from + part, { etag: ETAG });
  });
  await expectWhole(outcome);
  expect(outcome.asked).toEqual([
    {},
    ...[1, 2, 3, 4, 5].map((n) => ({ range: `bytes=${n * part}-`, ifRange: ETAG })),
  ]);
  const { seen: reports } = outcome;
  expect(reports.at(-1)).toEqual([BYTES.length, BYTES.length]);
  expect(reports.every(([bytes], i) => bytes > (reports[i - 1]?.[0] ?? 0))).toBe(true);
});

const MODIFIED = 'Wed, 21 Oct 2015 07:28:00 GMT';
test.each([
  ['a strong ETag', { etag: ETAG }, ETAG],
  ['a date', { 'last-modified': MODIFIED }, MODIFIED],
  ['a weak ETag', { etag: 'W/"v1"', 'last-modified': MODIFIED }, undefined],
  ['a date of the same second', { 'last-modified': MODIFIED, date: MODIFIED }, undefined],
  ['nothing', {}, undefined],
  ['a server without ranges', { etag: ETAG, 'accept-ranges': 'none' }, undefined],
])('with %s it sends the right If-Range', async (_, headers, ifRange) => {
  const outcome = await fetchFrom((request, response, nth) => {
    if (nth === 1) return breakOff(response, 0, 100_000, headers);
    if (request.headers.range === undefined) response.end(BYTES);
    else sendRest(request, response);
  });
  await expectWhole(outcome);
  expect(outcome.asked[1]).toEqual(ifRange ? { range: 'bytes=100000-', ifRange } : {});
});

test.each<[string, Answer]>([
  ['the whole file', (_, response) => response.end(BYTES)],
  [
    'a different part',
    (request, response) => {
      if (request.headers.range === undefined) return void response.end(BYTES);
      const range = `bytes 7-${BYTES.length - 1}/${BYTES.length}`;
      response.writeHead(206, { 'content-range': range }).end(BYTES.subarray(7));
    },
  ],
  [
    'status 416',
    (request, response) => {
      if (request.headers.range === undefined) response.end(BYTES);
      else response.writeHead(416, { 'content-range': `bytes */${BYTES.length}` }).end();
    },
  ],
])('a download succeeds when the server answers a range with %s', async (_, answer) => {
  const outcome = await fetchFrom((request, response, nth) => {
    if (nth === 1) return breakOff(response, 0, 100_000, { etag: ETAG });
    answer(request, response, nth);
  });
  await expectWhole(outcome);
  expect(outcome.asked[1]).toEqual({ range: 'bytes=100000-', ifRange: ETAG });
});

test('a download without progress fails', async () => {
  const { result, asked: requests } = await fetchFrom((request, response) => {
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    breakOff(response, from, from + 10, { etag: ETAG });
  });
  expect(result).toMatchObject({ code: 'asset_unreachable', retryable: true });
  expect(requests).toHaveLength(3);
  expect(await folder.names()).toEqual([]);
});

test('an incomplete part does not count as the whole file', async () => {
  const { result } = await fetchFrom((request, response) => {
    response.writeHead(206, { 'content-range': 'bytes 0-9/3000000' }).end(BYTES.subarray(0, 10));
    expect(request.headers.range).toBeUndefined();
  });
  expect(result).toMatchObject({ code: 'asset_unreachable' });
});

test('a busy server is retried after Retry-After, unless that is too late', async () => {
  const soon = await fetchFrom((_, response, nth) =>
    nth === 1 ? response.writeHead(429, { 'retry-after': '0' }).end() : response.end(BYTES),
  );
  await expectWhole(soon);
  const late = await fetchFrom((_, response) =>
    response.writeHead(503, { 'retry-after': '3600' }).end(),
  );
  expect(late.asked).toHaveLength(1);
  expect(late.result).toMatchObject({
    code: 'asset_unreachable',
    retryable: true,
    faults: [{ hint: 'Try again in 3600 s (Retry-After of the server).' }],
  });
});

test('waits for Retry-After, and does not retry permanent errors', () => {
  const busy = (waitMs: number) => new ServerBusy(failureOf('asset_unreachable'), waitMs);
  const policy = { retries: 2, retryPauseMs: 100 };
  expect(new Retries(policy).pauseAfter(busy(5000), 0)).toBe(5000);
  expect(new Retries(policy).pauseAfter(busy(60_000), 0)).toBeUndefined();
  expect(new Retries(policy).pauseAfter(failureOf('asset_not_found'), 0)).toBeUndefined();
  expect(new Retries(policy).pauseAfter(failureOf('storage_failed'), 0)).toBeUndefined();
  const retries = new Retries(policy);
  const pauses = [1, 2, 3].map(() => retries.pauseAfter(failureOf('asset_unreachable'), 0) ?? -1);
  expect(pauses[0]).toBeGreaterThanOrEqual(50);
  expect(pauses[1]).toBeGreaterThanOrEqual(100);
  expect(pauses[1]).toBeLessThanOrEqual(200);
  expect(pauses[2]).toBe(-1);
});

test.each([
  ['120', 120_000],
  ['Wed, 21 Oct 2015 07:28:10 GMT', 10_000],
  ['Wed, 21 Oct 2015 07:27:00 GMT', 0],
  ['soon', undefined],
  [undefined, undefined],
])('Retry-After: %s', (header, ms) => {
  expect(retryAfterMs(header, Date.parse(MODIFIED))).toBe(ms);
});

function failureOf(code: 'asset_unreachable' | 'asset_not_found' | 'storage_failed') {
  return new AppError(code, 'It failed.');
}
