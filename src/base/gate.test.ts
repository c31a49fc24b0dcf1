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
