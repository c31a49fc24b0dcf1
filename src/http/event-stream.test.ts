import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { streamSlots } from './connections/stream-slots.ts';
import { sendEvents } from './event-stream.ts';

const caller = (tokenHash: string, accountId = 'acc_1') => ({
  tokenHash,
  accountId,
  clientId: 'cl_1',
  scope: '*',
});

test('a stream ends after its time limit and releases its slot', async () => {
  await using app = fastify();
  const slots = streamSlots(app);
  async function* forever(signal: AbortSignal) {
    do {
      yield ': here\n\n';
      await sleep(5);
    } while (!signal.aborted);
  }
  const stop = new AbortController().signal;
  app.get('/', (_, reply) =>
    sendEvents(reply, { stop, slot: slots.take(caller('t')), lifeMs: 20 }, forever),
  );
  for (let i = 0; i < 11; i++) {
    const { statusCode, body } = await app.inject('/');
    expect({ statusCode, body }).toMatchObject({
      statusCode: 200,
      body: expect.stringContaining(': here'),
    });
  }
});

test('a token may open 10 streams and an account 100, and ended streams do not count', () => {
  const slots = streamSlots(fastify());
  const disposables = Array.from({ length: 10 }, () => slots.take(caller('t1')));
  const refused = { code: 'rate_limited', retryable: true };
  expect(() => slots.take(caller('t1'))).toThrow(expect.objectContaining(refused));
  for (let i = 0; i < 90; i++) slots.take(caller(`other${i}`));
  expect(() => slots.take(caller('t2'))).toThrow(expect.objectContaining(refused));
  slots.take(caller('t2', 'acc_2'));
  for (let twice = 0; twice < 2; twice++) disposables[0]?.[Symbol.dispose]();
  slots.take(caller('t1'));
  expect(() => slots.take(caller('t1'))).toThrow(expect.objectContaining(refused));
});

test('a response frees its slot when its connection closes, and at once when it has closed before', () => {
  const slots = streamSlots(fastify());
  const reply = (destroyed: boolean) => ({ raw: Object.assign(new EventEmitter(), { destroyed }) });
  const open = Array.from({ length: 10 }, () => reply(false));
  for (let i = 0; i < 20; i++) slots.takeFor(reply(true) as never, caller('t'));
  for (const openReply of open) slots.takeFor(openReply as never, caller('t'));
  expect(() => slots.take(caller('t'))).toThrow(expect.objectContaining({ code: 'rate_limited' }));
  open[0]?.raw.emit('close');
  slots.take(caller('t'));
});
