import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { Gate } from './gate.ts';

const { signal } = new AbortController();

test('a gate runs work in turn, rejects work above its limits, and drops aborted work', async () => {
  const gate = new Gate({ atOnce: 1, perOwner: 1, maxWaiting: 2, maxWaitingPerOwner: 2 });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const working = gate.through('a', () => first.promise, signal);
  const leavingEntry = gate.through('a', async () => order.push('left'), leaving.signal);
  const second = gate.through('a', async () => order.push('second'), signal);
  await expect(gate.through('a', async () => order.push('third'), signal)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The queue is full (limit: 2 requests).',
  });
  leaving.abort(new AppError('canceled', 'gone'));
  await expect(leavingEntry).rejects.toMatchObject({ code: 'canceled' });
  const fourth = gate.through('a', async () => order.push('fourth'), signal);
  first.resolve();
  await Promise.all([working, second, fourth]);
  expect(order).toEqual(['second', 'fourth']);
  await expect(gate.through('a', () => Promise.reject(new Error('no')), signal)).rejects.toThrow(
    'no',
  );
  expect(await gate.through('a', async () => 'open', signal)).toBe('open');
});

test('a line is limited to its share, running and waiting, and does not block other lines', async () => {
  const gate = new Gate({ atOnce: 4, perOwner: 2, maxWaiting: 10, maxWaitingPerOwner: 3 });
  const never = Promise.withResolvers<void>();
  const flood = Array.from({ length: 5 }, () => gate.through('a', () => never.promise, signal));
  const refused = gate.through('a', async () => undefined, signal);
  await expect(refused).rejects.toThrow('The queue is full (limit: 3 requests of an account).');
  expect(await gate.through('b', async () => 'through', signal)).toBe('through');
  never.resolve();
  await Promise.all(flood);
});

test('lines take turns regardless of their order of arrival', async () => {
  const gate = new Gate({ atOnce: 1, perOwner: 1, maxWaiting: 99, maxWaitingPerOwner: 99 });
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const pass = (line: string) => gate.through(line, async () => order.push(line), signal);
  const entries = [
    gate.through('a', () => first.promise, signal),
    ...['a', 'a', 'a', 'b', 'c'].map(pass),
  ];
  first.resolve();
  await Promise.all(entries);
  expect(order).toEqual(['b', 'c', 'a', 'a', 'a']);
});

test('a line that has used its share waits, even if it came first', async () => {
  const gate = new Gate({
    atOnce: 2,
    perOwner: 1,
    maxWaiting: Infinity,
    maxWaitingPerOwner: Infinity,
  });
  const order: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (line: string, name: string) =>
    gate.through(
      line,
      () => {
        order.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      signal,
    );
  const entries = [enter('a', 'a1'), enter('a', 'a2'), enter('b', 'b1'), enter('b', 'b2')];
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'b1']);
  ends.get('b1')?.();
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'b1', 'b2']);
  ends.get('a1')?.();
  await new Promise(setImmediate);
  expect(order).toEqual(['a1', 'b1', 'b2', 'a2']);
  for (const name of ['a2', 'b2']) ends.get(name)?.();
  await Promise.all(entries);
});

test('a task that waits outside leaves its place to others, and goes on inside', async () => {
  const gate = new Gate({ atOnce: 1, perOwner: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  const order: string[] = [];
  const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const work = Promise.withResolvers<void>();
  const waiting = gate.through(
    'a',
    async (outside) => {
      await Promise.all(waits.map(({ promise }) => outside(() => promise)));
      order.push('inside again');
    },
    signal,
  );
  await new Promise(setImmediate);
  const other = gate.through(
    'a',
    async (outside) => {
      order.push('other');
      // No more than one may wait outside: this one keeps its place.
      await outside(() => work.promise);
      order.push('other ends');
    },
    signal,
  );
  const last = gate.through('a', async () => order.push('last'), signal);
  await new Promise(setImmediate);
  for (const { resolve } of waits) resolve();
  await new Promise(setImmediate);
  expect(order).toEqual(['other']);
  work.resolve();
  await Promise.all([waiting, other, last]);
  expect(order).toEqual(['other', 'other ends', 'last', 'inside again']);
});

test('parts of a task that has ended take no place when they end', async () => {
  const gate = new Gate({ atOnce: 1, perOwner: 1, maxWaiting: 1, maxWaitingPerOwner: 1 });
  const late = Promise.withResolvers<void>();
  const parts: Promise<void>[] = [];
  const failing = gate.through(
    'a',
    async (outside) => {
      parts.push(outside(() => late.promise));
      await new Promise(setImmediate);
      throw new Error('no');
    },
    signal,
  );
  await expect(failing).rejects.toThrow('no');
  late.resolve();
  await Promise.all(parts);
  for (const text of ['first', 'second'])
    expect(await gate.through('a', (outside) => outside(async () => text), signal)).toBe(text);
});
