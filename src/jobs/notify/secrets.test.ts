import { readFile } from 'node:fs/promises';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVault } from '../../secrets/index.ts';
import { type Log, silentLog } from '../../system/index.ts';
import { newSigningSecret } from '../../webhooks/index.ts';
import { notifying, receiver, until } from './notifier.fixture.ts';

const [HOUR_MS, DAY_MS] = [3600_000, 24 * 3600_000];

// Only `Date` is fake: sockets and timers are real.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a receiver verifies with the new secret from the first event after the change', async () => {
  await using t = await notifying();
  // Without an answer the dispatcher of the endpoint stays in memory.
  await using r = await receiver(() => undefined);
  const { id } = await t.listen(r.url);
  t.start();
  await t.emit('rs_1', 1);
  await until(() => r.got.length === 1);
  const next = newSigningSecret();
  await t.db.webhookEndpoints.rotateSecret(id, t.vault.encrypt(next, id), Date.now() + DAY_MS);
  await t.emit('rs_2', 2);
  await until(() => r.got.length === 2);
  const { body, headers } = r.got[1] ?? { body: '', headers: {} };
  expect(new Webhook(next).verify(body, headers)).toMatchObject({ data: { n: 2 } });
});

test('a receiver verifies with each secret of the last day, or only with the newest if requested', async () => {
  await using t = await notifying();
  await using r = await receiver();
  const { id, secret } = await t.listen(r.url);
  const [second, third, last] = [newSigningSecret(), newSigningSecret(), newSigningSecret()];
  const rotate = (to: string, untilMs: number | null) =>
    t.db.webhookEndpoints.rotateSecret(id, t.vault.encrypt(to, id), untilMs);
  await rotate(second, Date.now() + DAY_MS);
  later(HOUR_MS);
  await rotate(third, Date.now() + DAY_MS);
  t.start();
  const goodFor = async (n: number) => {
    await t.emit(`rs_${n}`, n);
    await until(() => r.got.length === n);
    const { body, headers } = r.got.at(-1) ?? { body: '', headers: {} };
    return [secret, second, third, last].filter((candidate) => {
      try {
        return new Webhook(candidate).verify(body, headers) !== undefined;
      } catch {
        return false;
      }
    });
  };
  expect(await goodFor(1)).toEqual([secret, second, third]);
  later(DAY_MS - HOUR_MS);
  expect(await goodFor(2)).toEqual([second, third]);
  await rotate(last, null);
  expect(await goodFor(3)).toEqual([last]);
});

test('a secret that cannot be decrypted is no failure of the receiver, which gets all events with a new secret', async () => {
  const lines: string[] = [];
  const write = (...words: unknown[]) => void lines.push(JSON.stringify(words));
  const log: Log = { ...silentLog, error: write };
  await using t = await notifying(log);
  await using r = await receiver();
  const { id } = await t.listen(r.url);
  const lost = createVault([Buffer.alloc(32, 6)]);
  await t.db.webhookEndpoints.rotateSecret(id, lost.encrypt(newSigningSecret(), id), null);
  await t.emit('rs_1', 1);
  t.start();
  // This is longer than any receiver may fail, with more attempts.
  for (let day = 0; day < 12; day++) {
    const [previous] = await t.deliveries(id);
    await until(async () => {
      const [current] = await t.deliveries(id);
      return (
        current?.attempts.length === 1 && current.attempts[0]?.at !== previous?.attempts[0]?.at
      );
    });
    later(DAY_MS);
  }
  expect((await t.deliveries(id))[0]).toMatchObject({
    status: 'pending',
    attempts: [{ status: null, error: expect.stringContaining('rotate_secret') }],
  });
  expect(await t.db.webhookEndpoints.find(id)).toMatchObject({
    status: 'enabled',
    failingSinceMs: null,
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(id);
  const next = newSigningSecret();
  await t.db.webhookEndpoints.rotateSecret(id, t.vault.encrypt(next, id), null);
  later(DAY_MS);
  await until(() => r.got.length === 1);
  const [{ body, headers } = { body: '', headers: {} }] = r.got;
  expect(new Webhook(next).verify(body, headers)).toMatchObject({ data: { n: 1 } });
});

test('if the previous secret cannot be decrypted, messages are signed with the new secret', async () => {
  await using t = await notifying();
  await using r = await receiver();
  const { id } = await t.listen(r.url);
  const lost = createVault([Buffer.alloc(32, 6)]).encrypt(newSigningSecret(), id);
  await t.db.webhookEndpoints.rotateSecret(id, lost, null);
  const next = newSigningSecret();
  await t.db.webhookEndpoints.rotateSecret(id, t.vault.encrypt(next, id), Date.now() + DAY_MS);
  t.start();
  await t.emit('rs_1', 1);
  await until(async () => (await t.deliveries(id))[0]?.attempts.length === 1);
  const [{ body, headers } = { body: '', headers: {} }] = r.got;
  expect(new Webhook(next).verify(body, headers)).toMatchObject({ data: { n: 1 } });
});

test('no secret is in the log, in the database file, or in the stored attempts', async () => {
  const lines: string[] = [];
  const write = (...words: unknown[]) => void lines.push(JSON.stringify(words));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  await using t = await notifying(log);
  await using r = await receiver((_received, response) => response.writeHead(500).end());
  const { id, secret } = await t.listen(`${r.url}/T0/unguessable`);
  const next = newSigningSecret();
  await t.db.webhookEndpoints.rotateSecret(id, t.vault.encrypt(next, id), Date.now() + DAY_MS);
  await t.emit('rs_1', 1);
  t.start();
  await until(async () => (await t.deliveries(id))[0]?.attempts.length === 1);
  await until(() => lines.length > 0);
  const files = [await readFile(t.path), await readFile(`${t.path}-wal`)];
  const storedText = Buffer.concat([...files, Buffer.from(lines.join('\n'))]);
  expect(storedText.includes(id)).toBe(true);
  expect(storedText.includes('T0/unguessable')).toBe(false);
  for (const planted of [secret, next]) {
    expect(storedText.includes(planted)).toBe(false);
    expect(storedText.includes(planted.slice('whsec_'.length))).toBe(false);
    expect(storedText.includes(Buffer.from(planted.slice('whsec_'.length), 'base64'))).toBe(false);
  }
});
