import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_ACCOUNT } from '../../database/index.ts';
import { type Log, silentLog } from '../../system/index.ts';
import { notifying, receiver, until } from './notifier.fixture.ts';

const [SECOND_MS, HOUR_MS, DAY_MS] = [1000, 3600_000, 24 * 3600_000];

// Only `Date` is fake: sockets and timers are real.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

describe('a receiver', () => {
  test('gets each event in order, signed as the reference library verifies it', async () => {
    await using t = await notifying();
    await using r = await receiver();
    const { secret } = await t.listen(r.url);
    for (const n of [1, 2, 3]) await t.emit('rs_1', n);
    t.start();
    await until(() => r.got.length === 3);
    expect(r.numbers()).toEqual([1, 2, 3]);
    for (const { headers, body, json } of r.got) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(json);
    }
    expect(r.got[0]?.json).toEqual({
      type: 'render_session.status.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { n: 1, sequence: 1 },
    });
    expect(new Set(r.got.map(({ id }) => id)).size).toBe(3);
  });

  test('whose address changes gets nothing at its old address', async () => {
    await using t = await notifying();
    await using r = await receiver(() => undefined);
    await using next = await receiver();
    const { id } = await t.listen(r.url);
    t.start();
    await t.emit('rs_1', 1);
    await until(() => r.got.length === 1);
    await t.db.webhookEndpoints.update(id, { encryptedUrl: t.vault.encrypt(next.url, id) });
    for (const n of [2, 3, 4]) await t.emit(`rs_${n}`, n);
    await until(() => next.got.length === 3);
    expect(r.numbers()).toEqual([1]);
  });

  test('gets only the events of its filter, from its creation on', async () => {
    await using t = await notifying();
    await using r = await receiver();
    await t.emit('rs_1', 1);
    await t.listen(r.url, ['template_style_version.status.changed']);
    await t.listen(r.url, ['render_session.status.changed']);
    await t.emit('rs_1', 2);
    t.start();
    await until(() => r.got.length === 1);
    expect(r.numbers()).toEqual([2]);
  });

  test('that fails gets ten scheduled attempts with the same id, and then the delivery fails', async () => {
    await using t = await notifying();
    await using r = await receiver((_received, response) =>
      response.writeHead(r.got.length % 2 ? 500 : 302, { location: '/' }).end('out of order'),
    );
    const { id, secret } = await t.listen(r.url);
    await t.emit('rs_1', 1);
    await t.emit('rs_1', 2);
    t.start();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt++) {
      await until(async () => (await t.deliveries(id))[0]?.attempts.length === attempt);
      const [delivery] = await t.deliveries(id);
      const { headers = {}, body = '' } = r.got[attempt - 1] ?? {};
      expect(new Webhook(secret).verify(body, headers)).toBeDefined();
      if (attempt === 10) break;
      waits.push(((delivery?.nextAttemptAtMs ?? 0) - Date.now()) / SECOND_MS);
      expect(delivery?.status).toBe('pending');
      vi.setSystemTime(delivery?.nextAttemptAtMs ?? 0);
    }
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3600);
    expect(waits).toEqual([5, 300, 1800, ...hours]);
    await until(() => r.got.length === 11);
    const [delivery, next] = await t.deliveries(id);
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAtMs: null });
    expect(delivery?.attempts.map(({ status }) => status).slice(0, 3)).toEqual([500, 302, 500]);
    expect(delivery?.attempts[0]).toMatchObject({ response: 'out of order', error: null });
    expect(new Set(r.got.slice(0, 10).map((request) => request.id))).toEqual(
      new Set([delivery?.eventId]),
    );
    expect(r.got[10]?.id).toBe(next?.eventId);
  });

  test('that answers 410 is disabled, and its pending deliveries end', async () => {
    await using t = await notifying();
    await using goneReceiver = await receiver((_received, response) =>
      response.writeHead(410).end(),
    );
    await using r = await receiver();
    const { id } = await t.listen(goneReceiver.url);
    await t.listen(r.url, ['render_session.status.changed']);
    await t.emit('rs_1', 1);
    await t.emit('rs_1', 2);
    t.start();
    const find = () => t.db.webhookEndpoints.find(id);
    await until(async () => (await find())?.status === 'disabled');
    expect(await find()).toMatchObject({ disabledReason: 'gone' });
    await t.emit('rs_1', 3);
    await until(() => r.got.length === 3);
    expect(goneReceiver.numbers()).toEqual([1]);
    expect((await t.deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  test('whose address changes before the old address answers 410 gets the event at the new address', async () => {
    await using t = await notifying();
    const responses: ServerResponse[] = [];
    await using r = await receiver((_received, response) => void responses.push(response));
    await using next = await receiver();
    const { id } = await t.listen(r.url);
    await t.emit('rs_1', 1);
    t.start();
    await until(() => responses.length === 1);
    await t.db.webhookEndpoints.update(id, { encryptedUrl: t.vault.encrypt(next.url, id) });
    responses[0]?.writeHead(410).end();
    await until(async () => (await t.deliveries(id))[0]?.status === 'delivered');
    expect(next.numbers()).toEqual([1]);
    expect(await t.db.webhookEndpoints.find(id)).toMatchObject({ status: 'enabled' });
  });

  test('that is disabled is logged and reported to other endpoints; a delivery that then succeeds is delivered', async () => {
    const warned: unknown[] = [];
    const log: Log = { ...silentLog, warn: (...words: unknown[]) => void warned.push(words) };
    await using t = await notifying(log);
    const responses: ServerResponse[] = [];
    await using r = await receiver(({ json }, response) => {
      if (json.data.n === 1) responses.push(response);
      else response.writeHead(410).end();
    });
    await using other = await receiver();
    const { id } = await t.listen(r.url);
    await t.listen(other.url, ['webhook_endpoint.disabled']);
    t.start();
    await t.emit('rs_1', 1);
    await until(() => responses.length === 1);
    await t.emit('rs_2', 2);
    await until(() => other.got.length === 1);
    expect(other.got[0]?.json).toMatchObject({
      type: 'webhook_endpoint.disabled',
      data: { webhook_endpoint_id: id, disabled_reason: 'gone', render_session_id: null },
    });
    expect(warned).toEqual([[{ endpointId: id, reason: 'gone' }, expect.any(String)]]);
    responses[0]?.end();
    const first = async () =>
      (await t.deliveries(id)).find(({ subjectId }) => subjectId === 'rs_1');
    await until(async () => (await first())?.status === 'delivered');
    expect((await first())?.attempts).toMatchObject([{ status: 200 }]);
    expect(await t.db.webhookEndpoints.find(id)).toMatchObject({ disabledReason: 'gone' });
  });

  test('that requests a pause gets no events during the pause', async () => {
    await using t = await notifying();
    let busy = true;
    await using r = await receiver((_received, response) => {
      if (busy) response.writeHead(429, { 'retry-after': '600' });
      response.end();
    });
    await using other = await receiver();
    const { id } = await t.listen(r.url);
    await t.listen(other.url);
    await t.emit('rs_1', 1);
    t.start();
    await until(async () => (await t.deliveries(id))[0]?.attempts.length === 1);
    busy = false;
    later(300 * SECOND_MS);
    await t.emit('rs_2', 2);
    await until(() => other.got.length === 2);
    // The notifier has read the table again. The paused endpoint must get nothing.
    later(10 * SECOND_MS);
    await t.emit('rs_3', 3);
    await until(() => other.got.length === 3);
    expect(r.numbers()).toEqual([1]);
    later(300 * SECOND_MS);
    await until(() => r.got.length === 4);
    expect(r.numbers().slice(1).sort()).toEqual([1, 2, 3]);
    expect(await t.db.webhookEndpoints.find(id)).toMatchObject({ pausedUntilMs: null });
  });

  test('that hangs, closes or floods does not delay others, and events of a subject stay in order', async () => {
    await using t = await notifying(silentLog, 8000);
    await using hanging = await receiver(() => undefined);
    await using closing = await receiver((_received, _response, request) =>
      request.socket.destroy(),
    );
    const block = Buffer.alloc(1024 * 1024);
    await using flooding = await receiver((_received, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more);
      more();
    });
    await using r = await receiver();
    const bad = [await t.listen(hanging.url), await t.listen(closing.url)];
    await t.listen(r.url);
    t.start();
    for (let n = 1; n <= 60; n++) await t.emit(`rs_${n % 20}`, n);
    const flood = await t.listen(flooding.url);
    await t.emit('rs_0', 60.5);
    await until(() => r.got.length === 61);
    for (const { got } of [hanging, closing]) {
      expect(got.filter(({ json }) => json.data.sequence !== 1)).toEqual([]);
    }
    for (const { id } of bad) {
      await until(async () => (await t.deliveries(id)).some(({ attempts }) => attempts[0]?.error));
      expect((await t.deliveries(id)).every(({ status }) => status === 'pending')).toBe(true);
    }
    const firstDelivery = async () => (await t.deliveries(flood.id))[0];
    await until(async () => (await firstDelivery())?.status === 'delivered');
    expect((await firstDelivery())?.attempts[0]).toMatchObject({ status: 200, error: null });
    for (let session = 1; session < 20; session++) {
      const mine = r.got.filter(({ json }) => json.data.n % 20 === session);
      expect(mine.map(({ json }) => json.data.sequence)).toEqual([1, 2, 3]);
    }
  });

  test('that fails for five days is disabled; an endpoint with a success or without deliveries is not', async () => {
    await using t = await notifying();
    let well = false;
    await using recovering = await receiver((_received, response) =>
      response.writeHead(well ? 200 : 500).end(),
    );
    await using dead = await receiver((_received, response) => response.writeHead(500).end());
    const [first, second] = [await t.listen(recovering.url), await t.listen(dead.url)];
    t.start();
    const find = async ({ id }: { id: string }) => t.db.webhookEndpoints.find(id);
    const day = async (n: number) => {
      await t.emit(`rs_${n}`, n);
      await until(async () => {
        const tried = async ({ id }: { id: string }) =>
          (await t.deliveries(id)).every(
            ({ attempts, status }) => attempts[0] || status === 'failed',
          );
        return (await tried(first)) && (await tried(second));
      });
      later(DAY_MS);
    };
    await day(0);
    // Nothing is sent to either endpoint for 30 days, so earlier failures do not count.
    later(30 * DAY_MS);
    for (const n of [1, 2, 3, 4, 5]) await day(n);
    expect((await find(second))?.disabledReason).toBeNull();
    well = true;
    await day(6);
    await until(async () => (await find(first))?.failingSinceMs === null);
    await day(7);
    expect(await find(second)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
    expect((await find(first))?.status).toBe('enabled');
  });
});

describe('a notifier', () => {
  test('that stops leaves running deliveries pending; the next notifier sends them under the same id', async () => {
    await using t = await notifying();
    await using r = await receiver(() => undefined);
    const { id } = await t.listen(r.url);
    await t.emit('rs_1', 1);
    const first = t.start();
    await until(() => r.got.length === 1);
    await first[Symbol.asyncDispose]();
    expect((await t.deliveries(id))[0]).toMatchObject({ status: 'pending', attempts: [] });
    r.state.answer = (_received, response) => void response.end();
    t.start();
    await until(async () => (await t.deliveries(id))[0]?.status === 'delivered');
    expect(r.got[1]?.id).toBe(r.got[0]?.id);
  });

  test('replays one event or a time range, after new events', async () => {
    await using t = await notifying();
    await using r = await receiver();
    const { id } = await t.listen(r.url);
    t.start();
    const sinceMs = Date.now();
    for (const n of [1, 2, 3]) await t.emit('rs_1', n);
    await until(async () =>
      (await t.deliveries(id)).every((delivery) => delivery.status === 'delivered'),
    );
    const [, second] = await t.deliveries(id);
    if (second) await t.db.webhookDeliveries.replay(second);
    await until(() => r.got.length === 4);
    expect(r.got[3]?.id).toBe(second?.eventId);

    await t.db.webhookEndpoints.update(id, { status: 'disabled' });
    later(HOUR_MS);
    for (const n of [4, 5]) await t.emit('rs_1', n);
    await t.db.webhookEndpoints.update(id, { status: 'enabled' });
    const endpoint = await t.db.webhookEndpoints.find(id);
    const range = { sinceMs, untilMs: Date.now() + 1 };
    const replay = async (missed: boolean, limit = 500) => {
      let [count, at] = [0, sinceMs];
      for (let more = true; more && endpoint; ) {
        const step = { ...range, sinceMs: at, missed };
        const replayed = await t.db.webhookDeliveries.replayRange(endpoint, step, limit);
        count += replayed.count;
        more = replayed.nextSinceMs !== undefined;
        at = replayed.nextSinceMs ?? at;
      }
      return count;
    };
    expect(await replay(true)).toBe(2);
    await until(() => r.got.length === 6);
    expect(r.numbers().slice(4)).toEqual([4, 5]);
    await until(async () => (await t.deliveries(id)).every(({ status }) => status === 'delivered'));
    expect(await replay(true)).toBe(0);
    expect(await replay(false, 2)).toBe(5);
    await until(() => r.got.length === 11);
    expect(r.numbers().slice(6)).toEqual([1, 2, 3, 4, 5]);
  });

  test('sends a test immediately, even if the previous test failed', async () => {
    await using t = await notifying();
    let status = 500;
    await using r = await receiver((_received, response) => response.writeHead(status).end());
    const { id } = await t.listen(r.url);
    const test = async () => {
      const event = await t.db.events.append({
        accountId: DEFAULT_ACCOUNT,
        type: 'webhook_endpoint.test',
        subjectId: id,
        data: { n: 0 },
      });
      return t.db.webhookDeliveries.add(event, id);
    };
    t.start();
    await test();
    await until(async () => (await t.deliveries(id))[0]?.attempts.length === 1);
    status = 204;
    expect((await test()).nextAttemptAtMs).not.toBeNull();
    await until(() => r.got.length === 2);
    later(DAY_MS);
    await t.emit('rs_1', 3);
    await until(() => r.got.length === 3);
    // The failed test was not tried again.
    expect(r.numbers()).toEqual([0, 0, 3]);
  });
});
