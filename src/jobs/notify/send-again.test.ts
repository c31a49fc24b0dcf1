import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { notifying, receiver, until } from './notifier.fixture.ts';

const HOUR_MS = 3600_000;

// Only `Date` is fake: sockets and timers are real.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

type Notifying = Awaited<ReturnType<typeof notifying>>;

async function replayOf(t: Notifying, id: string, index: number) {
  const delivery = (await t.deliveries(id))[index];
  return delivery && t.db.webhookDeliveries.replay(delivery);
}

async function replayAll(t: Notifying, id: string, missed: boolean) {
  const endpoint = await t.db.webhookEndpoints.find(id);
  const range = { sinceMs: 0, untilMs: Date.now() + 1, missed };
  return endpoint && t.db.webhookDeliveries.replayRange(endpoint, range, 500);
}

test.each<[string, (t: Notifying, id: string) => Promise<unknown>]>([
  ['the failed event is sent again', (t, id) => replayOf(t, id, 0)],
  ['a later event of its session is sent again', (t, id) => replayOf(t, id, 1)],
  ['missed events are sent again', (t, id) => replayAll(t, id, true)],
  ['all events are sent again', (t, id) => replayAll(t, id, false)],
  [
    'the address changes',
    async (t, id) => {
      const url = (await t.db.webhookEndpoints.find(id))?.encryptedUrl ?? '';
      const encryptedUrl = t.vault.encrypt(t.vault.decrypt(url, id), id);
      return t.db.webhookEndpoints.update(id, { encryptedUrl });
    },
  ],
  ['it is enabled', (t, id) => t.db.webhookEndpoints.update(id, { status: 'enabled' })],
])('an event that waits for its next attempt is sent at once when %s', async (_, act) => {
  await using t = await notifying();
  let answer = 503;
  await using r = await receiver((_received, response) =>
    response.writeHead(answer, answer === 503 ? { 'retry-after': '7200' } : {}).end(),
  );
  const { id } = await t.listen(r.url);
  for (const n of [1, 2]) await t.emit('rs_1', n);
  t.start();
  await until(async () => (await t.deliveries(id))[0]?.attempts.length === 1);
  answer = 204;
  await act(t, id);
  await until(async () => (await t.deliveries(id)).every(({ status }) => status === 'delivered'));
  expect(r.numbers()).toEqual([1, 1, 2]);
  expect(await t.deliveries(id)).toHaveLength(2);
});

test('events that wait for their next attempt are sent after a test that succeeds', async () => {
  await using t = await notifying();
  let answer = 500;
  await using r = await receiver((_received, response) => response.writeHead(answer).end());
  const { id } = await t.listen(r.url);
  await t.emit('rs_1', 1);
  t.start();
  const first = async () =>
    (await t.deliveries(id)).find((delivery) => delivery.subjectId === 'rs_1');
  await until(async () => (await first())?.attempts.length === 1);
  const test = async () => {
    const event = {
      accountId: DEFAULT_ACCOUNT,
      type: 'webhook_endpoint.test',
      subjectId: id,
    } as const;
    await t.db.webhookDeliveries.add(await t.db.events.append({ ...event, data: { n: 0 } }), id);
  };
  await test();
  await until(() => r.got.length === 2);
  answer = 204;
  await test();
  await until(async () => (await first())?.status === 'delivered');
  // The test that failed has changed nothing.
  expect(r.numbers()).toEqual([1, 0, 0, 1]);
});

test('events from before an endpoint existed are sent only with all events', async () => {
  await using t = await notifying();
  await using r = await receiver();
  for (const n of [1, 2]) await t.emit('rs_1', n);
  later(HOUR_MS);
  const { id } = await t.listen(r.url);
  await t.db.webhookEndpoints.update(id, { status: 'disabled' });
  later(HOUR_MS);
  await t.emit('rs_1', 3);
  await t.db.webhookEndpoints.update(id, { status: 'enabled' });
  expect(await replayAll(t, id, true)).toEqual({ count: 1 });
  t.start();
  await until(() => r.got.length === 1);
  expect(r.numbers()).toEqual([3]);
  await until(async () => (await t.deliveries(id))[0]?.status === 'delivered');
  expect(await replayAll(t, id, false)).toEqual({ count: 3 });
});
