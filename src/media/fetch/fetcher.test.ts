import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../base/index.ts';
import { type LoopbackServer, startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { parseAddressPolicy } from './address-policy.ts';
import { Fetcher, type FetcherOptions } from './fetcher.ts';

const BYTES = Buffer.from('an image, let us say '.repeat(40));
const loopback = parseAddressPolicy(['127.0.0.1/32']);
let server: LoopbackServer;
let folder: TemporaryFolder;
let requests: IncomingMessage[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  server = await startServer((request, response) => {
    requests.push(request);
    answer(request.url ?? '', response).catch(() => response.destroy());
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(() => {
  requests = [];
});

async function answer(path: string, response: ServerResponse): Promise<void> {
  const to = (location: string) => response.writeHead(302, { location }).end();
  const { pathname, searchParams } = new URL(path, 'http://host');
  switch (pathname) {
    case '/status': {
      return void response.writeHead(Number(searchParams.get('is'))).end('no');
    }
    case '/failing-twice': {
      if (requests.length <= 2) return void response.writeHead(503).end();
      return void response.end(BYTES);
    }
    case '/resetting-once': {
      if (requests.length <= 1) return void response.destroy();
      return void response.end(BYTES);
    }
    case '/endless': {
      while (!response.destroyed) {
        response.write(Buffer.alloc(4096));
        await setImmediate();
      }
      return;
    }
    case '/huge': {
      return void response.writeHead(200, { 'content-length': 10e9 }).write('x');
    }
    case '/silent': {
      return;
    }
    case '/stalled': {
      return void response.writeHead(200, { 'content-length': 10 }).write('x');
    }
    case '/trickle': {
      const timer = setInterval(() => response.write('x'), 10);
      return void response.on('close', () => clearInterval(timer));
    }
    case '/short': {
      response
        .writeHead(200, { 'content-length': 100 })
        .write('only this', () => response.destroy());
      return;
    }
    case '/short-chunked': {
      return void response.write('only this', () => response.destroy());
    }
    case '/encoded': {
      const as = searchParams.get('as') ?? '';
      const bytes = {
        gzip: gzipSync(BYTES),
        br: brotliCompressSync(BYTES),
        bomb: gzipSync(Buffer.alloc(1e6)),
        cut: gzipSync(BYTES).subarray(0, 30),
      }[as];
      return void response
        .writeHead(200, { 'content-encoding': { bomb: 'gzip', cut: 'gzip' }[as] ?? as })
        .end(bytes ?? BYTES);
    }
    case '/to':
      return void to(searchParams.get('url') ?? '');
    case '/hops': {
      const remainingCount = Number(searchParams.get('left'));
      return void (remainingCount === 0
        ? response.end(BYTES)
        : to(`hops?left=${remainingCount - 1}`));
    }
    case '/loop':
      return void to('/loop');
    case '/nowhere':
      return void response.writeHead(302).end();
    default:
      return void response.end(BYTES);
  }
}

function fetcher(options: Partial<FetcherOptions> = {}): Fetcher {
  return new Fetcher({
    allow: loopback,
    maxBytes: 100_000,
    timeoutMs: 200_000,
    retryPauseMs: 1,
    ...options,
  });
}

/** Returns the error of a fetch that must fail and leave no file. */
async function refusalOf(
  url: string,
  options: Partial<FetcherOptions> = {},
  signal?: AbortSignal,
): Promise<AppError> {
  await using testFetcher = fetcher(options);
  const error: unknown = await testFetcher
    .fetchToFile(url, join(folder.path, 'refused'), {}, signal)
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  expect(error).toBeInstanceOf(AppError);
  expect(await folder.names()).not.toContainEqual(expect.stringContaining('refused'));
  return error as AppError;
}

test('a file is fetched completely, with its digest', async () => {
  await using testFetcher = fetcher({ userAgent: 'Test/1' });
  const path = join(folder.path, 'whole');
  const file = await testFetcher.fetchToFile(server.url('/file.png?token=secret#x'), path);
  expect(await readFile(path)).toEqual(BYTES);
  const sha256 = createHash('sha256').update(BYTES).digest('hex');
  expect(file).toEqual({ bytes: BYTES.length, sha256, url: server.url('/file.png') });
  expect(requests[0]?.headers).toMatchObject({
    'user-agent': 'Test/1',
    'accept-encoding': 'identity',
  });
  expect(requests[0]?.url).toBe('/file.png?token=secret');
});

test.each([
  [404, 'asset_not_found', 1],
  [410, 'asset_not_found', 1],
  [401, 'asset_forbidden', 1],
  [403, 'asset_forbidden', 1],
  [400, 'asset_unreachable', 1],
  [418, 'asset_unreachable', 1],
  [204, 'asset_unreachable', 1],
  [304, 'asset_unreachable', 1],
  [429, 'asset_unreachable', 3],
  [500, 'asset_unreachable', 3],
  [503, 'asset_unreachable', 3],
])('status %i is %s after %i requests', async (status, code, times) => {
  const error = await refusalOf(server.url(`/status?is=${status}&token=secret`));
  expect(error).toMatchObject({
    code,
    retryable: times > 1,
    details: { url: server.url('/status') },
  });
  expect(error.details.hint).toBeTruthy();
  expect(error.message).not.toContain('secret');
  expect(requests).toHaveLength(times);
});

test.each(['/failing-twice', '/resetting-once', '/hops?left=5'])(
  '%s succeeds after retries or redirects',
  async (path) => {
    await using testFetcher = fetcher();
    const file = await testFetcher.fetchToFile(server.url(path), join(folder.path, 'late'));
    expect(file.bytes).toBe(BYTES.length);
  },
);

test.each(['gzip', 'br', 'identity'])('a response that is encoded as %s is decoded', async (as) => {
  await using testFetcher = fetcher();
  const path = join(folder.path, `encoded-${as}`);
  await testFetcher.fetchToFile(server.url(`/encoded?as=${as}`), path);
  expect(await readFile(path)).toEqual(BYTES);
});

test.each([
  ['/endless', {}, 'asset_too_large'],
  ['/huge', {}, 'asset_too_large'],
  ['/encoded?as=bomb', {}, 'asset_too_large'],
  ['/encoded?as=cut', {}, 'asset_unreachable'],
  ['/encoded?as=zstd', {}, 'asset_unreachable'],
  ['/silent', { stallMs: 50, retries: 0 }, 'asset_timeout'],
  ['/stalled', { stallMs: 50, retries: 0 }, 'asset_timeout'],
  ['/trickle', { timeoutMs: 100 }, 'asset_timeout'],
  ['/silent', { timeoutMs: 50 }, 'asset_timeout'],
  ['/short', {}, 'asset_unreachable'],
  ['/short-chunked', {}, 'asset_unreachable'],
  ['/loop', {}, 'asset_unreachable'],
  ['/hops?left=6', {}, 'asset_unreachable'],
  ['/nowhere', {}, 'asset_unreachable'],
  ['/to?url=http://10.0.0.1/x', {}, 'asset_private_address'],
  ['/to?url=http://[::1]/x', {}, 'asset_private_address'],
  ['/to?url=http://169.254.169.254/latest/meta-data/', {}, 'asset_private_address'],
  [
    '/to?url=http://localhost:8080/',
    { allow: parseAddressPolicy(['127.0.0.1']), lookup: privateLookup },
    'asset_private_address',
  ],
  ['/to?url=file:///etc/passwd', {}, 'url_invalid'],
  ['/to?url=http://user:password@example.com/', {}, 'url_invalid'],
] as [string, Partial<FetcherOptions>, string][])(
  '%s with %o is %s',
  async (path, options, code) => {
    const error = await refusalOf(server.url(path), options);
    expect(error).toMatchObject({ code, details: { url: server.url(path.split('?')[0] ?? '') } });
    expect(error.message).not.toContain('password@');
  },
);

function privateLookup(
  _: string,
  __: unknown,
  callback: (error: null, addresses: { address: string; family: number }[]) => void,
): void {
  callback(null, [{ address: '10.1.1.1', family: 4 }]);
}

test('a redirect loop ends after six requests', async () => {
  await refusalOf(server.url('/loop'));
  expect(requests).toHaveLength(6);
});

test.each([
  '',
  'nothing',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'data:image/png;base64,AA',
  'http://',
  'http://user:secret@127.0.0.1/',
  'http://user@127.0.0.1/',
])('the URL %j is rejected', async (url) => {
  const error = await refusalOf(url);
  expect(error).toMatchObject({ code: 'url_invalid', retryable: false });
  expect(error.message).not.toContain('secret');
});

test('a host with several addresses is reached only at allowed addresses', async () => {
  await using testFetcher = fetcher({
    lookup: (_, __, callback) =>
      callback(
        null,
        ['10.0.0.1', '127.0.0.1', '::1'].map((address) => ({
          address,
          family: address.includes(':') ? 6 : 4,
        })),
      ),
  });
  const file = await testFetcher.fetchToFile(
    `http://many.example:${server.port}/`,
    join(folder.path, 'many'),
  );
  expect(file.bytes).toBe(BYTES.length);
});

test('an unknown host name and a closed port are unreachable', async () => {
  const lookup: FetcherOptions['lookup'] = (_, __, callback) =>
    callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
  expect(await refusalOf('http://nobody.example/a', { lookup })).toMatchObject({
    code: 'asset_unreachable',
    message: expect.stringContaining('host name does not exist'),
  });
  const closed = await startServer(() => undefined);
  await closed[Symbol.asyncDispose]();
  expect(await refusalOf(closed.url('/'))).toMatchObject({
    code: 'asset_unreachable',
    retryable: true,
    message: expect.stringContaining('refused'),
  });
});

test('the signal stops a fetch', async () => {
  const controller = new AbortController();
  const reason = new AppError('canceled', 'The user had enough.');
  const stopping = refusalOf(server.url('/stalled'), {}, controller.signal);
  await expect.poll(() => requests.length).toBe(1);
  controller.abort(reason);
  expect(await stopping).toBe(reason);
  expect(await refusalOf(server.url('/'), {}, AbortSignal.abort())).toMatchObject({
    code: 'canceled',
  });
});

test('a folder without write permission is storage_failed and not an error of the URL', async () => {
  await using testFetcher = fetcher();
  await writeFile(join(folder.path, 'a-file'), '');
  await expect(
    testFetcher.fetchToFile(server.url('/'), join(folder.path, 'a-file', 'x')),
  ).rejects.toMatchObject({
    code: 'storage_failed',
    message: expect.not.stringContaining(folder.path),
  });
  expect(requests).toHaveLength(1);
});
