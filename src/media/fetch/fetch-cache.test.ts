import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LoopbackServer, startServer } from '../testing/loopback-server.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { parseAddressPolicy } from './address-policy.ts';
import { FetchCache } from './fetch-cache.ts';
import { Fetcher } from './fetcher.ts';

/** The files of the server: their content and their validators. */
let files: Record<string, { body: string; headers: Record<string, string> }>;
let sent: string[];
/** Responses wait for this promise. */
let gate: Promise<void>;
let server: LoopbackServer;
let folder: TemporaryFolder;
let fetcher: Fetcher;

beforeEach(async () => {
  [files, sent, gate] = [{}, [], Promise.resolve()];
  folder = await temporaryFolder();
  fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 1_000_000,
    timeoutMs: 200_000,
    stallMs: 200_000,
    retryPauseMs: 1,
  });
  server = await startServer(async (request, response) => {
    const file = files[new URL(request.url ?? '', 'http://host').pathname];
    const { 'if-none-match': match, 'if-modified-since': since } = request.headers;
    await gate;
    if (!file) return void response.writeHead(404).end();
    const { etag, 'last-modified': modified } = file.headers;
    const isSame = match === undefined ? since !== undefined && since === modified : match === etag;
    sent.push(`${isSame ? 304 : 200} ${request.url}`);
    response.writeHead(isSame ? 304 : 200, file.headers).end(isSame ? '' : file.body);
  });
});
afterEach(async () => {
  await fetcher[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

let count = 0;
const newCache = (maxBytes = 1_000_000) =>
  new FetchCache({ fetcher, dir: join(folder.path, 'cache'), maxBytes });

async function take(cache: FetchCache, path: string, account = 'acc_1', signal?: AbortSignal) {
  const to = join(folder.path, `taken-${count++}`);
  const file = await cache.forAccount(account).fetchToFile(server.url(path), to, {}, signal);
  return { ...file, text: await readFile(to, 'utf8') };
}

/** Waits until the file system stores a later time: its clock may have coarse steps. */
async function nextFileTime(): Promise<void> {
  const path = join(folder.path, 'clock');
  const write = async () => {
    await writeFile(path, 'x');
    return (await stat(path)).mtimeMs;
  };
  const bytesBefore = await write();
  while ((await write()) <= bytesBefore) await setImmediate();
}

const listFiles = async () =>
  (await readdir(join(folder.path, 'cache'), { recursive: true })).filter((n) => /\.\w+$/.test(n));

test.each([
  { etag: '"1"' },
  { etag: 'W/"1"' },
  { 'last-modified': 'Wed, 21 Oct 2015 07:28:00 GMT' },
])('a file with the validator %o is downloaded once, and again after a change', async (headers) => {
  files['/a'] = { body: 'first', headers: headers as Record<string, string> };
  const first = await take(newCache(), '/a?key=1');
  expect(await take(newCache(), '/a?key=1')).toEqual(first);
  expect(sent).toEqual(['200 /a?key=1', '304 /a?key=1']);
  files['/a'] = { body: 'second!', headers: { etag: '"2"' } };
  expect(await take(newCache(), '/a?key=1')).toMatchObject({ text: 'second!', bytes: 7 });
  expect(await take(newCache(), '/a?key=1')).toMatchObject({ text: 'second!' });
  expect(sent.map((s) => s.slice(0, 3))).toEqual(['200', '304', '200', '304']);
  // The first content was removed, and no file contains a URL.
  expect(await listFiles()).toHaveLength(2);
  expect(JSON.stringify(await listFiles())).not.toContain('key');
});

test('a file without a validator or with no-store is downloaded each time and not cached', async () => {
  files['/bare'] = { body: 'x', headers: {} };
  files['/private'] = { body: 'y', headers: { etag: '"1"', 'cache-control': 'private, no-store' } };
  for (const path of ['/bare', '/bare', '/private', '/private']) await take(newCache(), path);
  expect(sent.every((s) => s.startsWith('200'))).toBe(true);
  expect(await listFiles()).toEqual([]);
});

test('different accounts and different queries do not share files', async () => {
  files['/a'] = { body: 'x', headers: { etag: '"1"' } };
  const cache = newCache();
  await take(cache, '/a');
  await take(cache, '/a', 'acc_2');
  await take(cache, '/a?x');
  expect(sent).toEqual(['200 /a', '200 /a', '200 /a?x']);
});

test('an account does not wait for the slow files of another one', async () => {
  files['/a'] = { body: 'x', headers: {} };
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const cache = newCache();
  // A host sends eight files to an account at once.
  const downloads = Array.from({ length: 9 }, (_, index) => take(cache, `/a?${index}`));
  await expect.poll(() => server.connections()).toBe(8);
  downloads.push(take(cache, '/a', 'acc_2'));
  await expect.poll(() => server.connections()).toBe(9);
  resolve();
  await Promise.all(downloads);
});

test('simultaneous fetches of the same file share one download', async () => {
  files['/a'] = { body: 'x'.repeat(1000), headers: {} };
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const cache = newCache();
  const downloads = Array.from({ length: 20 }, () => take(cache, '/a'));
  const controller = new AbortController();
  const leaving = take(cache, '/a', 'acc_1', controller.signal);
  await expect.poll(() => server.connections()).toBe(1);
  controller.abort();
  await expect(leaving).rejects.toThrow();
  resolve();
  expect(new Set((await Promise.all(downloads)).map((f) => f.sha256)).size).toBe(1);
  expect(sent).toEqual(['200 /a']);
  expect(await listFiles()).toEqual([]);
});

test('a download stops when all its waiters abort, and a failed download fails for all', async () => {
  files['/a'] = { body: 'x', headers: {} };
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const cache = newCache();
  const controller = new AbortController();
  const leaving = take(cache, '/a', 'acc_1', controller.signal);
  await expect.poll(() => server.connections()).toBe(1);
  controller.abort();
  await expect(leaving).rejects.toThrow();
  resolve();
  expect(await listFiles()).toEqual([]);
  const failing = await Promise.allSettled([take(cache, '/none'), take(cache, '/none')]);
  for (const { reason } of failing as PromiseRejectedResult[]) {
    expect(reason).toMatchObject({ code: 'asset_not_found' });
  }
  expect((await take(cache, '/a')).text).toBe('x');
});

test('a truncated cache file is downloaded again', async () => {
  files['/a'] = { body: 'whole', headers: { etag: '"1"' } };
  await take(newCache(), '/a');
  const content = (await listFiles()).find((name) => name.endsWith('.kept')) ?? '';
  await truncate(join(folder.path, 'cache', content), 2);
  expect(await take(newCache(), '/a')).toMatchObject({ text: 'whole' });
  expect(sent).toEqual(['200 /a', '200 /a']);
});

test('the least recently used files are removed first', async () => {
  const cache = newCache(4000);
  for (const name of ['/a', '/b', '/c', '/d', '/e', '/f']) {
    files[name] = { body: name.repeat(450), headers: { etag: `"${name}"` } };
    await take(cache, name);
    await nextFileTime();
    if (name !== '/a') await take(cache, '/a');
  }
  const contents = (await listFiles()).filter((name) => name.endsWith('.kept'));
  const sizes = await Promise.all(
    contents.map(async (name) => (await stat(join(folder.path, 'cache', name))).size),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(4000);
  expect(contents.length).toBeGreaterThan(2);
  sent = [];
  await take(cache, '/a');
  await take(cache, '/b');
  expect(sent).toEqual(['304 /a', '200 /b']);
});

test('a redirect to a different URL does not count as an unchanged file', async () => {
  files['/one'] = { body: 'one', headers: { etag: '"1"' } };
  files['/two'] = { body: 'two', headers: { etag: '"1"' } };
  let to = '/one';
  await using door = await startServer((_, response) =>
    response.writeHead(302, { location: server.url(to) }).end(),
  );
  const go = async () => {
    const path = join(folder.path, `taken-${count++}`);
    await newCache().forAccount('acc_1').fetchToFile(door.url('/'), path);
    return readFile(path, 'utf8');
  };
  expect(await go()).toBe('one');
  expect(await go()).toBe('one');
  to = '/two';
  expect(await go()).toBe('two');
  expect(sent).toEqual(['200 /one', '304 /one', '200 /two']);
});
