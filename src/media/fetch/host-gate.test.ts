import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../testing/loopback-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { parseAddressPolicy } from './address-policy.ts';
import { Fetcher } from './fetcher.ts';
import { HostGate, Pace } from './host-gate.ts';

/** Requests are open for so long that others come meanwhile. */
const HELD_MS = 10;

test('a host receives a limited number of simultaneous requests', async () => {
  let open = 0;
  let max = 0;
  await using server = await startServer((_, response) => {
    max = Math.max(max, ++open);
    setTimeout(() => {
      open--;
      response.end('x');
    }, HELD_MS);
  });
  await using folder = await temporaryFolder();
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 10,
    timeoutMs: 200_000,
    atOnce: 3,
    startsPerSecond: 1000,
  });
  const files = Array.from({ length: 30 }, (_, i) =>
    fetcher.fetchToFile(server.url(`/${i}`), join(folder.path, `${i}`)),
  );
  await Promise.all(files);
  expect(max).toBe(3);
});

test('an aborted waiter uses no place, and hosts have separate limits', async () => {
  const gate = new HostGate({ atOnce: 1, startsPerSecond: 1000 });
  const first = await gate.enter('a');
  const controller = new AbortController();
  const leaving = gate.enter('a', controller.signal);
  const next = gate.enter('a');
  (await gate.enter('b'))[Symbol.dispose]();
  controller.abort();
  await expect(leaving).rejects.toThrow();
  first[Symbol.dispose]();
  (await next)[Symbol.dispose]();
  (await gate.enter('a'))[Symbol.dispose]();
});

test('starts above the rate wait', () => {
  const pace = new Pace(2);
  expect([0, 0, 0, 0].map((nowMs) => pace.reserve(nowMs))).toEqual([0, 0, 500, 1000]);
  // After two seconds nothing waits and the bucket is full again.
  expect([3000, 3000, 3000].map((nowMs) => pace.reserve(nowMs))).toEqual([0, 0, 500]);
});

test('stalled downloads of one account do not block a different account at the same host', async () => {
  await using server = await startServer((request, response) => {
    if (request.url === '/quick') response.end('x');
    else response.write('x');
  });
  await using folder = await temporaryFolder();
  await using fetcher = new Fetcher({
    allow: parseAddressPolicy(['127.0.0.1']),
    maxBytes: 10,
    timeoutMs: 200_000,
    atOnce: 2,
  });
  const leaving = new AbortController();
  const dripping = Array.from({ length: 20 }, (_, i) => {
    const path = join(folder.path, `${i}`);
    return fetcher.fetchToFile(server.url(`/${i}`), path, { owner: 'a' }, leaving.signal);
  });
  const ended = Promise.allSettled(dripping);
  const quick = join(folder.path, 'quick');
  const file = await fetcher.fetchToFile(server.url('/quick'), quick, { owner: 'b' });
  expect(file.bytes).toBe(1);
  leaving.abort();
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
});
